/**
 * Settlements of unknown outcome: one repetition, then 503 and never 402, and the reconciler takes them to their end.
 * The numbers are those of the public reports that the service would be hit by.
 */
import { expect, it, layer } from "@effect/vitest"
import { type Context, Deferred, Effect, Fiber, type Scope } from "effect"
import { describe } from "vitest"
import * as SteeredClock from "../../../scripts/prove/service/SteeredClock.ts"
import {
  FacilitatorUnavailable,
  SettlementFailed,
  SettlementUnknown,
  type Submission
} from "../../../src/Payment/facilitator/Facilitator.ts"
import { SimulatedChain } from "../../../src/Sandbox/SimulatedChain.ts"
import { call, decode, question } from "../../support/Buyer.ts"
import { Knobs, world } from "../../support/Harness.ts"
import {
  Almanac,
  buyer,
  changeRow,
  eventually,
  held,
  nonceOf,
  pay,
  reset,
  rows,
  send,
  service,
  spent,
  stateOf,
  steered,
  told,
  until
} from "../../support/Money.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

const transaction = `0x${"ab".repeat(32)}`

const pending = [503, "PAYMENT_SETTLEMENT_PENDING", undefined]

const lost = new SettlementUnknown({ reason: "timeout" })

type Settle = Context.Tag.Service<Knobs>["settle"]

/** Answers by turns; the last one for ever. */
const turns =
  (...settles: ReadonlyArray<Settle>): Settle =>
  (submission) => {
    const [next, ...rest] = settles
    if (next === undefined) throw new Error("no turn")
    settles = rest.length === 0 ? settles : rest
    return next(submission)
  }

/** The transfer happens, and its news is lost. */
const lostAnswer = (honest: Settle) => (submission: Submission) =>
  Effect.zipRight(Effect.ignore(honest(submission)), lost)

const unanswered: Settle = () => lost

const isSettled = (header: string) => Effect.map(stateOf(header), (state) => state === "settled")

layer(service(), { excludeTestServices: true, timeout: "60 seconds" })("where a chain can be asked", (it) => {
  it.effect(
    "a settlement without an answer is repeated once with the identical payload (reports 11, 13)",
    () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const seen: Array<unknown> = []
        const noted =
          (settle: Settle): Settle =>
          (submission) => {
            seen.push(submission)
            return settle(submission)
          }
        knobs.settle = turns(
          noted(() => new SettlementUnknown({ reason: "settlement_pending", transaction })),
          noted(knobs.honest.settle)
        )
        const header = yield* pay(0)
        const answer = yield* send(header)
        expect(answer.status).toBe(200)
        expect(seen).toHaveLength(2)
        expect(seen[1]).toEqual(seen[0])
        expect(yield* spent(0)).toBe(2000n)
        expect(yield* rows(header)).toMatchObject([{ state: "settled" }])
      })
  )

  const proveNothing: ReadonlyArray<readonly [string, Settle]> = [
    ["no answer", unanswered],
    ["a nonce that is used", () => new SettlementUnknown({ reason: "invalid_exact_evm_nonce_already_used" })],
    ["a refusal", () => new SettlementFailed({ reason: "insufficient_funds" })],
    ["a fault of ours", () => Effect.die(new Error("a fault"))],
    [
      "a revert of another transaction",
      () =>
        new SettlementFailed({
          reason: "invalid_exact_evm_transaction_failed",
          transaction: `0x${"cd".repeat(32)}`
        })
    ]
  ]
  for (const [index, [name, second]] of proveNothing.entries()) {
    it.effect(`${name} to the repetition proves nothing of the first try: 503, never 402 (report 12)`, () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const before = yield* spent(1)
        knobs.settle = turns(lostAnswer(knobs.honest.settle), second)
        const header = yield* pay(1)
        // A question for each test: a cached answer would not be counted.
        const body = { base: "EUR", currencies: [["AUD", "BGN", "BRL", "CAD", "CHF"][index]] }
        const answer = yield* send(header, body)
        expect(told(answer)).toEqual(pending)
        expect(answer.body.data).toBeUndefined()
        expect(answer.headers.get("retry-after")).toBe("15")
        expect(decode(answer.headers.get("payment-response") ?? "")).toEqual({
          success: false,
          errorReason: "settlement_pending",
          transaction: expect.any(String),
          network: "eip155:84532",
          payer: buyer(1).address.toLowerCase()
        })
        expect(knobs.calls.settle).toBe(2)
        expect(yield* rows(header)).toMatchObject([
          { state: "unknown", response: { body: expect.any(Uint8Array) } }
        ])
        // The chain knows better, and the answer is there for the same payment: bought once (reports 1, 11).
        yield* until(isSettled(header))
        const fetched = yield* send(header, body)
        expect(fetched.status).toBe(200)
        expect(decode(fetched.headers.get("payment-response") ?? "")).toMatchObject({ success: true })
        expect(fetched.headers.get("content-digest")).toBe(
          `sha-256=:${(yield* rows(header))[0]?.responseHash}:`
        )
        expect(knobs.calls).toEqual({ verify: 1, settle: 2, rates: 1 })
        expect((yield* spent(1)) - before).toBe(2000n)
      })
    )
  }

  it.effect("a revert of the very transaction that was pending is a failure", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.settle = turns(
        () => new SettlementUnknown({ reason: "settlement_pending", transaction }),
        () => new SettlementFailed({ reason: "invalid_exact_evm_transaction_failed", transaction })
      )
      const header = yield* pay(2)
      expect(told(yield* send(header))).toEqual([
        402,
        "PAYMENT_SETTLEMENT_FAILED",
        "invalid_exact_evm_transaction_failed"
      ])
      expect(yield* rows(header)).toMatchObject([{ state: "failed", response: null }])
    })
  )

  it.effect("a repetition that could not end within the payment's window is not made", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { clock } = yield* Almanac
      knobs.settle = () => Effect.zipRight(clock.jump("280 seconds"), lost)
      expect(told(yield* send(yield* pay(3)))).toEqual(pending)
      expect(knobs.calls.settle).toBe(1)
    })
  )

  it.effect("a settlement that never reached the facilitator is made when it is back", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.settle = unanswered
      const header = yield* pay(4)
      expect(told(yield* send(header))).toEqual(pending)
      expect(yield* spent(4)).toBe(0n)
      yield* until(Effect.sync(() => knobs.calls.settle > 4))
      expect(told(yield* send(header))).toEqual(pending)
      knobs.settle = knobs.honest.settle
      yield* until(isSettled(header))
      expect((yield* send(header)).status).toBe(200)
      expect(yield* spent(4)).toBe(2000n)
    })
  )

  it.effect("an authorization that ended unused has failed, and its payer is as good as before", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.settle = unanswered
      const header = yield* pay(5)
      yield* send(header)
      yield* until(
        Effect.map(stateOf(header), (state) => state === "failed"),
        "10 seconds"
      )
      expect(yield* rows(header)).toMatchObject([{ reason: "authorization_expired", response: null }])
      knobs.reset()
      expect(told(yield* send(header))).toEqual([
        402,
        "PAYMENT_INVALID",
        "invalid_exact_evm_payload_authorization_valid_before"
      ])
      expect(yield* spent(5)).toBe(0n)
      expect((yield* send(yield* pay(5))).status).toBe(200)
    })
  )

  it.effect("a cancelled authorization is not a paid one, though its nonce is used (row 1169)", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const chain = yield* SimulatedChain
      const header = yield* pay(6)
      knobs.settle = turns(
        () => Effect.zipRight(chain.cancel(buyer(6).address, nonceOf(header)), lost),
        knobs.honest.settle
      )
      expect(told(yield* send(header))).toEqual(pending)
      yield* until(Effect.map(stateOf(header), (state) => state === "failed"))
      expect(yield* rows(header)).toMatchObject([{ reason: "authorization_cancelled", response: null }])
      knobs.reset()
      expect(told(yield* send(yield* pay(6)))).toEqual([402, "PAYMENT_REJECTED", "recent_settlement_failure"])
    })
  )

  it.effect("what a dead process was settling is settled, and its answer fetched once", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.settle = lostAnswer(knobs.honest.settle)
      const header = yield* pay(7)
      yield* send(header)
      // As the process leaves it that dies between the facilitator's success and its note.
      yield* changeRow(header, { state: "settling", attempt: "dead", leaseUntil: 0 })
      expect(told(yield* send(header))).toEqual(pending)
      yield* until(isSettled(header))
      expect((yield* send(header)).status).toBe(200)
      expect(yield* spent(7)).toBe(2000n)
    })
  )

  it.effect("what a dead process had reserved is given back", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.verify = () => new FacilitatorUnavailable({ reason: "connection" })
      const header = yield* pay(8)
      yield* send(header)
      yield* changeRow(header, { state: "reserved", attempt: "dead", leaseUntil: 0 })
      yield* until(Effect.map(stateOf(header), (state) => state !== "reserved"))
      expect(yield* stateOf(header)).toBe("released")
      expect(knobs.calls.settle).toBe(0)
    })
  )

  it.effect("a run that lost its payment settles nothing by it", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { go, rates, running } = yield* held
      knobs.rates = rates
      const header = yield* pay(17)
      const first = yield* Effect.fork(send(header, { base: "EUR", currencies: ["HUF"] }))
      yield* running
      // As after a long stall of the process: its lease was over, and the payment was given back.
      yield* changeRow(header, { state: "released", attempt: "lost" })
      yield* go
      expect((yield* Fiber.join(first)).status).toBe(200)
      // It has bought anew, from the beginning.
      expect(knobs.calls).toEqual({ verify: 2, settle: 1, rates: 1 })
      expect(yield* spent(17)).toBe(2000n)
    })
  )

  it.effect("a run that takes longer than its lease keeps its payment", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { go, rates, running } = yield* held
      knobs.rates = rates
      const header = yield* pay(18)
      const first = yield* Effect.fork(send(header, { base: "EUR", currencies: ["ISK"] }))
      yield* running
      const row = Effect.map(rows(header), ([row]) => ({ state: row?.state, until: row?.leaseUntil ?? 0 }))
      for (let time = 0; time < 4; time++) {
        const before = yield* row
        yield* until(Effect.map(row, (now) => now.until > before.until || now.state !== before.state))
        expect((yield* row).state).toBe("reserved")
      }
      yield* go
      expect((yield* Fiber.join(first)).status).toBe(200)
      expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
    })
  )

  it.effect("a definite failure is told at once and nothing is repeated", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.settle = () => new SettlementFailed({ reason: "insufficient_funds" })
      expect(told(yield* send(yield* pay(9)))).toEqual([
        402,
        "PAYMENT_SETTLEMENT_FAILED",
        "insufficient_funds"
      ])
      expect(knobs.calls.settle).toBe(1)
    })
  )

  it.effect("a facilitator that calls every settlement a success is believed once (report 38)", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      knobs.settle = () => Effect.succeed({ transaction })
      const header = yield* pay(10)
      const answers = yield* Effect.all(
        Array.from({ length: 5 }, () => send(header, { base: "EUR", currencies: ["CZK"] })),
        { concurrency: "unbounded" }
      )
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
    })
  )

  it.effect("the row of a purchase ties request, answer and transaction together (report 42)", () =>
    Effect.gen(function* () {
      yield* reset
      const header = yield* pay(11)
      const answer = yield* send(header)
      const [row] = yield* rows(header)
      expect(row).toMatchObject({
        requestHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        responseHash: /:(.*):/.exec(answer.headers.get("content-digest") ?? "")?.[1],
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        requestId: answer.headers.get("x-request-id"),
        state: "settled"
      })
    })
  )
})

layer(service({ chain: false }), { excludeTestServices: true, timeout: "60 seconds" })(
  "where no chain can be asked",
  (it) => {
    it.effect("a nonce that stays used past the end is presumed settled, and the answer given", () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        knobs.settle = turns(lostAnswer(knobs.honest.settle), knobs.honest.settle)
        const header = yield* pay(12)
        expect(told(yield* send(header))).toEqual(pending)
        yield* until(Effect.sync(() => knobs.calls.settle > 3))
        // Used alone is no proof while the authorization may still be carried out.
        expect(told(yield* send(header))).toEqual(pending)
        yield* until(
          Effect.map(stateOf(header), (state) => state === "presumed_settled"),
          "10 seconds"
        )
        expect((yield* send(header)).status).toBe(200)
        expect(yield* spent(12)).toBe(2000n)
      })
    )

    it.effect("refusals never end it: nobody knows of the first try, and the log says so", () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const { lines } = yield* Almanac
        knobs.settle = turns(unanswered, () => new SettlementFailed({ reason: "insufficient_funds" }))
        const header = yield* pay(13)
        yield* send(header)
        yield* until(
          Effect.sync(() => lines.some(({ message }) => String(message).includes("unknown outcome"))),
          "20 seconds"
        )
        expect(told(yield* send(header))).toEqual(pending)
        expect(yield* stateOf(header)).toBe("unknown")
        expect(JSON.stringify(lines)).not.toContain(nonceOf(header))
      })
    )

    it.effect("a facilitator that remembers its settlement ends it", () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        knobs.settle = turns(lostAnswer(knobs.honest.settle), unanswered, () =>
          Effect.succeed({ transaction })
        )
        const header = yield* pay(14)
        yield* send(header)
        yield* until(isSettled(header))
        expect(yield* rows(header)).toMatchObject([{ transaction }])
      })
    )
  }
)

describe.skipIf(!TestDatabase.isServer)("two replicas on one PostgreSQL (DATABASE_URL)", () => {
  const scenario = <A, E>(effect: Effect.Effect<A, E, Knobs | SimulatedChain | Scope.Scope>) =>
    effect.pipe(Effect.scoped, Effect.provide(world))

  it.live("look at a payment one at a time, and either gives its answer", () =>
    scenario(
      Effect.gen(function* () {
        const knobs = yield* Knobs
        const place = yield* TestDatabase.lasting
        const clock = SteeredClock.make()
        const [one, two] = yield* Effect.all([
          steered({ storage: place, chain: false, clock }),
          steered({ storage: place, chain: false, clock })
        ])
        yield* Effect.gen(function* () {
          knobs.settle = unanswered
          const headers = yield* Effect.all(Array.from({ length: 12 }, () => pay(15)))
          yield* Effect.forEach(headers, (header) => send(header), { concurrency: 4 })
          // Each is settled by one of the two, which takes its time; the other leaves it alone.
          const asked = new Map<string, number>()
          knobs.settle = (submission) => {
            const { nonce } = submission.authorization
            asked.set(nonce, (asked.get(nonce) ?? 0) + 1)
            return Effect.zipRight(Effect.sleep("60 millis"), knobs.honest.settle(submission))
          }
          yield* until(
            Effect.map(Effect.forEach(headers, stateOf), (states) =>
              states.every((state) => state === "settled")
            )
          )
          expect([...asked.values()]).toEqual(headers.map(() => 1))
          const [first = ""] = headers
          const answers = yield* Effect.promise(() =>
            Promise.all([one, two].map(({ url }) => call(url, first)))
          )
          expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
          expect(yield* spent(15)).toBe(24_000n)
        }).pipe(Effect.provideService(Almanac, one))
      })
    )
  )

  it.live("a run that lost its row to the reconciler still notes what it knows for certain", () =>
    scenario(
      Effect.gen(function* () {
        const knobs = yield* Knobs
        const running = yield* steered({ storage: yield* TestDatabase.lasting, chain: false })
        yield* Effect.gen(function* () {
          const settling = yield* Deferred.make<void>()
          const go = yield* Deferred.make<void>()
          knobs.settle = (submission) =>
            Effect.zipRight(
              Deferred.succeed(settling, undefined),
              Effect.zipRight(Deferred.await(go), knobs.honest.settle(submission))
            )
          const header = yield* pay(16)
          const first = yield* Effect.fork(send(header, question))
          yield* Deferred.await(settling)
          yield* changeRow(header, { attempt: "reconciler", state: "unknown" })
          yield* Deferred.succeed(go, undefined)
          expect((yield* Fiber.join(first)).status).toBe(200)
          yield* eventually(isSettled(header))
        }).pipe(Effect.provideService(Almanac, running))
      })
    )
  )
})
