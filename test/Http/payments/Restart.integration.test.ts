/**
 * What the ledger keeps survives the process, and holds between processes.
 */
import { expect, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, type Scope } from "effect"
import { describe } from "vitest"
import { SettlementUnknown } from "../../../src/Payment/facilitator/Facilitator.ts"
import { call, payment, question } from "../../support/Buyer.ts"
import { Knobs, someRates, start, world } from "../../support/Harness.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

const send = (url: string, header: string, body: unknown = question) =>
  Effect.promise(() => call(url, header, body))

const scenario = <A, E>(effect: Effect.Effect<A, E, Knobs | Scope.Scope>) =>
  effect.pipe(Effect.scoped, Effect.provide(world))

describe("a restart", () => {
  it.live("keeps the answers that were bought, and charges nobody again", () =>
    scenario(
      Effect.gen(function* () {
        const knobs = yield* Knobs
        const place = yield* TestDatabase.lasting
        const header = yield* Effect.promise(() => payment())
        const first = yield* Effect.scoped(
          Effect.flatMap(start({ storage: place }), ({ url }) => send(url, header))
        )
        expect(first.status).toBe(200)
        const { url } = yield* start({ storage: place })
        const again = yield* send(url, header)
        expect([again.status, again.text]).toEqual([200, first.text])
        expect(again.headers.get("payment-response")).toBe(first.headers.get("payment-response"))
        expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
        const other = yield* send(url, header, { base: "USD", currencies: ["JPY"] })
        expect([other.status, other.body.error?.details?.reason]).toEqual([402, "nonce_already_used"])
      })
    )
  )

  it.live("keeps a settlement of unknown outcome: still 503, never 402", () =>
    scenario(
      Effect.gen(function* () {
        const knobs = yield* Knobs
        const place = yield* TestDatabase.lasting
        knobs.settle = () => new SettlementUnknown({ reason: "timeout" })
        const header = yield* Effect.promise(() => payment())
        yield* Effect.scoped(Effect.flatMap(start({ storage: place }), ({ url }) => send(url, header)))
        knobs.reset()
        const { url } = yield* start({ storage: place })
        const pending = yield* send(url, header)
        expect([pending.status, pending.body.error?.code]).toEqual([503, "PAYMENT_SETTLEMENT_PENDING"])
        expect(knobs.calls.settle).toBe(0)
      })
    )
  )
})

describe.skipIf(!TestDatabase.isServer)("two processes on one PostgreSQL (DATABASE_URL)", () => {
  it.live("run and charge the same payment once, whichever is asked", () =>
    scenario(
      Effect.gen(function* () {
        const knobs = yield* Knobs
        knobs.rates = (query) => Effect.delay(someRates(query), "200 millis")
        const place = yield* TestDatabase.lasting
        const [one, two] = yield* Effect.all([start({ storage: place }), start({ storage: place })])
        const header = yield* Effect.promise(() => payment())
        const answers = yield* Effect.all(
          [one, two, one, two].map(({ url }) => send(url, header)),
          { concurrency: "unbounded" }
        )
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
        expect(answers[0]?.status).toBe(200)
        expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
      })
    )
  )

  it.live("hand a payment over when the first gives it back", () =>
    scenario(
      Effect.gen(function* () {
        const knobs = yield* Knobs
        const running = yield* Deferred.make<void>()
        knobs.rates = () => Effect.zipRight(Deferred.succeed(running, undefined), Effect.never)
        const place = yield* TestDatabase.lasting
        const [one, two] = yield* Effect.all([start({ storage: place }), start({ storage: place })])
        const header = yield* Effect.promise(() => payment())
        const hangUp = new AbortController()
        const gone = yield* Effect.fork(
          Effect.exit(Effect.tryPromise(() => call(one.url, header, question, {}, hangUp.signal)))
        )
        yield* Deferred.await(running)
        knobs.rates = someRates
        const second = yield* Effect.fork(send(two.url, header))
        yield* Effect.sleep(Duration.millis(150))
        hangUp.abort()
        yield* Fiber.join(gone)
        expect((yield* Fiber.join(second)).status).toBe(200)
        expect(knobs.calls).toMatchObject({ verify: 2, settle: 1, rates: 2 })
      })
    )
  )
})

describe("a ledger that is away", () => {
  it.live("at the start: 402, free routes and 400 are served, paid calls are 503 and not charged", () =>
    scenario(
      Effect.gen(function* () {
        const knobs = yield* Knobs
        const { url } = yield* start({ away: true })
        expect((yield* Effect.promise(() => call(url, undefined))).status).toBe(402)
        expect((yield* Effect.promise(() => fetch(`${url}/v1/capabilities`))).status).toBe(200)
        const ready = yield* Effect.promise(() => fetch(`${url}/health/ready`))
        expect(ready.status).toBe(503)
        expect(yield* Effect.promise(() => ready.json())).toMatchObject({
          status: "degraded",
          checks: { database: "down", cache: "ok" }
        })
        const header = yield* Effect.promise(() => payment())
        expect((yield* send(url, header, {})).body.error?.code).toBe("VALIDATION_FAILED")
        const away = yield* send(url, header)
        expect([away.status, away.body.error?.code]).toEqual([503, "LEDGER_UNAVAILABLE"])
        expect(away.headers.get("retry-after")).toMatch(/^\d+$/)
        // One that does not fit today's terms may have an answer: nobody can tell.
        const late = yield* Effect.promise(() => payment({ authorization: { validBefore: "1700000000" } }))
        expect((yield* send(url, late)).body.error?.code).toBe("LEDGER_UNAVAILABLE")
        expect(knobs.calls).toEqual({ verify: 0, settle: 0, rates: 0 })
      })
    )
  )
})
