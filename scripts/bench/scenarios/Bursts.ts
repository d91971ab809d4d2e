/**
 * Everybody at once: equal calls that must share one lookup, calls that wait for a provider, and more calls than
 * can be served.
 */
import { Array as Arr, Duration, Effect, Fiber, Ref } from "effect"
import type { BenchFailure } from "../Failure.ts"
import { knownRates, newRates, paid } from "../load/Call.ts"
import type { OfferTerms } from "../load/Challenges.ts"
import * as Line from "../load/Line.ts"
import { purse } from "../load/Payments.ts"
import type { Flood } from "../report/Results.ts"
import type { Server } from "../servers/Servers.ts"
import type { Stub } from "../servers/Stub.ts"

/** Equal calls in a burst. */
const equals = 200

/** The most upstream calls that one burst of equal calls made. */
export const sharing = (server: Server, stub: Stub, offer: OfferTerms, bursts: number) =>
  Effect.gen(function* () {
    const payments = purse(offer.terms)
    payments.fill(equals * bursts)
    yield* stub.order({ delays: { frankfurter: 20 } })
    const lines = yield* Line.openMany(server.port, equals)
    const upstream: Array<number> = []
    for (let burst = 0; burst < bursts; burst++) {
      const before = yield* stub.counts
      const question = newRates()
      yield* Effect.forEach(
        lines,
        (line, index) => line.ask(paid(offer, question, payments.at(burst * equals + index))),
        { concurrency: "unbounded" }
      )
      upstream.push((yield* stub.counts).provider - before.provider)
    }
    yield* stub.order({ delays: {} })
    return Math.max(...upstream)
  }).pipe(Effect.scoped)

/** Waits until a number that grows from 0 has not changed for a second; ten seconds at most. */
const settledNumber = (look: Effect.Effect<number, BenchFailure>) =>
  Effect.gen(function* () {
    let last = 0
    let equal = 0
    for (let times = 0; times < 40 && equal < 4; times++) {
      yield* Effect.sleep(Duration.millis(250))
      const now = yield* look
      equal = now > 0 && now === last ? equal + 1 : 0
      last = now
    }
  })

/** What is sold, and a question that no cache knows. */
export interface Asked {
  readonly offer: OfferTerms
  readonly question: () => unknown
}

/**
 * Heap of the server for each call in flight, in bytes, connections included: the providers keep all waiting. Asked in
 * turn, for one provider alone is not let have so many.
 */
export const heapPerCall = (server: Server, stub: Stub, asked: ReadonlyArray<Asked>, count: number) =>
  Effect.gen(function* () {
    const sources = asked.map(({ offer, question }) => {
      const payments = purse(offer.terms)
      payments.fill(count)
      return (index: number) => paid(offer, question(), payments.at(index))
    })
    const calls = Array.from({ length: count }, (_, index) =>
      sources.flatMap((call, turn) => (index % sources.length === turn ? [call(index)] : []))
    ).flat()
    const empty = yield* server.ask({ question: "collect" })
    const lines = yield* Line.openMany(server.port, count)
    yield* stub.order({ hold: true })
    const answered = yield* Ref.make(0)
    const asking = yield* Effect.fork(
      Effect.forEach(
        Arr.zip(lines, calls),
        ([line, call]) =>
          Effect.zipLeft(
            line.ask(call),
            Ref.update(answered, (count) => count + 1)
          ),
        { concurrency: "unbounded" }
      )
    )
    yield* settledNumber(Effect.map(stub.counts, ({ verify, held }) => verify + held))
    const full = yield* server.ask({ question: "collect" })
    const inFlight = count - (yield* Ref.get(answered))
    yield* stub.order({ hold: false })
    yield* Fiber.join(asking)
    return { inFlight, bytes: (full.heapBytes - empty.heapBytes) / inFlight }
  }).pipe(Effect.scoped)

/** Paid calls at once, on as many connections. */
export const flood = (server: Server, offer: OfferTerms, count: number) =>
  Effect.gen(function* () {
    const payments = purse(offer.terms)
    payments.fill(count)
    const lines = yield* Line.openMany(server.port, count)
    const answers = yield* Effect.forEach(
      lines,
      (line, index) => Effect.either(line.ask(paid(offer, knownRates, payments.at(index)))),
      { concurrency: "unbounded" }
    )
    const got = answers.flatMap((answer) => (answer._tag === "Right" ? [answer.right] : []))
    const served = got.filter(({ status }) => status === 200)
    const refused = got.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined)
    const slowest = (some: typeof got) => some.reduce((most, { ms }) => Math.max(most, ms), 0)
    const outcome: Flood = {
      calls: count,
      served: served.length,
      refused: refused.length,
      lost: count - served.length - refused.length,
      slowestRefusalMs: slowest(refused),
      slowestMs: slowest(got)
    }
    return outcome
  }).pipe(Effect.scoped)
