/** The words of the tables: what a call is told, and what it does meanwhile. */
import { isDeepStrictEqual } from "node:util"
import { Cause, Exit, Option } from "effect"
import { codes, type ProviderFailure, type SaleFailure } from "../../../src/Api/Failure.ts"
import { nameOf } from "../../../src/Payment/ledger/Ledger.ts"
import type { PaymentRow } from "../../../src/Payment/ledger/memory/PaymentRow.ts"
import type { PurchaseResult } from "../../../src/Payment/Order.ts"

/** What a purchase can come to. */
export type End = Exit.Exit<PurchaseResult, SaleFailure | ProviderFailure>

/** What a call is told, in full: the 200 with its answer, the call that made it, and the transaction. */
const told = {
  charged: "200 new, made by req_2, settled in 0xnew",
  given: "200 new, made by req_2",
  replayed: "200 digest, made by req_1, settled in 0xfirst, replayed",
  /** What another call has just bought. */
  shared: "200 new, made by req_2, settled in 0xnew, replayed",
  presumed: "200 digest, made by req_1, settled in , replayed",
  used: "402 PAYMENT_INVALID nonce_already_used This payment was used for another request, or its answer cannot be fetched again.",
  gone: "402 PAYMENT_INVALID nonce_already_used This payment was used; its answer is no longer kept, or was given too often.",
  late: "402 PAYMENT_INVALID invalid_exact_evm_payload_authorization_valid_before too late",
  forged:
    '402 PAYMENT_REJECTED invalid_exact_evm_signature The facilitator refuses the payment; nothing was charged. We could not recover the payer from its signature. The domain to be signed: name "USDC", version "2", chain 84532, contract 0x036CbD53842c5426634e7929541eC2318f3dCF7e.',
  poor: "402 PAYMENT_REJECTED insufficient_funds The facilitator refuses the payment; nothing was charged.",
  distrusted:
    "402 PAYMENT_REJECTED recent_settlement_failure A payment of this payer failed to settle a short while ago; nothing was charged. Retry-After 600",
  /** The same a second later. */
  distrusted599:
    "402 PAYMENT_REJECTED recent_settlement_failure A payment of this payer failed to settle a short while ago; nothing was charged. Retry-After 599",
  short:
    "402 PAYMENT_REJECTED insufficient_balance The facilitator has just called the balance too small, and is asked again after half a minute; nothing was charged. Retry-After 30",
  failed:
    "402 PAYMENT_SETTLEMENT_FAILED insufficient_funds The payment could not be settled; nothing was charged. settlement insufficient_funds",
  keyRequired:
    "409 PAYMENT_CONFLICT idempotency_key_required This payment was used under an idempotency key. Send the same key again to get its answer; this call charged nothing.",
  keyNotKept:
    "409 PAYMENT_CONFLICT too_many_idempotency_keys This payment was sent under too many other idempotency keys, so this key could not be kept. Send the same payment again without a key to get its answer; this call charged nothing.",
  conflict:
    "409 PAYMENT_CONFLICT This idempotency key was used for another request. This call charged nothing.",
  keyGone:
    "409 PAYMENT_CONFLICT The answer under this idempotency key is no longer kept, or was given too often. This call charged nothing.",
  throttled:
    "429 TOO_MANY_REQUESTS Too many runs of this payer ended without a charge; nothing was charged. Retry-After 600",
  unjudged:
    "429 TOO_MANY_REQUESTS Too many payments whose signature only the facilitator can judge were not called good; this call charged nothing. Retry-After 60",
  windowEnded: "504 PROVIDER_TIMEOUT the window ended",
  broken: "502 PROVIDER_UNAVAILABLE broken",
  paused:
    "503 CAPABILITY_PAUSED The operator has paused this capability; nothing was charged. Retry-After 77",
  away: "503 PAYMENT_FACILITATOR_UNAVAILABLE Payments cannot be checked at the moment; nothing was charged. Retry-After 10",
  unread:
    "503 LEDGER_UNAVAILABLE Payments cannot be looked up at the moment; this call charged nothing. Retry-After 5",
  pending:
    "503 PAYMENT_SETTLEMENT_PENDING The settlement is under way. Send the same request with the same payment again later. settlement settlement_pending Retry-After 15",
  overloaded:
    "503 OVERLOADED Too many of your other purchases are not settled yet; this call charged nothing. Retry-After 5"
} as const
export type Told = keyof typeof told

/** What a call waits for, by the milliseconds for which it sleeps. */
export const waits = {
  1000: "inProgress", // for the end of another run
  500: "repeats", // to ask for the settlement once more
  100: "again" // to try again, because something has changed
} as const

/** `atLimit`: it waits for the end of any run of its payer. */
export type Standing = Told | (typeof waits)[keyof typeof waits] | "atLimit"

const sentence = (parts: ReadonlyArray<unknown>) => parts.filter((part) => part !== undefined).join(" ")

const resultOf = ({ answer, replayed, requestId, settlement }: PurchaseResult) =>
  [
    `200 ${answer.hash}`,
    `made by ${requestId}`,
    ...(settlement?.success === true && settlement.amount === "2000"
      ? [`settled in ${settlement.transaction}`]
      : []),
    ...(replayed ? ["replayed"] : [])
  ].join(", ")

const failureOf = (failure: SaleFailure | ProviderFailure) =>
  sentence([
    codes[failure._tag].status,
    failure._tag,
    failure.details?.reason,
    failure.message,
    "settlement" in failure && failure.settlement?.success === false
      ? `settlement ${failure.settlement.errorReason}`
      : undefined,
    failure.retryAfter === undefined ? undefined : `Retry-After ${failure.retryAfter}`
  ])

const textOf: (end: End) => string = Exit.match({
  onSuccess: resultOf,
  onFailure: (cause) =>
    Option.match(Cause.failureOption(cause), { onNone: () => Cause.pretty(cause), onSome: failureOf })
})

const words = new Map<string, string>(Object.entries(told).map(([word, text]) => [text, word]))

/** The word for what a call was told; the text itself where there is none. */
export const wordOf = (end: End): string => {
  const text = textOf(end)
  return words.get(text) ?? text
}

/**
 * What a call comes to: what it is told, how often the facilitator was asked to verify and to settle and the capability
 * ran, and the payments that it changed in the ledger.
 */
export type Cell = readonly [told: Standing, verify: number, settle: number, run: number, ledger: string]

/** A row in words: the end of its nonce, its state, and how often its answer was given again. */
const rowIn = ({ nonce, replays, state }: PaymentRow) =>
  sentence([nonce.slice(-2), state, replays === 0 ? undefined : `+${replays}`])

/** The rows that have changed, and those that are gone. */
export const changesOf = (before: ReadonlyArray<PaymentRow>, after: ReadonlyArray<PaymentRow>): string => {
  const changed = after.filter((row) => !before.some((earlier) => isDeepStrictEqual(earlier, row)))
  const gone = before.filter((row) => !after.some((later) => nameOf(later) === nameOf(row)))
  return [...changed.map(rowIn), ...gone.map(({ nonce }) => `${nonce.slice(-2)} gone`)].join(", ")
}
