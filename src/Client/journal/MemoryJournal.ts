/**
 * A journal that lives as long as its process: for tests, and for programs whose budget may begin anew with them.
 */
import {
  answerKeptFor,
  apply,
  type Journal,
  type Owner,
  type Purchase,
  sameOwner,
  stateOf
} from "./Journal.ts"

/** How many purchases are remembered; beyond, those that are over leave, oldest first, but for those of the last day. */
const most = 10_000

const prune = (purchases: Map<string, Purchase>, latest: string) => {
  const keepFrom = Date.parse(latest) - answerKeptFor
  for (const [key, purchase] of purchases) {
    if (purchases.size <= most) return
    if (stateOf(purchase) !== "open" && Date.parse(purchase.at) < keepFrom) purchases.delete(key)
  }
}

export const memoryJournal = (): Journal => {
  const purchases = new Map<string, Purchase>()
  let owner: Owner | undefined
  return {
    change: async (asking, decide) => {
      if (asking !== undefined) owner = sameOwner(owner ?? asking, asking)
      const { entries, result } = decide(purchases)
      for (const entry of entries) apply(purchases, entry)
      const latest = entries.at(-1)?.at
      if (latest !== undefined && purchases.size > most) prune(purchases, latest)
      return result
    }
  }
}
