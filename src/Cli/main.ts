#!/usr/bin/env node
/**
 * The command `almanac`: the process around the program.
 */
import { homedir } from "node:os"
import { text } from "node:stream/consumers"
import { styleText } from "node:util"
import { exits } from "./Exit.ts"
import { ask } from "./input/Question.ts"
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
    // A terminal that does not know its width says 0.
    width: (stream.isTTY && stream.columns) || undefined,
    style: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text)
  }
}

const stop = new AbortController()
const interrupt = () => {
  if (stop.signal.aborted) process.exit(exits.interrupted)
  stop.abort()
}
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, interrupt)
const person = { input: stdin, output: stderr, interrupted: stop.signal, interrupt }

const terminal: Terminal = {
  environment: env,
  home: homedir(),
  out: outputOf(stdout),
  err: outputOf(stderr),
  readInput: () => text(stdin),
  inputEnded: () => new Promise((resolve) => stdin.once("end", resolve).once("close", resolve)),
  // Both ends must be a person's: one to be asked, one to answer.
  ask: stdin.isTTY && stderr.isTTY ? (question) => ask(person, question) : undefined,
  interrupted: stop.signal
}

process.exitCode = await run(process.argv.slice(2), terminal)
// What still waits, such as the standard input, is of no interest now.
stdin.destroy()
