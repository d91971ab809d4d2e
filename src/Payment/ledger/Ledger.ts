/**
 * The ledger: what became of every payment. PostgreSQL is the truth; each transition is one statement that only
 * goes forward, and a run that no longer holds its row changes nothing, unless it knows that the payment is settled.
 *
 * ```
 * reserved ─ settling ─ settled | failed
 *     │          └ unknown ─ settled | presumed_settled | failed
 *     └ released                         (failed and released can be reserved again)
 * ```
 *
 * - `reserved`: a run holds the payment, until its lease is over.
 * - `settling`: the answer is stored and the facilitator is being asked. A row whose lease is over belongs to a
 *   process that died: the reconciler calls it unknown.
 * - `unknown`: the transfer may have happened. Only certainty ends this: the facilitator's success, or the chain. The
 *   lease tells when the reconciler looks next.
 * - `settled`, `presumed_settled`: the answer can be fetched. Presumed is what no chain could be asked about: the
 *   authorization is over and the facilitator called its nonce used.
 * - `failed`: the transfer will not happen, for certain. `released`: nobody was asked to make one.
 */
import { Context, Data, Duration, type Effect, type Option, Schema } from "effect"
import { PaymentState } from "../../Resources/PaymentStatus.ts"
import type { Authorization } from "../../Resources/X402.ts"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"

/** Names one payment: an EIP-3009 nonce is unique for token and payer. Everything in lower case. */
export interface PaymentKey {
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
}

/** What is written when a payment is reserved. `amount` in atomic units, `validBefore` in Unix seconds. */
export interface Reservation {
  readonly key: PaymentKey
  /** Names the run that will hold the reservation. */
  readonly attempt: string
  readonly requestHash: string
  /** The buyer's name for this purchase. */
  readonly paymentId: Option.Option<string>
  readonly capability: string
  readonly amount: string
  readonly payTo: string
  readonly validBefore: string
  readonly signature: string
  readonly payload: string
  readonly requestId: string
}

/** An answer as it is delivered: the body's bytes, the headers that belong to it, and its hash (sha-256, base64). */
export interface StoredResponse {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly hash: string
}

/** What the ledger knows of a payment, whose key it has. */
export const Entry = Schema.Struct({
  network: Schema.String,
  asset: Schema.String,
  payer: Schema.String,
  nonce: Schema.String,
  state: PaymentState,
  requestHash: Schema.String,
  /** Of the call that the payment was reserved for last. */
  requestId: Schema.String,
  signature: Schema.String,
  leaseUntil: Schema.DateFromSelf,
  settledAt: Schema.NullOr(Schema.DateFromSelf),
  replays: Schema.Number,
  transaction: Schema.NullOr(Schema.String),
  amount: Schema.String
})

export type Entry = typeof Entry.Type

/** What the ledger tells the payer of a payment. `amount` in atomic units, `validBefore` in Unix seconds. */
export const PaymentRecord = Schema.Struct({
  state: PaymentState,
  amount: Schema.String,
  transaction: Schema.NullOr(Schema.String),
  createdAt: Schema.DateFromSelf,
  settledAt: Schema.NullOr(Schema.DateFromSelf),
  validBefore: Schema.String,
  responseHash: Schema.NullOr(Schema.String)
})

export type PaymentRecord = typeof PaymentRecord.Type

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

/** Whether there is an answer to fetch or to wait for. */
export const answerable = ({ state }: Entry): boolean => state !== "released" && state !== "failed"

/**
 * Whether a payment proves to be the one in the ledger: by the payer's recovered signature, or, for a contract
 * wallet, by the very signature that was judged before.
 */
export const proves = (
  payment: { readonly proven: boolean; readonly signature: string },
  entry: { readonly signature: string }
) => payment.proven || payment.signature.toLowerCase() === entry.signature.toLowerCase()

/** How long a run holds its reservation without renewing it: a crash blocks the payment no longer than this. */
export const leaseDuration = Duration.seconds(15)

/** When the reconciler first looks at a settlement of unknown outcome: a few blocks of Base later. */
export const firstLook = Duration.seconds(5)

/** How long an answer can be fetched again after its settlement. Source: decisions, payment. */
export const retention = Duration.hours(24)

/** How often an answer is given again. Source: decisions, payment, step 5. */
export const maxReplays = 20

/** How a try to reserve ended. */
export type ReserveResult = Data.TaggedEnum<{
  /** The payment is the run's. */
  Reserved: object
  /** Somebody else has the payment, or its name; or it has been used. */
  AlreadyReserved: object
  /** The payer has too much under way. */
  ExposureLimit: object
  /** A settlement of the payer's has failed for certain; in seconds. */
  RecentFailure: { readonly retryAfter: number }
  /** The facilitator called the payer's balance too small, for this amount or less. */
  InsufficientBalance: { readonly reason: string }
  /** Too many runs of the payer were not charged; in seconds. */
  UnchargedLimit: { readonly retryAfter: number }
}>

/** Constructors and matchers of `Admission`. */
export const ReserveResult = Data.taggedEnum<ReserveResult>()

/** What is remembered of a payer whose reservation is given back. */
export type ReleaseReason = Data.TaggedEnum<{
  NotRun: object
  /** The capability ran. */
  RanUncharged: object
  /** The facilitator called the balance too small, for this reason. */
  InsufficientBalance: { readonly reason: string }
}>

/** Constructors and matchers of `Memory`. */
export const ReleaseReason = Data.taggedEnum<ReleaseReason>()

/** A settlement that nobody knows the outcome of. `nextLook`: when the reconciler is to look at it. */
export interface UnknownOutcome {
  readonly reason: string
  readonly transaction: string | undefined
  /** The facilitator called the nonce used. */
  readonly nonceUsed: boolean
  readonly nextLook: Duration.Duration
}

/** The ledger of payments. Every operation fails with `DatabaseUnavailable` while the database is away. */
export class Ledger extends Context.Tag("almanac/Ledger")<
  Ledger,
  {
    /**
     * Reserves a payment that is unknown, was released or failed, within the limits of its payer. `unseen` is what
     * this process is reserving for the payer at the same moment, in atomic units.
     */
    readonly reserve: (
      reservation: Reservation,
      unseen: bigint
    ) => Effect.Effect<ReserveResult, DatabaseUnavailable>
    readonly find: (key: PaymentKey) => Effect.Effect<Option.Option<Entry>, DatabaseUnavailable>
    /** The payment that a payer has given a name. */
    readonly findByIdempotencyKey: (
      payer: string,
      paymentId: string
    ) => Effect.Effect<Option.Option<Entry>, DatabaseUnavailable>
    /** Holds the payment for another `leaseDuration`; `false` when it is lost. */
    readonly renew: (key: PaymentKey, attempt: string) => Effect.Effect<boolean, DatabaseUnavailable>
    /** Gives the payment and its name back: nothing was charged, it can be used again. */
    readonly release: (
      key: PaymentKey,
      attempt: string,
      memory: ReleaseReason
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** Stores the answer, durably, before the facilitator is asked to settle; `false` when the run lost its lease. */
    readonly settling: (
      key: PaymentKey,
      attempt: string,
      answer: StoredResponse
    ) => Effect.Effect<boolean, DatabaseUnavailable>
    /** The transfer has happened: whoever knows it may say so. */
    readonly settled: (key: PaymentKey, transaction: string) => Effect.Effect<void, DatabaseUnavailable>
    /** The authorization is over, its nonce was called used, and no chain can be asked. */
    readonly presumed: (key: PaymentKey, attempt: string) => Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * The transfer will not happen, for certain: the answer is dropped, payment and name can be used again. `distrust`
     * refuses the payer for a while. `false` when the row is no longer the caller's, who then knows nothing.
     */
    readonly failed: (
      key: PaymentKey,
      attempt: string,
      failure: { readonly reason: string; readonly distrust: boolean }
    ) => Effect.Effect<boolean, DatabaseUnavailable>
    /** Nobody knows whether the transfer happens: the answer is kept. */
    readonly unknown: (
      key: PaymentKey,
      attempt: string,
      doubt: UnknownOutcome
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** The stored answer of a settled payment, counted; none once it was given `maxReplays` times or is too old. */
    readonly replay: (key: PaymentKey) => Effect.Effect<Option.Option<StoredResponse>, DatabaseUnavailable>
    /** What the payer may know of a payment: neither the request nor the answer. */
    readonly receipt: (key: PaymentKey) => Effect.Effect<Option.Option<PaymentRecord>, DatabaseUnavailable>
  }
>() {}
