/**
 * A facilitator that can be told to fail its next settlement, to see what becomes of the money.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import { Facilitator, SettlementUnknown } from "../Payment/facilitator/Facilitator.ts"

/**
 * What happens to the next settlement. `slow`: it takes some seconds more, time enough to cut the connection of the
 * call that waits for it. `lost`: it is made, and its answer is lost.
 */
export const Fault = Schema.Literal("none", "slow", "lost")
export type Fault = typeof Fault.Type

/** How much longer a slow settlement takes. */
const slowness = Duration.seconds(5)

/** The fault of the next settlement; it is over with it. */
export class Faults extends Context.Tag("almanac/sandbox/Faults")<
  Faults,
  { readonly next: Effect.Effect<Fault>; readonly arm: (fault: Fault) => Effect.Effect<void> }
>() {}

/** The facilitator below, with its faults. */
export const layer: Layer.Layer<Facilitator | Faults, never, Facilitator> = Layer.effectContext(
  Effect.gen(function* () {
    const { settle, verify } = yield* Facilitator
    const armed = yield* Ref.make<Fault>("none")
    const faulty: Facilitator["Type"] = {
      verify,
      settle: (submission) =>
        Effect.flatMap(Ref.getAndSet(armed, "none"), (fault) => {
          switch (fault) {
            case "none":
              return settle(submission)
            case "slow":
              return Effect.delay(settle(submission), slowness)
            case "lost":
              return Effect.zipRight(settle(submission), new SettlementUnknown({ reason: "connection" }))
          }
        })
    }
    return Context.make(Facilitator, faulty).pipe(
      Context.add(Faults, { next: Ref.get(armed), arm: (fault) => Ref.set(armed, fault) })
    )
  })
)
