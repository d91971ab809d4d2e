/**
 * Whether a call costs more when it is one of many: paid calls on ever more connections.
 */
import { Effect } from "effect"
import { knownRates, paid } from "../load/Call.ts"
import type { OfferTerms } from "../load/Challenges.ts"
import * as Load from "../load/Load.ts"
import { purse } from "../load/Payments.ts"
import type { Amount } from "../Options.ts"
import type { Crowd } from "../report/Results.ts"
import { percentile } from "../report/Statistics.ts"
import type { Server } from "../servers/Servers.ts"

/** Calls on every connection, and as many more in all. */
const each = 2

/** One crowd after another. */
export const run = (server: Server, offer: OfferTerms, { crowds }: Pick<Amount, "crowds">) =>
  Effect.forEach(crowds, (connections) =>
    Effect.gen(function* () {
      const payments = purse(offer.terms)
      const count = each * connections + 1_000
      payments.fill(count + 1)
      let next = 0
      const calls = () => {
        next += 1
        return paid(offer, knownRates, payments.at(next))
      }
      const { cpuMs, latenciesMs, seconds, statuses } = yield* Load.run(server, { calls, count, connections })
      const served = statuses.get(200) ?? 0
      const crowd: Crowd = {
        connections,
        cpuMs: cpuMs / served,
        perSecond: latenciesMs.length / seconds,
        p99Ms: percentile(latenciesMs, 0.99),
        served,
        refused: statuses.get(503) ?? 0
      }
      return crowd
    })
  )
