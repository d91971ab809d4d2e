/**
 * A sale of what the operator has paused: the payment gets what it has bought before, and buys nothing new.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SaleFailure } from "../../Api/Failure.ts"
import { Pauses } from "../../Pauses.ts"
import type { Round } from "../EarlierPurchase.ts"
import { capabilityPaused } from "../Failures.ts"
import type { Order } from "../Order.ts"

/** `find`: what the ledger has of an order. The result is `undefined` for an order of what is not paused. */
export const make = (find: (order: Order) => Effect.Effect<Option.Option<Round>, SaleFailure>) =>
  Effect.map(
    Pauses,
    ({ ofCapability }) =>
      (order: Order): Effect.Effect<Option.Option<Round>, SaleFailure> | undefined => {
        const pause = ofCapability(order.challenge.offer.facts)
        return pause === undefined
          ? undefined
          : Effect.filterOrFail(find(order), Option.isSome, () => capabilityPaused(pause))
      }
  )
