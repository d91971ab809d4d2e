/**
 * Two facilitators, as buyers meet them: one verifies for the other, and none is sent a settlement of the other's.
 */
import { expect, it, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Queue, Schedule } from "effect"
import * as SteeredClock from "../../../scripts/prove/service/SteeredClock.ts"
import * as Outbound from "../../../src/Http/client/Outbound.ts"
import * as Live from "../../../src/Live.ts"
import {
  type Facilitator,
  FacilitatorUnavailable,
  type Submission
} from "../../../src/Payment/facilitator/Facilitator.ts"
import * as Failover from "../../../src/Payment/facilitator/Failover.ts"
import { ReferenceRates } from "../../../src/Providers/ports/ReferenceRates.ts"
import * as Testing from "../../../src/Testing.ts"
import { call, nextBuyer, payment, question } from "../../support/Buyer.ts"
import {
  type Call,
  facilitatorServer,
  hang,
  type Play,
  reply,
  reset
} from "../../support/FacilitatorServer.ts"
import { type Running, someRates, startWith } from "../../support/Harness.ts"

const clock = SteeredClock.make("2 minutes")

/** What one facilitator does. */
interface Part {
  verify: Play
  settle: Play
  readonly calls: Array<Call>
}

class World extends Context.Tag("test/World")<World, Running & { readonly a: Part; readonly b: Part }>() {}

const good: Play = (response, { body }) => {
  const { payload } = JSON.parse(JSON.stringify(body)).paymentPayload
  reply(200, { isValid: true, payer: payload.authorization.from })(response, {
    method: "",
    url: "",
    headers: {},
    body
  })
}
const done: Play = (response, asked) => {
  const { from, nonce } = JSON.parse(JSON.stringify(asked.body)).paymentPayload.payload.authorization
  reply(200, { success: true, transaction: nonce, network: "eip155:84532", payer: from })(response, asked)
}
const broken = reply(503, "out of order")
const refused = reply(200, { isValid: false, invalidReason: "insufficient_funds" })

const facilitator = Effect.gen(function* () {
  const part = { verify: good, settle: done }
  const { calls, url } = yield* facilitatorServer((response, asked) =>
    (asked.url === "/verify" ? part.verify : part.settle)(response, asked)
  )
  return { url, part: Object.assign(part, { calls }) }
})

const world = Layer.scoped(
  World,
  Effect.gen(function* () {
    const a = yield* facilitator
    const b = yield* facilitator
    const ports = Layer.mergeAll(
      Testing.everyProvider,
      Layer.mock(ReferenceRates, { rates: someRates }),
      Layer.provide(Live.facilitator, Outbound.layer)
    )
    const service = yield* Effect.withClock(
      startWith(ports, {
        environment: {
          X402_FACILITATOR_URL: a.url,
          X402_FACILITATOR_FALLBACK_URL: b.url,
          X402_FACILITATOR_FALLBACK_TOKEN: "the second's own",
          X402_FACILITATOR_VERIFY_TIMEOUT: "300 millis"
        }
      }),
      clock.clock
    )
    return { ...service, a: a.part, b: b.part }
  })
)

/** Both work; how they were is over. */
const fresh = Effect.gen(function* () {
  const { a, b } = yield* World
  Object.assign(a, { verify: good, settle: done })
  Object.assign(b, { verify: good, settle: done })
  yield* clock.jump("11 seconds")
  yield* buy(yield* signed)
  a.calls.length = 0
  b.calls.length = 0
})

const signed = Effect.promise(() => payment({ account: nextBuyer() }))
const buy = (header: string) =>
  Effect.flatMap(World, ({ url }) => Effect.promise(() => call(url, header, question)))

/** What each was asked since it was fresh. */
const asked = Effect.map(World, ({ a, b }) => ({
  a: a.calls.map(({ url }) => url),
  b: b.calls.map(({ url }) => url)
}))

layer(world, { excludeTestServices: true })("two facilitators", (it) => {
  it.effect("the first does all of it while it works", () =>
    Effect.gen(function* () {
      yield* fresh
      expect((yield* buy(yield* signed)).status).toBe(200)
      expect(yield* asked).toEqual({ a: ["/verify", "/settle"], b: [] })
    })
  )

  for (const [name, verify] of [
    ["is out of order", broken],
    ["hangs", hang],
    ["resets connections", reset],
    ["answers junk", reply(200, "<html>")]
  ] as const) {
    it.effect(`the second verifies and settles while the first ${name}; then the first is asked again`, () =>
      Effect.gen(function* () {
        yield* fresh
        const { a, b } = yield* World
        a.verify = verify
        a.settle = verify
        expect((yield* buy(yield* signed)).status).toBe(200)
        expect(yield* asked).toEqual({ a: ["/verify"], b: ["/verify", "/settle"] })
        expect(b.calls.map(({ headers }) => headers.authorization)).toEqual([
          "Bearer the second's own",
          "Bearer the second's own"
        ])
        expect(a.calls.map(({ headers }) => headers.authorization)).toEqual([undefined])
        // Nobody waits for it once more.
        expect((yield* buy(yield* signed)).status).toBe(200)
        expect((yield* asked).a).toEqual(["/verify"])
        Object.assign(a, { verify: good, settle: done })
        yield* clock.jump(Failover.pause)
        expect((yield* buy(yield* signed)).status).toBe(200)
        expect((yield* asked).a).toEqual(["/verify", "/verify", "/settle"])
      })
    )
  }

  it.effect("a refusal is an answer: the second is not asked for a better one", () =>
    Effect.gen(function* () {
      yield* fresh
      const { a } = yield* World
      a.verify = refused
      const answer = yield* buy(yield* signed)
      expect([answer.status, answer.body.error?.code]).toEqual([402, "PAYMENT_REJECTED"])
      expect(yield* asked).toEqual({ a: ["/verify"], b: [] })
    })
  )

  it.effect("while both are away nothing runs or is charged, and the payment buys afterwards", () =>
    Effect.gen(function* () {
      yield* fresh
      const { a, b } = yield* World
      a.verify = broken
      b.verify = hang
      const header = yield* signed
      const answer = yield* buy(header)
      expect([answer.status, answer.body.error?.code]).toEqual([503, "PAYMENT_FACILITATOR_UNAVAILABLE"])
      expect(answer.body.error?.message).toContain("nothing was charged")
      expect(yield* asked).toEqual({ a: ["/verify"], b: ["/verify"] })
      b.verify = good
      expect((yield* buy(header)).status).toBe(200)
    })
  )

  for (const [name, verifier, other] of [
    ["first", "a", "b"],
    ["second", "b", "a"]
  ] as const) {
    it.effect(`a settlement that the ${name} has begun is its own, to its end`, () =>
      Effect.gen(function* () {
        yield* fresh
        const world = yield* World
        if (verifier === "b") world.a.verify = broken
        world[verifier].settle = broken
        const header = yield* signed
        // Nobody waits for the half second until it is tried once more.
        const [pending] = yield* Effect.all(
          [buy(header), Effect.delay(clock.jump("500 millis"), "300 millis")],
          { concurrency: 2 }
        )
        expect([pending.status, pending.body.error?.code]).toEqual([503, "PAYMENT_SETTLEMENT_PENDING"])
        // Both work again, and the other would be asked first.
        Object.assign(world.a, { verify: verifier === "a" ? broken : good, settle: done })
        world.b.settle = done
        yield* clock.jump("6 seconds")
        const bought = yield* buy(header).pipe(
          Effect.filterOrFail(({ status }) => status === 200),
          Effect.retry({ times: 200, schedule: Schedule.spaced("20 millis") })
        )
        expect(bought.status).toBe(200)
        const all = yield* asked
        expect(all[other].filter((path) => path === "/settle")).toEqual([])
        expect(all[verifier].filter((path) => path === "/settle").length).toBe(3)
      })
    )
  }
})

const submission: Submission = {
  paymentPayload: {},
  payloadText: "{}",
  paymentRequirements: {
    scheme: "exact",
    network: "eip155:84532",
    amount: "2000",
    asset: "0xusdc",
    payTo: "0xseller",
    maxTimeoutSeconds: 60,
    extra: { name: "USDC", version: "2" }
  },
  authorization: {
    from: "0xa",
    to: "0xb",
    value: "2000",
    validAfter: "0",
    validBefore: "1",
    nonce: "0x1"
  },
  signature: "0xsigned"
}

/** Two that call every payment good, and which of them were asked to settle. `answer`: what one waits for before it answers. */
const pair = (answer: Effect.Effect<void, FacilitatorUnavailable> = Effect.void) => {
  const asked: Array<string> = []
  const named = (name: string, first: Effect.Effect<void, FacilitatorUnavailable>): Facilitator["Type"] => ({
    verify: () => Effect.as(first, { isValid: true }),
    settle: () =>
      Effect.sync(() => {
        asked.push(name)
        return { transaction: "0x1" }
      })
  })
  return { asked, a: named("a", answer), b: named("b", Effect.void) }
}

it.effect("a settlement is asked of the one that the ledger names, whichever comes first meanwhile", () =>
  Effect.gen(function* () {
    const { a, asked, b } = pair()
    const before = Failover.make(a, b, { first: "a", second: "b" })
    const after = Failover.make(b, a, { first: "b", second: "a" })
    yield* before.verify(submission)
    const kept = before.settlerOf?.(submission) ?? null
    expect(kept).toBe("a")
    for (const facilitator of [kept, "b", "c", null]) yield* after.settle({ ...submission, facilitator })
    // One that neither is, and one of before names were kept, is the first one's.
    expect(asked).toEqual(["a", "b", "b", "b"])
  })
)

it.effect(
  "of two verifications of one payment, the later verdict says who settles it, unless it is begun",
  () =>
    Effect.gen(function* () {
      const answers = yield* Queue.unbounded<Effect.Effect<void, FacilitatorUnavailable>>()
      const { a, asked, b } = pair(Effect.flatten(Queue.take(answers)))
      const either = Failover.make(a, b, { first: "a", second: "b" })
      const settler = Effect.sync(() => either.settlerOf?.(submission))
      const [one, other] = [
        yield* Effect.fork(either.verify(submission)),
        yield* Effect.fork(either.verify(submission))
      ]
      // Both ask the first one.
      yield* Effect.repeat(Effect.yieldNow(), {
        until: () => Effect.map(Queue.size(answers), (size) => size === -2)
      })
      yield* Queue.offer(answers, new FacilitatorUnavailable({ reason: "timeout" }))
      yield* Fiber.join(one)
      expect(yield* settler).toBe("b")
      const begun = { ...submission, facilitator: "b" }
      yield* Queue.offer(answers, Effect.void)
      yield* Fiber.join(other)
      expect(yield* settler).toBe("a")
      yield* either.settle(begun)
      expect(asked).toEqual(["b"])
    })
)
