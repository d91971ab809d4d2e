/**
 * The purchases that this browser remembers, of all accounts on a network, and the client that makes them.
 */
import { type Almanac, type JournalledPurchase, make } from "../../../Client/Almanac.ts"
import type { Signer } from "../../../Client/Signer.ts"
import { indexedStore } from "../IndexedStore.ts"
import { payerAt, storedJournal } from "./StoredJournal.ts"

export interface Account {
  readonly baseUrl: string
  /** CAIP-2. */
  readonly network: string
  readonly payer: string
}

export interface Paying {
  readonly wallet?: Signer
  /** The address that is paid, as the quote named it. */
  readonly payTo?: string
  /** Decimal USDC. */
  readonly perDay: string
  readonly fetch?: typeof globalThis.fetch
}

/** A client whose purchases are in this browser's storage. */
export const clientOf = ({ baseUrl, network, payer }: Account, { perDay, ...paying }: Paying): Almanac =>
  make({
    baseUrl,
    network,
    budget: { perDay },
    journal: storedJournal(indexedStore, network, payer),
    ...paying
  })

export interface Remembered {
  readonly payer: string
  /** What was spent today (UTC), decimal USDC. */
  readonly today: string
  readonly open: ReadonlyArray<JournalledPurchase>
}

/** What is remembered of each account; nothing of one whose purchases cannot be read. */
export const remembered = async (
  { baseUrl, network }: Omit<Account, "payer">,
  perDay: string
): Promise<ReadonlyArray<Remembered>> => {
  const places = await indexedStore.places().catch(() => [])
  const payers = places.flatMap((place) => payerAt(network, place) ?? [])
  const known = payers.map(async (payer) => {
    const client = clientOf({ baseUrl, network, payer }, { perDay })
    const [{ today }, open] = await Promise.all([client.spent(), client.open()])
    return { payer, today, open }
  })
  return (await Promise.allSettled(known)).flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
}
