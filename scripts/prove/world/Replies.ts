/**
 * What a facilitator says, by the fault that it commits.
 */
import { network, networkOfV1 } from "../oracle/Terms.ts"
import type { Authorization } from "../oracle/TypedData.ts"
import { transactionOf } from "./Chain.ts"
import type { SettleFault, VerifyFault } from "./Faults.ts"
import { json, type Reply } from "./Listener.ts"
import { reasons } from "./Submission.ts"

const garbage = "<html><body>It works!</body></html>"

/** Somebody who has nothing to do with a payment. */
const somebody = `0x${"5e".repeat(20)}`

/** Of a verification. `honest` is what would be said without a fault. */
export const verified = (fault: VerifyFault, payer: string, honest: () => string | undefined): Reply => {
  const invalid = (invalidReason: string) => json(200, { isValid: false, invalidReason, payer })
  switch (fault) {
    case "status 500":
      return json(500, { error: "internal" })
    case "status 429":
      return { kind: "answer", status: 429, body: "slow down" }
    case "reset":
      return { kind: "reset" }
    case "hang":
      return { kind: "hang" }
    case "garbage":
      return { kind: "answer", status: 200, body: garbage }
    case "refusal under 400":
      return json(400, { isValid: false, invalidReason: "invalid_payload", payer })
    case "refusal: signature":
      return invalid(reasons.signature)
    case "refusal: balance":
      return invalid(reasons.balance)
    case "refusal: new reason":
      return invalid("a_reason_of_tomorrow")
    case "valid for another payer":
      return json(200, { isValid: true, payer: somebody })
    default: {
      const reason = honest()
      return reason === undefined ? json(200, { isValid: true, payer }) : invalid(reason)
    }
  }
}

/** A success. */
export const told = ({ from, nonce }: Authorization, more: object = {}) =>
  json(200, { success: true, transaction: transactionOf(from, nonce), network, payer: from, ...more })

/** A failure. */
export const failed = (errorReason: string, transaction = "", status = 200) =>
  json(status, { success: false, errorReason, transaction, network })

/** What is said in place of an honest reply, once the transfer was carried out. */
export const afterwards = (fault: SettleFault, honest: Reply, authorization: Authorization): Reply => {
  switch (fault) {
    case "moved, reset":
      return { kind: "reset" }
    case "moved, hang":
      return { kind: "hang" }
    case "moved, status 502":
      return { kind: "answer", status: 502, body: garbage }
    case "moved, garbage":
      return { kind: "answer", status: 200, body: garbage }
    case "moved, unforeseen error":
      return failed("invalid_exact_evm_transaction_failed")
    case "moved, other network told":
      return told(authorization, { network: "eip155:1" })
    case "moved, other amount told":
      return told(authorization, { amount: "1" })
    case "moved, no network told":
      return told(authorization, { network: "" })
    case "moved, network of version 1 told":
      return told(authorization, { network: networkOfV1 })
    case "moved, no transaction told":
      return told(authorization, { transaction: "" })
    default:
      return honest
  }
}

/**
 * What is said, and nothing moves; `another` is the transaction of another payment. `undefined`: the fault is of another
 * kind.
 */
export const instead = (
  fault: SettleFault,
  authorization: Authorization,
  another: string
): Reply | undefined => {
  const { from, nonce } = authorization
  switch (fault) {
    case "not moved, reset":
      return { kind: "reset" }
    case "not moved, hang":
      return { kind: "hang" }
    case "not moved, status 500":
      return json(500, { error: "internal" })
    case "not moved, status 429":
      return { kind: "answer", status: 429, body: "slow down" }
    case "not moved, garbage":
      return { kind: "answer", status: 200, body: "{" }
    case "not moved, other payer told":
      return told(authorization, { payer: somebody })
    case "not moved, other amount told":
      return told(authorization, { amount: "1" })
    case "not moved, no transaction told":
      return told(authorization, { transaction: "" })
    case "not moved, junk transaction told":
      return told(authorization, { transaction: "0xdead" })
    case "not moved, transaction of another told":
      return another === "" ? { kind: "reset" } : told(authorization, { transaction: another })
    case "pending, never lands":
      return failed("settlement_pending", transactionOf(from, nonce), 500)
    case "refused: balance":
      return failed(reasons.balance)
    case "refused: simulation":
      return failed("invalid_exact_evm_transaction_simulation_failed", "", 400)
    case "reverted":
      return failed("invalid_exact_evm_transaction_failed", transactionOf(from, nonce))
    default:
      return undefined
  }
}
