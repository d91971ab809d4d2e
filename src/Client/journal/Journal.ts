/**
 * What a buyer has to remember: each purchase from before anything is signed until it is known whether it was charged. The
 * journal is the truth of the budget too, for all processes that share it.
 */
import { JournalUnusable } from "../Errors.ts"
import { type Hex, isSame } from "../Json.ts"

/** Whose purchases these are. */
export interface Owner {
  readonly payer: string
  /** CAIP-2. */
  readonly network: string
}

/**
 * The owner of a journal, when it is the one who asks.
 *
 * @throws JournalUnusable when it is another.
 */
export const sameOwner = (owner: Owner, asking: Owner): Owner => {
  if (isSame(owner.payer, asking.payer) && owner.network === asking.network) return owner
  throw new JournalUnusable(
    `the journal is of ${owner.payer} on ${owner.network}, not of ${asking.payer} on ${asking.network}`
  )
}

/** The facts of a purchase; they never change. Its nonce makes it one: the token takes one transfer of a nonce. */
export interface PurchaseFacts {
  /** The name of the purchase: the `Idempotency-Key`. */
  readonly key: string
  /** The capability. */
  readonly id: string
  readonly path: string
  /** The body as it is sent. */
  readonly body: string
  /** In the token's smallest unit, as decimal text. */
  readonly amount: string
  readonly payTo: string
  readonly nonce: Hex
}

/** A line of the journal. `at` is in ISO 8601; an `attempt` is one call that may send the payment. */
export type Entry =
  | (PurchaseFacts & { readonly event: "reserved"; readonly attempt: string; readonly at: string })
  | { readonly event: "joined"; readonly key: string; readonly attempt: string; readonly at: string }
  | {
      readonly event: "signed"
      readonly key: string
      /** The header `PAYMENT-SIGNATURE`. */
      readonly payment: string
      /** Unix seconds. */
      readonly validBefore: number
      readonly at: string
    }
  | {
      readonly event: "ended"
      readonly key: string
      /** The attempt that is over; without one, all. */
      readonly attempt?: string | undefined
      /** `"unknown"`: the service has the payment, and does not know yet. */
      readonly charged: boolean | "unknown"
      /** Whether it was charged and its answer has not come. */
      readonly undelivered?: true | undefined
      readonly transaction?: string | undefined
      readonly at: string
    }

/** A purchase as the entries tell it. */
export interface Purchase extends PurchaseFacts {
  /** When its amount was last reserved; it counts for that day. */
  readonly at: string
  /** Attempts that may still send the payment, or whose sending of it may still arrive. */
  readonly attempts: ReadonlyArray<string>
  /** Whether the service has the payment, and did not know yet. */
  readonly isPending: boolean
  readonly payment: { readonly header: string; readonly validBefore: number } | undefined
  readonly charged: boolean
  /** Whether it was charged and its answer has not come. */
  readonly isUndelivered: boolean
  readonly transaction: string | undefined
}

/** The purchases by key. */
export type Purchases = ReadonlyMap<string, Purchase>

/** `open`: it may be charged. `charged` and `free` are certain. */
export type State = "open" | "charged" | "free"

export const stateOf = ({ attempts, charged, isPending }: Purchase): State =>
  charged ? "charged" : attempts.length > 0 || isPending ? "open" : "free"

/** Milliseconds for which the service keeps an answer that was paid for (docs/paying.md): a day. */
export const answerKeptFor = 86_400_000

/** Whether its answer is still to be fetched: it may be charged, or it was and the answer has not come. `now`: Unix ms. */
export const isUnfinished = (purchase: Purchase, now: number): boolean =>
  stateOf(purchase) === "open" || (purchase.isUndelivered && Date.parse(purchase.at) > now - answerKeptFor)

export interface Change<A> {
  readonly entries: ReadonlyArray<Entry>
  readonly result: A
}

export interface Journal {
  /**
   * Appends what `decide` returns for the present purchases, as one step: nothing is appended in between, by no call and
   * no process. `decide` may be called more than once. When it throws, nothing is appended. Entries are durable when the
   * promise resolves. Without an owner the journal is read whosever it is, and `decide` appends nothing.
   */
  readonly change: <A>(owner: Owner | undefined, decide: (purchases: Purchases) => Change<A>) => Promise<A>
}

/** One entry more. Entries of a purchase that was never reserved mean nothing. */
export const apply = (purchases: Map<string, Purchase>, entry: Entry): void => {
  const before = purchases.get(entry.key)
  if (entry.event !== "reserved") {
    if (before !== undefined) purchases.set(entry.key, { ...before, ...changed(before, entry) })
    return
  }
  const { at, attempt, event, ...facts } = entry
  const known = before?.nonce === facts.nonce ? before : undefined
  purchases.set(entry.key, {
    isPending: false,
    payment: undefined,
    charged: false,
    isUndelivered: false,
    transaction: undefined,
    ...known,
    ...facts,
    at,
    attempts: [...(known?.attempts ?? []).filter((one) => one !== attempt), attempt]
  })
}

const changed = (
  { attempts, charged, isPending, isUndelivered, transaction }: Purchase,
  entry: Exclude<Entry, { readonly event: "reserved" }>
): Partial<Purchase> => {
  switch (entry.event) {
    case "joined":
      return { attempts: [...attempts.filter((one) => one !== entry.attempt), entry.attempt] }
    case "signed":
      return { payment: { header: entry.payment, validBefore: entry.validBefore } }
    case "ended":
      return {
        attempts: entry.attempt === undefined ? [] : attempts.filter((one) => one !== entry.attempt),
        isPending: entry.charged === "unknown" || (isPending && entry.attempt !== undefined),
        charged: charged || entry.charged === true,
        isUndelivered: entry.charged === true ? entry.undelivered === true : isUndelivered,
        transaction: entry.transaction ?? transaction
      }
  }
}
