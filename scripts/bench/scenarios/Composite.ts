/**
 * The composite: how much longer research takes than the slowest of its sources, which take 50, 80 and 120 ms.
 */
import { Effect } from "effect"
import { BenchFailure } from "../Failure.ts"
import { freshResearch, paid } from "../load/Call.ts"
import type { OfferTerms } from "../load/Challenges.ts"
import * as Line from "../load/Line.ts"
import { purse } from "../load/Payments.ts"
import type { Spread } from "../report/Results.ts"
import { percentile, spread } from "../report/Statistics.ts"
import type { Server } from "../servers/Servers.ts"
import type { Stub } from "../servers/Stub.ts"

const delays = { openalex: 50, wikidata: 80, gdelt: 120 }

/** Calls before anything is measured, for each that is: they take some seconds, as the warm-up of the rounds does. */
const warmupShare = 15

/** The slowest source itself, asked without us. */
const slowest = { method: "GET", path: "/gdelt/api/v2/doc/doc", headers: {}, body: "" } as const

const timed = (port: number, count: number, call: (index: number) => Parameters<Line.Line["ask"]>[0]) =>
  Effect.gen(function* () {
    const line = yield* Line.open(port)
    const answers = yield* Effect.forEach(Array.from({ length: count }), (_, index) => line.ask(call(index)))
    const wrong = answers.find(({ status, body }) => status !== 200 || body.includes('"failed"'))
    if (wrong !== undefined) {
      return yield* new BenchFailure({ message: `the composite was answered ${wrong.status}: ${wrong.body}` })
    }
    return answers.map(({ ms }) => ms)
  }).pipe(Effect.scoped)

/** Milliseconds over the slowest source: the wall time of each call, less the median of that source alone. */
export const run = (
  server: Server,
  stub: Stub,
  offer: OfferTerms,
  count: number
): Effect.Effect<Spread, BenchFailure> =>
  Effect.gen(function* () {
    const payments = purse(offer.terms)
    const warmup = count * warmupShare
    payments.fill(warmup + count)
    const call = (index: number) => paid(offer, freshResearch(index), payments.at(index))
    yield* timed(server.port, warmup, call)
    yield* stub.order({ delays })
    const alone = percentile(yield* timed(stub.port, count, () => slowest), 0.5)
    const whole = yield* timed(server.port, count, (index) => call(warmup + index))
    yield* stub.order({ delays: {} })
    return spread(whole.map((ms) => ms - alone))
  })
