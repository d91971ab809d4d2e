/**
 * How the process ends when it is told to, and starts when nothing that it leans on is there.
 */
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted, Schedule } from "effect"
import { describe } from "vitest"
import { call, nextBuyer, payment } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Cut from "../support/process/Cut.ts"
import * as Leases from "../support/process/Leases.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import { spansOf } from "../support/process/Otlp.ts"
import * as Relay from "../support/process/Relay.ts"
import { payTo } from "../support/SignedPayment.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"

const traceId = "4".repeat(32)

/** A process with a paid call under way that its provider holds back until `go`. */
const busy = Effect.gen(function* () {
  const asked = yield* Deferred.make<void>()
  const go = yield* Deferred.make<void>()
  const neighbours = yield* Neighbours.start(
    Effect.zipRight(Deferred.succeed(asked, undefined), Deferred.await(go))
  )
  const almanac = yield* Almanac.start({
    ...neighbours.environment,
    ...(yield* Almanac.ledger),
    OTEL_EXPORTER_OTLP_ENDPOINT: neighbours.collector
  })
  const url = yield* Almanac.urlOf(almanac)
  yield* Almanac.readiness(url, 200)
  const header = yield* Effect.promise(() => payment())
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  const underWay = yield* Effect.fork(
    Effect.either(Effect.tryPromise(() => call(url, header, undefined, { traceparent })))
  )
  yield* Deferred.await(asked)
  almanac.child.kill("SIGTERM")
  yield* Effect.promise(() => almanac.prints(/stopping/))
  return { almanac, go, neighbours, underWay }
})

// All at the same time: each mostly waits for processes of its own.
describe.concurrent("a signal", () => {
  it.scopedLive(
    "lets the call under way be settled, and its whole trace reaches the collector",
    () =>
      Effect.gen(function* () {
        const { almanac, go, neighbours, underWay } = yield* busy
        yield* Deferred.succeed(go, undefined)
        expect((yield* Fiber.join(underWay))._tag).toBe("Right")
        expect(yield* Effect.promise(() => almanac.ends)).toBe(0)
        const names = spansOf(neighbours.exports, traceId).map(({ name }) => name)
        expect(names).toEqual(
          expect.arrayContaining(["POST /v1/fx/rates", "purchase", "run", "settle", "record"])
        )
      }),
    60_000
  )

  for (const [signal, code] of [
    ["SIGTERM", 143],
    ["SIGINT", 130]
  ] as const) {
    it.scopedLive(
      `and a second one, ${signal}, waits for nobody`,
      () =>
        Effect.gen(function* () {
          const { almanac, underWay } = yield* busy
          almanac.child.kill(signal)
          expect(yield* Effect.promise(() => almanac.ends)).toBe(code)
          expect(almanac.output()).toContain("a second signal")
          expect((yield* Fiber.join(underWay))._tag).toBe("Left")
        }),
      60_000
    )
  }
})

describe.concurrent("a stop", () => {
  /** A process that is ready, and pays for by a header. */
  const idle = (environment: Readonly<Record<string, string>>) =>
    Effect.gen(function* () {
      const neighbours = yield* Neighbours.start()
      const almanac = yield* Almanac.start({
        ...neighbours.environment,
        ...(yield* Almanac.ledger),
        ...environment
      })
      const url = yield* Almanac.urlOf(almanac)
      yield* Almanac.readiness(url, 200)
      return { almanac, url }
    })

  const statuses = (url: string) =>
    Effect.promise(() =>
      Promise.all(
        ["/health", "/health/ready", "/health/serving"].map(async (path) => (await fetch(url + path)).status)
      )
    )

  it.scopedLive(
    "with SHUTDOWN_DELAY says that it is not ready, and sells on until the delay is over",
    () =>
      Effect.gen(function* () {
        const { almanac, url } = yield* idle({ SHUTDOWN_DELAY: "3 seconds" })
        almanac.child.kill("SIGTERM")
        yield* Effect.promise(() => almanac.prints(/stopping in 3s: not ready any more/))
        expect(yield* statuses(url)).toEqual([200, 503, 503])
        const answer = yield* Effect.promise(async () => call(url, await payment({ account: nextBuyer() })))
        expect([answer.status, answer.headers.get("payment-response") === null]).toEqual([200, false])
        expect(yield* Effect.promise(() => almanac.ends)).toBe(0)
        expect(almanac.output()).toMatch(/stopping: no new calls[\s\S]*stopped/)
      }),
    60_000
  )

  it.scopedLive(
    "with SHUTDOWN_DELAY ends at once at a second signal",
    () =>
      Effect.gen(function* () {
        const { almanac } = yield* idle({ SHUTDOWN_DELAY: "5 minutes" })
        almanac.child.kill("SIGTERM")
        yield* Effect.promise(() => almanac.prints(/stopping in 5m/))
        almanac.child.kill("SIGTERM")
        expect(yield* Effect.promise(() => almanac.ends)).toBe(143)
      }),
    60_000
  )

  it.scopedLive(
    "by SIGHUP, even twice, is one by SIGTERM",
    () =>
      Effect.gen(function* () {
        const { almanac } = yield* idle({ SHUTDOWN_DELAY: "1 second" })
        almanac.child.kill("SIGHUP")
        yield* Effect.promise(() => almanac.prints(/stopping in/))
        almanac.child.kill("SIGHUP")
        expect(yield* Effect.promise(() => almanac.ends)).toBe(0)
        expect(almanac.output()).toMatch(/stopping: no new calls[\s\S]*stopped/)
      }),
    60_000
  )
})

describe.skipIf(Postgres.url === undefined).concurrent("a stop whose calls do not end (DATABASE_URL)", () => {
  const never = new Promise<undefined>(() => {})

  for (const [held, path, states, answered] of [
    ["provider", /./, ["reserved", "released"], false],
    ["settlement", /settle/, ["settling", "unknown"], true]
  ] as const) {
    it.scopedLive(
      `waits no longer than its limit for the ${held}, says so, and loses nothing`,
      () =>
        Effect.gen(function* () {
          const neighbours = yield* Neighbours.start()
          const asked = yield* Deferred.make<void>()
          const hold: Relay.Judge = ({ url = "" }) => {
            if (!path.test(url)) return undefined
            Deferred.unsafeDone(asked, Effect.void)
            return never
          }
          const database = yield* Postgres.database
          const common = { ...neighbours.environment, DATABASE_URL: Redacted.value(database.url) }
          const [name, target] =
            held === "provider"
              ? (["FRANKFURTER_URL", common.FRANKFURTER_URL] as const)
              : (["X402_FACILITATOR_URL", common.X402_FACILITATOR_URL] as const)
          const almanac = yield* Almanac.start({
            ...common,
            [name]: yield* Relay.before(target, hold),
            DRAIN_LIMIT: "500 millis"
          })
          const url = yield* Almanac.urlOf(almanac)
          yield* Almanac.readiness(url, 200)
          const header = yield* Effect.promise(() => payment({ account: nextBuyer() }))
          const cut = yield* Effect.fork(Effect.either(Effect.tryPromise(() => call(url, header))))
          yield* Deferred.await(asked)
          almanac.child.kill("SIGTERM")
          expect(yield* Effect.promise(() => almanac.ends)).toBe(0)
          expect(almanac.output()).toContain("stopped with calls still under way")
          expect((yield* Fiber.join(cut))._tag).toBe("Left")

          const rows = yield* database.query(
            "SELECT state, answered_at IS NOT NULL AS answered, transaction FROM payments"
          )
          expect(rows).toEqual([{ state: expect.toBeOneOf([...states]), answered, transaction: null }])
          expect(yield* neighbours.chain.balance(payTo)).toBe(0n)

          yield* Leases.end(database)
          // The same payment gets its answer from the next process, and is charged once.
          const next = yield* Almanac.start(common)
          const nextUrl = yield* Almanac.urlOf(next)
          const answer = yield* Effect.tryPromise(() => call(nextUrl, header)).pipe(
            Effect.filterOrFail(({ status }) => status === 200),
            Effect.retry({ times: 600, schedule: Schedule.spaced("100 millis") })
          )
          expect(answer.headers.get("payment-response")).not.toBeNull()
          expect(yield* neighbours.chain.balance(payTo)).toBe(2_000n)
        }),
      90_000
    )
  }
})

describe.skipIf(Postgres.url === undefined || !RedisServer.isHere).concurrent("a start", () => {
  it.scopedLive(
    "without database, Redis and facilitator says so, and recovers when they come",
    () =>
      Effect.gen(function* () {
        const database = yield* Postgres.proxy(yield* Postgres.database)
        const redis = yield* RedisServer.make
        yield* redis.stop
        const neighbours = yield* Neighbours.start()
        const facilitator = yield* Cut.before(neighbours.environment.X402_FACILITATOR_URL)
        facilitator.cut()
        const almanac = yield* Almanac.start({
          ...neighbours.environment,
          X402_FACILITATOR_URL: facilitator.url,
          DATABASE_URL: Redacted.value(database.url),
          REDIS_URL: redis.url
        })
        const url = yield* Almanac.urlOf(almanac)
        yield* Almanac.readiness(url, 503)
        for (const said of [
          /no answer from database \(nothing listens at its host and port\) and cache \(.+\)/,
          /could not be asked/,
          /database .*migrat|[Mm]igrations/
        ]) {
          yield* Effect.promise(() => almanac.prints(said))
        }
        expect((yield* Effect.promise(() => fetch(`${url}/v1/capabilities`))).status).toBe(200)
        const buy = Effect.promise(async () => call(url, await payment({ account: nextBuyer() })))
        const refused = yield* buy
        expect([refused.status, refused.headers.get("payment-response")]).toEqual([503, null])

        yield* database.open
        yield* redis.start
        facilitator.mend()
        yield* Almanac.readiness(url, 200)
        yield* Effect.promise(() => almanac.prints(/ready again/))
        expect((yield* buy).status).toBe(200)
      }),
    60_000
  )
})
