/**
 * A question to a person, on a terminal.
 */
import { createInterface } from "node:readline/promises"

interface Person {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Aborted when the process is to end. */
  readonly interrupted: AbortSignal
  /** Told of Ctrl-C: while a line is read, the terminal sends no signal for it. */
  readonly interrupt: () => void
}

/** Whether the person says yes. Ctrl-C, Ctrl-D and the end of the process are no yes. */
export const ask = async (
  { input, interrupt, interrupted, output }: Person,
  question: string,
  isTerminal?: boolean
): Promise<boolean> => {
  const lines = createInterface({
    input,
    output,
    ...(isTerminal === undefined ? {} : { terminal: isTerminal })
  })
  // Some versions of Node never answer a question whose input has ended.
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")))
  lines.once("SIGINT", () => {
    interrupt()
    lines.close()
  })
  const answer = lines.question(`${question} [y/N] `, { signal: interrupted }).catch(() => "")
  try {
    return /^y(?:es)?$/i.test((await Promise.race([answer, closed])).trim())
  } finally {
    lines.close()
  }
}
