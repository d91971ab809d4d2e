/**
 * What is measured in rounds: the calls of each scenario, and the answer that every one of them must have.
 */
import { Effect } from "effect"
import { BenchFailure } from "../Failure.ts"
import { document, health, knownRates, newRates, paid, sale } from "../load/Call.ts"
import type { OfferTerms } from "../load/Challenges.ts"
import * as Line from "../load/Line.ts"
import type { Calls } from "../load/Load.ts"
import { purse } from "../load/Payments.ts"
import type { ScenarioName, ServerName } from "../Names.ts"
import type { Server } from "../servers/Servers.ts"

/** One server's calls: `prepare` makes ready for so many, before anything is measured. */
export interface Caller {
  readonly calls: Calls
  readonly prepare: (count: number) => Effect.Effect<void, BenchFailure>
}

/** A scenario; `caller` is asked once for each server. */
export interface Scenario {
  readonly name: ScenarioName
  readonly servers: ReadonlyArray<ServerName>
  readonly status: number
  readonly caller: (server: Server) => Caller
}

const always = (calls: Calls): Caller => ({ calls, prepare: () => Effect.void })

/** A new payment for every call, and the body of that number. */
const paying = (offer: OfferTerms, body: () => unknown) => {
  const payments = purse(offer.terms)
  return (): Caller => {
    let next = 0
    return {
      calls: () => {
        next += 1
        return paid(offer, body(), payments.at(next))
      },
      prepare: (count) => Effect.sync(() => payments.fill(next + count + 1))
    }
  }
}

/** How often an answer is fetched: fewer times than the ledger gives it out. */
const replays = 15

/** Buys, and then fetches what was bought. */
const replaying =
  (offer: OfferTerms) =>
  (server: Server): Caller => {
    const payments = purse(offer.terms)
    let bought = 0
    let next = 0
    const buy = (count: number) =>
      Effect.gen(function* () {
        const lines = yield* Line.openMany(server.port, 16)
        const share = Math.ceil(count / lines.length)
        const first = bought
        payments.fill(first + share * lines.length)
        yield* Effect.forEach(
          lines,
          (line, index) =>
            Effect.forEach(Array.from({ length: share }), (_, step) =>
              Effect.filterOrFail(
                line.ask(paid(offer, knownRates, payments.at(first + index * share + step))),
                ({ status }) => status === 200,
                ({ status }) => new BenchFailure({ message: `a purchase was answered ${status}` })
              )
            ),
          { concurrency: "unbounded" }
        )
        bought += share * lines.length
      }).pipe(Effect.scoped)
    return {
      calls: () => {
        const call = paid(offer, knownRates, payments.at(Math.floor(next / replays)))
        next += 1
        return call
      },
      prepare: (count) => Effect.suspend(() => buy(Math.max(0, Math.ceil((next + count) / replays) - bought)))
    }
  }

const everyone: ReadonlyArray<ServerName> = ["almanac", "express", "tuned", "durable", "floor"]
/** On free routes the tuned and the durable peer are the stock peer, but for the log. */
const untuned: ReadonlyArray<ServerName> = ["almanac", "express", "floor"]

/** The scenarios, sold on these terms. */
export const scenarios = (offer: OfferTerms): ReadonlyArray<Scenario> => [
  { name: "health", servers: untuned, status: 200, caller: () => always(health) },
  { name: "unpaid", servers: untuned, status: 402, caller: () => always(sale(offer.path, knownRates)) },
  { name: "openapi", servers: ["almanac"], status: 200, caller: () => always(document("/openapi.json")) },
  {
    name: "capabilities",
    servers: ["almanac"],
    status: 200,
    caller: () => always(document("/v1/capabilities"))
  },
  { name: "paid-hit", servers: everyone, status: 200, caller: paying(offer, () => knownRates) },
  { name: "paid-miss", servers: everyone, status: 200, caller: paying(offer, newRates) },
  { name: "replay", servers: ["almanac"], status: 200, caller: replaying(offer) }
]
