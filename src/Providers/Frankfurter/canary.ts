/**
 * Harmless queries that are known to have answers, for `npm run canary` and `npm run doctor`.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CanaryQuery, items, reading } from "../CanaryQuery.ts"
import { ReferenceRates } from "../ports/ReferenceRates.ts"
import * as Raw from "./schema.ts"

export const canary: ReadonlyArray<CanaryQuery<ReferenceRates>> = [
  {
    name: "frankfurter.latest",
    call: Effect.flatMap(ReferenceRates, ({ rates }) =>
      rates({ base: "EUR", currencies: ["USD", "GBP"], date: Option.none() })
    ),
    reads: reading(
      Raw.RatesReply,
      items("rates.*", ({ rates }) => Object.values(rates), Raw.Rate)
    ),
    fixtures: ["frankfurter/v1_latest_eur_2022-06-29.json"],
    maps: ["rates"]
  }
]
