/**
 * The budget: what purchases of the journal take of it, and whether another one fits.
 */
import * as Usdc from "../Resources/Usdc.ts"
import { BudgetExceeded, type Limit } from "./Errors.ts"
import { type Purchase, type Purchases, stateOf } from "./journal/Journal.ts"
import type { Limits } from "./Options.ts"

/** The purchases that count for a day (`2026-11-29`): all that were charged, or may be. */
const counted = (purchases: Purchases, day: string): ReadonlyArray<Purchase> =>
  [...purchases.values()].filter((purchase) => purchase.at.startsWith(day) && stateOf(purchase) !== "free")

const sum = (purchases: ReadonlyArray<Purchase>): bigint =>
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

/** What was spent on a day (UTC), in decimal USDC. What may have been charged counts as spent. */
export interface Spent {
  readonly day: string
  readonly today: string
  /** The part of it that may have been charged, or not. */
  readonly open: string
  readonly byCapability: { readonly [id: string]: string }
  /** What is left of the limits. */
  readonly left: { readonly perDay?: string; readonly perCapability: { readonly [id: string]: string } }
}

export const spent = (purchases: Purchases, { perCapability, perDay }: Limits, day: string): Spent => {
  const today = counted(purchases, day)
  const left = (most: bigint, taken: bigint) => Usdc.format(most > taken ? most - taken : 0n)
  const of = (id: string) => sum(today.filter((purchase) => purchase.id === id))
  const ids = [...new Set(today.map(({ id }) => id))].sort()
  return {
    day,
    today: Usdc.format(sum(today)),
    open: Usdc.format(sum(today.filter((purchase) => stateOf(purchase) === "open"))),
    byCapability: Object.fromEntries(ids.map((id) => [id, Usdc.format(of(id))])),
    left: {
      ...(perDay === undefined ? {} : { perDay: left(perDay, sum(today)) }),
      perCapability: Object.fromEntries([...perCapability].map(([id, most]) => [id, left(most, of(id))]))
    }
  }
}
