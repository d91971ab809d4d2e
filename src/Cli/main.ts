#!/usr/bin/env node
/**
 * The command `almanac`: the process around the program.
 */
import { homedir } from "node:os"
import { createInterface } from "node:readline/promises"
import { text } from "node:stream/consumers"
import { styleText } from "node:util"
import { exits } from "./Exit.ts"
import { run } from "./Program.ts"
import type { Output, Terminal } from "./Terminal.ts"
import { UsageError } from "./Usage.ts"

const { env, stderr, stdin, stdout } = process

// Who writes is told.
stderr.on("error", () => {})
stdout.on("error", () => {})

const outputOf = (stream: NodeJS.WriteStream): Output => {
  const hasColour = stream.isTTY && stream.getColorDepth() > 2
  return {
    write: (text) =>
      new Promise<void>((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()))
      }).catch((error) => {
        // `| head` closes the pipe when it has enough. Of the error output nobody can be told.
        if (error.code === "EPIPE" || stream === stderr) return
        throw new UsageError(`the standard output cannot be written (${error.code ?? error})`)
      }),
    isTerminal: stream.isTTY === true,
    isRewritable: stream.isTTY === true && env["TERM"] !== "dumb",
    width: stream.isTTY ? stream.columns : undefined,
    style: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text)
  }
}

/** Both ends must be a person's: one to be asked, one to answer. */
const ask = async (question: string): Promise<boolean> => {
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `, { signal: stop.signal })).trim())
  } finally {
    lines.close()
  }
}

const stop = new AbortController()
let signals = 0
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => {
    signals += 1
    if (signals > 1) process.exit(exits.interrupted)
    stop.abort()
  })
}

const terminal: Terminal = {
  environment: env,
  home: homedir(),
  out: outputOf(stdout),
  err: outputOf(stderr),
  readInput: () => text(stdin),
  inputEnded: () => new Promise((resolve) => stdin.once("end", resolve).once("close", resolve)),
  ask: stdin.isTTY && stderr.isTTY ? ask : undefined,
  interrupted: stop.signal
}

process.exitCode = await run(process.argv.slice(2), terminal)
// What still waits, such as the standard input, is of no interest now.
stdin.destroy()
