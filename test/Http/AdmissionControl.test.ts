/** The places of sales: how many there are, who gets the next one, and who gets none. */
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { AdmissionControl } from "../../src/Http/limits/AdmissionControl.ts"
import { ofUnverified } from "../../src/Payment/Limits.ts"
import * as TestSettings from "../support/setup/TestSettings.ts"

const withPlaces = (places: number) =>
  Layer.provide(AdmissionControl.layer(ofUnverified), TestSettings.layer({ MAX_CALLS: String(places) }))

/** Sales that begin, are verified and end when a test says so. */
const sales = Effect.gen(function* () {
  const { enter, isFull } = yield* AdmissionControl
  const begun: Array<string> = []
  const start = (payer: string) =>
    Effect.gen(function* () {
      const [verify, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const sale = enter(payer, (verified) =>
        Effect.gen(function* () {
          begun.push(payer)
          yield* Effect.raceFirst(
            Effect.zipRight(Deferred.await(verify), Effect.zipRight(verified, Effect.never)),
            Deferred.await(end)
          )
        })
      )
      const fiber = yield* Effect.fork(Effect.either(sale))
      yield* turns
      return {
        fiber,
        verify: Effect.zipRight(Deferred.succeed(verify, undefined), turns),
        end: Effect.zipRight(Deferred.succeed(end, undefined), turns),
        told: Effect.map(Fiber.join(fiber), ({ _tag }) => _tag)
      }
    })
  const startAll = (...payers: ReadonlyArray<string>) => Effect.forEach(payers, start)
  /** Who has begun since the last time. */
  const news = Effect.sync(() => begun.splice(0).join(" "))
  return { start, startAll, news, isFull }
})

/** Time for what can go on. */
const turns = Effect.repeatN(Effect.yieldNow(), 10)

const test = (name: string, places: number, effect: Effect.Effect<void, unknown, AdmissionControl>) =>
  it.live(name, () => Effect.provide(effect, withPlaces(places)))

describe("admission", () => {
  test(
    "says how many places were held, and how many sales waited, at most since it was last asked",
    5,
    Effect.gen(function* () {
      const { mostUsed, places } = yield* AdmissionControl
      const { startAll } = yield* sales
      const [a, b] = yield* startAll("a", "b", "c", "d", "e")
      expect([places, mostUsed()]).toEqual([5, { held: 3, waiting: 2 }])
      for (const one of [a, b]) yield* one?.end ?? Effect.void
      // Two that waited have got the places. So it was when it was last asked, too.
      expect(mostUsed()).toEqual({ held: 3, waiting: 2 })
      expect(mostUsed()).toEqual({ held: 3, waiting: 0 })
    })
  )

  test(
    "gives half of the places, rounded up, to sales whose payment is not verified, and all to the others",
    5,
    Effect.gen(function* () {
      const { news, startAll } = yield* sales
      const [a, b] = yield* startAll("a", "b", "c", "d", "e", "f")
      expect(yield* news).toBe("a b c")
      yield* a?.verify ?? Effect.void
      expect(yield* news).toBe("d")
      yield* b?.verify ?? Effect.void
      expect(yield* news).toBe("e")
      // All five are taken now.
      yield* a?.end ?? Effect.void
      expect(yield* news).toBe("")
      yield* b?.end ?? Effect.void
      expect(yield* news).toBe("")
    })
  )

  test(
    "gives a place on when a sale that was not verified ends",
    2,
    Effect.gen(function* () {
      const { news, startAll } = yield* sales
      const [a] = yield* startAll("a", "b")
      expect(yield* news).toBe("a")
      yield* a?.end ?? Effect.void
      expect(yield* news).toBe("b")
    })
  )

  test(
    "lets payers have their turns: one that sends much waits for its own",
    8,
    Effect.gen(function* () {
      const { news, startAll } = yield* sales
      const taken = yield* startAll("w", "x", "y", "z")
      yield* startAll("many", "many", "many", "one", "two")
      expect(yield* news).toBe("w x y z")
      for (const sale of taken) yield* sale.end
      expect(yield* news).toBe("many one two many")
    })
  )

  test(
    "gives one payer half of the places for unverified sales; what is verified no longer counts",
    8,
    Effect.gen(function* () {
      const { news, startAll } = yield* sales
      const [first] = yield* startAll("many", "many", "many", "many")
      expect(yield* news).toBe("many many")
      yield* startAll("one", "two")
      expect(yield* news).toBe("one two")
      yield* first?.verify ?? Effect.void
      expect(yield* news).toBe("many")
    })
  )

  test(
    "lets 50 sales of a payer wait, and as many hold places: one more is refused at once",
    1000,
    Effect.gen(function* () {
      const { news, startAll } = yield* sales
      const many = yield* startAll(...Array.from({ length: 102 }, () => "many"))
      expect((yield* news).split(" ").length).toBe(50)
      const [one] = yield* startAll("one")
      expect(yield* news).toBe("one")
      expect(yield* Effect.forEach(many.slice(100), ({ told }) => told)).toEqual(["Left", "Left"])
      const holding = yield* Effect.forEach(many, ({ fiber }) => Fiber.poll(fiber))
      expect(holding.filter(({ _tag }) => _tag === "Some").length).toBe(2)
      yield* one?.end ?? Effect.void
    })
  )

  test(
    "refuses at once when the places and an eighth more are asked for, and after half a second of waiting",
    8,
    Effect.gen(function* () {
      const { isFull, startAll } = yield* sales
      yield* startAll(..."abcd")
      const waiting = yield* startAll(..."efghi")
      expect(isFull()).toBe(true)
      const [refused] = yield* startAll("j")
      expect(yield* refused?.told ?? Effect.void).toBe("Left")
      expect(yield* Effect.forEach(waiting, ({ told }) => told)).toEqual(waiting.map(() => "Left"))
      expect(isFull()).toBe(false)
    })
  )

  test(
    "forgets a sale whose caller has gone, wherever it was",
    2,
    Effect.gen(function* () {
      const { news, startAll } = yield* sales
      const [a, b] = yield* startAll("a", "b", "c")
      for (const sale of [b, a]) if (sale !== undefined) yield* Fiber.interrupt(sale.fiber)
      yield* turns
      expect(yield* news).toBe("a c")
    })
  )
})
