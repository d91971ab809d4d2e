/**
 * How a call ends without its answer. Every error says whether money has moved: `charged` is `false` when it certainly has
 * not, `true` when it has, `"unknown"` when it may have; then the purchase stays open under its key.
 */
import type { codes } from "./generated/errors.ts"
import type { ErrorDetails } from "./generated/types.ts"

/** The service's own codes. */
export type ServiceCode = keyof typeof codes

/**
 * The codes of errors: the service's, and those of the client. `ANSWER_DAMAGED`: an answer that does not have its digest,
 * or is no answer. `NOT_SIGNED`: the wallet did not sign. `UNKNOWN_KEY`: the journal has no purchase under the key.
 */
export type Code =
  | ServiceCode
  | "BUDGET_EXCEEDED"
  | "NOT_OFFERED"
  | "CONNECTION_LOST"
  | "ABORTED"
  | "JOURNAL_UNUSABLE"
  | "ANSWER_DAMAGED"
  | "NOT_SIGNED"
  | "UNKNOWN_KEY"

export type Charged = false | true | "unknown"

interface Facts {
  readonly charged: Charged
  /** HTTP status; 0 when there was no answer. */
  readonly status?: number
  /** Whether the same call under the same key may succeed later. */
  readonly retryable?: boolean
  /** What a program can act on, beside the code. */
  readonly details?: ErrorDetails | undefined
  readonly requestId?: string | undefined
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfterSeconds?: number | undefined
  /** The name of the purchase. */
  readonly key?: string | undefined
  /** The nonce of its payment, when there is one. */
  readonly nonce?: string | undefined
  readonly cause?: unknown
}

export class AlmanacError extends Error {
  // The others are declared alone: the constructor sets all at once, which browsers load in fewer bytes.
  override readonly name: string = "AlmanacError"
  /** A newer service may have codes that this version does not list. */
  declare readonly code: Code
  declare readonly charged: Charged
  declare readonly status: number
  declare readonly retryable: boolean
  declare readonly details: ErrorDetails | undefined
  declare readonly requestId: string | undefined
  declare readonly retryAfterSeconds: number | undefined
  declare readonly key: string | undefined
  declare readonly nonce: string | undefined

  constructor(code: Code, message: string, { cause, ...facts }: Facts) {
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, { status: 0, retryable: false, ...facts, code })
  }
}

/** A limit of the budget. */
export type Limit = "perCall" | "perDay" | "perCapability"

/** The call would exceed a limit of the budget; nothing was signed. Amounts are decimal USDC. */
export class BudgetExceeded extends AlmanacError {
  override readonly name = "BudgetExceeded"
  declare readonly limit: Limit
  /** What the call costs. */
  declare readonly asked: string
  /** What is left of the limit. */
  declare readonly left: string

  constructor(limit: Limit, asked: string, left: string, key: string) {
    const message = `the call costs ${asked} USDC, ${left} USDC are left of the limit ${limit}`
    super("BUDGET_EXCEEDED", message, { charged: false, key })
    Object.assign(this, { limit, asked, left })
  }
}

/** Why nothing is signed. */
export type Refusal =
  | "NO_WALLET"
  | "NO_CHALLENGE"
  | "VERSION"
  | "RESOURCE"
  | "SCHEME"
  | "NETWORK"
  | "ASSET"
  | "DOMAIN"
  | "PAY_TO"
  | "AMOUNT"
  | "PRICE"
  | "WINDOW"
  | "CHANGED"
  | "REDIRECT"

/** The service does not offer what was asked for on terms that this client takes; nothing was signed for them. */
export class NotOffered extends AlmanacError {
  override readonly name = "NotOffered"
  declare readonly reason: Refusal

  constructor(
    reason: Refusal,
    message: string,
    facts: Partial<Pick<Facts, "charged" | "key" | "nonce" | "status">> = {}
  ) {
    super("NOT_OFFERED", message, { charged: false, ...facts })
    this.reason = reason
  }
}

/** No answer came. Where a payment was sent, it may have been taken: `resume` fetches the answer. */
export class ConnectionLost extends AlmanacError {
  override readonly name = "ConnectionLost"
  constructor(message: string, facts: Facts) {
    super("CONNECTION_LOST", message, { retryable: true, ...facts })
  }
}

/** The journal cannot be used; nothing was sent. */
export class JournalUnusable extends AlmanacError {
  override readonly name = "JournalUnusable"
  constructor(message: string, cause?: unknown) {
    super("JOURNAL_UNUSABLE", message, { charged: false, cause })
  }
}
