/** The calls of the tables: they pay with the payment that the ledger has, or beside it. */
import { Either, Option } from "effect"
import type { PaymentKey } from "../../../src/Payment/ledger/Ledger.ts"
import type { Order, Payment } from "../../../src/Payment/Order.ts"
import * as PaymentHeader from "../../../src/Payment/request/PaymentHeader.ts"
import * as Ledgers from "../ledger/suite/World.ts"

/** The idempotency key of the purchase that the ledger has. */
export const idempotencyKey = Option.some("order-1")

/** What the calls come in on, unless they say another one. */
const theConnection = {}

/** How a call differs from a repetition of the purchase that the ledger has. */
export interface Call {
  readonly key?: PaymentKey
  readonly requestHash?: string
  readonly idempotencyKey?: Option.Option<string>
  readonly signature?: string
  readonly proven?: boolean
  /** The payment does not fit today's terms. */
  readonly late?: boolean
  readonly connection?: object
}

const another = { key: Ledgers.keyOf("0x02"), signature: "0xsecond" }

/** The calls of the tables. */
export const calls = {
  /** The same payment for the same request. */
  same: {},
  /** Without the idempotency key that the purchase had. */
  unnamed: { idempotencyKey: Option.none() },
  /** Under another key than the purchase had. */
  otherKey: { idempotencyKey: Option.some("order-2") },
  otherRequest: { requestHash: "another" },
  /** Whoever has seen the authorization, but cannot sign. */
  stranger: { proven: false, signature: "0xforged" },
  /** A contract wallet: its signature is the one that the facilitator judged before. */
  wallet: { proven: false, signature: "0xSIGNED" },
  /** Another payment under the same idempotency key. */
  key: another,
  keyOtherRequest: { ...another, requestHash: "another" },
  keyWallet: { ...another, proven: false },
  keyStranger: { ...another, proven: false, signature: "0xforged" },
  late: { late: true },
  keyLate: { ...another, late: true }
} satisfies Record<string, Call>
export type CallName = keyof typeof calls

/** A row of a table beside the names of its calls: for a failure to be read. */
export const byCall = <A>(columns: ReadonlyArray<CallName>, row: ReadonlyArray<A>) =>
  columns.map((call, place) => [call, row[place]] as const)

/** The order of a call, at a moment in Unix milliseconds. */
export const orderOf = (challenge: Order["challenge"], call: Call, now: number): Order => {
  const { key = Ledgers.key, late = false, proven = true, signature = "0xsigned" } = call
  const authorization: Payment["authorization"] = {
    from: key.payer,
    to: challenge.requirements.payTo,
    value: challenge.requirements.amount,
    validAfter: "0",
    validBefore: String(Math.floor(now / 1000) + 300),
    nonce: key.nonce
  }
  const payload = { x402Version: 2, payload: { signature, authorization } }
  const tooLate = "invalid_exact_evm_payload_authorization_valid_before"
  return {
    payment: {
      authorization,
      signature,
      proven,
      payload,
      text: JSON.stringify(payload),
      meetsTerms: late ? Either.left(PaymentHeader.refuse(challenge, tooLate, "too late")) : Either.void
    },
    key,
    challenge,
    requestHash: call.requestHash ?? "request",
    idempotencyKey: call.idempotencyKey ?? idempotencyKey,
    requestId: "req_2",
    connection: call.connection ?? theConnection
  }
}
