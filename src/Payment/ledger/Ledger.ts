/**
 * The ledger: the state of every payment. PostgreSQL holds the truth; each transition is made as a whole, by one statement
 * or in one transaction, states only move forward, and an attempt that no longer holds its row changes nothing, unless it
 * knows that the payment is settled.
 *
 * ```
 * reserved ─ settling ─ settled | failed | released
 *     │          └ unknown ─ settled | presumed_settled | failed
 *     └ released               (released can be reserved again, and failed where no transaction was sent)
 * ```
 *
 * - `reserved`: an attempt at a purchase holds the payment until its lease ends. When its process dies, the lease ends
 *   and the reconciler releases the payment (`releaseStale`), or another attempt reserves it.
 * - `settling`: the response is stored and the facilitator is being asked. If the process dies, the reconciler takes
 *   the payment over when the lease ends (`takeDue`), and its outcome is unknown.
 * - `unknown`: the transfer may have happened. This state ends by certainty (the facilitator's success, or the chain), by
 *   presumption, or after 90 days. The lease says when the reconciler resolves it next.
 * - `settled`, `presumed_settled`: the response can be fetched. A payment is presumed settled when no chain can be
 *   asked, and its nonce is called used after its end, or it is called settled twice by receipts that prove nothing.
 * - `failed`: the transfer will certainly not happen. Where a transaction was sent for it, anybody can read the payment
 *   on the chain: it is not reserved again. `released`: no transfer was asked for.
 *
 * | operation        | from                               | to                 | by                             |
 * | ---------------- | ---------------------------------- | ------------------ | ------------------------------ |
 * | `reserve`        | none, `released`, `failed` (above) | `reserved`         | any attempt, within the limits |
 * |                  | `reserved`, lease ended            | `reserved`         | any attempt, within the limits |
 * | `release`        | `reserved`                         | `released`, none   | the attempt that holds it      |
 * | `storeAnswer`    | `reserved`                         | `settling`         | the attempt that holds it      |
 * | `giveBack`       | `reserved`, `settling`             | `released`         | the attempt that holds it      |
 * | `recordTransfer` | `settling`, `unknown`              | `settled`          | any caller that knows it       |
 * | `recordFailure`  | `settling`, `unknown`              | `failed`           | the attempt that holds it      |
 * | `recordUnknown`  | `settling`, `unknown`              | `unknown`          | the attempt that holds it      |
 * | `presumeSettled` | `unknown`                          | `presumed_settled` | the attempt that holds it      |
 * | `releaseStale`   | `reserved`, lease ended            | `released`         | any reconciler                 |
 * | `takeDue`        | `settling`, `unknown`, lease ended | `unknown`          | any reconciler                 |
 *
 * `SqlLedger` and `InMemoryLedger` implement this port, `PayerRecords`, `PendingPayments` and `Retention`: one table of
 * tests, two layers.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { PaymentState } from "../../Resources/PaymentStatus.ts"
import type { Authorization } from "../../Resources/X402.ts"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"
import type {
  PaymentRecord,
  ReleaseReason,
  ReserveResult,
  SettlementFailure,
  TransferProof,
  UnknownOutcome
} from "./Outcomes.ts"

/** Identifies one payment: an EIP-3009 nonce is unique per token and payer. All lower case. */
export interface PaymentKey {
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
}

/** What is written when a payment is reserved. `amount` in atomic units, `validBefore` in Unix seconds. */
export interface Reservation {
  readonly key: PaymentKey
  /** Names the attempt that will hold the reservation. */
  readonly attempt: string
  readonly requestHash: string
  /** The buyer's idempotency key for this purchase. */
  readonly idempotencyKey: Option.Option<string>
  readonly capability: string
  readonly amount: string
  readonly payTo: string
  readonly validBefore: string
  readonly signature: string
  readonly requestId: string
}

/** A response as it is delivered: the body's bytes, the headers that belong to it, its hash (sha-256, base64). */
export interface StoredResponse {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly hash: string
}

/** What the ledger knows of a payment, with its key. */
export const Entry = Schema.Struct({
  network: Schema.String,
  asset: Schema.String,
  payer: Schema.String,
  nonce: Schema.String,
  state: PaymentState,
  requestHash: Schema.String,
  /** Of the call that last reserved the payment. */
  requestId: Schema.String,
  signature: Schema.String,
  /** The idempotency key that the purchase had when it was reserved. */
  idempotencyKey: Schema.NullOr(Schema.String),
  /** Whether the lease of the attempt that holds the payment has not ended. */
  isLeased: Schema.Boolean,
  replays: Schema.Number,
  transaction: Schema.NullOr(Schema.String),
  amount: Schema.String
})

export type Entry = typeof Entry.Type

/** The key of an authorization, whose hexadecimal values may be in any case. */
export const keyOf = (
  chain: { readonly network: string; readonly asset: { readonly address: string } },
  authorization: Pick<Authorization, "from" | "nonce">
): PaymentKey => ({
  network: chain.network,
  asset: chain.asset.address.toLowerCase(),
  payer: authorization.from.toLowerCase(),
  nonce: authorization.nonce.toLowerCase()
})

/** A payment in one text: a nonce alone may be that of several payers, and of one payer in several tokens. */
export const nameOf = ({ asset, network, nonce, payer }: PaymentKey): string =>
  `${network} ${asset} ${payer} ${nonce}`

/** Whether there is a response to fetch or to wait for. */
export const answerable = ({ state }: Entry): boolean => state !== "released" && state !== "failed"

/**
 * Whether a call proves that it comes from the payer of the payment in the ledger: by the recovered signature or, for
 * a contract wallet, by the same signature that the facilitator verified before.
 */
export const proves = (
  payment: { readonly proven: boolean; readonly signature: string },
  entry: { readonly signature: string }
) => payment.proven || payment.signature.toLowerCase() === entry.signature.toLowerCase()

/** How long an attempt holds its reservation without renewing it: a crash blocks the payment no longer than this. */
export const leaseDuration = Duration.seconds(15)

/** When the reconciler first resolves a settlement of unknown outcome: a few blocks of Base later. */
export const firstResolveDelay = Duration.seconds(5)

/**
 * The longest time from its reservation to its `validBefore` that any payment has: an hour and a minute, and some
 * minutes between two clocks. Only rows of older versions, which took any window, have more.
 */
export const longestWindow = Duration.minutes(66)

/** How long after its reservation a payment of such a longer window is over. */
export const oldWindow = Duration.hours(1)

/**
 * When a payment is over, in Unix seconds: it is never settled later. `createdAt` in Unix milliseconds. The end of a
 * longer window than payments may have now is of no account, or its settlement would stay unknown for decades.
 */
export const endOf = (payment: { readonly createdAt: number; readonly validBefore: string }): string => {
  const created = Math.floor(payment.createdAt / 1000)
  return BigInt(payment.validBefore) > BigInt(created + Duration.toSeconds(longestWindow))
    ? String(created + Duration.toSeconds(oldWindow))
    : payment.validBefore
}

/** How long a response can be fetched again after its settlement. */
export const retention = Duration.hours(24)

/** How often a response is given again. */
export const maxReplays = 20

/** The ledger of payments. Every operation fails with `DatabaseUnavailable` while the database is away. */
export class Ledger extends Context.Tag("almanac/Ledger")<
  Ledger,
  {
    /**
     * Reserves a payment that is unknown to the ledger, was released, or failed before any transaction was sent for it,
     * within the limits of its payer. One payer's reservations are made one after the other, over all replicas: the limits
     * hold whatever is sent at once.
     */
    readonly reserve: (reservation: Reservation) => Effect.Effect<ReserveResult, DatabaseUnavailable>
    readonly find: (key: PaymentKey) => Effect.Effect<Option.Option<Entry>, DatabaseUnavailable>
    /** The payment that a payer has given an idempotency key. */
    readonly findByIdempotencyKey: (
      payer: string,
      idempotencyKey: string
    ) => Effect.Effect<Option.Option<Entry>, DatabaseUnavailable>
    /** Holds the payment for another `leaseDuration`. `false`: the attempt has lost it. */
    readonly renew: (key: PaymentKey, attempt: string) => Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * Gives up the payment and its idempotency key: nothing was charged, both can be used again. Nothing is kept that
     * is of no use for a released payment; a refused one is deleted. `false`: the attempt had lost the payment already.
     */
    readonly release: (
      key: PaymentKey,
      attempt: string,
      reason: ReleaseReason
    ) => Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * Stores the response, durably, before the facilitator is asked to settle, and the buyer's payload, with which the
     * reconciler can ask again, and whom (`facilitator`, null or absent for the first). `false`: the attempt has lost its
     * lease.
     */
    readonly storeAnswer: (
      key: PaymentKey,
      attempt: string,
      response: StoredResponse,
      payload: string,
      facilitator?: string | null
    ) => Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * Gives up a payment of which this attempt does not know whether it is `settling` already, and for which it asked
     * nobody to settle. A `storeAnswer` that is carried out later finds nothing. `false`: the attempt has lost the payment.
     */
    readonly giveBack: (key: PaymentKey, attempt: string) => Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * The transfer has happened, says any caller, even if another attempt holds the row. `false`: by a receipt whose
     * transaction is another payment's, which proves nothing. `true` also where there was nothing left to record.
     */
    readonly recordTransfer: (
      key: PaymentKey,
      transaction: string,
      by?: TransferProof
    ) => Effect.Effect<boolean, DatabaseUnavailable>
    /** Counts as paid by the facilitator's word, which proves nothing, because no chain can be asked. */
    readonly presumeSettled: (key: PaymentKey, attempt: string) => Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * The transfer will certainly not happen: drops the response. The idempotency key can be used again, and so can the
     * payment where no transaction was sent for it.
     * `false`: another attempt owns the row now; its outcome is unknown to this caller.
     */
    readonly recordFailure: (
      key: PaymentKey,
      attempt: string,
      failure: SettlementFailure
    ) => Effect.Effect<boolean, DatabaseUnavailable>
    /** It is unknown whether the transfer happens: keeps the response. A transaction of another payment is not kept. */
    readonly recordUnknown: (
      key: PaymentKey,
      attempt: string,
      outcome: UnknownOutcome
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** The stored response of a settled payment, counted. `None` after `maxReplays`, or after `retention`. */
    readonly replay: (key: PaymentKey) => Effect.Effect<Option.Option<StoredResponse>, DatabaseUnavailable>
    /** What the payer may know of a payment: neither the request nor the response. */
    readonly status: (key: PaymentKey) => Effect.Effect<Option.Option<PaymentRecord>, DatabaseUnavailable>
    /** The ledger's time, in Unix milliseconds: all its times are by this clock. */
    readonly now: Effect.Effect<number, DatabaseUnavailable>
  }
>() {}
