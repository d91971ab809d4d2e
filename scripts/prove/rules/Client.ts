/**
 * What the published client promises to its buyer.
 */
import { isPaid } from "../history/Facts.ts"
import { charges, type Rule, rowOf, short } from "./Rule.ts"

/** The client's purchases that were charged, by key. */
const chargedKeys = (facts: Parameters<Rule>[0]) => {
  const { payments } = facts.client
  const nonces = new Map(payments.map(({ name, nonce }) => [nonce, name?.key ?? ""]))
  const moved = charges(facts).map(({ nonce }) => nonce)
  const told = facts.rows.filter(isPaid).map(({ nonce }) => nonce)
  return [...new Set([...moved, ...told])].flatMap((nonce) => {
    const key = nonces.get(nonce)
    return key === undefined ? [] : [{ key, nonce }]
  })
}

/** A key is charged once, whatever was killed, and whatever was lost. */
export const paysOnce: Rule = (facts) => {
  const keys = chargedKeys(facts).map(({ key }) => key)
  return [...new Set(keys)].flatMap((key) => {
    const { length } = keys.filter((one) => one === key)
    return length > 1 ? [`${key} is charged ${length} times`] : []
  })
}

/** What the client last said of a purchase is so: charged, or not. Where it does not know, it says so. */
export const wordIsTrue: Rule = (facts) => {
  const charged = new Set(chargedKeys(facts).map(({ key }) => key))
  const { claims } = facts.client
  return [...new Set(claims.map(({ key }) => key))].flatMap((key) => {
    const own = claims.filter((claim) => claim.key === key)
    const last = own.filter(({ act }) => act === facts.client.lastActs.get(key))
    const says = last.map((claim) => claim.charged)
    if (says.includes(true) && !charged.has(key)) return [`${key} is said to be charged, and is not`]
    const isNo =
      last.length > 0 && says.every((one) => one === false) && last.every(({ hasKill }) => !hasKill)
    return isNo && charged.has(key) ? [`${key} is said not to be charged, and is`] : []
  })
}

/** What was charged of purchases that were reserved on a day is within the day's budget. */
export const budgetIsHeld: Rule = (facts) => {
  const { days, perDay } = facts.client
  const spent = new Map<string, bigint>()
  for (const { key, nonce } of chargedKeys(facts)) {
    const day = days.get(key) ?? "no day"
    spent.set(day, (spent.get(day) ?? 0n) + BigInt(rowOf(facts, nonce)?.amount ?? 0))
  }
  return [...spent].flatMap(([day, sum]) => (sum > perDay ? [`the client has spent ${sum} on ${day}`] : []))
}

/** The client's payments have the nonce of their purchase: one for each key. */
export const nonceIsDerived: Rule = ({ client: { payments } }) =>
  [...new Set(payments.map(({ name }) => name?.key))].flatMap((key) => {
    const nonces = new Set(payments.filter(({ name }) => name?.key === key).map(({ nonce }) => nonce))
    return nonces.size > 1 ? [`${key} has the nonces ${[...nonces].map(short).join(", ")}`] : []
  })
