/**
 * What the rules have in common.
 */
import type { Answered } from "../buyers/Answer.ts"
import type { Call } from "../buyers/Journal.ts"
import type { Facts, Row } from "../history/Facts.ts"
import { payTo } from "../oracle/Terms.ts"
import { blockTime, type Use } from "../world/Chain.ts"

/** A rule: the violations of it, in words. */
export type Rule = (facts: Facts) => ReadonlyArray<string>

/** Whether a transfer pays us. */
export const isOurs = ({ to }: Use) => to === payTo.toLowerCase()

/** What was charged. */
export const charges = ({ uses }: Facts) => uses.filter(isOurs)

export const rowOf = ({ rows }: Facts, nonce: string) => rows.find((row) => row.nonce === nonce)

export const useOf = ({ uses }: Facts, nonce: string) => uses.find((use) => use.nonce === nonce)

/** A nonce, short enough to be read. */
export const short = (nonce: string) => nonce.slice(0, 10)

/** When a transfer was made, in Unix milliseconds. */
export const timeOf = (use: Use | undefined) => (use === undefined ? 0 : use.block * blockTime * 1_000)

/** The happening of a charge; for a transfer that was asked for and came later, that of the first such question. */
export const chargeBegan = ({ asked, charged }: Facts, nonce: string): number => {
  const moments = [
    ...asked.filter((one) => one.nonce === nonce && one.moves).map(({ at }) => at),
    ...charged.filter((one) => one.nonce === nonce).map(({ at }) => at)
  ]
  return Math.min(...moments)
}

/** Answers that were paid for, each with its call. */
export const sold = ({ calls }: Facts): ReadonlyArray<Call & { readonly answer: Answered }> =>
  calls.flatMap((call) => {
    const { answer } = call
    return answer?.status === 200 && answer.receipt !== undefined ? [{ ...call, answer }] : []
  })

/** The name that a payment was always sent under; `undefined` where there were several, or calls without one. */
export const onlyName = ({ calls }: Facts, nonce: string): string | undefined => {
  const names = new Set(calls.filter((call) => call.nonce === nonce && call.isPayers).map(({ key }) => key))
  return names.size === 1 ? [...names][0] : undefined
}

/** Those that are not empty. */
export const told = (...problems: ReadonlyArray<string>) => problems.filter((problem) => problem !== "")

/** Whether a row's answer was sold without a transfer that anybody could see: no node could be asked. */
export const isPresumed = (row: Row | undefined) => row?.state === "presumed_settled"
