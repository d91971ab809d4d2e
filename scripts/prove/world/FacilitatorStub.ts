/**
 * A facilitator over HTTP on the world's chain, honest but for the faults that are laid out for a payer.
 */

import type { Asked, Verified } from "../buyers/Journal.ts"
import { type Chain, transactionOf } from "./Chain.ts"
import type { DuplicatePolicy, SettleFault, VerifyFault } from "./Faults.ts"
import { json, type Reply } from "./Listener.ts"
import { afterwards, failed, instead, told, verified } from "./Replies.ts"
import { reader, reasons, refusal as refusalOf, type Submission } from "./Submission.ts"

/** Milliseconds of real time that a slow answer takes. */
const slowly = 25

/** Milliseconds of the world's clock within which a settlement that was told is in the ledger. */
const recording = 60_000

const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** What the facilitator tells of itself while it is asked. */
export interface Watch {
  readonly verifying: (fault: VerifyFault, asked: Omit<Verified, "at">) => void
  readonly settling: (fault: SettleFault, asked: Omit<Asked, "at">) => void
  /** The answer to a settlement goes out. */
  readonly replying: (nonce: string) => void
  /** Holds an answer back. */
  readonly before: (place: "verify" | "settle" | "settle, moved", payer: string) => Promise<void>
  /** Whether the service can find out whose a transaction is: from its ledger, or from a node. */
  readonly canDoubt: () => boolean
}

/** What a settlement comes to. */
type Fate = Pick<Asked, "moves" | "told">

/** A facilitator; `landing` are the milliseconds after which a pending transfer is carried out. */
export const make = (chain: Chain, now: () => number, watch: Watch, landing: number) => {
  const read = reader()
  const verifyQueue = new Map<string, Array<VerifyFault>>()
  const settleQueue = new Map<string, Array<SettleFault>>()
  let duplicates: DuplicatePolicy = "nonce used"
  /** Transactions that were told, and when. */
  const settledThen: Array<{ readonly transaction: string; readonly at: number }> = []

  /** A transaction that the service has recorded for another payment; of one that it has not, it can only believe. */
  const recorded = () => settledThen.findLast(({ at }) => at < now() - recording)?.transaction ?? ""

  const refusal = (submission: Submission) => refusalOf(chain, now(), submission)

  /** Carries the transfer out if that is possible: an honest facilitator's reply, and what it comes to. */
  const carryOut = (submission: Submission): readonly [Reply, Fate] => {
    const { authorization } = submission.judged
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
    chain.transfer(submission.judged)
    return [told(authorization), { moves: true, told: "done" }]
  }

  const settleReply = async (fault: SettleFault, submission: Submission): Promise<Reply> => {
    const { authorization } = submission.judged
    const { from, nonce } = authorization
    const note = (fate: Fate) =>
      watch.settling(fault, { payer: from.toLowerCase(), nonce: nonce.toLowerCase(), fate: fault, ...fate })
    const isUsed = chain.use(from, nonce) !== undefined || chain.isBroadcast(from, nonce)
    // A definite refusal of what has been carried out would be a lie, which no service could see through.
    const isDefinite = fault.startsWith("refused") || fault === "reverted"
    const idle = isUsed && isDefinite ? undefined : instead(fault, authorization, recorded())
    if (idle !== undefined) {
      note({ moves: isUsed, told: isDefinite ? "refused" : "unclear" })
      await watch.before("settle", from)
      // The database may have gone since: without it, and without a node, the service can only believe.
      return fault === "not moved, transaction of another told" && !watch.canDoubt()
        ? { kind: "reset" }
        : idle
    }
    if (fault === "pending, lands" && refusal(submission) === undefined && !isUsed) {
      chain.transferIn(submission.judged, landing)
      note({ moves: true, told: "unclear" })
      await watch.before("settle", from)
      return failed("settlement_pending", transactionOf(from, nonce), 500)
    }
    await watch.before("settle", from)
    const [honest, fate] = carryOut(submission)
    const reply = fate.told === "done" ? afterwards(fault, honest, authorization) : honest
    if (reply === honest && fate.told === "done")
      settledThen.push({ transaction: transactionOf(from, nonce), at: now() })
    note(reply === honest || fault === "slow" ? fate : { ...fate, told: "unclear" })
    await watch.before("settle, moved", from)
    return reply
  }

  const verifyReply = async (fault: VerifyFault, submission: Submission): Promise<Reply> => {
    const { authorization, isSigned } = submission.judged
    const { from, nonce } = authorization
    const isValid = () => refusal(submission) === undefined
    watch.verifying(fault, {
      payer: from.toLowerCase(),
      nonce: nonce.toLowerCase(),
      isSigned,
      isCalledGood: (fault === "honest" || fault === "slow") && isValid()
    })
    await watch.before("verify", from)
    if (fault === "slow") await sleep(slowly)
    return verified(fault, from, () => refusal(submission))
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
      const submission = await read(body)
      if (submission === undefined)
        return json(400, { success: false, isValid: false, invalidReason: "invalid_payload" })
      const payer = submission.judged.authorization.from.toLowerCase()
      if (path !== "/settle") return verifyReply(verifyQueue.get(payer)?.shift() ?? "honest", submission)
      const fault = settleQueue.get(payer)?.shift() ?? "honest"
      const reply = await settleReply(fault, submission)
      if (fault === "slow") await sleep(slowly)
      watch.replying(submission.judged.authorization.nonce.toLowerCase())
      return reply
    }
  }
}
export type FacilitatorStub = ReturnType<typeof make>
