/**
 * What this process is reserving at the moment: the ledger's sum of a payer's open payments cannot see it yet. Counted
 * for a moment twice, once it is committed, which errs on the safe side.
 */
import { Effect } from "effect"

/** Counts amounts (atomic units) by payer, while they are being reserved. */
export const make = () => {
  const amounts = new Map<string, bigint>()
  const add = (payer: string, amount: bigint) => {
    const sum = (amounts.get(payer) ?? 0n) + amount
    if (sum === 0n) amounts.delete(payer)
    else amounts.set(payer, sum)
  }

  /** Runs `reserve` with the sum of the payer's others. To be run where nothing interrupts. */
  return <A, E, R>(payer: string, amount: bigint, reserve: (others: bigint) => Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const others = amounts.get(payer) ?? 0n
      add(payer, amount)
      return Effect.ensuring(
        reserve(others),
        Effect.sync(() => add(payer, -amount))
      )
    })
}
