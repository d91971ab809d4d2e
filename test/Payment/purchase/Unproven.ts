/**
 * Payments whose signature only the facilitator can judge. Anyone can make up such payments in anyone's name: what they
 * may cost the facilitator, and what they may not take from others.
 */
import { expect, type Vitest } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import { FacilitatorUnavailable } from "../../../src/Payment/facilitator/Facilitator.ts"
import * as Ledgers from "../ledger/suite/World.ts"
import { type Call, calls } from "./Calls.ts"
import * as StandingClock from "./StandingClock.ts"
import { type End, type Standing, wordOf } from "./Words.ts"
import { bringTo, check, outcome, rows, type Script, type Services, startProcess } from "./World.ts"

type Process = Effect.Effect.Success<ReturnType<typeof startProcess>>

let nonces = 0
const fresh = (payer: string) => {
  nonces += 1
  return Ledgers.keyOf(`0x${(1000 + nonces).toString(16)}`, { payer })
}

/** A payment that is forged in a payer's name. */
const forged = (payer: string, connection = {}): Call => ({
  ...calls.stranger,
  key: fresh(payer),
  idempotencyKey: Option.none(),
  connection
})

/** A contract wallet's own. */
const good = (payer: string, connection = {}): Call => ({
  ...forged(payer, connection),
  signature: "0xwallet"
})

/** A process whose facilitator has a transaction for each payment. */
const startWallets = (script: Script = {}) =>
  startProcess({
    settle: ({ authorization: { from, nonce } }) => Effect.succeed({ transaction: `${nonce}${from}` }),
    ...script
  })

const toldOf = (end: End) => wordOf(end).replace(/^200 new, made by req_2, settled in \S+$/, "charged")

const buy = ({ call }: Process, order: Call) => Effect.map(Effect.flatMap(call(order), Fiber.await), toldOf)

const buyAll = (process: Process, orders: ReadonlyArray<Call>) =>
  Effect.forEach(orders, (order) => buy(process, order))

/** How many of each word. */
const tally = (words: ReadonlyArray<string>) =>
  Object.fromEntries(
    [...new Set(words)].map((word) => [word, words.filter((other) => other === word).length])
  )

const times = <A>(count: number, make: (index: number) => A) =>
  Array.from({ length: count }, (_, index) => make(index))

/** Holds every question to the facilitator until it is let go. */
const holding = Effect.gen(function* () {
  const go = yield* Deferred.make<void>()
  return {
    go: Deferred.succeed(go, undefined),
    verify: ({ signature }: { readonly signature: string }) =>
      Effect.as(
        Deferred.await(go),
        signature === "0xforged"
          ? { isValid: false as const, reason: "invalid_exact_evm_signature" }
          : { isValid: true as const }
      )
  }
})

/** Until the facilitator has been asked so often; then it is seen that it is not asked more. */
const untilAsked = ({ asked }: Process, count: number) =>
  Effect.zipRight(
    Effect.repeat(Effect.withClock(Effect.sleep("1 millis"), Ledgers.clock), {
      until: () => asked.verify >= count,
      times: 2000
    }),
    Effect.withClock(Effect.sleep("20 millis"), Ledgers.clock)
  )

/** What another run has come to while a payment is judged, and how the facilitator refuses the payment then. */
const boughtMeanwhile: ReadonlyArray<readonly [to: Ledgers.State, told: Standing, ledger: string]> = [
  ["reserved", "inProgress", "01 reserved"],
  ["settling", "inProgress", "01 settling"],
  ["stalled", "pending", "01 settling"],
  ["unknown", "pending", "01 unknown"],
  ["settled", "replayed", "01 settled +1"],
  ["presumed_settled", "presumed", "01 presumed_settled +1"]
]
const refusals = [
  "invalid_transaction_state_nonce_already_used",
  "insufficient_funds",
  "the facilitator is away"
]

const scenario = <A, E>(effect: Effect.Effect<A, E, Services | import("effect/Scope").Scope>) =>
  Effect.scoped(Effect.zipRight(Ledgers.fresh, effect))

export const unproven = (it: Vitest.MethodsNonLive<Services, true>) => {
  check(
    it,
    "60 refusals a minute for payers never called good, 20 of one connection; nothing is left of them",
    scenario(
      Effect.gen(function* () {
        const process = yield* startWallets()
        const one = {}
        const ofOne = yield* buyAll(
          process,
          times(30, (index) => forged(`0xjunk${index}`, one))
        )
        expect(tally(ofOne)).toEqual({ forged: 20, unjudged: 10 })
        const others = yield* buyAll(
          process,
          times(50, (index) => forged(`0xmore${index}`))
        )
        expect([tally(others), process.asked.verify]).toEqual([{ forged: 40, unjudged: 10 }, 60])
        const { table } = yield* Ledgers.ports
        expect([yield* rows, yield* table.payers]).toEqual([[], []])
        yield* StandingClock.pass(59_999)
        expect(yield* buy(process, forged("0xlate"))).not.toBe("forged")
        yield* StandingClock.pass(1)
        expect(yield* buy(process, forged("0xlate", one))).toBe("forged")
      })
    )
  )

  check(
    it,
    "a facilitator that is away is asked no more often than one that refuses; who has paid before has its own allowance",
    scenario(
      Effect.gen(function* () {
        yield* bringTo("settled", { key: Ledgers.keyOf("0x77") })
        const verify = () => new FacilitatorUnavailable({ reason: "timeout" })
        const process = yield* startWallets({ verify })
        const words = yield* buyAll(
          process,
          times(70, (index) => forged(`0xjunk${index}`))
        )
        expect([tally(words), process.asked.verify]).toEqual([{ away: 60, unjudged: 10 }, 60])
        expect(yield* buy(process, { ...calls.keyWallet, connection: {} })).toBe("away")
      })
    )
  )

  check(
    it,
    "whatever forgers do in other names, a wallet that was called good goes on buying, after a restart too",
    scenario(
      Effect.gen(function* () {
        const before = yield* startWallets()
        expect(yield* buy(before, good("0xwallet"))).toBe("charged")
        const after = yield* startWallets()
        for (const process of [before, after]) {
          yield* buyAll(
            process,
            times(80, (index) => forged(`0xjunk${index}`))
          )
          expect(yield* buy(process, good("0xnew"))).toBe("unjudged")
          expect(
            tally(
              yield* buyAll(
                process,
                times(5, () => good("0xwallet"))
              )
            )
          ).toEqual({ charged: 5 })
        }
      })
    )
  )

  check(
    it,
    "in the name of one wallet forgers use up that wallet's allowance alone",
    scenario(
      Effect.gen(function* () {
        const process = yield* startWallets()
        for (const payer of ["0xone", "0xtwo"]) expect(yield* buy(process, good(payer))).toBe("charged")
        const attack = yield* buyAll(
          process,
          times(70, () => forged("0xone"))
        )
        expect(tally(attack)).toEqual({ forged: 60, unjudged: 10 })
        expect(yield* buy(process, good("0xone"))).toBe("unjudged")
        expect(yield* buy(process, good("0xtwo"))).toBe("charged")
        expect(yield* buy(process, forged("0xstranger"))).toBe("forged")
      })
    )
  )

  check(
    it,
    "one connection has 60 refusals a minute in the names of all wallets that were called good",
    scenario(
      Effect.gen(function* () {
        const process = yield* startWallets()
        const connection = {}
        const payers = times(5, (index) => `0xwallet${index}`)
        yield* buyAll(
          process,
          payers.map((payer) => good(payer))
        )
        const attack = yield* buyAll(
          process,
          times(100, (index) => forged(payers[index % 5] ?? "", connection))
        )
        expect(tally(attack)).toEqual({ forged: 60, unjudged: 40 })
        for (const payer of payers) expect(yield* buy(process, good(payer))).toBe("charged")
      })
    )
  )

  check(
    it,
    "while the capability is paused, only the payer is told of a purchase under its key",
    scenario(
      Effect.gen(function* () {
        yield* bringTo("settled")
        const process = yield* startWallets()
        yield* process.pause
        const told = (call: Call) => buy(process, call)
        expect({
          "the payer's other payment": yield* told(calls.key),
          "a wallet's other payment": yield* told(calls.keyWallet),
          "one that is forged": yield* told(calls.keyStranger),
          "the payment, its signature forged": yield* told(calls.stranger),
          "one that is forged, under another key": yield* told({
            ...calls.keyStranger,
            idempotencyKey: Option.some("order-2")
          }),
          "a wallet's, without a key": yield* told({ ...calls.keyWallet, idempotencyKey: Option.none() })
        }).toEqual({
          "the payer's other payment": "replayed",
          "a wallet's other payment": "replayed",
          "one that is forged": "forged",
          "the payment, its signature forged": "used",
          "one that is forged, under another key": "forged",
          "a wallet's, without a key": "paused"
        })
        expect([process.asked.verify, process.asked.run]).toEqual([3, 0])
      })
    )
  )

  check(
    it,
    "good payments are not counted, whoever sends them",
    scenario(
      Effect.gen(function* () {
        const process = yield* startWallets()
        const connection = {}
        const wallets = times(100, (index) => good(`0xwallet${index}`, connection))
        expect(tally(yield* buyAll(process, wallets))).toEqual({ charged: 100 })
      })
    )
  )

  check(
    it,
    "questions under way count as refusals, and a facilitator that is asked at once is not asked more",
    scenario(
      Effect.gen(function* () {
        const { go, verify } = yield* holding
        const process = yield* startWallets({ verify })
        const fibers = yield* Effect.forEach(
          times(80, (index) => forged(`0xjunk${index}`)),
          process.call
        )
        yield* untilAsked(process, 60)
        expect(process.asked.verify).toBe(60)
        yield* go
        const ends = yield* Effect.forEach(fibers, Fiber.await)
        expect(tally(ends.map((end) => wordOf(end)))).toEqual({ forged: 60, unjudged: 20 })
      })
    )
  )

  check(
    it,
    "equal ones that come at once are one question, whatever they ask for",
    scenario(
      Effect.gen(function* () {
        const { go, verify } = yield* holding
        const process = yield* startWallets({ verify })
        const payment = forged("0xjunk")
        const same = times(30, (index) => ({ ...payment, requestHash: `request ${index % 3}` }))
        const fibers = yield* Effect.forEach(same, process.call)
        yield* untilAsked(process, 1)
        expect(process.asked.verify).toBe(1)
        yield* go
        const ends = yield* Effect.forEach(fibers, Fiber.await)
        expect(tally(ends.map((end) => wordOf(end)))).toEqual({ forged: 30 })
      })
    )
  )

  check(
    it,
    "one that is being judged holds neither the nonce nor the key of the payer, and is not joined by it",
    scenario(
      Effect.gen(function* () {
        const { go, verify } = yield* holding
        const process = yield* startWallets({
          verify: (submission) =>
            submission.signature === "0xforged" ? verify(submission) : Effect.succeed({ isValid: true })
        })
        const junk = yield* process.call(calls.stranger)
        const junkUnderKey = yield* process.call(calls.keyStranger)
        yield* untilAsked(process, 2)
        expect([process.asked.verify, yield* rows]).toEqual([2, []])
        const own = Effect.timeoutOption(buy(process, calls.same), "5 seconds")
        expect(yield* Effect.withClock(own, Ledgers.clock)).toEqual(Option.some("charged"))
        yield* go
        // The payer's own purchase has used the nonce meanwhile.
        expect(wordOf(yield* Fiber.await(junk))).toBe("used")
        expect(wordOf(yield* Fiber.await(junkUnderKey))).toBe("forged")
      })
    )
  )

  check(
    it,
    "50 that are forged in the name of a plain key and are being judged hold none of its places, and joiners hold none",
    scenario(
      Effect.gen(function* () {
        const { go, verify } = yield* holding
        const process = yield* startWallets({
          environment: { MAX_CALLS: "16" },
          verify: (submission) =>
            submission.signature === "0xforged" ? verify(submission) : Effect.succeed({ isValid: true })
        })
        const payment = forged(Ledgers.payer)
        const junk = yield* Effect.forEach(
          times(50, (index) => ({ ...payment, requestHash: `request ${index}` })),
          process.call
        )
        const more = yield* Effect.forEach([forged(Ledgers.payer), forged(Ledgers.payer)], process.call)
        yield* untilAsked(process, 3)
        expect(process.asked.verify).toBe(3)
        const own = { ...calls.same, key: fresh(Ledgers.payer), idempotencyKey: Option.none() }
        const bought = Effect.timeoutOption(buy(process, own), "5 seconds")
        expect(yield* Effect.withClock(bought, Ledgers.clock)).toEqual(Option.some("charged"))
        yield* go
        const ends = yield* Effect.forEach([...junk, ...more], Fiber.await)
        expect(tally(ends.map((end) => wordOf(end)))).toEqual({ forged: 52 })
      })
    )
  )

  check(
    it,
    "a wallet's payment that the facilitator calls good twice over is bought once",
    scenario(
      Effect.gen(function* () {
        const { go, verify } = yield* holding
        const process = yield* startWallets({ verify })
        const one = yield* process.call({ ...calls.wallet, requestHash: "request" })
        const two = yield* process.call({ ...calls.wallet, signature: "0xsigned-otherwise" })
        yield* untilAsked(process, 2)
        yield* go
        const ends = [toldOf(yield* Fiber.await(one)), toldOf(yield* Fiber.await(two))]
        expect(ends).toContain("charged")
        expect([process.asked.settle, (yield* rows).length]).toEqual([1, 1])
      })
    )
  )

  for (const [state, told, ledger] of boughtMeanwhile) {
    for (const refusal of refusals) {
      check(
        it,
        `bought by another run while it is judged, ${state}: that is told, not that ${refusal}`,
        Effect.gen(function* () {
          const services = yield* Effect.context<Services>()
          const buys = Effect.orDie(Effect.provide(bringTo(state), services))
          const verify = () =>
            Effect.zipRight(
              buys,
              refusal === "the facilitator is away"
                ? new FacilitatorUnavailable({ reason: "timeout" })
                : Effect.succeed({ isValid: false as const, reason: refusal })
            )
          const seen = yield* outcome(Effect.void, calls.wallet, { script: { verify } })
          expect(seen).toEqual([told, 1, 0, 0, ledger])
        })
      )
    }
  }

  check(
    it,
    "what was bought before is answered, whatever the limit says",
    scenario(
      Effect.gen(function* () {
        yield* bringTo("settled")
        const process = yield* startWallets()
        yield* buyAll(
          process,
          times(80, (index) => forged(`0xjunk${index}`))
        )
        expect([yield* buy(process, calls.wallet), yield* buy(process, calls.key)]).toEqual([
          "replayed",
          "replayed"
        ])
        expect(process.asked.verify).toBe(60)
      })
    )
  )
}
