/**
 * How many files of `src` a paid call passes, from node's event of the request to the answer: those of which a function runs
 * during the call, as V8 counts them. The service is a deployment's, with a facilitator and a provider that answer over
 * HTTP. Files that only observe (logs, spans, metrics) are not counted; types and constants have no function that runs.
 */
import { readFileSync } from "node:fs"
import { Session } from "node:inspector"
import { HttpServer } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Layer, Option, Schedule, Schema } from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as NodeServer from "../../src/Http/NodeServer.ts"
import * as Live from "../../src/Live.ts"
import * as Server from "../../src/Server.ts"
import { Settings } from "../../src/Settings.ts"
import { call, nextBuyer, payment } from "../support/Buyer.ts"
import { facilitatorServer, reply } from "../support/FacilitatorServer.ts"
import { payTo } from "../support/SignedPayment.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

/**
 * The most files that a call may pass, where the cache has its answer and where a provider is asked: as many as it passes
 * today, and six for what may run beside it. To be lowered.
 */
const most = { hit: 69 + 6, miss: 85 + 6 }

/** The files of the walk as docs/contributing.md writes it. */
const written = [...readFileSync("docs/contributing.md", "utf8").matchAll(/^\|.*\| (`.*`) \|$/gm)].flatMap(
  ([, files = ""]) => [...files.matchAll(/`([A-Z]\w+\/[\w/]+\.ts)`/g)].map(([, name = ""]) => name)
)

/** Files that only observe. */
const observes = (name: string) => /^Telemetry\/|Metrics\.ts$|\/(?:Trace|Span)\.ts$/.test(name)

/** The files of `src` of which a function runs while `effect` does. */
const filesOf = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const session = new Session()
      session.connect()
      session.post("Profiler.enable")
      session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
      return session
    }),
    (session) =>
      Effect.zipRight(
        effect,
        Effect.async<ReadonlySet<string>>((resume) =>
          session.post("Profiler.takePreciseCoverage", (_, { result }) => {
            const run = result
              .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
              .flatMap(({ url }) => /\/src\/(.+\.ts)$/.exec(url)?.[1] ?? [])
            resume(Effect.succeed(new Set(run)))
          })
        )
      ),
    (session) => Effect.sync(() => session.disconnect())
  )

const Settling = Schema.Struct({
  paymentPayload: Schema.Struct({
    payload: Schema.Struct({ authorization: Schema.Struct({ from: Schema.String, nonce: Schema.String }) })
  })
})

/** A facilitator that settles everything, and a provider, in one. */
const others = facilitatorServer((response, asked) => {
  const settling = Schema.decodeUnknownOption(Settling)(asked.body)
  const { from: payer, nonce } = Option.match(settling, {
    onNone: () => ({ from: "", nonce: "" }),
    onSome: ({ paymentPayload }) => paymentPayload.payload.authorization
  })
  const answer = asked.url?.startsWith("/verify")
    ? { isValid: true, payer }
    : asked.url?.startsWith("/settle")
      ? { success: true, payer, transaction: nonce, network: "eip155:84532" }
      : { amount: 1, base: "EUR", date: "2022-06-29", rates: { USD: 1.0517, GBP: 0.86, CHF: 1 } }
  reply(200, answer)(response, asked)
})

/** A running service. */
const service = Effect.gen(function* () {
  const { url } = yield* others
  const { databaseUrl, dataDir } = yield* TestDatabase.make
  const environment = {
    X402_PAY_TO: payTo,
    CONTACT: "mailto:test@example.org",
    PORT: "0",
    X402_FACILITATOR_URL: url,
    FRANKFURTER_URL: url
  }
  const settings = Layer.effect(
    Settings,
    Effect.map(
      Effect.withConfigProvider(
        Settings.config,
        ConfigProvider.fromMap(new Map(Object.entries(environment)))
      ),
      (settings) => ({ ...settings, storage: { ...settings.storage, databaseUrl, dataDir } })
    )
  )
  const ports = Layer.mergeAll(Live.ledger, Live.facilitator, Live.chain, Live.providers).pipe(
    Layer.provideMerge(Live.shared),
    Layer.provideMerge(Outbound.layer)
  )
  const services = yield* Layer.build(
    Server.layer(Layer.empty).pipe(
      Layer.provideMerge(NodeServer.layer),
      Layer.provideMerge(ports),
      Layer.provideMerge(settings)
    )
  )
  const address = HttpServer.formatAddress(Context.get(services, HttpServer.HttpServer).address)
  yield* Effect.tryPromise(() => fetch(`${address}/health/ready`)).pipe(
    Effect.filterOrFail(({ status }) => status === 200),
    Effect.retry({ times: 400, schedule: Schedule.spaced("25 millis") })
  )
  return address
})

// The embedded database has files of its own.
it.scopedLive.skipIf(!TestDatabase.isServer)(
  "a paid call passes few files (DATABASE_URL)",
  () =>
    Effect.gen(function* () {
      const url = yield* service
      const buy = (currency: string) =>
        Effect.flatMap(
          Effect.promise(() => payment({ account: nextBuyer() })),
          (header) =>
            filesOf(
              Effect.map(
                Effect.promise(() => call(url, header, { base: "EUR", currencies: [currency] })),
                ({ status }) => expect(status).toBe(200)
              )
            )
        )
      // What runs beside one call, in the background, does not run beside the other; the first of all prepares things.
      yield* buy("CHF")
      const walk = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
        [...one].filter((name) => other.has(name) && !observes(name)).sort()
      const miss = walk(yield* buy("USD"), yield* buy("GBP"))
      const hit = walk(yield* buy("USD"), yield* buy("GBP"))
      expect(written.length).toBeGreaterThan(20)
      expect(written.filter((name) => !miss.includes(name))).toEqual([])
      expect(hit).toEqual(expect.arrayContaining(["Payment/Paywall.ts", "Payment/ledger/SqlSettle.ts"]))
      expect([hit.length <= most.hit, hit]).toEqual([true, hit])
      expect([miss.length <= most.miss, miss]).toEqual([true, miss])
    }),
  120_000
)
