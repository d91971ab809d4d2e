/**
 * What must hold of every answer that was given out, and of every charge without one.
 */
import { isUsedUp, requestOf } from "../history/Facts.ts"
import { mostRepeats } from "../oracle/Terms.ts"
import { charges, isOurs, isPresumed, onlyName, type Rule, rowOf, short, sold, told } from "./Rule.ts"

/** Atomic USDC as a decimal. */
const decimal = (atomic: string) => String(Number(atomic) / 1_000_000)

/**
 * An answer that the table has as charged is paid for: by a transfer of its price, of the payment that was sent or of
 * one with its name, for the same request. What the table gives away is not charged. Both say so themselves.
 */
export const answersArePaid: Rule = (facts) =>
  facts.calls.flatMap((call) => {
    const { answer, key, nonce, payer } = call
    if (answer?.status !== 200) return []
    const problem = (text: string) => [`${short(nonce)}: ${text}`]
    const price = facts.requests[call.request]?.price ?? ""
    if (answer.digest !== `sha-256=:${answer.hash}:`) return problem("another digest than the body's")
    if (!call.isPayers) return problem("an answer to who has not signed")
    const { isGivenAway, receipt, toldPrice } = answer
    if (receipt === undefined) {
      if (typeof toldPrice === "string") return problem("the price of what was not charged")
      return isGivenAway ? [] : problem("an answer that was not paid for")
    }
    if (isGivenAway) return problem("what is given away is charged")
    if (toldPrice === null || (toldPrice !== undefined && Number(toldPrice) !== Number(decimal(price))))
      return problem(`charged ${decimal(price)}, and ${toldPrice} is told`)
    if (!receipt.success || receipt.payer.toLowerCase() !== payer || receipt.amount !== price)
      return problem("a receipt that is not true")
    const isSource = (other: string) =>
      other === nonce ||
      (key !== undefined && facts.calls.some((one) => one.nonce === other && one.key === key))
    const use = facts.uses.find(({ transaction }) => transaction === receipt.transaction)
    const row = facts.rows.find(
      (row) => row.payer === payer && row.responseHash === answer.hash && isSource(row.nonce)
    )
    if (row === undefined || requestOf(facts.requests, row) !== call.request)
      return problem("an answer of another purchase")
    if (isPresumed(row)) return []
    if (use === undefined || !isOurs(use)) return problem("an answer without a transfer")
    if (use.payer !== payer || use.value.toString() !== price) return problem("a transfer of other terms")
    return use.nonce === row.nonce ? [] : problem("an answer that another payment has paid for")
  })

/** One purchase has one answer: all its copies are the same bytes. */
export const copiesAreEqual: Rule = (facts) => {
  const hashes = new Map<string, string>()
  return sold(facts).flatMap(({ answer, nonce }) => {
    const transaction = answer.receipt?.transaction ?? ""
    const before = hashes.get(transaction) ?? answer.hash
    hashes.set(transaction, before)
    return transaction === "" || before === answer.hash
      ? []
      : [`${short(nonce)}: two answers for one transfer`]
  })
}

/** An answer is given twenty times after the first, whoever joins whom. */
export const repeatsAreCounted: Rule = (facts) => {
  const given = new Map<string, number>()
  for (const { answer } of sold(facts)) given.set(answer.hash, (given.get(answer.hash) ?? 0) + 1)
  return [...given].flatMap(([hash, count]) =>
    count > mostRepeats + 1 ? [`an answer (${hash.slice(0, 8)}) is given ${count} times`] : []
  )
}

/** A purchase that had a name from the first is given out under that name alone. */
export const namesAreKept: Rule = (facts) =>
  sold(facts).flatMap(({ answer, key, nonce }) => {
    const row = facts.rows.find(({ responseHash }) => responseHash === answer.hash)
    if (row?.name === null || row === undefined || row.name === key) return []
    return [
      `${short(nonce)}: bought under ${row.name.slice(0, 10)}, and given out ${key === undefined ? "without a name" : `under ${key.slice(0, 10)}`}`
    ]
  })

/**
 * A name that comes later with a payment is remembered: under it, the same request is not charged again while the answer
 * can be given.
 */
export const lateNamesAreKept: Rule = (facts) => {
  const charged = new Set(charges(facts).map(({ nonce }) => nonce))
  const known = sold(facts).filter(({ key, nonce }) => key !== undefined && charged.has(nonce))
  const first = (nonce: string) =>
    Math.min(...facts.calls.filter((one) => one.nonce === nonce).map(({ began }) => began))
  return facts.calls.flatMap((call) => {
    if (!charged.has(call.nonce) || call.key === undefined || !call.isPayers) return []
    if (onlyName(facts, call.nonce) !== call.key) return []
    const charge = rowOf(facts, call.nonce)
    // What got an earlier answer under a late name is unused, and may buy another request: such a name makes no conflict.
    if (charge !== undefined && requestOf(facts.requests, charge) !== call.request) return []
    const settledAt = charge?.settledAt ?? 0
    const canBeGiven = (nonce: string) => {
      const row = rowOf(facts, nonce)
      if (row?.name !== null || (row.settledAt ?? 0) + 86_000_000 <= settledAt) return false
      return !isUsedUp(
        row,
        facts.calls.filter(({ began }) => began < call.ended)
      )
    }
    const before = known.find(
      (one) =>
        one.key === call.key &&
        one.nonce !== call.nonce &&
        one.payer === call.payer &&
        one.request === call.request &&
        one.ended < first(call.nonce) &&
        canBeGiven(one.nonce)
    )
    return before === undefined
      ? []
      : [`${short(call.nonce)} is charged, though ${short(before.nonce)} was bought and has the same name`]
  })
}

/** What was paid for can be fetched, byte for byte, by the payment that paid for it. */
export const answersAreKept: Rule = (facts) =>
  [...facts.redelivered].flatMap(([nonce, answer]) => {
    const row = rowOf(facts, nonce)
    const isSame = answer?.status === 200 && answer.hash === row?.responseHash
    return isSame
      ? []
      : [`${short(nonce)} is paid for, and gets ${answer?.status} ${answer?.code} ${answer?.reason}`]
  })

/** Transfers on the chain and answers that were delivered come to the same sum, for each payer. */
export const sumsAreEqual: Rule = (facts) => {
  const delivered = new Map<string, string>()
  for (const { answer, payer } of sold(facts)) delivered.set(answer.receipt?.transaction ?? "", payer)
  const calls = new Map(sold(facts).map((call) => [call.answer.receipt?.transaction ?? "", call]))
  return facts.purses.flatMap(({ address }) => {
    const ours = charges(facts).filter(({ payer }) => payer === address)
    const paid = ours.reduce((total, { value }) => total + value, 0n)
    const answered = [...delivered]
      .filter(([, payer]) => payer === address)
      .flatMap(([transaction]) => calls.get(transaction) ?? [])
      .filter(
        ({ answer }) => !isPresumed(facts.rows.find(({ responseHash }) => responseHash === answer.hash))
      )
      .reduce((total, { answer }) => total + BigInt(answer.receipt?.amount ?? "0"), 0n)
    // What is not fetched any more is no loss of the service's: its day is over, or its twenty times.
    const lapsed = ours
      .filter(({ nonce, transaction }) => !delivered.has(transaction) && !facts.redelivered.has(nonce))
      .reduce((total, { value }) => total + value, 0n)
    const presumed = ours
      .filter(({ nonce }) => isPresumed(rowOf(facts, nonce)))
      .reduce((total, { value }) => total + value, 0n)
    return told(
      paid - lapsed - presumed === answered || paid - lapsed === answered
        ? ""
        : `${address} has paid ${paid}, of it ${lapsed} for what nobody fetched, and got answers for ${answered}`
    )
  })
}
