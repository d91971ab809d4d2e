/**
 * What the tests of money share: a service under a steered clock, its buyers' payments, and the ledger's rows.
 */
import { Context, Deferred, Duration, Effect, Layer, Schedule } from "effect"
import * as SteeredClock from "../../scripts/prove/service/SteeredClock.ts"
import { SimulatedChain } from "../../src/Sandbox/SimulatedChain.ts"
import { type Answer, call, decode, payment, question, type Wanted } from "./Buyer.ts"
import {
  buyers,
  Knobs,
  type Options,
  openingBalance,
  type Running,
  someRates,
  start,
  startOnChain,
  world
} from "./Harness.ts"
import type { Change } from "./LedgerTable.ts"

/** The service under test, and its clock. */
export class Almanac extends Context.Tag("test/SteeredAlmanac")<
  Almanac,
  Running & { readonly clock: SteeredClock.SteeredClock }
>() {}

/** A service under a clock of its own (or the one given), with a chain to ask or without. */
export const steered = (
  options: Options & { readonly chain?: boolean; readonly clock?: SteeredClock.SteeredClock } = {}
) =>
  Effect.suspend(() => {
    const { chain = true, clock = SteeredClock.make(), ...rest } = options
    return Effect.map(Effect.withClock(chain ? startOnChain(rest) : start(rest), clock.clock), (running) => ({
      ...running,
      clock
    }))
  })

/** One service for all tests of a file. */
export const service = (options: Parameters<typeof steered>[0] = {}) =>
  Layer.scoped(Almanac, steered(options)).pipe(Layer.provideMerge(world))

/** A buyer by number. */
export const buyer = (index: number) => {
  const account = buyers[index]
  if (account === undefined) throw new Error("no such buyer")
  return account
}

/** A buyer's good payment, by the service's clock. */
export const pay = (index: number, wanted: Wanted = {}) =>
  Effect.flatMap(Almanac, ({ clock }) =>
    Effect.promise(() =>
      payment({
        account: buyer(index),
        ...wanted,
        authorization: { validBefore: String(clock.seconds() + 300), ...wanted.authorization }
      })
    )
  )

/** Sends a call for exchange rates. */
export const send = (
  header: string | undefined,
  body: unknown = question,
  headers: Record<string, string> = {},
  signal?: AbortSignal
) => Effect.flatMap(Almanac, ({ url }) => Effect.promise(() => call(url, header, body, headers, signal)))

/** Atomic USDC that a buyer has spent. */
export const spent = (index: number) =>
  Effect.map(
    Effect.flatMap(SimulatedChain, (chain) => chain.balance(buyer(index).address)),
    (balance) => openingBalance - balance
  )

/** The nonce of a payment. */
export const nonceOf = (header: string) =>
  (/"nonce":"(0x[0-9a-fA-F]{64})"/.exec(JSON.stringify(decode(header)))?.[1] ?? "").toLowerCase()

/** The ledger's rows of a payment: one or none. */
export const rows = (header: string) =>
  Effect.map(
    Effect.flatMap(Almanac, ({ table }) => table.payments),
    (payments) => payments.filter(({ nonce }) => nonce === nonceOf(header))
  )

/** Does to a payment's row what no operation of the ledger does. */
export const changeRow = (header: string, change: Change) =>
  Effect.flatMap(Almanac, ({ table }) => table.change(nonceOf(header), change))

/** The state of a payment in the ledger. */
export const stateOf = (header: string) => Effect.map(rows(header), ([row]) => row?.state)

/** Honest again, counters at zero. */
export const reset = Effect.map(Knobs, (knobs) => {
  knobs.reset()
  return knobs
})

/** A provider that waits for a word. */
export const held = Effect.gen(function* () {
  const running = yield* Deferred.make<void>()
  const go = yield* Deferred.make<void>()
  return {
    running: Deferred.await(running),
    go: Deferred.succeed(go, undefined),
    rates: (query: Parameters<typeof someRates>[0]) =>
      Effect.zipRight(
        Deferred.succeed(running, undefined),
        Effect.zipRight(Deferred.await(go), someRates(query))
      )
  }
})

const holds = <E, R>(condition: Effect.Effect<boolean, E, R>) =>
  condition.pipe(Effect.flatMap((isTrue) => (isTrue ? Effect.void : Effect.fail("not yet" as const))))

/**
 * Puts the clock forward in steps, with time for what wakes up, until the condition holds. The longer it takes, the more
 * time there is: on a busy machine what wakes up must come to its end before the next step ends its wait.
 */
export const until = <E, R>(
  condition: Effect.Effect<boolean, E, R>,
  step: Duration.DurationInput = "2 seconds"
) =>
  Effect.gen(function* () {
    const { clock } = yield* Almanac
    let pause = 15
    const look = Effect.suspend(() => {
      pause += 0.5
      return Effect.zipRight(
        clock.jump(step),
        Effect.zipRight(Effect.sleep(Duration.millis(pause)), holds(condition))
      )
    })
    yield* Effect.retry(look, { times: 300 })
  })

/** Without putting the clock forward. */
export const eventually = <E, R>(condition: Effect.Effect<boolean, E, R>) =>
  Effect.retry(holds(condition), { times: 400, schedule: Schedule.spaced("15 millis") })

/** Status, code and reason of an answer. */
export const told = ({ status, body: { error } }: Answer) => [status, error?.code, error?.details?.reason]
