/**
 * What a payer may have open, and may get for nothing; and that nobody is refused for what another has done.
 */
import type { Facts } from "../history/Facts.ts"
import { mostExposure, mostRuns, mostUncharged, unchargedWindow, windows } from "../oracle/Terms.ts"
import { type Rule, short, sold } from "./Rule.ts"

/**
 * What one payer has open at a time is $2 at most: payments that a facilitator has called good and that it has not
 * settled yet. Only those that came to a settlement are looked at: when another was given back is nobody's to see.
 */
export const exposureIsHeld: Rule = (facts) => {
  const open = facts.asked.flatMap(({ at, nonce, payer }) => {
    const payment = facts.payments.find((payment) => payment.nonce === nonce)
    const isFirst = facts.asked.find((one) => one.nonce === nonce)?.at === at
    if (payment === undefined || !isFirst) return []
    const began =
      payment.signature.length > 132
        ? at
        : (facts.verified.findLast((one) => one.nonce === nonce && one.isCalledGood && one.at < at)?.at ?? at)
    const ended = facts.replied.find((one) => one.nonce === nonce && one.at > at)?.at ?? at
    return [{ payer, nonce, began, ended, amount: BigInt(payment.price) }]
  })
  return open.flatMap(({ began, nonce, payer }) => {
    const sum = open
      .filter((one) => one.payer === payer && one.began <= began && one.ended > began)
      .reduce((total, { amount }) => total + amount, 0n)
    return sum > mostExposure ? [`${short(nonce)}: ${payer} has ${sum} open`] : []
  })
}

/**
 * Twenty runs without a charge in ten minutes, counted from the end of the first: from then on the next is not run.
 * Before, as many as may be under way.
 */
export const freeRunsAreCounted: Rule = (facts) =>
  facts.purses.flatMap(({ address }) => {
    const calls = facts.calls.filter(({ payer }) => payer === address)
    // Who hung up may have had a run that nobody saw the end of: where the count began is not known then.
    if (calls.some(({ answer }) => answer === undefined)) return []
    let first = { ended: 0, time: Number.NEGATIVE_INFINITY }
    let runs = new Set<string>()
    let later = new Set<string>()
    for (const { answer, began, ended, nonce, time } of calls) {
      if (answer?.status !== 200 || !answer.isGivenAway) continue
      if (time >= first.time + unchargedWindow - 5_000) {
        first = { ended, time }
        runs = new Set()
        later = new Set()
      }
      const run = `${nonce} ${answer.hash}`
      if (began > first.ended && !runs.has(run)) later.add(run)
      runs.add(run)
      if (runs.size > mostRuns || later.size >= mostUncharged)
        return [`${address} has ${runs.size} runs for nothing within ten minutes`]
    }
    return []
  })

/** Seconds by which a call is read later than it began. */
const slack = 2

/** What is shown to the facilitator is good for as long as it must be, and no longer than it may be. */
export const windowsAreHeld: Rule = (facts) =>
  facts.verified.flatMap(({ at, nonce }) => {
    // The client signs one nonce with several windows, one after the other.
    const payments = facts.payments.filter((payment) => payment.nonce === nonce)
    const isWithin = payments.some(({ authorization }) =>
      facts.calls.some((call) => {
        const left = Number(authorization.validBefore) - call.from / 1000
        return (
          call.nonce === nonce &&
          call.began < at &&
          left > windows.least - slack &&
          // The clock is put forward while a call waits.
          left < windows.most + slack + (call.time - call.from) / 1000
        )
      })
    )
    return payments.length === 0 || isWithin
      ? []
      : [`${short(nonce)} is shown to the facilitator, and its window is none`]
  })

/** How many of a payer's own calls may count as runs without a charge. */
const ownUncharged = (facts: Facts, payer: string, before: number) =>
  facts.calls.filter(
    (call) =>
      call.payer === payer &&
      call.isPayers &&
      call.began < before &&
      (call.answer === undefined || call.answer.status !== 402)
  ).length

/**
 * Whether only a facilitator can tell the payer from a stranger: a contract wallet that has bought nothing yet. Such
 * wallets have one limit together. That a facilitator has called a payment good is not enough: its word may be lost.
 */
const isUnknown = (facts: Facts, nonce: string, payer: string, before: number) =>
  (facts.payments.find((payment) => payment.nonce === nonce)?.signature.length ?? 0) > 132 &&
  !sold(facts).some((one) => one.payer === payer && one.ended < before)

/** Milliseconds within which judgements of a wallet are limited, and how many of them may be refused. */
const judgements = { window: 70_000, most: 55 }

/** Whether strangers have sent so much in the payer's own name that nobody could tell it from them. */
const isImpersonated = (facts: Facts, payer: string, until: number) =>
  facts.calls.filter(
    (call) =>
      call.payer === payer && !call.isPayers && call.from <= until && call.time > until - judgements.window
  ).length >= judgements.most

/**
 * A buyer meets "conflict" only by what he has bought himself under the name, and "too many" only by calls of his own.
 * What strangers send in his name is none of his.
 */
export const refusalsAreOwn: Rule = (facts) =>
  facts.calls.flatMap((call) => {
    const { answer, began, ended, isPayers, key, nonce, payer, request } = call
    if (answer === undefined || !isPayers) return []
    if (answer.code === "PAYMENT_CONFLICT" && answer.reason !== "idempotency_key_required") {
      const isCaused = facts.calls.some(
        (one) =>
          one.payer === payer &&
          one.isPayers &&
          one.key === key &&
          one.began < ended &&
          (one.request !== request || one.nonce !== nonce)
      )
      if (!isCaused) return [`${short(nonce)} is in conflict with nothing of its payer's`]
    }
    const isTooMany =
      answer.code === "TOO_MANY_REQUESTS" &&
      !isUnknown(facts, nonce, payer, began) &&
      !isImpersonated(facts, payer, call.time)
    return isTooMany && ownUncharged(facts, payer, ended) < mostUncharged
      ? [`${short(nonce)} is told too many, and its payer has not made so many`]
      : []
  })
