/**
 * A journal in a file, for all processes that have it: one line of JSON an entry, only ever appended to. It holds what was
 * asked for and signed, never a key; only its owner may read it.
 */
import type { FileHandle } from "node:fs/promises"
import { JournalUnusable } from "../Errors.ts"
import { Chain, Damaged } from "./Chain.ts"
import {
  apply,
  type Change,
  type Entry,
  type Journal,
  type Owner,
  type Purchase,
  type Purchases,
  sameOwner
} from "./Journal.ts"

/** Modules of Node by name: browsers load this file, and have none. */
const node = () => {
  const { process } = globalThis
  const builtin = process?.getBuiltinModule
  if (builtin === undefined) throw new TypeError("a journal in a file needs Node 20.16 or later")
  return {
    crypto: builtin("node:crypto"),
    files: builtin("node:fs/promises"),
    os: builtin("node:os"),
    path: builtin("node:path"),
    hasModes: process.platform !== "win32"
  }
}

const newline = 10

/** How often a change is decided anew because another process was faster. */
const mostRaces = 1000

export class FileJournal implements Journal {
  readonly #node = node()
  readonly #path: string
  readonly #chain: Chain
  readonly #purchases = new Map<string, Purchase>()
  #owner: Owner | undefined
  /** Bytes of the file that were read; a line that has no end yet follows. */
  #offset = 0
  #file: number | undefined
  #isDamaged: JournalUnusable | undefined
  /** The last change of this process: one follows the other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    const { crypto, os, path: paths } = this.#node
    this.#path = paths.resolve(path.startsWith("~/") ? paths.join(os.homedir(), path.slice(2)) : path)
    this.#chain = new Chain((text) => crypto.createHash("sha256").update(text).digest("hex"))
  }

  change<A>(owner: Owner | undefined, decide: (purchases: Purchases) => Change<A>): Promise<A> {
    const next = this.#last.then(() => this.#decided(owner, decide))
    this.#last = next.catch(() => undefined)
    return next
  }

  async #decided<A>(owner: Owner | undefined, decide: (purchases: Purchases) => Change<A>): Promise<A> {
    const file = await this.#use(() => this.#open(owner !== undefined))
    try {
      for (let races = 0; races < mostRaces; races++) {
        const { isCut } = await this.#use(() => this.#read(file))
        if (owner !== undefined) sameOwner(this.#owner ?? owner, owner)
        const { entries, result } = decide(this.#purchases)
        if (file === undefined || owner === undefined || entries.length === 0) return result
        if (await this.#use(() => this.#append(file, isCut, owner, entries))) return result
        await new Promise((resolve) => setTimeout(resolve, this.#node.crypto.randomInt(races + 1) % 10))
      }
      throw new JournalUnusable(`the journal ${this.#path} is written to by too many processes`)
    } finally {
      await file?.close()
    }
  }

  /** Does something with the file; whatever fails is told as the journal's failure. */
  async #use<A>(act: () => Promise<A>): Promise<A> {
    if (this.#isDamaged !== undefined) throw this.#isDamaged
    try {
      return await act()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const told = new JournalUnusable(`the journal ${this.#path} cannot be used: ${reason}`, error)
      if (error instanceof Damaged) this.#isDamaged = told
      throw told
    }
  }

  /** Nothing is created for who only looks. */
  async #open(isOwner: boolean) {
    const { files, hasModes, path } = this.#node
    if (isOwner) await files.mkdir(path.dirname(this.#path), { recursive: true, mode: 0o700 })
    const file = await files.open(this.#path, isOwner ? "a+" : "r", 0o600).catch((error) => {
      if (!isOwner && error.code === "ENOENT") return undefined
      throw error
    })
    try {
      const { ino, mode } = (await file?.stat()) ?? {}
      if (hasModes && mode !== undefined && (mode & 0o077) !== 0) {
        throw new Error("others may read it; chmod 600 keeps it from them")
      }
      if (this.#file !== undefined && ino !== this.#file)
        throw new Error("it was replaced while it was in use")
      this.#file = ino
      return file
    } catch (error) {
      await file?.close()
      throw error
    }
  }

  /** Reads on. `isCut`: the file does not end with the end of a line. `heads`: the sums of the lines that count. */
  async #read(file: FileHandle | undefined): Promise<{ isCut: boolean; heads: ReadonlySet<string> }> {
    const heads = new Set<string>()
    if (file === undefined) return { isCut: false, heads }
    const { size } = await file.stat()
    if (size < this.#offset) throw new Damaged("it was cut short while it was in use")
    const bytes = new Uint8Array(size - this.#offset)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#offset)
    const length = bytes.subarray(0, bytesRead).lastIndexOf(newline) + 1
    const lines = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, length)).split("\n")
    for (const line of lines.slice(0, -1)) {
      const content = this.#chain.read(line)
      if (content === undefined) continue
      heads.add(this.#chain.head)
      if (content.event === "journal") this.#owner = content
      else apply(this.#purchases, content)
    }
    this.#offset += length
    return { isCut: bytesRead > length, heads }
  }

  /** Appends entries by one write; `false` when another process was faster, so that they do not count. */
  async #append(
    file: FileHandle,
    isCut: boolean,
    owner: Owner,
    entries: ReadonlyArray<Entry>
  ): Promise<boolean> {
    const { network, payer } = owner
    const first = this.#owner === undefined ? [{ event: "journal", version: 1, payer, network } as const] : []
    const { head, text } = this.#chain.write([...first, ...entries])
    const bytes = new TextEncoder().encode(`${isCut ? "\n" : ""}${text}`)
    const { bytesWritten } = await file.write(bytes)
    if (bytesWritten < bytes.length) throw new Error("the disk is full")
    if (entries.some(({ event }) => event === "signed")) await file.datasync()
    const { heads } = await this.#read(file)
    return heads.has(head)
  }
}
