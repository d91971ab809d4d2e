/**
 * Buffered lines on the standard output: the lines of one tick of the event loop are written together. A system call
 * costs more than formatting a line.
 */
import * as Logger from "effect/Logger"

let waiting = ""

const flush = () => {
  const text = waiting
  waiting = ""
  if (text !== "") process.stdout.write(text)
}

const write = (line: string) => {
  if (waiting === "") setImmediate(flush)
  waiting += `${line}\n`
}

/** Writes the lines of a logger. The rest of the buffer is written when the process exits. */
export const toOutput = (logger: Logger.Logger<unknown, string>): Logger.Logger<unknown, void> => {
  process.once("exit", flush)
  // When the reader of the log closes the pipe, the service goes on, as it does with `console.log`.
  process.stdout.on("error", () => {})
  return Logger.map(logger, write)
}
