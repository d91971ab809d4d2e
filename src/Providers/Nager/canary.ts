/**
 * Harmless queries that are known to have answers, for `npm run canary` and `npm run doctor`.
 */
import * as Effect from "effect/Effect"
import { type CanaryQuery, items, reading } from "../CanaryQuery.ts"
import { HolidayCalendar } from "../ports/HolidayCalendar.ts"
import * as Raw from "./schema.ts"

export const canary: ReadonlyArray<CanaryQuery<HolidayCalendar>> = [
  {
    name: "nager-date.countries",
    call: Effect.flatMap(HolidayCalendar, ({ countries }) => countries),
    reads: reading(
      Raw.CountriesReply,
      items("[]", (rows) => rows, Raw.CountryRow)
    ),
    fixtures: ["nager/v3_AvailableCountries.json"]
  },
  {
    name: "nager-date.holidays",
    call: Effect.flatMap(HolidayCalendar, ({ holidays }) => holidays({ country: "DE", year: 2025 })),
    reads: reading(
      Raw.HolidaysReply,
      items("[]", (rows) => rows, Raw.HolidayRow)
    ),
    fixtures: ["nager/v3_DE_2025.json", "nager/v3_FR_2025.json"]
  }
]
