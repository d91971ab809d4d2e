/**
 * What buyers meet while the operator has paused a capability, or the provider that it asks.
 */
import { expect, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Schema } from "effect"
import { envelope } from "../../src/Api/Envelope.ts"
import { providers } from "../../src/Capabilities/index.ts"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Live from "../../src/Live.ts"
import type { PauseKind } from "../../src/Pauses.ts"
import { PauseStore } from "../../src/Payment/pause/PauseStore.ts"
import * as PauseWatch from "../../src/Payment/pause/PauseWatch.ts"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import { ServiceStatus } from "../../src/Resources/ServiceStatus.ts"
import { SimulatedChain } from "../../src/Sandbox/SimulatedChain.ts"
import { nextBuyer, payment, post, question } from "../support/Buyer.ts"
import { faultServer } from "../support/FaultServer.ts"
import { openingBalance, type Running, startWith, world } from "../support/Harness.ts"

/** The service, whose providers all answer as `now` says; and the paths that they were asked. */
class Almanac extends Context.Tag("test/Almanac")<
  Almanac,
  Running & { now: Effect.Effect<void>; readonly asked: Array<string> }
>() {}

const running = Effect.gen(function* () {
  const script: { now: Effect.Effect<void>; readonly asked: Array<string> } = { now: Effect.void, asked: [] }
  const { origin } = yield* faultServer((response, request) => {
    script.asked.push(request.url ?? "")
    const isRates = request.url?.startsWith("/v1/") ?? false
    Effect.runFork(
      Effect.map(script.now, () =>
        response
          .writeHead(isRates ? 200 : 404, { "content-type": "application/json" })
          .end(
            JSON.stringify({ amount: 1, base: "EUR", date: "2022-06-29", rates: { USD: 1.05, GBP: 0.86 } })
          )
      )
    )
  })
  const ports = Live.providers.pipe(Layer.provide(Pacing.layerMemory), Layer.provide(Outbound.layer))
  const service = yield* startWith(ports, {
    environment: {
      GDELT_PACE: "0 millis",
      ...Object.fromEntries(providers.all.map(({ variable }) => [variable, origin]))
    }
  })
  return Object.assign(script, service)
})

const services = Layer.scoped(Almanac, running).pipe(Layer.provideMerge(world))

/** Runs an effect while something is paused. */
const whilePaused = <A, E, R>(kind: PauseKind, name: string, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const operator = yield* (yield* Almanac).operator
    const store = Context.get(operator, PauseStore)
    const look = Effect.provide(PauseWatch.look, operator)
    yield* Effect.zipRight(store.begin({ kind, name, reason: "a test", retryAfter: 77 }), look)
    return yield* Effect.ensuring(effect, Effect.orDie(Effect.zipRight(store.end(kind, name), look)))
  })

const call = (path: string, header: string | undefined, body: object, headers: Record<string, string> = {}) =>
  Effect.flatMap(Almanac, ({ url }) => Effect.promise(() => post(`${url}${path}`, header, body, headers)))

const rates = "/v1/fx/rates"
const signed = Effect.map(
  Effect.sync(() => nextBuyer()),
  (account) => ({ account, header: payment({ account }) })
)
const spent = (address: `0x${string}`) =>
  Effect.map(
    Effect.flatMap(SimulatedChain, (chain) => chain.balance(address)),
    (balance) => openingBalance - balance
  )

layer(services, { excludeTestServices: true })("while a capability is paused", (it) => {
  for (const [kind, name] of [
    ["capability", "fx.rates"],
    ["provider", "frankfurter"]
  ] as const) {
    it.effect(
      `by its ${kind}, nobody is asked for money or charged, and the same payment buys afterwards`,
      () =>
        Effect.gen(function* () {
          const { account, header: signing } = yield* signed
          const header = yield* Effect.promise(() => signing)
          const paused = { status: 503, code: "CAPABILITY_PAUSED", after: "77", asks: null }
          const refusals = yield* whilePaused(
            kind,
            name,
            Effect.all([
              call(rates, undefined, question),
              call(rates, undefined, question, { prefer: "quote" }),
              call(`${rates}?`, undefined, question),
              call(rates, header, question),
              call(rates, header, question, { "idempotency-key": `paused-${kind}` })
            ])
          )
          expect(
            refusals.map(({ body, headers, status }) => ({
              status,
              code: body.error?.code,
              after: headers.get("retry-after"),
              asks: headers.get("payment-required")
            }))
          ).toEqual([paused, paused, paused, paused, paused])
          expect(yield* spent(account.address)).toBe(0n)
          expect((yield* call(rates, header, question)).status).toBe(200)
          expect(yield* spent(account.address)).toBe(2000n)
          // What was bought is given while it is paused; a wrong payment is told so.
          const [again, another, broken] = yield* whilePaused(
            kind,
            name,
            Effect.all([
              call(rates, header, question),
              call(rates, header, { base: "EUR", currencies: ["GBP"] }),
              call(rates, "!", question)
            ])
          )
          expect([again.status, another.body.error?.code, broken.body.error?.code]).toEqual([
            200,
            "PAYMENT_INVALID",
            "PAYMENT_INVALID"
          ])
          expect(yield* spent(account.address)).toBe(2000n)
        })
    )
  }

  it.effect("a run under way ends as usual, and its answer is given again", () =>
    Effect.gen(function* () {
      const almanac = yield* Almanac
      const { account, header: signing } = yield* signed
      const header = yield* Effect.promise(() => signing)
      const asked = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      almanac.now = Effect.zipRight(Deferred.succeed(asked, undefined), Deferred.await(go))
      const body = { base: "EUR", currencies: ["GBP"] }
      const first = yield* Effect.fork(call(rates, header, body))
      yield* Deferred.await(asked)
      const answers = yield* whilePaused(
        "capability",
        "fx.rates",
        Effect.gen(function* () {
          yield* Deferred.succeed(go, undefined)
          return [yield* Fiber.join(first), yield* call(rates, header, body)]
        })
      )
      almanac.now = Effect.void
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers[1]?.text).toEqual(answers[0]?.text)
      expect(yield* spent(account.address)).toBe(2000n)
    })
  )

  it.effect("the others are sold, and the status tells which are paused", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const [other, status] = yield* whilePaused(
        "provider",
        "frankfurter",
        Effect.all([
          call("/v1/weather", undefined, { latitude: 1, longitude: 1 }),
          Effect.flatMap(
            Effect.promise(async () => (await fetch(`${url}/v1/status`)).json()),
            Schema.decodeUnknown(envelope(ServiceStatus, {}))
          )
        ])
      )
      expect(other.status).toBe(402)
      expect(status.data.capabilities.filter(({ paused }) => paused).map(({ id }) => id)).toEqual([
        "fx.rates"
      ])
      expect(status.data.operations.filter(({ reason }) => reason === "paused")).toEqual([
        expect.objectContaining({ operation: "frankfurter.latest", state: "out", until: null }),
        expect.objectContaining({ operation: "frankfurter.historical", state: "out", until: null }),
        expect.objectContaining({ operation: "frankfurter.currencies", state: "out", until: null })
      ])
    })
  )

  it.effect(
    "a composite does without the source whose provider is paused, and the provider is not asked",
    () =>
      Effect.gen(function* () {
        const almanac = yield* Almanac
        const { account, header: signing } = yield* signed
        yield* Effect.promise(() => signing)
        const header = yield* Effect.promise(() => payment({ account, amount: "50000" }))
        almanac.asked.length = 0
        const answer = yield* whilePaused(
          "provider",
          "wikidata",
          call("/v1/research", header, { query: "Do bees help apple orchards?" })
        )
        expect(answer.status).toBe(200)
        expect(JSON.parse(answer.text).data.sources.knowledge).toMatchObject({
          status: "failed",
          error: { code: "PROVIDER_UNAVAILABLE" }
        })
        expect(almanac.asked.length).toBeGreaterThan(0)
        expect(almanac.asked.filter((path) => path.startsWith("/w/"))).toEqual([])
        expect(yield* spent(account.address)).toBe(0n)
      })
  )
})
