/**
 * The charge matrix: a call of every capability is ended in every way, through the real server, with real signatures.
 * What counts is the money on the chain, then what the buyer is shown, then the ledger.
 */
import { expect, layer } from "@effect/vitest"
import { Array as Arr, Context, Deferred, Effect, Fiber, Layer, Predicate, Schedule, Schema } from "effect"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import * as SteeredClock from "../../scripts/prove/service/SteeredClock.ts"
import { type RegisteredCapability, registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { type Ending, type EndingName, endings, endingsOf } from "../../src/Api/Charges.ts"
import {
  Facilitator,
  FacilitatorUnavailable,
  SettlementFailed,
  SettlementUnknown
} from "../../src/Payment/facilitator/Facilitator.ts"
import { PauseStore } from "../../src/Payment/pause/PauseStore.ts"
import * as PauseWatch from "../../src/Payment/pause/PauseWatch.ts"
import type { PaymentState } from "../../src/Resources/PaymentStatus.ts"
import { SimulatedChain } from "../../src/Sandbox/SimulatedChain.ts"
import * as SimulatedFacilitator from "../../src/Sandbox/SimulatedFacilitator.ts"
import { type Answer, answerOf, decode, payment, post } from "../support/Buyer.ts"
import { type Running, startWith } from "../support/Harness.ts"
import { raw } from "../support/Raw.ts"
import { asset } from "../support/SignedPayment.ts"
import { questions } from "./Questions.ts"
import { type Play, ports, Stage } from "./Stage.ts"

/** What a buyer has at the start, atomic USDC. */
const opening = 10_000_000n

type FacilitatorPort = Context.Tag.Service<Facilitator>

/** The facilitator of the services: honest unless a cell says otherwise. */
class Facilitators extends Context.Tag("test/Facilitators")<
  Facilitators,
  { current: FacilitatorPort; readonly honest: FacilitatorPort }
>() {}

const facilitators = Layer.effect(
  Facilitators,
  Effect.map(Facilitator, (honest) => ({ current: honest, honest }))
).pipe(
  Layer.provideMerge(
    SimulatedFacilitator.layer({
      chainId: asset.chainId,
      asset,
      accounts: {}
    })
  )
)

const played = Layer.merge(
  ports,
  Layer.effect(
    Facilitator,
    Effect.map(Facilitators, (facilitators) => ({
      verify: (submission: Parameters<FacilitatorPort["verify"]>[0]) =>
        Effect.suspend(() => facilitators.current.verify(submission)),
      settle: (submission: Parameters<FacilitatorPort["settle"]>[0]) =>
        Effect.suspend(() => facilitators.current.settle(submission))
    }))
  )
)

/** The service's time, behind that of the buyers, whose payments are for five minutes. */
const clock = SteeredClock.make("2 minutes")

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}
class Away extends Context.Tag("test/Away")<Away, Running>() {}
class Stopping extends Context.Tag("test/Stopping")<Stopping, Running>() {}

const services = Layer.mergeAll(
  Layer.scoped(Almanac, Effect.withClock(startWith(played), clock.clock)),
  Layer.scoped(Away, startWith(played, { away: true })),
  Layer.scoped(
    Stopping,
    Effect.tap(startWith(played), ({ lifecycle }) => lifecycle.drain)
  )
).pipe(Layer.provideMerge(facilitators), Layer.provideMerge(Stage.layer))

let used = 0
/** A number that no other call has had. */
const nextNumber = Effect.sync(() => {
  used += 1
  return used
})

/** A buyer with money for every cell: no limit on a payer carries over from one to the next. */
const nextBuyer = Effect.gen(function* () {
  const account = privateKeyToAccount(generatePrivateKey())
  yield* (yield* SimulatedChain).credit(account.address, opening)
  return account
})

const curtain = Effect.gen(function* () {
  const stage = yield* Stage
  const facilitators = yield* Facilitators
  Object.assign(stage, { play: "full", news: undefined, asked: yield* Deferred.make<void>() })
  facilitators.current = facilitators.honest
})

const atomic = ({ facts }: RegisteredCapability) => BigInt(Math.round(Number(facts.price) * 1e6))

const sign = (offer: RegisteredCapability, account: PrivateKeyAccount) =>
  Effect.promise(() => payment({ account, amount: String(atomic(offer)) }))

const spent = (account: PrivateKeyAccount) =>
  Effect.map(
    Effect.flatMap(SimulatedChain, (chain) => chain.balance(account.address)),
    (balance) => opening - balance
  )

const states = (account: PrivateKeyAccount) =>
  Effect.flatMap(Almanac, ({ table }) =>
    Effect.map(table.payments, (payments) =>
      payments.filter(({ payer }) => payer === account.address.toLowerCase()).map(({ state }) => state)
    )
  )

/** One call of a cell: who pays, with which payment, for what. */
interface Cell {
  readonly offer: RegisteredCapability
  readonly account: PrivateKeyAccount
  readonly header: string
  readonly body: object
}

const send = (
  { offer, header, body }: Cell,
  {
    url,
    headers,
    text,
    signal
  }: {
    readonly url?: string
    readonly headers?: Record<string, string>
    readonly text?: string
    readonly signal?: AbortSignal
  } = {}
) =>
  Effect.flatMap(Almanac, (almanac) =>
    Effect.promise(() => post(`${url ?? almanac.url}${offer.path}`, header, text ?? body, headers, signal))
  )

/** Plays, then calls. */
const onStage =
  (play: Play, news?: Play) =>
  (cell: Cell): Effect.Effect<Answer, never, Stage | Almanac> =>
    Effect.flatMap(Stage, (stage) => {
      Object.assign(stage, { play, news })
      return send(cell)
    })

/** Calls with a facilitator that misbehaves. */
const withFacilitator = (current: Partial<FacilitatorPort>) => (cell: Cell) =>
  Effect.flatMap(Facilitators, (facilitators) => {
    facilitators.current = { ...facilitators.honest, ...current }
    return send(cell)
  })

const hasEnded = (account: PrivateKeyAccount, state: PaymentState) =>
  Effect.repeat(Effect.delay(states(account), "10 millis"), {
    until: (all) => all.includes(state),
    schedule: Schedule.recurs(1000)
  })

/** An answer from its bytes. */
const parsed = (answer: string): Answer => {
  const [head = "", text = ""] = answer.split("\r\n\r\n")
  const [first = "", ...lines] = head.split("\r\n")
  const fields = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(":")),
    line.slice(line.indexOf(":") + 1)
  ])
  return answerOf(Number(first.split(" ")[1]), new Headers(fields), text)
}

/** A body of which no source can be asked anything: a verification in German, others of no word. */
const unreadable = ({ facts }: RegisteredCapability) =>
  facts.id === "information.verify" ? { claim: "Der Eiffelturm ist 330 Meter hoch" } : { query: "?!?" }

/** Another request for the same capability. */
const another = ({ offer }: Cell) =>
  Effect.map(nextNumber, (number) => questions[offer.facts.id]?.(number) ?? {})

/** A call that is charged. */
const bought = (cell: Cell, headers: Record<string, string> = {}) =>
  Effect.map(send(cell, { headers }), ({ status }) => expect(status).toBe(200))

/** How a call comes to its end. `undefined`: there was nobody to answer. */
const endCall: Readonly<
  Record<
    EndingName,
    (
      cell: Cell
    ) => Effect.Effect<Answer | undefined, unknown, Stage | Facilitators | Almanac | Away | Stopping>
  >
> = {
  full: onStage("full"),
  empty: onStage("empty"),
  "not-covered": onStage("not-covered"),
  partial: onStage("full", "throttled"),
  unreadable: (cell) => send({ ...cell, body: unreadable(cell.offer) }),
  "partial-empty": onStage("empty", "unavailable"),
  "all-failed": onStage("late"),
  invalid: (cell) => send({ ...cell, body: { stranger: 1 } }),
  refused: (cell) =>
    onStage("refused")("country" in cell.body ? { ...cell, body: { ...cell.body, country: "XX" } } : cell),
  "bad-payment": (cell) => send({ ...cell, header: "!" }),
  rejected: withFacilitator({ verify: () => Effect.succeed({ isValid: false, reason: "payer_not_served" }) }),
  unsettled: withFacilitator({ settle: () => new SettlementFailed({ reason: "insufficient_funds" }) }),
  unknown: onStage("empty"),
  conflict: (cell) =>
    Effect.gen(function* () {
      const headers = { "idempotency-key": `key-of-${cell.offer.facts.id}` }
      yield* bought(
        { ...cell, header: yield* sign(cell.offer, cell.account), body: yield* another(cell) },
        headers
      )
      return yield* send(cell, { headers })
    }),
  repeated: (cell) => Effect.zipRight(bought(cell), send(cell)),
  used: (cell) =>
    Effect.flatMap(Effect.zipRight(bought(cell), another(cell)), (body) => send({ ...cell, body })),
  unnamed: (cell) =>
    Effect.zipRight(bought(cell, { "idempotency-key": `name-of-${cell.offer.facts.id}` }), send(cell)),
  // One payment awaits one body: of two calls without theirs, the one that came first ends.
  slow: ({ header, offer }) =>
    Effect.flatMap(Almanac, ({ url }) => {
      const withheld = raw(url, [
        `POST ${offer.path} HTTP/1.1`,
        `PAYMENT-SIGNATURE: ${header}`,
        "Content-Length: 10"
      ])
      return Effect.map(Effect.raceFirst(withheld, withheld), parsed)
    }),
  "too-large": (cell) => send(cell, { text: JSON.stringify(cell.body) + " ".repeat(64 * 1024) }),
  "not-json": (cell) => send(cell, { headers: { "content-type": "text/plain" } }),
  throttled: onStage("throttled"),
  limited: (cell) => send(cell),
  overloaded: (cell) => send(cell),
  fault: onStage("fault"),
  unavailable: onStage("unavailable"),
  "bad-response": onStage("bad-response"),
  late: onStage("late"),
  facilitator: withFacilitator({ verify: () => new FacilitatorUnavailable({ reason: "timeout" }) }),
  ledger: (cell) => Effect.flatMap(Away, ({ url }) => send(cell, { url })),
  // A second before, the same call would be sold.
  paused: (cell) =>
    Effect.gen(function* () {
      const operator = yield* (yield* Almanac).operator
      const pause = { kind: "capability", name: cell.offer.facts.id, reason: "", retryAfter: 60 } as const
      const store = Context.get(operator, PauseStore)
      yield* Effect.provide(Effect.zipRight(store.begin(pause), PauseWatch.look), operator)
      const answer = yield* send(cell)
      yield* Effect.provide(Effect.zipRight(store.end(pause.kind, pause.name), PauseWatch.look), operator)
      return answer
    }),
  stopping: (cell) => Effect.flatMap(Stopping, ({ url }) => send(cell, { url })),
  pending: (cell) => {
    let tries = 0
    return withFacilitator({
      settle: () =>
        Effect.suspend(() => {
          tries += 1
          // Nobody waits for the half second until the settlement is tried once more. In that pause no statement is
          // under way, whose time would pass too.
          const wait =
            tries === 1 ? Effect.forkDaemon(Effect.delay(clock.jump("500 millis"), "10 millis")) : Effect.void
          return Effect.zipRight(wait, new SettlementUnknown({ reason: "timeout" }))
        })
    })(cell)
  },
  "left-before": (cell) =>
    Effect.gen(function* () {
      const stage = yield* Stage
      const hangUp = new AbortController()
      stage.play = "hang"
      const call = yield* Effect.fork(Effect.exit(send(cell, { signal: hangUp.signal })))
      yield* Deferred.await(stage.asked)
      hangUp.abort()
      yield* Fiber.join(call)
      yield* hasEnded(cell.account, "released")
      return undefined
    }),
  "left-after": (cell) =>
    Effect.gen(function* () {
      const facilitators = yield* Facilitators
      const hangUp = new AbortController()
      const settling = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      facilitators.current = {
        ...facilitators.honest,
        settle: (submission) =>
          Effect.zipRight(
            Deferred.succeed(settling, undefined),
            Effect.zipRight(Deferred.await(go), facilitators.honest.settle(submission))
          )
      }
      const call = yield* Effect.fork(Effect.exit(send(cell, { signal: hangUp.signal })))
      yield* Deferred.await(settling)
      hangUp.abort()
      yield* Fiber.join(call)
      yield* Deferred.succeed(go, undefined)
      yield* hasEnded(cell.account, "settled")
      return undefined
    })
}

/** Money that was moved by the way, before the call that counts. */
const before: Partial<Record<EndingName, number>> = { conflict: 1, repeated: 1, used: 1, unnamed: 1 }

/** After a settlement that failed, a payer is refused for some minutes. */
const refusedForNow: ReadonlyArray<EndingName> = ["unsettled"]

const succeeded = (answer: Answer | undefined): unknown => {
  const header = answer?.headers.get("payment-response")
  if (header === null || header === undefined) return undefined
  const receipt = decode(header)
  return Predicate.isRecord(receipt) ? receipt["success"] : undefined
}

const shownFor: Readonly<Record<Ending["charged"], (name: EndingName) => unknown>> = {
  yes: (name) => (name === "left-after" ? undefined : true),
  "not by this call; an earlier one may have": (name) => (name === "repeated" ? true : undefined),
  no: (name) => (name === "unsettled" ? false : undefined),
  pending: () => false
}

/** Ends one call, and holds it to its row. */
const judge = (offer: RegisteredCapability, name: EndingName, ending: Ending, account: PrivateKeyAccount) =>
  Effect.gen(function* () {
    yield* curtain
    const ask = questions[offer.facts.id]
    if (ask === undefined) throw new Error(`no question for ${offer.facts.id}`)
    const cell = { offer, account, header: yield* sign(offer, account), body: ask(yield* nextNumber) }
    const other = BigInt(before[name] ?? 0) * atomic(offer)
    const was = yield* spent(account)
    const answer = yield* endCall[name](cell)
    const where = `${offer.facts.id}: ${name}`
    expect([where, answer?.status, answer?.body.error?.code]).toEqual([where, ending.status, ending.code])
    if (ending.reason !== undefined)
      expect([where, answer?.body.error?.details?.reason]).toEqual([where, ending.reason])
    expect([where, succeeded(answer)]).toEqual([where, shownFor[ending.charged](name)])
    const moved = (yield* spent(account)) - was - other
    expect([where, moved]).toEqual([where, ending.charged === "yes" ? atomic(offer) : 0n])
    const open = (yield* states(account)).filter((state) => state === "reserved" || state === "settling")
    expect([where, open]).toEqual([where, []])

    // What the payment is good for afterwards.
    if (ending.payment === "has its answer, or can be used again" || name === "limited") return
    if (name === "repeated" || name === "used" || name === "unnamed") return
    yield* curtain
    if (refusedForNow.includes(name)) return
    const again = yield* send(ending.charged === "yes" ? cell : { ...cell, body: ask(yield* nextNumber) })
    expect([where, again.status, succeeded(again)]).toEqual([where, 200, true])
    expect([where, (yield* spent(account)) - was - other]).toEqual([where, atomic(offer)])
    if (ending.charged === "yes" && answer !== undefined) expect(again.text).toBe(answer.text)
  })

/** Endings that a repetition of a charged payment can have as well. */
const afterwards: ReadonlyArray<EndingName> = [
  "invalid",
  "slow",
  "too-large",
  "not-json",
  "ledger",
  "stopping"
]

/** Ends a repetition of a call that was charged: nothing more is charged, and the answer is still there. */
const judgeRepetition = (offer: RegisteredCapability, name: EndingName) =>
  Effect.gen(function* () {
    yield* curtain
    const account = yield* nextBuyer
    const cell = { offer, account, header: yield* sign(offer, account), body: {} }
    const asked = { ...cell, body: yield* another(cell) }
    const first = yield* send(asked)
    const answer = yield* endCall[name](asked)
    const where = `${offer.facts.id}: repeated, ${name}`
    const ending: Ending = endings[name]
    expect([where, first.status, answer?.status, answer?.body.error?.code, ending.charged]).toEqual([
      where,
      200,
      ending.status,
      ending.code,
      "not by this call; an earlier one may have"
    ])
    expect([where, answer?.body.error?.message]).toEqual([
      where,
      expect.not.stringContaining("nothing was charged")
    ])
    expect([where, yield* spent(account)]).toEqual([where, atomic(offer)])
    expect((yield* send(asked)).text).toBe(first.text)
  })

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("what is charged", (it) => {
  it.effect(
    "by a repetition that ends before it is known what the payment has bought: nothing more, and no word of the rest",
    () =>
      // All at once: a body that does not come is waited for.
      Effect.forEach(
        registeredCapabilities,
        (offer) => Effect.forEach(afterwards, (name) => judgeRepetition(offer, name)),
        { concurrency: "unbounded", discard: true }
      ),
    120_000
  )

  for (const offer of registeredCapabilities) {
    it.effect(
      `for ${offer.facts.id}`,
      () =>
        Effect.gen(function* () {
          for (const [name, ending] of endingsOf(offer.facts)) {
            if (name !== "limited" && name !== "overloaded")
              yield* judge(offer, name, ending, yield* nextBuyer)
          }
        }),
      120_000
    )
  }

  it.effect("is told by the OpenAPI document", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const Names = Schema.Array(Schema.String)
      const Document = Schema.Struct({
        info: Schema.Struct({ description: Schema.String }),
        paths: Schema.Record({
          key: Schema.String,
          value: Schema.Struct({ post: Schema.optional(Schema.Struct({ "x-charges": Names })) })
        }),
        "x-charges": Schema.Struct({ endings: Schema.Unknown, everyCall: Names })
      })
      const document = yield* Effect.flatMap(
        Effect.promise(async () => (await fetch(`${url}/openapi.json`)).json()),
        Schema.decodeUnknown(Document)
      )
      expect(document.info.description).toContain("x-charges")
      expect(document["x-charges"].endings).toEqual(endings)
      for (const { facts, path } of registeredCapabilities) {
        const own = document.paths[path]?.post?.["x-charges"] ?? []
        const named = [...document["x-charges"].everyCall, ...own]
        expect(named.sort()).toEqual(
          endingsOf(facts)
            .map(([name]) => name)
            .sort()
        )
      }
    })
  )

  it.effect(
    "to a payer with too many calls that were not charged: nothing, whatever is asked",
    () =>
      Effect.gen(function* () {
        const account = yield* nextBuyer
        // A provider's failure counts for nothing; a work that nobody knows does.
        const work = registeredCapabilities.find(({ facts }) => facts.id === "academic.work")
        if (work === undefined) throw new Error("no work is sold")
        for (let time = 1; time <= 20; time++) {
          yield* curtain
          const body = questions[work.facts.id]?.(yield* nextNumber) ?? {}
          const header = yield* sign(work, account)
          const { status } = yield* onStage("empty")({ offer: work, account, header, body })
          expect([time, status]).toEqual([time, 404])
        }
        for (const offer of registeredCapabilities) yield* judge(offer, "limited", endings.limited, account)
      }),
    60_000
  )

  it.effect(
    "to a payer with $2 that are not settled: nothing more, whatever is asked",
    () =>
      Effect.gen(function* () {
        yield* curtain
        const account = yield* nextBuyer
        const compare = registeredCapabilities.find(({ facts }) => facts.price === "0.10")
        if (compare === undefined) throw new Error("nothing costs $0.10")
        const cellOf = (offer: RegisteredCapability) =>
          Effect.gen(function* () {
            const body = questions[offer.facts.id]?.(yield* nextNumber) ?? {}
            return { offer, account, header: yield* sign(offer, account), body }
          })
        const open = yield* Effect.forEach(
          Arr.replicate(compare, 20),
          (offer) =>
            Effect.flatMap(
              cellOf(offer),
              withFacilitator({ settle: () => new SettlementUnknown({ reason: "timeout" }) })
            ),
          { concurrency: "unbounded" }
        )
        expect(open.map((answer) => answer?.status)).toEqual(Arr.replicate(503, 20))
        // They wait for the payer's other payments, but not for ever.
        const answers = yield* Effect.raceFirst(
          Effect.forEach(registeredCapabilities, (offer) => Effect.flatMap(cellOf(offer), send), {
            concurrency: "unbounded"
          }),
          Effect.forever(Effect.zipRight(Effect.sleep("50 millis"), clock.jump("100 millis")))
        )
        for (const answer of answers) {
          expect([answer.status, answer.body.error?.code, succeeded(answer)]).toEqual([
            endings.overloaded.status,
            endings.overloaded.code,
            undefined
          ])
        }
        expect(yield* spent(account)).toBe(0n)
        expect((yield* states(account)).filter((state) => state === "reserved")).toEqual([])
      }),
    60_000
  )
})
