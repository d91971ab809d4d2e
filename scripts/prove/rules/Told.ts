/**
 * What is said of money is true to the end: the published table holds for every answer.
 */
import type { Answered } from "../buyers/Answer.ts"
import type { Call } from "../buyers/Journal.ts"
import type { Facts } from "../history/Facts.ts"
import { type Charged, rowsOf } from "../oracle/ChargeTable.ts"
import { chargeBegan, charges, type Rule, short, told } from "./Rule.ts"

/** What an answer says of money. Rows of the same status and code differ in a 200 alone: there, its receipt tells. */
const saysOf = (facts: Facts, answer: Answered): Charged | undefined => {
  const { code, reason, receipt, status } = answer
  if (status === 200) return receipt === undefined ? "no" : "yes"
  // Of a request that does not come in time, by the real clock, node tells by itself and without a body.
  const named = code ?? (status === 408 ? "REQUEST_TIMEOUT" : undefined)
  const rows = rowsOf(facts.table, {
    status,
    ...(named === undefined ? {} : { code: named }),
    ...(reason === undefined ? {} : { reason })
  })
  const says = rows.map(({ charged }) => charged)
  return (["not by this call", "pending", "yes", "no"] as const).find((one) => says.includes(one))
}

/**
 * "No" means no: a payment is charged only where a call with it has not said no. After a call that said no, only a call
 * that ended later, or is still to be answered, can charge it.
 */
export const noMeansNo: Rule = (facts) =>
  [...new Set(charges(facts).map(({ nonce }) => nonce))].flatMap((nonce) => {
    const at = chargeBegan(facts, nonce)
    const says = ({ answer }: Call) => (answer === undefined ? "pending" : saysOf(facts, answer))
    const calls = facts.calls.filter((call) => call.nonce === nonce && call.began < at)
    const causes = calls.filter((call) => says(call) === "yes" || says(call) === "pending")
    if (causes.length === 0) {
      const words = calls.map(({ answer }) => `${answer?.status} ${answer?.code} ${answer?.reason ?? ""}`)
      return [`${short(nonce)} is charged, and every answer said no: ${words.join("; ")}`]
    }
    const lastCause = Math.max(...causes.map(({ ended }) => ended))
    const denial = calls.find((call) => call.ended < at && says(call) === "no" && call.began > lastCause)
    const state = facts.told.find(
      (one) =>
        one.nonce === nonce &&
        one.ended < at &&
        ["released", "failed", "not known"].includes(one.state) &&
        one.began > lastCause
    )
    return [
      ...(denial === undefined
        ? []
        : [`${short(nonce)} is charged after ${denial.answer?.status} ${denial.answer?.code} had said no`]),
      ...(state === undefined ? [] : [`${short(nonce)} is charged after it was told to be ${state.state}`])
    ]
  })

/** What may be said of a payment whose money has moved, or is on its way. */
const isHarmless = ({ reason, status }: Answered) =>
  status === 200 ||
  status === 503 ||
  (status === 402 && reason === "nonce_already_used") ||
  (status === 409 && reason === "idempotency_key_required")

/** What is not known, or has happened, is never told as a failure. */
export const failuresAreTrue: Rule = (facts) => {
  const moved = new Map<string, number>()
  for (const { nonce, moves, at } of facts.asked) {
    const isCharged = charges(facts).some((use) => use.nonce === nonce)
    if (moves && isCharged && !moved.has(nonce)) moved.set(nonce, at)
  }
  const judge = ({ nonce, answer, began, ended, isPayers }: Call) => {
    if (answer === undefined) return []
    const movedAt = moved.get(nonce)
    const isFailure = answer.code === "PAYMENT_SETTLEMENT_FAILED"
    if (movedAt !== undefined && began > movedAt && isPayers && !isHarmless(answer))
      return [`${short(nonce)} was charged, and is told ${answer.status} ${answer.code} ${answer.reason}`]
    if (movedAt !== undefined && ended > movedAt && isFailure)
      return [`${short(nonce)} is charged, and is told that it failed: ${answer.reason}`]
    if (!isFailure) return []
    const during = facts.asked.filter((one) => one.nonce === nonce && one.at > began && one.at < ended)
    const last = during.at(-1)
    const isReverted =
      last?.fate === "reverted" && during.slice(0, -1).every(({ fate }) => fate.startsWith("pending"))
    return during.some((one) => one.told === "unclear") && !isReverted
      ? [`${short(nonce)} is told that it failed, which nobody knew: ${during.map(({ fate }) => fate)}`]
      : []
  }
  return facts.calls.flatMap(judge)
}

/** The state of a payment is told as it is: what is told to be paid, is. */
export const statesAreTrue: Rule = (facts) =>
  facts.told.flatMap(({ nonce, state, transaction }) => {
    if (state !== "settled") return []
    const use = charges(facts).find((use) => use.nonce === nonce)
    return use !== undefined && use.transaction === transaction
      ? []
      : [`${short(nonce)} is told to be settled by ${transaction}, not ${use?.transaction}`]
  })

/** Refusals have a row in the table, and the form that lets a buyer go on. */
export const refusalsAreWellFormed: Rule = (facts) =>
  facts.calls.flatMap(({ nonce, answer }) => {
    if (answer === undefined || answer.status === 200) return []
    const { code, status, receipt } = answer
    const isPending = code === "PAYMENT_SETTLEMENT_PENDING"
    return told(
      saysOf(facts, answer) === undefined || status === 500 ? "no row in the table of charges" : "",
      answer.hasData ? "data" : "",
      status === 402 && !answer.challenged ? "no challenge" : "",
      status !== 402 && answer.challenged ? "a challenge" : "",
      (status === 503 || status === 429) && answer.retryAfter === undefined ? "no Retry-After" : "",
      isPending && receipt?.errorReason !== "settlement_pending" ? "no pending receipt" : "",
      receipt?.success === true ? "a receipt of success" : "",
      code === "PAYMENT_SETTLEMENT_FAILED" && receipt?.success !== false ? "no receipt" : ""
    ).map((problem) => `${short(nonce)}: ${status} ${code} with ${problem}`)
  })

/** A quote is a challenge that says whether the body is one. */
export const quotesAreTrue: Rule = ({ quoted }) =>
  quoted.flatMap(({ answer, isBody }) =>
    told(
      answer.status === 402 && answer.code === "PAYMENT_REQUIRED" && answer.challenged
        ? ""
        : `a quote is ${answer.status} ${answer.code}`,
      answer.quote === undefined || answer.quote === isBody ? "" : `a quote says ${answer.quote}`
    )
  )
