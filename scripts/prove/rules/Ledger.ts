/**
 * What must hold of the ledger, beside the chain.
 */
import { type Facts, isPaid, type Row, requestOf } from "../history/Facts.ts"
import { payTo, retention } from "../oracle/Terms.ts"
import type { Use } from "../world/Chain.ts"
import { charges, isOurs, onlyName, type Rule, rowOf, short, timeOf, told, useOf } from "./Rule.ts"

/** Milliseconds by which a node that is named afterwards can be late: its log is searched for about 71 hours. */
const searched = 60 * 3_600_000

/** Whether a payment stays unknown, and may: there was no node while its traces could be found. */
const isBeyondSearch = ({ hasNode, now }: Facts, { state, validBefore }: Row) =>
  !hasNode && state === "unknown" && validBefore * 1000 + searched < now

/** What was charged under each name of a payer's, the oldest first. */
const chargedByName = (facts: Facts) => {
  const names = new Map<string, Array<Row>>()
  for (const { nonce } of charges(facts)) {
    const row = rowOf(facts, nonce)
    const name = onlyName(facts, nonce)
    if (row === undefined || name === undefined) continue
    const id = `${row.payer} ${name}`
    names.set(id, [...(names.get(id) ?? []), row])
  }
  return names
}

/** No payment is charged twice, and nothing twice under one name while its answer is kept. */
export const chargedOnce: Rule = (facts) => {
  const seen = new Set<string>()
  const twice = charges(facts).filter(({ nonce }) => {
    const isSecond = seen.has(nonce)
    seen.add(nonce)
    return isSecond
  })
  const named = [...chargedByName(facts)].flatMap(([name, rows]) =>
    rows.slice(1).flatMap((row, index) => {
      const before = rows[index]?.settledAt ?? 0
      const use = useOf(facts, row.nonce)
      return timeOf(use) < before + retention ? [`${name} is charged twice: ${short(row.nonce)}`] : []
    })
  )
  return [...twice.map(({ nonce }) => `${short(nonce)} is charged twice`), ...named]
}

/** Whoever is charged has a row that says so: with request, answer, transaction, and the id of the call. */
export const chargesAreKnown: Rule = (facts) =>
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
export const settledRowsAreWhole: Rule = (facts) =>
  facts.rows.filter(isPaid).flatMap((row) => {
    const use = useOf(facts, row.nonce)
    const request = facts.requests[requestOf(facts.requests, row)]
    const isSettled = row.state === "settled"
    return told(
      isSettled && (use === undefined || !isOurs(use)) ? "no transfer" : "",
      isSettled && !/^0x[0-9a-f]{64}$/.test(row.transaction ?? "") ? "no transaction" : "",
      !isSettled && facts.hasNode ? "presumed, though a node can be asked" : "",
      request === undefined ? "the hash of no request" : "",
      row.responseHash === null || row.requestId === "" ? "no hash or request id" : "",
      row.bytesHash !== null && row.bytesHash !== row.responseHash ? "another hash than its answer's" : "",
      row.bytesHash === null && (row.settledAt ?? 0) > facts.now - retention ? "no answer" : "",
      row.settledAt === null ? "no time" : "",
      row.amount !== request?.price || row.payTo.toLowerCase() !== payTo ? "other terms" : ""
    ).map((problem) => `${short(row.nonce)} is ${row.state}: ${problem}`)
  })

/** Every row has come to its end; without a node, an unknown one may not, once its window is over. */
export const rowsHaveEnded: Rule = ({ hasNode, now, rows }) =>
  rows.flatMap(({ nonce, state, validBefore }) => {
    if (["settled", "presumed_settled", "failed", "released"].includes(state)) return []
    return !hasNode && state === "unknown" && validBefore * 1000 < now
      ? []
      : [`${short(nonce)} stays ${state}`]
  })

/** Purses, transfers and ledger come to the same sums. */
export const pursesAreEqual: Rule = (facts) =>
  facts.purses.flatMap(({ address, given, left }) => {
    const uses = facts.uses.filter(({ payer }) => payer === address)
    const sum = (uses: ReadonlyArray<Use>) => uses.reduce((total, { value }) => total + value, 0n)
    const isMoved = (row: Row) => uses.some((use) => use.nonce === row.nonce && isOurs(use))
    const ledger = facts.rows
      .filter((row) => row.payer === address && (row.state === "settled" || isMoved(row)))
      .reduce((total, { amount }) => total + BigInt(amount), 0n)
    return told(
      given - left === sum(uses) ? "" : `${address} has spent ${given - left}, transferred ${sum(uses)}`,
      sum(uses.filter(isOurs)) === ledger
        ? ""
        : `${address} has paid ${sum(uses.filter(isOurs))}, not ${ledger}`
    )
  })
