/**
 * What a year of sales changes: the cost per call before and after many more rows in the ledger and as many more
 * entries in the cache. Each of them is bought.
 */
import { Effect } from "effect"
import { BenchFailure } from "../Failure.ts"
import { knownRates, newRates, paid } from "../load/Call.ts"
import type { OfferTerms } from "../load/Challenges.ts"
import * as Load from "../load/Load.ts"
import { signer } from "../load/Payments.ts"
import type { Amount } from "../Options.ts"
import type { Growth, Spread } from "../report/Results.ts"
import { spread } from "../report/Statistics.ts"
import type { Server } from "../servers/Servers.ts"
import { measure, megabyte } from "./Rounds.ts"

/** Calls before the first round. */
const warmup = 500

/** Grows, and measures before and after. */
export const run = (server: Server, offer: OfferTerms, entries: number, amount: Amount) =>
  Effect.gen(function* () {
    const sign = signer(offer.terms)
    const miss = () => paid(offer, newRates(), sign())
    const hit = () => paid(offer, knownRates, sign())
    const { connections, roundSeconds, rounds } = amount
    const sell = (calls: Load.Calls, count: number) =>
      Effect.map(Load.run(server, { calls, count, connections }), (outcome) => measure(outcome, 200))
    const cost = (calls: Load.Calls): Effect.Effect<Spread, BenchFailure> =>
      Effect.gen(function* () {
        const { perSecond } = yield* sell(calls, warmup)
        const count = Math.ceil(perSecond * roundSeconds)
        const measured = yield* Effect.forEach(Array.from({ length: rounds }), () => sell(calls, count))
        return spread(measured.map(({ cpuMs }) => cpuMs))
      })
    const [hitBefore, missBefore] = [yield* cost(hit), yield* cost(miss)]
    const { wrong } = yield* sell(miss, entries)
    if (wrong > 0) return yield* new BenchFailure({ message: `${wrong} of ${entries} purchases failed` })
    const [hitAfter, missAfter] = [yield* cost(hit), yield* cost(miss)]
    const { rssBytes } = yield* server.ask({ question: "sample" })
    const growth: Growth = {
      entries,
      hit: { before: hitBefore, after: hitAfter },
      miss: { before: missBefore, after: missAfter },
      rssMb: rssBytes / megabyte
    }
    return growth
  })
