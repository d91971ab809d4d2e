/** What is known of a payer beside its payments: whether it has paid, and the other names of its purchases. */
import { expect, type Vitest } from "@effect/vitest"
import { Effect, Option } from "effect"
import { maxAliases } from "../../../../src/Payment/ledger/PayerRecords.ts"
import {
  after,
  bringTo,
  check,
  key,
  keyOf,
  otherPayer,
  payer,
  ports,
  reservation,
  type Services,
  type State,
  states
} from "./World.ts"

const day = 86_400_000
const asset = { asset: "0xtoken" }

/** Where a payment without a key of its own is found under an alias. */
const found: Readonly<Record<State, boolean>> = {
  absent: false,
  reserved: true,
  lapsed: false,
  settling: true,
  stalled: true,
  unknown: true,
  due: true,
  settled: true,
  presumed_settled: true,
  failed: false,
  released: false
}

/** Where an alias is kept: of a run that has died, too, though nobody finds it. */
const keeps: typeof found = { ...found, lapsed: true }

const find = (who = payer, alias = "late", requestHash = "request") =>
  Effect.flatMap(ports, ({ records }) =>
    Effect.map(
      records.findByAlias(who, alias, requestHash),
      Option.map(({ nonce }) => nonce)
    )
  )
const add = (alias: string, to = key) => Effect.flatMap(ports, ({ records }) => records.addAlias(to, alias))

export const payers = (it: Vitest.MethodsNonLive<Services, true>) => {
  check(
    it,
    "a payer has paid once one of its payments is settled, in that token",
    Effect.gen(function* () {
      const { records, table } = yield* ports
      for (const state of states) {
        yield* table.clear
        yield* bringTo(state)
        const paid = state === "settled" || state === "presumed_settled"
        const others = [keyOf("0x01", { payer: otherPayer }), keyOf("0x01", asset)]
        expect([
          state,
          yield* records.hasPaid(keyOf("0x99")),
          yield* Effect.forEach(others, records.hasPaid)
        ]).toEqual([state, paid, [false, false]])
        yield* after(0)
      }
    })
  )

  check(
    it,
    "an alias finds a purchase that has no key, by its payer and its request, while there is an answer to wait for",
    Effect.gen(function* () {
      const { table } = yield* ports
      for (const state of states) {
        yield* table.clear
        yield* after(0)
        yield* bringTo(state)
        yield* add("late")
        const seen = [
          yield* find(),
          yield* find(otherPayer),
          yield* find(payer, "other"),
          yield* find(payer, "late", "another")
        ]
        expect([state, ...seen]).toEqual([
          state,
          found[state] ? Option.some("0x01") : Option.none(),
          Option.none(),
          Option.none(),
          Option.none()
        ])
      }
    })
  )

  check(
    it,
    "an alias of a purchase that has a key is none, nor one of a payment that is not there",
    Effect.gen(function* () {
      yield* bringTo("settled", { idempotencyKey: Option.some("own") })
      yield* add("late")
      yield* add("late", keyOf("0x02"))
      expect(yield* find()).toEqual(Option.none())
    })
  )

  check(
    it,
    "an alias ends with the answer: the twentieth time, a day later, and with the row",
    Effect.gen(function* () {
      const { ledger, retention } = yield* ports
      yield* bringTo("settled")
      yield* add("late")
      yield* Effect.repeatN(ledger.replay(key), 18)
      expect(yield* find()).toEqual(Option.some("0x01"))
      yield* ledger.replay(key)
      expect(yield* find()).toEqual(Option.none())
      yield* bringTo("settled", { key: keyOf("0x02") })
      yield* add("late", keyOf("0x02"))
      yield* after(day - 1)
      expect(yield* find()).toEqual(Option.some("0x02"))
      yield* after(day)
      expect(yield* find()).toEqual(Option.none())
      expect(yield* retention.dropResponses(10)).toBe(2)
      yield* bringTo("reserved", { key: keyOf("0x03") })
      yield* add("late", keyOf("0x03"))
      yield* ledger.release(keyOf("0x03"), "mine", { _tag: "Refused" })
      yield* ledger.reserve(reservation({ key: keyOf("0x03") }))
      expect(yield* find()).toEqual(Option.none())
    })
  )

  check(
    it,
    "an alias of two purchases finds the later one; a purchase that is made anew keeps its aliases for the same request",
    Effect.gen(function* () {
      const { ledger } = yield* ports
      yield* bringTo("settled")
      yield* after(1000)
      yield* bringTo("settled", { key: keyOf("0x02") })
      for (const to of [key, keyOf("0x02")]) yield* add("late", to)
      expect(yield* find()).toEqual(Option.some("0x02"))
      yield* bringTo("reserved", { key: keyOf("0x03") })
      yield* add("again", keyOf("0x03"))
      yield* ledger.release(keyOf("0x03"), "mine", { _tag: "NotRun" })
      yield* ledger.reserve(reservation({ key: keyOf("0x03") }))
      expect(yield* find(payer, "again")).toEqual(Option.some("0x03"))
    })
  )

  check(
    it,
    "an alias is kept where there is an answer, or may be one, and room; whether it is kept is told, the second time too",
    Effect.gen(function* () {
      const { retention, table } = yield* ports
      for (const state of states) {
        yield* table.clear
        yield* after(0)
        yield* bringTo(state)
        expect([state, yield* add("late"), yield* add("late")]).toEqual([state, keeps[state], keeps[state]])
      }
      yield* table.clear
      yield* after(0)
      yield* bringTo("settled")
      yield* after(day)
      yield* retention.dropResponses(10)
      expect(yield* add("late")).toBe(false)
      yield* bringTo("settled", { key: keyOf("0x02") })
      const names = Array.from({ length: maxAliases + 1 }, (_, index) => `name-${index}`)
      const kept = yield* Effect.forEach(names, (name) => add(name, keyOf("0x02")))
      expect(kept).toEqual(names.map((_, index) => index < maxAliases))
      expect(yield* add("name-0", keyOf("0x02"))).toBe(true)
    })
  )

  check(
    it,
    "a payment has 20 aliases at most, however many are added at once",
    Effect.gen(function* () {
      yield* bringTo("settled")
      const names = Array.from({ length: maxAliases + 10 }, (_, index) => `name-${index}`)
      yield* Effect.forEach([...names, ...names], (name) => add(name), { concurrency: "unbounded" })
      const known = yield* Effect.filter(names, (name) => Effect.map(find(payer, name), Option.isSome))
      expect(known.length).toBe(20)
    })
  )
}
