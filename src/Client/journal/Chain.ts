/**
 * The lines of a journal file. Each has the sum of its content and of the line before it, so that the lines are a chain:
 *
 *   {"sum":"9f2c…","prev":"03ab…", …,"end":1}
 *
 * A line counts when it continues the chain. Of two that continue it from the same line, written by two processes at the
 * same time, the first counts, and the writer of the other sees that and decides again. So no lock is needed, and none can
 * be left behind by a process that was killed. A line that a crash has cut short has no end, and means nothing. Any other
 * line that is not in the chain was changed by somebody: then nothing of the file is believed.
 */
import type { Entry, Owner } from "./Journal.ts"

/** A line's content: the first one says whose journal it is. */
export type Content = (Owner & { readonly event: "journal"; readonly version: 1 }) | Entry

const events: Readonly<Record<Content["event"], true>> = {
  journal: true,
  reserved: true,
  joined: true,
  signed: true,
  ended: true
}

const end = ',"end":1}'

const complete = /^\{"sum":"([0-9a-f]{16})",("prev":"([0-9a-f]{16}|)",.*,"end":1\})$/

/** What is before the first line. */
const start = ""

/** Why a file is not believed. */
export class Damaged extends Error {}

/** The file up to here. */
export class Chain {
  /** The sum of the last line that counts. */
  head = start
  /** Lines read, those that mean nothing too. */
  lines = 0
  /** The sums of all lines, also of those that lost a race. */
  readonly #sums = new Set([start])
  readonly #hash: (text: string) => string

  constructor(hash: (text: string) => string) {
    this.#hash = hash
  }

  #sum(rest: string) {
    return this.#hash(rest).slice(0, 16)
  }

  /**
   * The content of the next line, when it counts.
   *
   * @throws Damaged when the file was changed.
   */
  read(line: string): Content | undefined {
    this.lines++
    if (!line.endsWith(end)) {
      // Cut short; or no journal at all: nothing is ever cut before the first line's end but the first line.
      if (this.head === start && !'{"sum":"'.startsWith(line.slice(0, 8)))
        throw new Damaged("it is no journal of this client")
      return undefined
    }
    const [, sum = "", rest = "", prev = ""] = complete.exec(line) ?? []
    if (sum === "" || this.#sum(rest) !== sum || !this.#sums.has(prev)) {
      throw new Damaged(`line ${this.lines} is damaged, or lines before it are missing`)
    }
    this.#sums.add(sum)
    if (prev !== this.head) return undefined
    this.head = sum
    const content: Content = JSON.parse(`{${rest}`)
    if (!Object.hasOwn(events, content.event)) throw new Damaged(`line ${this.lines} is of a newer version`)
    return content
  }

  /** Lines that continue the chain, and the sum of the last. */
  write(contents: ReadonlyArray<Content>): { readonly text: string; readonly head: string } {
    let head = this.head
    const lines = contents.map((content) => {
      const rest = `"prev":"${head}",${JSON.stringify(content).slice(1, -1)}${end}`
      head = this.#sum(rest)
      return `{"sum":"${head}",${rest}\n`
    })
    return { text: lines.join(""), head }
  }
}
