/**
 * What was spent on a day, and what is left of the limits. This file is loaded when somebody asks.
 */
import * as Usdc from "../Resources/Usdc.ts"
import { counted, sum } from "./Budget.ts"
import { type Purchases, stateOf } from "./journal/Journal.ts"
import type { Limits } from "./Options.ts"

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
