/**
 * Harmless queries that are known to have answers, for `npm run canary` and `npm run doctor`.
 */
import * as Effect from "effect/Effect"
import { type CanaryQuery, items, reading } from "../CanaryQuery.ts"
import { CensusTables } from "../ports/CensusTables.ts"
import * as Raw from "./schema.ts"

export const canary: ReadonlyArray<CanaryQuery<CensusTables>> = [
  {
    name: "census.table",
    call: Effect.flatMap(CensusTables, ({ table }) =>
      table({
        dataset: "acs/acs1",
        year: 2019,
        variables: ["NAME", "B01001_001E"],
        forGeography: "state:*"
      })
    ),
    reads: reading(
      Raw.TableReply,
      items("[]", ([, ...rows]) => rows, Raw.Row)
    ),
    fixtures: ["census/acs1_2019_state_trimmed.json"]
  }
]
