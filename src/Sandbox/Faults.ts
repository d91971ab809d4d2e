/**
 * A facilitator and a ledger that can be told to fail, to see what becomes of the money and what a buyer is told.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import {
  Facilitator,
  FacilitatorUnavailable,
  SettlementFailed,
  SettlementUnknown
} from "../Payment/facilitator/Facilitator.ts"
import { Ledger } from "../Payment/ledger/Ledger.ts"
import { DatabaseUnavailable } from "../Storage/DatabaseError.ts"

/**
 * What happens to the next settlement. `slow`: it takes some seconds more, time enough to cut the connection of the
 * call that waits for it. `lost`: it is made, and its answer is lost. `refused`: the facilitator says that it makes
 * none. `reverted`: its transaction fails on the chain, for which a payer is refused for ten minutes.
 */
export const SettlementFault = Schema.Literal("none", "slow", "lost", "refused", "reverted")
export type SettlementFault = typeof SettlementFault.Type

/** Whether a dependency answers. */
export const OnOff = Schema.Literal("on", "off")
export type OnOff = typeof OnOff.Type

/** How much longer a slow settlement takes. */
const slowness = Duration.seconds(5)

/** The hash of a transaction that is nowhere. */
const noTransaction = `0x${"0".repeat(63)}1`

interface State {
  /** Of the next settlement; it is over with it. */
  readonly settlement: SettlementFault
  readonly facilitator: OnOff
  readonly ledger: OnOff
}

const well: State = { settlement: "none", facilitator: "on", ledger: "on" }

/** What fails, and a change of it. */
export class Faults extends Context.Tag("almanac/sandbox/Faults")<
  Faults,
  { readonly state: Effect.Effect<State>; readonly turn: (change: Partial<State>) => Effect.Effect<void> }
>() {}

class Switchboard extends Context.Tag("almanac/sandbox/Switchboard")<Switchboard, Ref.Ref<State>>() {}

const isOff = (ref: Ref.Ref<State>, name: "facilitator" | "ledger") =>
  Effect.map(ref.get, (state) => state[name] === "off")

const facilitator = Layer.effect(
  Facilitator,
  Effect.gen(function* () {
    const { settle, verify } = yield* Facilitator
    const ref = yield* Switchboard
    const away = isOff(ref, "facilitator")
    return Facilitator.of({
      verify: (submission) =>
        Effect.if(away, {
          onTrue: () => new FacilitatorUnavailable({ reason: "connection" }),
          onFalse: () => verify(submission)
        }),
      settle: (submission) =>
        Effect.gen(function* () {
          if (yield* away) return yield* new SettlementUnknown({ reason: "connection" })
          const { settlement } = yield* Ref.getAndUpdate(ref, (state) => ({
            ...state,
            settlement: "none" as const
          }))
          switch (settlement) {
            case "none":
              return yield* settle(submission)
            case "slow":
              return yield* Effect.delay(settle(submission), slowness)
            case "lost":
              return yield* Effect.zipRight(
                settle(submission),
                new SettlementUnknown({ reason: "connection" })
              )
            case "refused":
              return yield* new SettlementFailed({ reason: "invalid_payment_requirements" })
            case "reverted":
              return yield* new SettlementFailed({
                reason: "invalid_transaction_state",
                transaction: noTransaction
              })
          }
        })
    })
  })
)

/** The ledger below, away when it is switched off: no operation of it reaches the database. */
const ledger = Layer.effect(
  Ledger,
  Effect.gen(function* () {
    const { now, ...operations } = yield* Ledger
    const ref = yield* Switchboard
    const unlessAway = <A>(effect: Effect.Effect<A, DatabaseUnavailable>) =>
      Effect.if(isOff(ref, "ledger"), {
        onTrue: () => new DatabaseUnavailable({ reason: "connection" }),
        onFalse: () => effect
      })
    const guarded =
      (operation: (...args: ReadonlyArray<never>) => Effect.Effect<unknown, DatabaseUnavailable>) =>
      (...args: ReadonlyArray<never>) =>
        unlessAway(Effect.suspend(() => operation(...args)))
    // Every other member is an operation that may fail so: the types are those of the ledger below.
    const all: unknown = { ...Record.map(operations, guarded), now: unlessAway(now) }
    return Ledger.of(all as Ledger["Type"])
  })
)

/** The facilitator and the ledger below, with their faults. */
export const layer: Layer.Layer<Facilitator | Ledger | Faults, never, Facilitator | Ledger> = Layer.mergeAll(
  facilitator,
  ledger,
  Layer.effect(
    Faults,
    Effect.map(Switchboard, (ref) => ({
      state: ref.get,
      turn: (change) => Ref.update(ref, (state) => ({ ...state, ...change }))
    }))
  )
).pipe(Layer.provide(Layer.effect(Switchboard, Ref.make(well))))
