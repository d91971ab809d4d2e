/**
 * The one door of a protected endpoint: a call that comes by another protocol than HTTP is sold by the same lines, and a
 * payment gets the same bytes whichever way it comes.
 */
import { createServer } from "node:http"
import { expect, it } from "@effect/vitest"
import { Cause, Deferred, Duration, Effect, Layer, Option } from "effect"
import { describe } from "vitest"
import { PaymentMissing } from "../../src/Api/Failure.ts"
import { fxRates } from "../../src/Capabilities/FxRates/contract.ts"
import { AdmissionControl } from "../../src/Http/limits/AdmissionControl.ts"
import { Lifecycle } from "../../src/Lifecycle.ts"
import { Pauses } from "../../src/Pauses.ts"
import { Challenges } from "../../src/Payment/challenge/Challenge.ts"
import { ofUnverified } from "../../src/Payment/Limits.ts"
import { FreeLookups } from "../../src/Payment/ledger/FreeLookups.ts"
import type { PurchaseRequest } from "../../src/Payment/Order.ts"
import * as Paywall from "../../src/Payment/Paywall.ts"
import * as Purchase from "../../src/Payment/Purchase.ts"
import { ProviderAvailability } from "../../src/ProviderAvailability.ts"
import * as WakeUps from "../../src/Storage/WakeUps.ts"
import * as Testing from "../../src/Testing.ts"
import { decode, payment, question } from "../support/Buyer.ts"
import { collectGarbage } from "../support/process/Garbage.ts"
import * as TestSettings from "../support/setup/TestSettings.ts"

const services = Paywall.layer.pipe(
  Layer.provide(Purchase.layer),
  Layer.provideMerge(Challenges.layer),
  Layer.provide(
    Layer.mergeAll(
      AdmissionControl.layer(ofUnverified),
      FreeLookups.layer,
      Lifecycle.layer,
      Pauses.layer,
      Layer.succeed(ProviderAvailability, {
        of: () => Effect.succeed([]),
        status: () => ({ operations: [], capabilities: [] })
      }),
      Testing.agreeingFacilitator,
      Testing.inMemoryLedger,
      WakeUps.layerMemory
    )
  ),
  Layer.provide(TestSettings.layer())
)

const bytesOf = (body: unknown) => Buffer.from(JSON.stringify(body))

/** The endpoint, with a capability that counts its runs and waits for `ready`; and a way to ask without HTTP. */
const shop = (ready: Effect.Effect<unknown> = Effect.void) =>
  Effect.gen(function* () {
    const { protect } = yield* Paywall.Paywall
    const challenge = (yield* Challenges).unsafeOf(fxRates.path)
    let runs = 0
    const { handle, sell } = protect(fxRates, ({ base }) =>
      Effect.as(
        Effect.zipRight(
          Effect.sync(() => runs++),
          ready
        ),
        {
          data: { base, date: "2022-06-29", rates: { USD: 1.0517 } },
          meta: { provider: "frankfurter" as const }
        }
      )
    )
    const ask = (header: string | undefined, more: Partial<PurchaseRequest> = {}) =>
      sell({
        challenge,
        payment: header,
        unpaid: Effect.fail(
          new PaymentMissing({ message: "no payment", challenge: challenge.because("none") })
        ),
        body: () => Effect.succeed(bytesOf(question)),
        idempotencyKey: undefined,
        connection: {},
        deadline: Option.none(),
        ...more
      })
    return { ask, challenge, handle, runs: () => runs }
  })

/** What a client of the handler receives. */
const overHttp = (handle: Paywall.Protected["handle"], header: string) =>
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((message, response) =>
          Effect.runCallback(handle(message), {
            onExit: (exit) => {
              if (exit._tag === "Failure") return void response.writeHead(500).end(Cause.pretty(exit.cause))
              const { body, headers, status } = exit.value
              response.writeHead(status, headers)
              response.end(body._tag === "Uint8Array" ? body.body : undefined)
            }
          })
        ).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close())
    )
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return yield* Effect.promise(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: "POST",
        headers: { "payment-signature": header, connection: "close" },
        body: bytesOf(question)
      })
      return {
        status: response.status,
        settlement: decode(response.headers.get("payment-response") ?? ""),
        body: await response.text()
      }
    })
  })

const test = (
  name: string,
  effect: ReturnType<typeof Effect.scoped<void, unknown, Paywall.Paywall | Challenges>>
) => it.live(name, () => Effect.provide(effect, services))

const pay = (wanted = {}) => Effect.promise(() => payment(wanted))

describe("the refusal of a call without payment", () => {
  test(
    "is kept, and nothing of the call for which it was made",
    Effect.gen(function* () {
      const challenge = (yield* Challenges).unsafeOf(fxRates.path)
      const asked = () => {
        const request = { ask: () => challenge.missing }
        request.ask()
        return new WeakRef(request)
      }
      const request = asked()
      yield* collectGarbage
      expect(request.deref()).toBeUndefined()
    })
  )
})

describe("a protected endpoint", () => {
  test(
    "sells a request that did not come over HTTP; the same payment gets the same answer over HTTP, and runs nothing",
    Effect.scoped(
      Effect.gen(function* () {
        const { ask, handle, runs } = yield* shop()
        const header = yield* pay()
        const { answer, settlement } = yield* ask(header)
        expect(JSON.parse(Buffer.from(answer.body).toString())).toMatchObject({
          data: { base: "EUR", rates: { USD: 1.0517 } }
        })
        expect(yield* overHttp(handle, header)).toEqual({
          status: 200,
          settlement,
          body: Buffer.from(answer.body).toString()
        })
        expect(runs()).toBe(1)
      })
    )
  )

  test(
    "gives a request that did not come over HTTP what its payment has bought there",
    Effect.scoped(
      Effect.gen(function* () {
        const { ask, handle, runs } = yield* shop()
        const header = yield* pay()
        const first = yield* overHttp(handle, header)
        const { answer, settlement, replayed } = yield* ask(header)
        expect({ body: Buffer.from(answer.body).toString(), replayed, settlement }).toEqual({
          body: first.body,
          replayed: true,
          settlement: first.settlement
        })
        expect(runs()).toBe(1)
      })
    )
  )

  test(
    "reads a payment's resource in one pass: 400,000 slashes would take minutes in as many",
    Effect.scoped(
      Effect.gen(function* () {
        const { ask } = yield* shop()
        const header = yield* pay({ members: { resource: { url: `/a${"/".repeat(400_000)}x` } } })
        expect(yield* Effect.flip(ask(header))).toMatchObject({
          _tag: "PAYMENT_INVALID",
          details: { reason: "resource_mismatch" }
        })
      })
    )
  )

  test(
    "refuses in the order of HTTP: no payment, a bad payment, a bad body, a bad key; nothing runs",
    Effect.scoped(
      Effect.gen(function* () {
        const { ask, runs } = yield* shop()
        const bad = { body: () => Effect.succeed(Buffer.from("{")), idempotencyKey: "" }
        const header = yield* pay()
        const told = (header: string | undefined, more: Partial<PurchaseRequest>) =>
          Effect.map(Effect.flip(ask(header, more)), (failure) => [failure._tag, failure.message])
        expect(yield* told(undefined, bad)).toEqual(["PAYMENT_REQUIRED", "no payment"])
        expect((yield* told("{", bad))[0]).toBe("PAYMENT_INVALID")
        expect(yield* told(header, bad)).toEqual([
          "VALIDATION_FAILED",
          "the body: must be JSON in UTF-8: it ends too early, at line 1, column 2"
        ])
        expect(yield* told(header, { idempotencyKey: "" })).toEqual([
          "VALIDATION_FAILED",
          "The header Idempotency-Key must be 1 to 128 visible ASCII characters."
        ])
        expect(runs()).toBe(0)
      })
    )
  )

  test(
    "holds a payment to its resource's path only where the door is a path",
    Effect.scoped(
      Effect.gen(function* () {
        const { ask, challenge } = yield* shop()
        const header = yield* pay({ members: { resource: { url: "https://elsewhere.example/mcp" } } })
        expect(yield* Effect.flip(ask(header))).toMatchObject({
          _tag: "PAYMENT_INVALID",
          details: { reason: "resource_mismatch" }
        })
        const sold = yield* ask(header, { challenge: { ...challenge, resourcePath: Option.none() } })
        expect(sold.replayed).toBe(false)
      })
    )
  )

  test(
    "tells a caller that can wait no longer that the payment is pending: the same payment gets the answer",
    Effect.scoped(
      Effect.gen(function* () {
        const ready = yield* Deferred.make<void>()
        const { ask } = yield* shop(Deferred.await(ready))
        const header = yield* pay()
        const failure = yield* Effect.flip(ask(header, { deadline: Option.some(Duration.millis(20)) }))
        expect(failure).toMatchObject({
          _tag: "PAYMENT_SETTLEMENT_PENDING",
          message:
            "The answer was not there in time, and may be charged. Send the same request with the same payment again later.",
          settlement: { success: false, errorReason: "settlement_pending" }
        })
        yield* Deferred.succeed(ready, undefined)
        const { settlement } = yield* ask(header)
        expect(settlement).toMatchObject({ success: true, amount: "2000" })
      })
    )
  )
})
