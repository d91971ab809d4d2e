/**
 * One line on a terminal that says what is waited for. A pipe gets nothing of it.
 */
import type { CallOptions } from "../../Client/Call.ts"
import type { Output, Terminal } from "../Terminal.ts"
import { cut } from "./Layout.ts"
import { visible } from "./Visible.ts"

const eraseLine = "\r\u001b[2K"

interface Progress {
  readonly say: (text: string) => void
  readonly end: () => void
}

const progress = ({ isRewritable, isTerminal, width, write }: Output): Progress => {
  let isShown = false
  return {
    say: (text) => {
      if (!isTerminal) return
      isShown = isRewritable
      write(isRewritable ? `${eraseLine}${cut(text, (width ?? 80) - 1)}` : `${text}\n`)
    },
    end: () => {
      if (isShown) write(eraseLine)
      isShown = false
    }
  }
}

/** Watches a purchase: it says what it waits for, and ends when somebody presses Ctrl-C. */
export const watched = async <A>(
  { err, interrupted }: Terminal,
  url: string,
  buy: (options: Pick<CallOptions, "signal" | "onPending">) => Promise<A>
): Promise<A> => {
  const line = progress(err)
  line.say(`waiting for ${url} (Ctrl-C is safe)`)
  try {
    return await buy({
      signal: interrupted,
      onPending: ({ message, retryAfterSeconds }) =>
        line.say(`${visible(message)}: asked again in ${retryAfterSeconds} s (Ctrl-C is safe)`)
    })
  } finally {
    line.end()
  }
}
