/**
 * What the tables of purchases are written with: a payment that is in the ledger already, a process with a facilitator
 * that does as the test says, and a clock that stands.
 */
import type { Vitest } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { type ProviderFailure, TimedOut } from "../../../src/Api/Failure.ts"
import { AdmissionControl } from "../../../src/Http/limits/AdmissionControl.ts"
import { Lifecycle } from "../../../src/Lifecycle.ts"
import { Pauses } from "../../../src/Pauses.ts"
import { Chain } from "../../../src/Payment/chain/Chain.ts"
import { Challenges } from "../../../src/Payment/challenge/Challenge.ts"
import { Facilitator } from "../../../src/Payment/facilitator/Facilitator.ts"
import { ofUnverified } from "../../../src/Payment/Limits.ts"
import { Ledger, type PaymentKey, type StoredResponse } from "../../../src/Payment/ledger/Ledger.ts"
import type { Product } from "../../../src/Payment/Order.ts"
import * as Purchase from "../../../src/Payment/Purchase.ts"
import * as SharedPurchases from "../../../src/Payment/SharedPurchases.ts"
import * as Trace from "../../../src/Payment/Trace.ts"
import type { Settings } from "../../../src/Settings.ts"
import * as WakeUps from "../../../src/Storage/WakeUps.ts"
import * as TestSettings from "../../support/setup/TestSettings.ts"
import * as Ledgers from "../ledger/suite/World.ts"
import { type Call, idempotencyKey, orderOf } from "./Calls.ts"
import * as StandingClock from "./StandingClock.ts"
import { changesOf, type End, waits, wordOf } from "./Words.ts"

/** A ledger, and what is the same for every purchase. */
export type Services = Ledgers.Services | Settings | Challenges

export const settings = Layer.provideMerge(Challenges.layer, TestSettings.layer({}))

/** A case: in an empty ledger, at the start. */
export const check = <A, E>(
  it: Vitest.MethodsNonLive<Services, true>,
  name: string,
  effect: Effect.Effect<A, E, Services>
) => it.effect(name, () => Effect.withClock(effect, StandingClock.clock))

/** Brings the payment to a state; it has bought the request "request" under the idempotency key. */
export const bringTo = (state: Ledgers.State, more: Parameters<typeof Ledgers.bringTo>[1] = {}) =>
  Ledgers.bringTo(state, { idempotencyKey, ...more })

const answer: StoredResponse = { body: new Uint8Array([91, 93]), headers: {}, hash: "new" }

/** What the capability makes. */
export const product: Product = { answer, charged: true }

/** What the others do when a purchase asks them. By default everything goes well, but for a forged signature. */
export interface Script {
  readonly verify?: Facilitator["Type"]["verify"]
  readonly settle?: Facilitator["Type"]["settle"]
  readonly run?: Effect.Effect<Product, ProviderFailure, Ledgers.Services>
  /** What a node says; without it there is none. */
  readonly chain?: ReturnType<Chain["Type"]["authorization"]>
  /** Settings of the process's own. */
  readonly environment?: Readonly<Record<string, string>>
  /** What the process has for a ledger. */
  readonly ledger?: (ledger: Ledger["Type"]) => Partial<Ledger["Type"]>
}

const verify: Facilitator["Type"]["verify"] = ({ signature }) =>
  Effect.succeed(
    signature === "0xforged" ? { isValid: false, reason: "invalid_exact_evm_signature" } : { isValid: true }
  )
const settle = () => Effect.succeed({ transaction: "0xnew" })

const topicOf = (key: PaymentKey) => `payment:${Trace.hashOf(key)}`
const payerTopic = ({ payer }: PaymentKey) => `payer:${payer}`

/** What calls listen for, in all processes. */
const listened = new Set<string>()

/** Wake-ups, and what they were used for: whoever waits for a message that never comes would wait for ever. */
const observedWakeUps = () => {
  const published = new Set<string>()
  const local = WakeUps.local({
    onFirst: async (key) => {
      listened.add(key)
    },
    onLast: (key) => listened.delete(key)
  })
  const publish = (key: string) =>
    Effect.zipRight(
      Effect.sync(() => published.add(key)),
      local.publish(key)
    )
  return { published, wakeUps: { ...local, publish } }
}

/** The operator pauses the capability. */
const pause = Effect.flatMap(Pauses, ({ read }) =>
  Effect.sync(() =>
    read()([{ kind: "capability", name: "fx.rates", reason: "a test", retryAfter: 77, since: new Date(0) }])
  )
)

/** A process that buys. */
export const startProcess = (script: Script = {}) =>
  Effect.gen(function* () {
    const asked = { verify: 0, settle: 0, run: 0 }
    const counted =
      <Arguments extends ReadonlyArray<unknown>, A, E, R>(
        name: keyof typeof asked,
        ask: (...parameters: Arguments) => Effect.Effect<A, E, R>
      ) =>
      (...parameters: Arguments) =>
        Effect.suspend(() => {
          asked[name] += 1
          return ask(...parameters)
        })
    const facilitator = Layer.succeed(Facilitator, {
      verify: counted("verify", script.verify ?? verify),
      settle: counted("settle", script.settle ?? settle)
    })
    const ledger = Layer.effect(
      Ledger,
      Effect.map(Ledger, (ledger) => ({ ...ledger, ...script.ledger?.(ledger) }))
    )
    const { published, wakeUps } = observedWakeUps()
    const { chain } = script
    const context = yield* Layer.build(
      Layer.provideMerge(
        Purchase.layer,
        Layer.mergeAll(
          facilitator,
          ledger,
          Layer.provide(AdmissionControl.layer(ofUnverified), TestSettings.layer(script.environment ?? {})),
          Lifecycle.layer,
          Pauses.layer,
          chain === undefined ? Layer.empty : Layer.succeed(Chain, { authorization: () => chain }),
          Layer.succeed(WakeUps.WakeUps, wakeUps)
        )
      )
    )
    const purchase = (yield* Effect.provide(SharedPurchases.make, context))<ProviderFailure>()
    const challenge = (yield* Challenges).unsafeOf("/v1/fx/rates")
    const services = yield* Effect.context<Ledgers.Services>()
    const work = {
      run: Effect.provide(counted("run", () => script.run ?? Effect.succeed(product))(), services),
      windowEnded: () => new TimedOut({ message: "the window ended" })
    }
    return {
      asked,
      pause: Effect.provide(pause, context),
      /** Begins a call. */
      call: (call: Call) =>
        Effect.flatMap(StandingClock.elapsed, (elapsed) =>
          Effect.fork(purchase(orderOf(challenge, call, Ledgers.start + elapsed), work))
        ),
      /** Tells of the end of a payment's run, as another process does. A defect where no call waits for it. */
      tell: (topic: string) =>
        Effect.suspend(() =>
          listened.has(topic) ? wakeUps.publish(topic) : Effect.dieMessage(`no call waits for ${topic}`)
        ),
      /** Whether this process has told of the end of a payment's run. */
      hasTold: (key: PaymentKey) => published.has(topicOf(key)) && published.has(payerTopic(key))
    }
  })
type Process = Effect.Effect.Success<ReturnType<typeof startProcess>>
type Running = Effect.Effect.Success<ReturnType<Process["call"]>>

const lengths = Object.keys(waits).map(Number)

/** Where a call stands: how it ended, or what it has waited for since the moment `mark`. */
export const standing = (fiber: Running, mark = 0): Effect.Effect<string> =>
  Effect.raceFirst(
    Effect.map(Fiber.await(fiber), (end: End) => wordOf(end)),
    Effect.map(StandingClock.asleep(mark, lengths), (millis) =>
      millis === 1000 && listened.has(payerTopic(Ledgers.key))
        ? "atLimit"
        : (Object.entries(waits).find(([length]) => Number(length) === millis)?.[1] ?? "asleep")
    )
  )

/** All that the ledger has. */
export const rows = Effect.flatMap(Ledgers.ports, ({ table }) => table.payments)

type Seen = readonly [told: string, verify: number, settle: number, run: number, ledger: string]

/** What happens while a call waits, and then wakes it. */
export interface Step {
  readonly meanwhile?: Effect.Effect<unknown, unknown, Services>
  readonly wake: (process: Process) => Effect.Effect<unknown>
}

/** No message comes: the call wakes by itself. */
export const later = (millis: number) => () => StandingClock.pass(millis)

/** A message comes. */
export const told =
  (key: PaymentKey = Ledgers.key) =>
  ({ tell }: Process) =>
    tell(topicOf(key))

/** A message of the payer's comes. */
export const toldOfPayer = ({ tell }: Process) => tell(payerTopic(Ledgers.key))

/**
 * Brings the ledger to a state and lets a process make a call, which waits for the steps, if there are any. Returns what
 * the call came to, and the payments that have changed since nobody but the call could change them.
 */
export const outcome = (
  given: Effect.Effect<unknown, unknown, Services>,
  call: Call,
  { script, steps = [] }: { readonly script?: Script; readonly steps?: ReadonlyArray<Step> } = {}
): Effect.Effect<Seen, unknown, Services> =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* Ledgers.fresh
      yield* given
      const process = yield* startProcess(script)
      let before = yield* rows
      let mark = yield* StandingClock.mark
      const fiber = yield* process.call(call)
      let stands = yield* standing(fiber, mark)
      for (const { meanwhile = Effect.void, wake } of steps) {
        yield* meanwhile
        before = yield* rows
        mark = yield* StandingClock.mark
        yield* wake(process)
        stands = yield* standing(fiber, mark)
      }
      yield* Fiber.interrupt(fiber)
      const { run, settle, verify } = process.asked
      return [stands, verify, settle, run, changesOf(before, yield* rows)] as const
    })
  )
