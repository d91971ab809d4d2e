/**
 * What must hold of every history, as pure functions of its facts. Each gives back the violations in words.
 */

import { type Facts, isPaid, type Row, requestOf } from "../Facts.ts"
import type { Answered, Call } from "../Journal.ts"
import { payTo, price } from "../oracle/Terms.ts"
import type { Use } from "../world/Chain.ts"

/** A rule. */
export type Rule = (facts: Facts) => ReadonlyArray<string>

const day = 86_400_000

const isOurs = ({ to }: Use) => to === payTo.toLowerCase()

const rowOf = ({ rows }: Facts, nonce: string) => rows.find((row) => row.nonce === nonce)

const charges = ({ uses }: Facts) => uses.filter(isOurs)

/** Milliseconds by which a node that is named afterwards can be late: its log is searched for about 71 hours. */
const searched = 60 * 3_600_000

/** Whether a payment stays unknown, and may: there was no node while its traces could be found. */
const isBeyondSearch = ({ hasNode, now }: Facts, { state, validBefore }: Row) =>
  !hasNode && state === "unknown" && validBefore * 1000 + searched < now

const short = (nonce: string) => nonce.slice(0, 10)

/** The keys under which one payer has named purchases, each with what was charged under it, the oldest first. */
const chargedByName = (facts: Facts) => {
  const names = new Map<string, Array<Row>>()
  for (const { nonce } of charges(facts)) {
    const payment = facts.payments.find((payment) => payment.nonce === nonce)
    const row = rowOf(facts, nonce)
    if (payment?.name === undefined || row === undefined) continue
    const name = `${payment.payer} ${payment.name.key}`
    names.set(name, [...(names.get(name) ?? []), row])
  }
  return names
}

const blockMillis = (use: Use | undefined) => (use === undefined ? 0 : use.block * 2_000)

/** No payment is charged twice, and nothing twice under one name while its answer is kept. */
const chargedOnce: Rule = (facts) => {
  const seen = new Set<string>()
  const twice = charges(facts).filter(({ nonce }) => {
    const isSecond = seen.has(nonce)
    seen.add(nonce)
    return isSecond
  })
  const named = [...chargedByName(facts)].flatMap(([name, rows]) =>
    rows.slice(1).flatMap((row, index) => {
      const before = rows[index]?.settledAt ?? 0
      const use = facts.uses.find(({ nonce }) => nonce === row.nonce)
      return blockMillis(use) < before + day ? [`${name} is charged twice: ${short(row.nonce)}`] : []
    })
  )
  return [...twice.map(({ nonce }) => `${short(nonce)} is charged twice`), ...named]
}

/** Whoever is charged has a row that says so: with request, answer, transaction, and the id of the call. */
const chargesAreKnown: Rule = (facts) =>
  charges(facts).flatMap(({ nonce, transaction, value }) => {
    const row = rowOf(facts, nonce)
    if (row === undefined) return [`${short(nonce)} is charged and has no row`]
    if (!isPaid(row)) {
      return isBeyondSearch(facts, row) ? [] : [`${short(nonce)} is charged and ${row.state} (${row.reason})`]
    }
    const isTold = row.state === "presumed_settled" || row.transaction === transaction
    return isTold && row.amount === value.toString()
      ? []
      : [`${short(nonce)} is charged ${value} by ${transaction}, not ${row.amount} by ${row.transaction}`]
  })

/** A settled row tells the truth, and everything of it. */
const settledRowsAreWhole: Rule = (facts) =>
  facts.rows.filter(isPaid).flatMap((row) => {
    const use = facts.uses.find(({ nonce }) => nonce === row.nonce)
    const request = facts.requests[requestOf(facts.requests, row)]
    const problems = [
      row.state === "settled" && (use === undefined || !isOurs(use)) ? "no transfer" : "",
      row.state === "settled" && !/^0x[0-9a-f]{64}$/.test(row.transaction ?? "") ? "no transaction" : "",
      request === undefined ? "the hash of no request" : "",
      request?.free === true ? "paid for what is given away" : "",
      row.responseHash === null || row.requestId === "" ? "no hash or request id" : "",
      row.bytesHash !== null && row.bytesHash !== row.responseHash ? "another hash than its answer's" : "",
      row.bytesHash === null && (row.settledAt ?? 0) > facts.now - day ? "no answer" : "",
      row.settledAt === null ? "no time" : "",
      row.replays > 20 ? "given more than twenty times" : "",
      row.amount !== price || row.payTo.toLowerCase() !== payTo.toLowerCase() ? "other terms" : ""
    ].filter((problem) => problem !== "")
    return problems.map((problem) => `${short(row.nonce)} is ${row.state}: ${problem}`)
  })

/** Every row has come to its end; without a node, an unknown one may not, once its window is over. */
const rowsHaveEnded: Rule = ({ rows, hasNode, now }) =>
  rows.flatMap(({ nonce, state, validBefore }) => {
    if (["settled", "presumed_settled", "failed", "released"].includes(state)) return []
    return !hasNode && state === "unknown" && validBefore * 1000 < now
      ? []
      : [`${short(nonce)} stays ${state}`]
  })

/** An answer is the one that its payment, or the payment of its name, has bought; all copies are the same bytes. */
const answersArePaid: Rule = (facts) =>
  facts.calls.flatMap((call) => {
    const { answer, nonce, payer } = call
    if (answer?.status !== 200) return []
    if (answer.digest !== `sha-256=:${answer.hash}:`)
      return [`${short(nonce)}: another digest than the body's`]
    if (answer.receipt === undefined)
      return call.free ? [] : [`${short(nonce)}: an answer that was not paid for`]
    const name = facts.payments.find((payment) => payment.nonce === nonce)?.name?.key
    const isSource = (row: Row) =>
      row.payer === payer &&
      isPaid(row) &&
      row.responseHash === answer.hash &&
      requestOf(facts.requests, row) === call.request &&
      (row.nonce === nonce ||
        (name !== undefined &&
          name === facts.payments.find((payment) => payment.nonce === row.nonce)?.name?.key))
    const row = facts.rows.find(isSource)
    if (row === undefined) {
      return [`${short(nonce)}: an answer whose payment is ${rowOf(facts, nonce)?.state ?? "not known"}`]
    }
    const { success, amount, payer: told, transaction } = answer.receipt
    const isTrue =
      success &&
      amount === price &&
      told.toLowerCase() === payer &&
      (row.state === "presumed_settled" || transaction === row.transaction)
    return isTrue ? [] : [`${short(nonce)}: a receipt that is not true`]
  })

/** What may be said of a payment whose money has moved, or is on its way. */
const isHarmless = ({ status, reason }: Answered) =>
  status === 200 || status === 503 || (status === 402 && reason === "nonce_already_used")

/** What is not known, or has happened, is never told as a failure. */
const failuresAreTrue: Rule = (facts) => {
  const moved = new Map<string, number>()
  for (const { nonce, moves, at } of facts.asked) {
    const isCharged = charges(facts).some((use) => use.nonce === nonce)
    if (moves && isCharged && !moved.has(nonce)) moved.set(nonce, at)
  }
  const told = ({ nonce, answer, began, ended }: Call) => {
    if (answer === undefined) return []
    const movedAt = moved.get(nonce)
    const isFailure = answer.code === "PAYMENT_SETTLEMENT_FAILED"
    if (movedAt !== undefined && began > movedAt && !isHarmless(answer))
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
  return facts.calls.flatMap(told)
}

/** Statuses and codes that a buyer may meet in a history. */
const words = new Set([
  "402 PAYMENT_INVALID",
  "402 PAYMENT_REJECTED",
  "402 PAYMENT_SETTLEMENT_FAILED",
  "409 PAYMENT_CONFLICT",
  "400 VALIDATION_FAILED",
  "429 TOO_MANY_REQUESTS",
  "429 PROVIDER_RATE_LIMITED",
  "502 PROVIDER_UNAVAILABLE",
  "502 PROVIDER_BAD_RESPONSE",
  "503 PAYMENT_FACILITATOR_UNAVAILABLE",
  "503 PAYMENT_SETTLEMENT_PENDING",
  "503 LEDGER_UNAVAILABLE",
  "503 OVERLOADED",
  "504 PROVIDER_TIMEOUT"
])

/** Refusals have the form that lets a buyer go on. */
const refusalsAreWellFormed: Rule = ({ calls }) =>
  calls.flatMap(({ nonce, answer }) => {
    if (answer === undefined || answer.status === 200) return []
    const { code, status, receipt } = answer
    const isPending = code === "PAYMENT_SETTLEMENT_PENDING"
    const problems = [
      words.has(`${status} ${code}`) ? "" : "an unexpected answer",
      answer.hasData ? "data" : "",
      status === 402 && !answer.challenged ? "no challenge" : "",
      (status === 503 || status === 429) && answer.retryAfter === undefined ? "no Retry-After" : "",
      isPending && receipt?.errorReason !== "settlement_pending" ? "no pending receipt" : "",
      receipt?.success === true ? "a receipt of success" : "",
      code === "PAYMENT_SETTLEMENT_FAILED" && receipt?.success !== false ? "no receipt" : ""
    ].filter((problem) => problem !== "")
    return problems.map((problem) => `${short(nonce)}: ${status} ${code} with ${problem}`)
  })

/** What was paid for can be fetched, byte for byte, by the payment that paid for it. */
const answersAreKept: Rule = (facts) =>
  [...facts.redelivered].flatMap(([nonce, answer]) => {
    const row = rowOf(facts, nonce)
    const isSame = answer?.status === 200 && answer.hash === row?.responseHash
    return isSame
      ? []
      : [`${short(nonce)} is paid for, and gets ${answer?.status} ${answer?.code} ${answer?.reason}`]
  })

/** Purses, transfers and ledger come to the same sums. */
const sumsAreEqual: Rule = (facts) =>
  facts.purses.flatMap(({ address, given, left }) => {
    const uses = facts.uses.filter(({ payer }) => payer === address)
    const sum = (uses: ReadonlyArray<Use>) => uses.reduce((total, { value }) => total + value, 0n)
    const isMoved = (row: Row) => uses.some((use) => use.nonce === row.nonce && isOurs(use))
    const ledger = facts.rows
      .filter((row) => row.payer === address && (row.state === "settled" || isMoved(row)))
      .reduce((total, { amount }) => total + BigInt(amount), 0n)
    return [
      given - left === sum(uses) ? "" : `${address} has spent ${given - left}, transferred ${sum(uses)}`,
      sum(uses.filter(isOurs)) === ledger
        ? ""
        : `${address} has paid ${sum(uses.filter(isOurs))}, not ${ledger}`
    ].filter((problem) => problem !== "")
  })

/** Every rule by its name. */
export const rules: Readonly<Record<string, Rule>> = {
  "nothing is charged twice": chargedOnce,
  "every charge is in the ledger": chargesAreKnown,
  "settled rows are whole and true": settledRowsAreWhole,
  "every row has come to its end": rowsHaveEnded,
  "no answer without its payment": answersArePaid,
  "no unknown outcome is told as a failure": failuresAreTrue,
  "refusals are well formed": refusalsAreWellFormed,
  "what is paid for can be fetched": answersAreKept,
  "the sums are equal": sumsAreEqual
}

/** What is wrong with a history. */
export const violations = (facts: Facts): ReadonlyArray<string> =>
  Object.entries(rules).flatMap(([name, rule]) => rule(facts).map((violation) => `${name}: ${violation}`))
