/**
 * The payments that have not reached a final state, as the reconciler takes them up: leased, so that only one replica
 * at a time resolves a payment.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"
import type { PaymentKey } from "./Ledger.ts"

/** A payment of unknown outcome. `amount` in atomic units, `validBefore` in Unix seconds. */
export const PendingPayment = Schema.Struct({
  network: Schema.String,
  asset: Schema.String,
  payer: Schema.String,
  nonce: Schema.String,
  amount: Schema.String,
  payTo: Schema.String,
  validBefore: Schema.String,
  /** When the payment is over, in Unix seconds: `endOf`. Nobody settles it later. */
  endsAt: Schema.String,
  payload: Schema.String,
  /** Who was asked to settle, where it is not the first facilitator. */
  facilitator: Schema.NullOr(Schema.String),
  requestId: Schema.String,
  transaction: Schema.NullOr(Schema.String),
  nonceUsed: Schema.Boolean,
  /** Seconds since the facilitator first called it settled in a receipt that proves nothing. */
  receiptSeconds: Schema.NullOr(Schema.Number),
  /** How often the payment was taken up, this time included. */
  timesTaken: Schema.Number,
  createdAt: Schema.DateFromSelf,
  /** The ledger's time when the payment was taken up, in Unix seconds: the process's own clock may be wrong. */
  takenAt: Schema.Number
})
export type PendingPayment = typeof PendingPayment.Type

/** Counts, seconds, and atomic units. */
export const LedgerStats = Schema.Struct({
  reserved: Schema.Number,
  settling: Schema.Number,
  unknown: Schema.Number,
  oldestPendingSeconds: Schema.Number,
  exposure: Schema.Number,
  settledWithoutAnswer: Schema.Number
})
export type LedgerStats = typeof LedgerStats.Type

/** What the reconciler asks of the ledger beside its transitions. */
export class PendingPayments extends Context.Tag("almanac/PendingPayments")<
  PendingPayments,
  {
    /** Releases reservations whose lease has ended, at most `limit`, the oldest first. Returns their keys. */
    readonly releaseStale: (limit: number) => Effect.Effect<ReadonlyArray<PaymentKey>, DatabaseUnavailable>
    /**
     * Takes up payments of one token that are due, at most `limit`: those of unknown outcome, and settling ones whose
     * process has died, which become unknown. After `unknownRetention` unknown ones are left alone. `attempt` holds them for the length of `lease`.
     */
    readonly takeDue: (options: {
      readonly network: string
      readonly asset: string
      readonly attempt: string
      readonly lease: Duration.Duration
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<PendingPayment>, DatabaseUnavailable>
    readonly stats: Effect.Effect<LedgerStats, DatabaseUnavailable>
  }
>() {}
