/**
 * The ledger: what became of every payment. PostgreSQL is the truth; each transition is one statement that only
 * goes forward, and a run that no longer holds its reservation changes nothing.
 *
 * ```
 * reserved ─ settling ─ settled | failed | unknown
 *     └ released          (failed and released can be reserved again)
 * ```
 */
import { Context, Duration, type Effect, type Option, Schema } from "effect"
import type { Authorization } from "../Resources/X402.ts"
import type { DatabaseUnavailable } from "../Storage/Database.ts"

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
  readonly capability: string
  readonly amount: string
  readonly payTo: string
  readonly validBefore: string
  readonly signature: string
  readonly payload: string
  readonly requestId: string
}

/** An answer as it is delivered: the body's bytes, the headers that belong to it, and its hash (sha-256, base64). */
export interface Answer {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly hash: string
}

const State = Schema.Literal(
  "reserved",
  "settling",
  "settled",
  "presumed_settled",
  "failed",
  "unknown",
  "released"
)

/** What the ledger knows of a payment. */
export const Entry = Schema.Struct({
  state: State,
  requestHash: Schema.String,
  signature: Schema.String,
  leaseUntil: Schema.DateFromSelf,
  settledAt: Schema.NullOr(Schema.DateFromSelf),
  replays: Schema.Number,
  transaction: Schema.NullOr(Schema.String),
  amount: Schema.String
})

export type Entry = typeof Entry.Type

/** The key of an authorization. */
export const keyOf = (
  chain: { readonly network: string; readonly asset: { readonly address: string } },
  authorization: Authorization
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

/** How long an answer can be fetched again after its settlement. Source: decisions, payment. */
export const retention = Duration.hours(24)

/** How often an answer is given again. Source: decisions, payment, step 5. */
export const maxReplays = 20

/** The ledger of payments. Every operation fails with `DatabaseUnavailable` while the database is away. */
export class Ledger extends Context.Tag("almanac/Ledger")<
  Ledger,
  {
    /** Reserves a payment that is unknown, was released or failed; `false` when somebody else has it. */
    readonly reserve: (reservation: Reservation) => Effect.Effect<boolean, DatabaseUnavailable>
    readonly find: (key: PaymentKey) => Effect.Effect<Option.Option<Entry>, DatabaseUnavailable>
    /** Holds the reservation for another `leaseDuration`; `false` when it is lost. */
    readonly renew: (key: PaymentKey, attempt: string) => Effect.Effect<boolean, DatabaseUnavailable>
    /** Gives the payment back: nothing was charged, it can be used again. */
    readonly release: (key: PaymentKey, attempt: string) => Effect.Effect<void, DatabaseUnavailable>
    /** Stores the answer, durably, before the facilitator is asked to settle; `false` when the run lost its lease. */
    readonly settling: (
      key: PaymentKey,
      attempt: string,
      answer: Answer,
      lease: Duration.Duration
    ) => Effect.Effect<boolean, DatabaseUnavailable>
    readonly settled: (
      key: PaymentKey,
      attempt: string,
      transaction: string
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** The transfer will not happen, for certain: the answer is dropped, the payment can be used again. */
    readonly failed: (
      key: PaymentKey,
      attempt: string,
      reason: string
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** Nobody knows whether the transfer happens: the answer is kept. */
    readonly unknown: (
      key: PaymentKey,
      attempt: string,
      reason: string,
      transaction: string | undefined
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** The stored answer of a settled payment, counted; none once it was given `maxReplays` times or is too old. */
    readonly replay: (key: PaymentKey) => Effect.Effect<Option.Option<Answer>, DatabaseUnavailable>
  }
>() {}
