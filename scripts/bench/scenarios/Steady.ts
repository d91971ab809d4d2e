/**
 * Research at a steady rate: how long the event loop is held up, which every other call waits for.
 */
import { Effect } from "effect"
import { freshResearch, paid } from "../load/Call.ts"
import type { OfferTerms } from "../load/Challenges.ts"
import * as Load from "../load/Load.ts"
import { purse } from "../load/Payments.ts"
import type { Server } from "../servers/Servers.ts"
import { measure } from "./Rounds.ts"

/** Calls a second, as the targets have it. */
const rate = 50

/** Names of research that no other scenario asks for. */
const firstName = 1_000_000

/** The delay of the event loop, in ms, that 99 of 100 samples stay under, and how many calls were not answered with 200. */
export const run = (server: Server, offer: OfferTerms, seconds: number, connections: number) =>
  Effect.gen(function* () {
    const payments = purse(offer.terms)
    const count = rate * seconds
    payments.fill(2 * count)
    let next = 0
    const load = Load.run(server, {
      calls: () => {
        next += 1
        return paid(offer, freshResearch(firstName + next), payments.at(next))
      },
      count,
      connections,
      rate
    })
    // Once to warm up.
    yield* load
    const { loopP99Ms, wrong } = measure(yield* load, 200)
    return { perSecond: rate, loopP99Ms, wrong }
  })
