/**
 * A facilitator over HTTP on the world's chain, honest but for the faults that are laid out for a payer.
 */
import { Option, Schema } from "effect"
import { Authorization } from "../../../src/Resources/X402.ts"
import type { Asked } from "../Journal.ts"
import { network } from "../oracle/Terms.ts"
import { isSigned } from "../oracle/Wallets.ts"
import { type Chain, type Obstacle, transactionOf } from "./Chain.ts"
import type { DuplicatePolicy, SettleFault, VerifyFault } from "./Faults.ts"
import { json, type Reply } from "./Listener.ts"

const Submission = Schema.parseJson(
  Schema.Struct({
    paymentPayload: Schema.Struct({
      payload: Schema.Struct({ signature: Schema.String, authorization: Authorization })
    }),
    paymentRequirements: Schema.Struct({
      amount: Schema.String,
      payTo: Schema.String,
      network: Schema.String
    })
  })
)
const decode = Schema.decodeOption(Submission)
type Submission = typeof Submission.Type

/** Milliseconds of real time that a slow answer takes. */
const slowly = 25

/** Seconds before its end in which no authorization is taken any more, as `@x402/evm` 2.27 has it. */
const leastTimeLeft = 6

const reasons: Record<Obstacle, string> = {
  "nonce used": "invalid_exact_evm_nonce_already_used",
  balance: "invalid_exact_evm_insufficient_balance",
  window: "invalid_exact_evm_payload_authorization_valid_before"
}

const garbage = "<html><body>It works!</body></html>"
const slow = (reply: Reply): Reply => (reply.kind === "answer" ? { ...reply, millis: slowly } : reply)

/** What the facilitator tells of itself while it is asked. */
export interface Watch {
  readonly verifying: (payer: string, fault: VerifyFault) => void
  readonly settling: (fault: SettleFault, asked: Omit<Asked, "at">) => void
  /** Holds an answer back. */
  readonly before: (place: "verify" | "settle" | "settle, moved", payer: string) => Promise<void>
}

/** A facilitator; `landing` are the milliseconds after which a pending transfer is carried out. */
export const make = (chain: Chain, now: () => number, watch: Watch, landing: number) => {
  const verifyQueue = new Map<string, Array<VerifyFault>>()
  const settleQueue = new Map<string, Array<SettleFault>>()
  let duplicates: DuplicatePolicy = "nonce used"

  /** Why an honest facilitator refuses. */
  const refusal = ({ paymentPayload: { payload }, paymentRequirements }: Submission): string | undefined => {
    const { authorization, signature } = payload
    if (paymentRequirements.network !== network) return "invalid_network"
    if (!isSigned(authorization, signature)) return "invalid_exact_evm_signature"
    if (authorization.to.toLowerCase() !== paymentRequirements.payTo.toLowerCase())
      return "invalid_exact_evm_recipient_mismatch"
    if (authorization.value !== paymentRequirements.amount)
      return "invalid_exact_evm_payload_authorization_value_mismatch"
    if (Number(authorization.validBefore) < now() / 1000 + leastTimeLeft) return reasons.window
    const obstacle = chain.obstacle(authorization)
    return obstacle === undefined ? undefined : reasons[obstacle]
  }

  const verifyReply = (fault: VerifyFault, submission: Submission): Reply => {
    const payer = submission.paymentPayload.payload.authorization.from
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
        return invalid("invalid_exact_evm_signature")
      case "refusal: balance":
        return invalid(reasons.balance)
      case "refusal: new reason":
        return invalid("a_reason_of_tomorrow")
      default: {
        const reason = refusal(submission)
        return reason === undefined ? json(200, { isValid: true, payer }) : invalid(reason)
      }
    }
  }

  const told = ({ from, nonce }: Authorization, more: object = {}) =>
    json(200, { success: true, transaction: transactionOf(from, nonce), network, payer: from, ...more })
  const failed = (errorReason: string, transaction = "", status = 200) =>
    json(status, { success: false, errorReason, transaction, network })

  /** Carries the transfer out if that is possible: an honest facilitator's reply, and what it comes to. */
  const carryOut = (submission: Submission): readonly [Reply, Pick<Asked, "moves" | "told">] => {
    const { authorization } = submission.paymentPayload.payload
    const reason = refusal(submission)
    const use = chain.use(authorization.from, authorization.nonce)
    const isOwn = use !== undefined && use.to === authorization.to.toLowerCase()
    if (reason === reasons["nonce used"] && isOwn && duplicates === "success")
      return [told(authorization), { moves: true, told: "done" }]
    if (reason === reasons["nonce used"]) return [failed(reason), { moves: isOwn, told: "unclear" }]
    if (reason !== undefined) return [failed(reason), { moves: false, told: "refused" }]
    if (chain.isBroadcast(authorization.from, authorization.nonce))
      return [
        failed("settlement_pending", transactionOf(authorization.from, authorization.nonce), 500),
        { moves: true, told: "unclear" }
      ]
    chain.transfer(authorization)
    return [told(authorization), { moves: true, told: "done" }]
  }

  /** What is said in place of an honest reply, once the transfer was carried out. */
  const afterwards = (fault: SettleFault, honest: Reply, authorization: Authorization): Reply => {
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
      case "slow":
        return slow(honest)
      default:
        return honest
    }
  }

  /** What is said, and nothing moves. `undefined`: the fault is of another kind. */
  const instead = (fault: SettleFault, { from, nonce }: Authorization): Reply | undefined => {
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

  const settleReply = async (fault: SettleFault, submission: Submission): Promise<Reply> => {
    const { authorization } = submission.paymentPayload.payload
    const { from, nonce } = authorization
    const note = (fate: Pick<Asked, "moves" | "told">) =>
      watch.settling(fault, { payer: from.toLowerCase(), nonce: nonce.toLowerCase(), fate: fault, ...fate })
    const isUsed = chain.use(from, nonce) !== undefined || chain.isBroadcast(from, nonce)
    // A definite refusal of what has been carried out would be a lie, which no service could see through.
    const isDefinite = fault.startsWith("refused") || fault === "reverted"
    const idle = isUsed && isDefinite ? undefined : instead(fault, authorization)
    if (idle !== undefined) {
      note({ moves: isUsed, told: isDefinite ? "refused" : "unclear" })
      await watch.before("settle", from)
      return idle
    }
    if (fault === "pending, lands" && refusal(submission) === undefined && !isUsed) {
      chain.transferIn(authorization, landing)
      note({ moves: true, told: "unclear" })
      await watch.before("settle", from)
      return failed("settlement_pending", transactionOf(from, nonce), 500)
    }
    await watch.before("settle", from)
    const [honest, fate] = carryOut(submission)
    const reply = fate.told === "done" ? afterwards(fault, honest, authorization) : honest
    note(reply === honest || fault === "slow" ? fate : { ...fate, told: "unclear" })
    await watch.before("settle, moved", from)
    return reply
  }

  return {
    /** Lays faults out for the next calls about a payer, in place of what is left of the former. */
    plan: (payer: string, verify: ReadonlyArray<VerifyFault>, settle: ReadonlyArray<SettleFault>) => {
      verifyQueue.set(payer.toLowerCase(), [...verify])
      settleQueue.set(payer.toLowerCase(), [...settle])
    },
    /** Honest to everybody from now on. */
    heal: () => {
      verifyQueue.clear()
      settleQueue.clear()
    },
    duplicates: (policy: DuplicatePolicy) => {
      duplicates = policy
    },
    answer: async (path: string, body: string): Promise<Reply> => {
      const submission = Option.getOrUndefined(decode(body))
      if (submission === undefined)
        return json(400, { success: false, isValid: false, invalidReason: "invalid_payload" })
      const payer = submission.paymentPayload.payload.authorization.from.toLowerCase()
      if (path === "/settle") return settleReply(settleQueue.get(payer)?.shift() ?? "honest", submission)
      const fault = verifyQueue.get(payer)?.shift() ?? "honest"
      watch.verifying(payer, fault)
      await watch.before("verify", payer)
      const reply = verifyReply(fault, submission)
      return fault === "slow" ? slow(reply) : reply
    }
  }
}
export type FacilitatorStub = ReturnType<typeof make>
