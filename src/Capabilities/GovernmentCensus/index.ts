/**
 * Census statistics: the Census Data API, behind the cache.
 */
import * as Array from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type CensusQuery, CensusTables, CensusTablesRecord } from "../../Providers/ports/CensusTables.ts"
import { span } from "../../Runtime/Span.ts"
import { cached } from "../Cached.ts"
import { defineCapability } from "../Capability.ts"
import { deliver } from "../Deliver.ts"
import { remapPointers } from "../RemapPointers.ts"
import type { CensusRequest } from "./contract.ts"
import { census, source } from "./contract.ts"

/** How long tables are kept. */
const timeToLive = Duration.hours(24)

/** Tables of the American Community Survey. */
export class GovernmentCensus extends Effect.Service<GovernmentCensus>()("almanac/GovernmentCensus", {
  effect: Effect.gen(function* () {
    const provider = yield* CensusTables
    const fetch = yield* cached({
      name: "government.census",
      schema: CensusTablesRecord,
      key: ({ dataset, year, variables, forGeography }: CensusQuery) =>
        `${dataset}:${year}:${forGeography}:${variables.join(",")}`,
      timeToLive: () => timeToLive,
      lookup: provider.table
    })
    return {
      table: (request: typeof CensusRequest.Type) => {
        const query = { ...request, variables: Array.dedupe(request.variables) }
        return fetch(query).pipe(
          Effect.catchTag("QueryRefused", (refusal) =>
            Effect.fail(remapPointers("variables", query.variables, request.variables)(refusal))
          ),
          span("government.census")
        )
      }
    }
  })
}) {}

export const capability = defineCapability(census, {
  asks: ["census.table"],
  layer: GovernmentCensus.Default,
  make: Effect.map(
    GovernmentCensus,
    ({ table }) =>
      (request) =>
        deliver(table(request), { source })
  )
})
