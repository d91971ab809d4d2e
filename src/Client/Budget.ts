/**
 * The budget: what purchases of the journal take of it, and whether another one fits.
 */
import * as Usdc from "../Resources/Usdc.ts"
import { BudgetExceeded, type Limit } from "./Errors.ts"
import { type Purchase, type Purchases, stateOf } from "./journal/Journal.ts"
import type { Limits } from "./Options.ts"

/** The purchases that count for a day (`2026-11-29`): all that were charged, or may be. */
export const counted = (purchases: Purchases, day: string): ReadonlyArray<Purchase> =>
  [...purchases.values()].filter((purchase) => purchase.at.startsWith(day) && stateOf(purchase) !== "free")

export const sum = (purchases: ReadonlyArray<Purchase>): bigint =>
  purchases.reduce((total, { amount }) => total + BigInt(amount), 0n)

/**
 * Lets a purchase pass that fits into every limit.
 *
 * @throws BudgetExceeded otherwise.
 */
export const check = (
  purchases: Purchases,
  { perCall, perCapability, perDay }: Limits,
  { amount, id, key }: Pick<Purchase, "amount" | "id" | "key">,
  day: string
): void => {
  const asked = BigInt(amount)
  const others = counted(purchases, day).filter((purchase) => purchase.key !== key)
  const hold = (limit: Limit, most: bigint | undefined, taken: bigint) => {
    if (most === undefined || taken + asked <= most) return
    const left = most > taken ? most - taken : 0n
    throw new BudgetExceeded(limit, Usdc.format(asked), Usdc.format(left), key)
  }
  hold("perCall", perCall, 0n)
  hold("perCapability", perCapability.get(id), sum(others.filter((purchase) => purchase.id === id)))
  hold("perDay", perDay, sum(others))
}
