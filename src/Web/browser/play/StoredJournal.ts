/**
 * The client's journal in the browser's storage: what is open survives a reload, and all tabs share one budget. It holds
 * what was asked for and signed, never a key. One for each payer and network.
 */
import { JournalUnusable } from "../../../Client/Errors.ts"
import {
  apply,
  type Entry,
  isUnfinished,
  type Journal,
  type Purchase,
  sameOwner
} from "../../../Client/journal/Journal.ts"
import type { Store } from "../Store.ts"

const prefix = "almanac.journal."

/** Where the purchases of a payer are kept. */
export const placeOf = (network: string, payer: string): string =>
  `${prefix}${network}.${payer.toLowerCase()}`

/** The payer whose purchases are kept there, if that is so. */
export const payerAt = (network: string, place: string): string | undefined =>
  place.startsWith(`${prefix}${network}.`) ? place.slice(prefix.length + network.length + 1) : undefined

/** Milliseconds for which a purchase that is over is remembered: today's budget needs a day. */
const memory = 2 * 86_400_000

const purchasesOf = (entries: ReadonlyArray<Entry>): ReadonlyMap<string, Purchase> => {
  const purchases = new Map<string, Purchase>()
  for (const entry of entries) apply(purchases, entry)
  return purchases
}

/** Without the purchases that are finished and old. */
const pruned = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const latest = entries.at(-1)
  if (latest === undefined) return entries
  const from = new Date(Date.parse(latest.at) - memory).toISOString()
  const purchases = purchasesOf(entries)
  const isKept = (purchase: Purchase | undefined) =>
    purchase !== undefined && (isUnfinished(purchase, Date.parse(latest.at)) || purchase.at >= from)
  return entries.filter(({ key }) => isKept(purchases.get(key)))
}

const unusable = (error: unknown) => new JournalUnusable("this browser's storage cannot be used", error)

/** What the text of a journal tells. */
const read = (text: string | undefined) => {
  try {
    const entries: ReadonlyArray<Entry> = JSON.parse(text ?? "[]")
    return { entries, purchases: purchasesOf(entries) }
  } catch (error) {
    throw unusable(error)
  }
}

export const storedJournal = (store: Store, network: string, payer: string): Journal => ({
  change: async (owner, decide) => {
    if (owner !== undefined) sameOwner({ network, payer }, owner)
    const changed = store.change(placeOf(network, payer), (text) => {
      try {
        const kept = read(text)
        const { entries, result } = decide(kept.purchases)
        const isChange = owner !== undefined && entries.length > 0
        const next = isChange ? JSON.stringify(pruned([...kept.entries, ...entries])) : undefined
        return [next, () => result]
      } catch (error) {
        // What was decided fails as it is: nothing is wrong with the storage.
        const fail = () => {
          throw error
        }
        return [undefined, fail]
      }
    })
    const told = await changed.catch((error: unknown) => {
      throw unusable(error)
    })
    return told()
  }
})
