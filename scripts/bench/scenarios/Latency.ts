/**
 * What a buyer waits for beside the others: how much longer a paid call takes than verification, provider and
 * settlement together, which take 150, 400 and 300 ms.
 */
import { Effect } from "effect"
import { BenchFailure } from "../Failure.ts"
import { type Call, newRates, paid } from "../load/Call.ts"
import type { OfferTerms } from "../load/Challenges.ts"
import * as Line from "../load/Line.ts"
import { purse } from "../load/Payments.ts"
import type { Spread } from "../report/Results.ts"
import { percentile, spread } from "../report/Statistics.ts"
import type { Server } from "../servers/Servers.ts"
import type { Stub } from "../servers/Stub.ts"

/** As the targets have it. */
const delays = { verify: 150, frankfurter: 400, settle: 300 }
const connections = 8

/** Calls that are not measured, on each connection: the first ones open connections and compile. */
const warmup = 2

/** Milliseconds of calls, one after another on each of some connections. */
const timed = (port: number, share: number, call: (index: number) => Call) =>
  Effect.gen(function* () {
    const lines = yield* Line.openMany(port, connections)
    const answers = yield* Effect.forEach(
      lines,
      (line, index) =>
        Effect.forEach(Array.from({ length: share }), (_, step) => line.ask(call(index * share + step))),
      { concurrency: "unbounded" }
    )
    const wrong = answers.flat().find(({ status }) => status !== 200)
    if (wrong !== undefined)
      return yield* new BenchFailure({ message: `a call was answered ${wrong.status}: ${wrong.body}` })
    return answers.map((one) => one.map(({ ms }) => ms))
  }).pipe(Effect.scoped)

/** The three that are waited for, asked without us: a timer is late by a millisecond or so. */
const others = (terms: OfferTerms["terms"]): ReadonlyArray<Call> => {
  const body = JSON.stringify({
    paymentPayload: { payload: { authorization: { from: "0x0", nonce: "0x0" } } },
    paymentRequirements: terms
  })
  const asked = (path: string): Call => ({ method: "POST", path, headers: {}, body })
  return [
    asked("/verify"),
    { method: "GET", path: "/frankfurter/v1/latest?base=EUR&symbols=USD", headers: {}, body: "" },
    asked("/settle")
  ]
}

/** Milliseconds over the three: the time of each call, less the sum of their medians. */
export const run = (
  server: Server,
  stub: Stub,
  { path, terms }: OfferTerms,
  count: number
): Effect.Effect<Spread, BenchFailure> =>
  Effect.gen(function* () {
    const share = warmup + Math.ceil(count / connections)
    const payments = purse(terms)
    payments.fill(connections * share)
    yield* stub.order({ delays })
    const alone = yield* Effect.forEach(others(terms), (call) =>
      Effect.map(
        timed(stub.port, warmup, () => call),
        (all) => percentile(all.flat(), 0.5)
      )
    )
    const whole = yield* timed(server.port, share, (index) => paid({ path }, newRates(), payments.at(index)))
    yield* stub.order({ delays: {} })
    const waited = alone.reduce((sum, ms) => sum + ms, 0)
    return spread(whole.flatMap((one) => one.slice(warmup).map((ms) => ms - waited)))
  })
