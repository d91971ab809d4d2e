/**
 * Limits the look-ups in the ledger that anybody may cause free of charge: the status of a payment, and whether a payment
 * that buys nothing new has bought an answer. A few are under way at a time, so that they cannot occupy the database's
 * connections; some more wait; the next is refused.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Overloaded } from "../../Api/Failure.ts"
import { atMost, limitConcurrency } from "../../Runtime/Bracket.ts"

/** Look-ups under way at a time, in each of the two limits of a process. Our choice. */
const underWay = 8

/** Look-ups that wait for their turn. Our choice: they are done within a second. */
const waiting = 504

const tooMany = new Overloaded({
  message: "Too many payments are being looked up; this call charged nothing.",
  why: "too many look-ups",
  retryAfter: 1
})

/** Runs a look-up in its turn. */
export class FreeLookups extends Context.Tag("almanac/FreeLookups")<
  FreeLookups,
  <A, E, R>(lookup: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Overloaded, R>
>() {
  static readonly layer = Layer.sync(FreeLookups, () => make())
}

/** A limit that counts its own look-ups alone: purchases have one beside that of the service. */
export const make = (): FreeLookups["Type"] => {
  const inTurn = limitConcurrency(underWay)
  const limited = atMost(underWay + waiting, tooMany)
  return (lookup) => limited(inTurn(lookup))
}
