import { lazy } from "../../Runtime/Lazy.ts"
import type { Journal } from "./Journal.ts"

/**
 * A journal in a file that all processes of a payer may share, on a local disk; `~/` is the home directory. A missing file
 * is made. Node alone: its code is loaded with the first call, so that browsers never load it.
 */
export const fileJournal = (path: string): Journal => {
  const journal = lazy(async () => {
    const { FileJournal } = await import("./FileJournal.ts")
    return new FileJournal(path)
  })
  return { change: async (owner, decide) => (await journal()).change(owner, decide) }
}
