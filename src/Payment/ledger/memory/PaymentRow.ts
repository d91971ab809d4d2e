/**
 * A payment as the in-memory ledger keeps it: the tables `payments` and `answers`, and the rules of its statements. Pure.
 * Times are Unix milliseconds.
 */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import type { PaymentState } from "../../../Resources/PaymentStatus.ts"
import {
  type Entry,
  endOf,
  leaseDuration,
  maxReplays,
  type PaymentKey,
  type Reservation,
  retention,
  type StoredResponse
} from "../Ledger.ts"
import type { PaymentRecord } from "../Outcomes.ts"
import type { PendingPayment } from "../PendingPayments.ts"

/** `amount` in atomic units, `validBefore` in Unix seconds. */
export interface PaymentRow extends PaymentKey, Omit<Reservation, "key" | "idempotencyKey"> {
  readonly idempotencyKey: string | null
  /** The buyer's payload, from `settling` on, as long as it may be needed; else empty. */
  readonly payload: string
  /** Who was asked to settle, where it is not the first facilitator. */
  readonly facilitator: string | null
  readonly state: PaymentState
  readonly leaseUntil: number
  readonly response: Omit<StoredResponse, "hash"> | null
  /** Stays when the response is dropped. */
  readonly responseHash: string | null
  readonly transaction: string | null
  /** No other payment may be settled by a receipt that names the transaction. */
  readonly ownsTransaction: boolean
  /** When the facilitator first called it settled in a receipt that proves nothing. */
  readonly receiptAt: number | null
  readonly reason: string | null
  readonly replays: number
  readonly timesTaken: number
  readonly nonceUsed: boolean
  readonly createdAt: number
  readonly settledAt: number | null
  readonly failedAt: number | null
}

/** When a lease that is taken now ends. */
export const leaseFrom = (now: number): number => now + Duration.toMillis(leaseDuration)

/** The row of a payment that is reserved, for the first time or again. */
export const reserved = (
  { key, idempotencyKey, ...reservation }: Reservation,
  previous: PaymentRow | undefined,
  now: number
): PaymentRow => ({
  response: null,
  responseHash: null,
  replays: 0,
  settledAt: null,
  ...previous,
  ...key,
  ...reservation,
  createdAt: now,
  failedAt: null,
  payload: "",
  facilitator: null,
  idempotencyKey: Option.getOrNull(idempotencyKey),
  state: "reserved",
  leaseUntil: leaseFrom(now),
  reason: null,
  transaction: null,
  ownsTransaction: false,
  receiptAt: null,
  timesTaken: 0,
  nonceUsed: false
})

/** Whether the payment has failed after a transaction was sent for it: it is public, and never reserved again. */
export const hasFailedOnChain = ({ state, transaction }: PaymentRow): boolean =>
  state === "failed" && transaction !== null

/** Whether the attempt that has reserved the payment is dead. */
export const hasDied = (
  { leaseUntil, state }: Pick<PaymentRow, "leaseUntil" | "state">,
  now: number
): boolean => state === "reserved" && leaseUntil < now

/** Whether no attempt holds the payment, or the lease of its reservation has ended. */
export const isReservable = ({ leaseUntil, state }: PaymentRow, now: number): boolean =>
  state === "released" || state === "failed" || hasDied({ leaseUntil, state }, now)

/** Whether the transfer may still happen, or be asked for. */
export const isOpen = ({ state }: PaymentRow): boolean =>
  state === "reserved" || state === "settling" || state === "unknown"

/** Whether a live run holds the payment. */
export const isRunning = ({ leaseUntil, state }: PaymentRow, now: number): boolean =>
  (state === "reserved" || state === "settling") && leaseUntil >= now

/** What a payment that is given up loses: neither its key nor its proof is of use any more. */
export const givenUp = { idempotencyKey: null, signature: "", payload: "" } as const

/** Whether the facilitator was asked, and the outcome is not recorded. */
export const isUnsettled = ({ state }: PaymentRow): boolean => state === "settling" || state === "unknown"

/** Whether the transfer has happened, as far as is known. */
export const isSettled = ({ state }: PaymentRow): boolean =>
  state === "settled" || state === "presumed_settled"

/** Whether the payment was settled within the retention of its response. */
export const isRecent = ({ settledAt }: PaymentRow, now: number): boolean =>
  settledAt !== null && settledAt > now - Duration.toMillis(retention)

/** The response, if it can be given once more. */
export const replayable = (row: PaymentRow, now: number): Option.Option<StoredResponse> =>
  row.response === null || row.responseHash === null || row.replays >= maxReplays || !isRecent(row, now)
    ? Option.none()
    : Option.some({ ...row.response, hash: row.responseHash })

const dateOf = (moment: number | null) => (moment === null ? null : new Date(moment))

/** What `find` tells. */
export const entryOf = (row: PaymentRow, now: number): Entry => ({
  network: row.network,
  asset: row.asset,
  payer: row.payer,
  nonce: row.nonce,
  state: row.state,
  requestHash: row.requestHash,
  requestId: row.requestId,
  signature: row.signature,
  idempotencyKey: row.idempotencyKey,
  isLeased: row.leaseUntil >= now,
  replays: row.replays,
  transaction: row.transaction,
  amount: row.amount
})

/** What `status` tells. */
export const recordOf = (row: PaymentRow): PaymentRecord => ({
  state: row.state,
  amount: row.amount,
  transaction: row.transaction,
  createdAt: new Date(row.createdAt),
  settledAt: dateOf(row.settledAt),
  validBefore: row.validBefore,
  responseHash: row.responseHash
})

/** What `takeDue` tells. */
export const pendingOf = (row: PaymentRow, now: number): PendingPayment => ({
  network: row.network,
  asset: row.asset,
  payer: row.payer,
  nonce: row.nonce,
  amount: row.amount,
  payTo: row.payTo,
  validBefore: row.validBefore,
  endsAt: endOf(row),
  payload: row.payload,
  facilitator: row.facilitator,
  requestId: row.requestId,
  transaction: row.transaction,
  nonceUsed: row.nonceUsed,
  receiptSeconds: row.receiptAt === null ? null : (now - row.receiptAt) / 1000,
  takenAt: now / 1000,
  timesTaken: row.timesTaken,
  createdAt: new Date(row.createdAt)
})
