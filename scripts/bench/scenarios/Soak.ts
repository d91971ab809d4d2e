/**
 * Two thirds of what a server can do, for minutes: whether its memory stays as it is.
 */
import { Duration, Effect, Fiber, Schedule } from "effect"
import { knownRates, paid } from "../load/Call.ts"
import type { OfferTerms } from "../load/Challenges.ts"
import * as Load from "../load/Load.ts"
import { signer } from "../load/Payments.ts"
import type { Amount } from "../Options.ts"
import type { Soak } from "../report/Results.ts"
import { slope } from "../report/Statistics.ts"
import type { Server } from "../servers/Servers.ts"
import { measure, megabyte } from "./Rounds.ts"

/** Calls by which the capacity is measured, after as many that are not. */
const trial = 1_500

/** The share of the time in which memory may still settle. */
const settling = 0.2

/** Samples in all. */
const samples = 60

/** Seconds between two samples at least: each collects garbage. */
const leastGap = 2

type Sample = Soak["samples"][number]

/** Growth a minute, after the settling. */
const growth = (all: ReadonlyArray<Sample>, pick: (sample: Sample) => number): number =>
  slope(all.slice(Math.floor(all.length * settling)).map((sample) => ({ x: sample.minute, y: pick(sample) })))

/** Soaks a server with paid calls. */
export const run = (server: Server, offer: OfferTerms, seconds: number, { connections }: Amount) =>
  Effect.gen(function* () {
    const sign = signer(offer.terms)
    const sell = (count: number, rate?: number) =>
      Effect.map(
        Load.run(server, {
          calls: () => paid(offer, knownRates, sign()),
          count,
          connections,
          ...(rate === undefined ? {} : { rate })
        }),
        (outcome) => measure(outcome, 200)
      )
    yield* sell(trial)
    const { perSecond } = yield* sell(trial)
    const rate = Math.max(connections, Math.floor((perSecond * 2) / 3))
    const all: Array<Sample> = []
    const begun = performance.now()
    const sample = Effect.map(server.ask({ question: "collect" }), ({ heapBytes, rssBytes }) => {
      const minute = (performance.now() - begun) / 60_000
      all.push({ minute, heapMb: heapBytes / megabyte, rssMb: rssBytes / megabyte })
    })
    const sampling = yield* Effect.fork(
      Effect.repeat(sample, Schedule.spaced(Duration.seconds(Math.max(leastGap, seconds / samples))))
    )
    const round = yield* sell(Math.ceil(rate * seconds), rate)
    yield* Fiber.interrupt(sampling)
    const soak: Soak = {
      seconds,
      perSecond: round.perSecond,
      wrong: round.wrong,
      heapMbPerMinute: growth(all, ({ heapMb }) => heapMb),
      rssMbPerMinute: growth(all, ({ rssMb }) => rssMb),
      samples: all
    }
    return soak
  })
