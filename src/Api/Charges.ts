/**
 * What is charged: every way in which a call can end, for each capability. Money moves for a 200 and for nothing else,
 * and not for each of those. OpenAPI shows it as `x-charges`, docs/charges.md as a page.
 */
import type { Code } from "./ErrorCodes.ts"

/** What is said where the payment may have bought something before: a repetition can end like this too. */
const notByThisCall = "not by this call; an earlier one may have"

/**
 * Whether a call charges the payment. `no`: nor has any call before. `pending`: the transfer may have happened; when it
 * has, the same payment fetches the answer that it bought.
 */
export type Charge = "yes" | "no" | "pending" | typeof notByThisCall

/** A way in which a call ends. */
export interface Ending {
  /** Absent when the client has gone, so that no response is sent. */
  readonly status?: number
  /** The failure's code. */
  readonly code?: Code
  /** The failure's reason, where it alone tells this way from others with the code. */
  readonly reason?: string
  readonly charged: Charge
  /** What the same payment is good for afterwards. */
  readonly payment:
    | "has its answer"
    | "can be used again"
    | "has its answer, or can be used again"
    | "is what it was before"
  /** When a call ends like this. */
  readonly when: string
}

const sold = { status: 200, charged: "yes", payment: "has its answer" } as const
const given = { status: 200, charged: "no", payment: "can be used again" } as const
const failed = <const C extends Code>(status: number, code: C) =>
  ({ status, code, charged: "no", payment: "can be used again" }) as const
/** The call ends before it is known what the payment has bought, if anything. */
const unread = <const C extends Code>(status: number, code: C) =>
  ({ status, code, charged: notByThisCall, payment: "is what it was before" }) as const

/** Every way, by name. */
export const endings = {
  full: { ...sold, when: "there are results" },
  empty: { ...sold, when: "every source that was asked works and has nothing" },
  "not-covered": { ...given, when: "the provider does not serve the year (X-Coverage: none)" },
  partial: { ...sold, when: "a source fails, another one has results" },
  unreadable: {
    ...given,
    when: "there is nothing to ask the sources for: a claim that is not English, a text without a word"
  },
  "partial-empty": { ...given, when: "a source fails, the others have nothing" },
  "all-failed": { ...given, when: "every source fails" },
  repeated: {
    ...sold,
    charged: notByThisCall,
    when: "the request comes again with the same payment, or under the same key"
  },
  invalid: { ...unread(400, "VALIDATION_FAILED"), when: "the body breaks a rule" },
  refused: {
    ...failed(400, "VALIDATION_FAILED"),
    when: "the provider does not serve the request: an unknown currency, country, language or variable"
  },
  "bad-payment": {
    ...unread(402, "PAYMENT_INVALID"),
    when: "the payment does not fit what is asked for, by our own checks"
  },
  used: {
    ...unread(402, "PAYMENT_INVALID"),
    reason: "nonce_already_used",
    when: "the payment was used for another request, or its answer cannot be given again"
  },
  rejected: {
    ...failed(402, "PAYMENT_REJECTED"),
    when: "the facilitator, or a policy of ours, refuses the payment"
  },
  unsettled: { ...failed(402, "PAYMENT_SETTLEMENT_FAILED"), when: "the transfer fails for certain" },
  unknown: { ...failed(404, "WORK_NOT_FOUND"), when: "no provider knows the DOI" },
  slow: { ...unread(408, "REQUEST_TIMEOUT"), when: "the body does not arrive within 5 seconds" },
  conflict: {
    ...unread(409, "PAYMENT_CONFLICT"),
    when: "the idempotency key stands for another request of the payer"
  },
  unnamed: {
    ...unread(409, "PAYMENT_CONFLICT"),
    reason: "idempotency_key_required",
    when: "the payment was used under an idempotency key, and the call has another one or none"
  },
  "too-large": { ...unread(413, "PAYLOAD_TOO_LARGE"), when: "the body is larger than 64 KiB" },
  "not-json": { ...unread(415, "UNSUPPORTED_MEDIA_TYPE"), when: "the body is not JSON by its content type" },
  throttled: { ...failed(429, "PROVIDER_RATE_LIMITED"), when: "the provider throttles" },
  limited: {
    ...failed(429, "TOO_MANY_REQUESTS"),
    when: "the payer had too many calls that were not charged, or payments that only the facilitator can judge were refused too often"
  },
  fault: { ...unread(500, "INTERNAL_ERROR"), when: "a fault of ours" },
  unavailable: { ...failed(502, "PROVIDER_UNAVAILABLE"), when: "the provider is unavailable" },
  "bad-response": { ...failed(502, "PROVIDER_BAD_RESPONSE"), when: "the provider's answer is none" },
  late: { ...failed(504, "PROVIDER_TIMEOUT"), when: "the provider does not answer in time" },
  facilitator: {
    ...failed(503, "PAYMENT_FACILITATOR_UNAVAILABLE"),
    when: "the payment cannot be verified at the moment"
  },
  ledger: { ...unread(503, "LEDGER_UNAVAILABLE"), when: "the payment cannot be recorded at the moment" },
  overloaded: {
    ...unread(503, "OVERLOADED"),
    when: "the payer has too much under way that is not settled, or the service has"
  },
  paused: {
    ...failed(503, "CAPABILITY_PAUSED"),
    when: "the operator has paused the capability"
  },
  stopping: { ...unread(503, "SHUTTING_DOWN"), when: "the process is stopping" },
  pending: {
    status: 503,
    code: "PAYMENT_SETTLEMENT_PENDING",
    charged: "pending",
    payment: "has its answer, or can be used again",
    when: "nobody knows yet whether the transfer happens"
  },
  "left-before": {
    charged: "no",
    payment: "can be used again",
    when: "the client goes away before the settlement begins"
  },
  "left-after": {
    charged: "yes",
    payment: "has its answer",
    when: "the client goes away after the settlement has begun"
  }
} as const satisfies Readonly<Record<string, Ending>>

export type EndingName = keyof typeof endings

/** How any call can end. */
const always: ReadonlyArray<EndingName> = [
  "full",
  "empty",
  "repeated",
  "invalid",
  "bad-payment",
  "used",
  "rejected",
  "unsettled",
  "slow",
  "conflict",
  "unnamed",
  "too-large",
  "not-json",
  "limited",
  "fault",
  "facilitator",
  "ledger",
  "overloaded",
  "paused",
  "stopping",
  "pending",
  "left-before",
  "left-after"
]

/** A provider's failure fails its capability; a composite tells of it in a 200. */
const byKind: Readonly<Record<"provider" | "composite", ReadonlyArray<EndingName>>> = {
  provider: ["refused", "throttled", "unavailable", "bad-response", "late"],
  composite: ["partial", "unreadable", "partial-empty", "all-failed"]
}

/** What sets a capability apart from the others of its kind: endings that only it has, and some that it never has. */
export interface Charges {
  readonly also?: ReadonlyArray<EndingName>
  readonly never?: ReadonlyArray<EndingName>
}

const order = Object.keys(endings)

/** How a call of a capability can end, in the order of `endings`. */
export const endingsOf = ({
  charges: { also = [], never = [] } = {},
  provider
}: {
  readonly provider: { readonly kind: "provider" | "composite" }
  readonly charges?: Charges
}): ReadonlyArray<readonly [name: EndingName, ending: Ending]> =>
  [...always, ...byKind[provider.kind], ...also]
    .filter((name) => !never.includes(name))
    .sort((left, right) => order.indexOf(left) - order.indexOf(right))
    .map((name) => [name, endings[name]])
