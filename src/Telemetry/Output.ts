/**
 * The standard output, line by line for those who write and in one piece for the system: what one turn of the event
 * loop writes goes out together. A call of the system costs more than the making of a line.
 */
import { Logger } from "effect"

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

/** Writes what a logger makes. What is left when the process exits is written then. */
export const toOutput = (logger: Logger.Logger<unknown, string>): Logger.Logger<unknown, void> => {
  process.once("exit", flush)
  // Whoever reads the log may go away: the service goes on, as it does with `console.log`.
  process.stdout.on("error", () => {})
  return Logger.map(logger, write)
}
