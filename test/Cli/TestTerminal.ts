/**
 * A terminal of a test: it keeps what is written, and answers what is asked.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { styleText } from "node:util"
import { run } from "../../src/Cli/Program.ts"
import type { Output, Terminal } from "../../src/Cli/Terminal.ts"

export interface Scene {
  readonly environment?: Readonly<Record<string, string>>
  /** The person's folder; a new one, which goes with the command, where it is left out. */
  readonly home?: string
  /** The standard input, which may not come for long. */
  readonly input?: string | Promise<string>
  /** Whether both outputs are a terminal of 80 columns with colours. */
  readonly isTerminal?: boolean
  readonly answer?: boolean | (() => boolean)
  readonly interrupted?: AbortSignal
  /** Why the standard output cannot be written. */
  readonly broken?: Error
}

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly asked: ReadonlyArray<string>
}

const output = (texts: Array<string>, isTerminal: boolean, broken?: Error): Output => ({
  write: async (text) => {
    if (broken !== undefined) throw broken
    texts.push(text)
  },
  isTerminal,
  isRewritable: isTerminal,
  width: isTerminal ? 80 : undefined,
  style: (style, text) => (isTerminal ? styleText(style, text, { validateStream: false }) : text)
})

const runAt = async (home: string, args: ReadonlyArray<string>, scene: Scene): Promise<Ended> => {
  const { answer, environment = {}, input = "", isTerminal = false } = scene
  const { broken, interrupted = new AbortController().signal } = scene
  const texts = { out: [] as string[], err: [] as string[], asked: [] as string[] }
  const terminal: Terminal = {
    environment,
    home,
    out: output(texts.out, isTerminal, broken),
    err: output(texts.err, isTerminal),
    readInput: async () => input,
    inputEnded: async () => {
      await input
    },
    ask:
      answer === undefined
        ? undefined
        : async (question) => {
            texts.asked.push(question)
            return typeof answer === "boolean" ? answer : answer()
          },
    interrupted
  }
  const code = await run(args, terminal)
  return { code, out: texts.out.join(""), err: texts.err.join(""), asked: texts.asked }
}

/** Runs a command in this process. Nothing of the machine's settings is seen. */
export const almanac = async (args: ReadonlyArray<string>, scene: Scene = {}): Promise<Ended> => {
  if (scene.home !== undefined) return runAt(scene.home, args, scene)
  const home = mkdtempSync(join(tmpdir(), "almanac-home-"))
  try {
    return await runAt(home, args, scene)
  } finally {
    rmSync(home, { recursive: true })
  }
}
