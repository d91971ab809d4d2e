import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { holidays } from "../Api/Holidays.ts"
import type { Fetched } from "../Capabilities/Cached.ts"
import { Holidays } from "../Capabilities/Holidays.ts"
import { Paywall } from "../Payment/Paywall.ts"
import type { ProviderError, QueryRefused } from "../Providers/Errors.ts"
import type { HolidayCalendarRecord } from "../Providers/ports/HolidayCalendar.ts"
import { deliver } from "./Deliver.ts"

/** A delivery that is given away, and says so, when the provider does not serve the year. */
export const deliverCovered = <R>(
  fetched: Effect.Effect<Fetched<HolidayCalendarRecord>, ProviderError | QueryRefused, R>
) =>
  Effect.map(deliver(fetched, {}), ({ data: { covered, ...data }, meta, headers }) => ({
    data,
    meta,
    headers: covered ? headers : { ...headers, "x-coverage": "none" },
    charged: covered
  }))

export const layer = HttpApiBuilder.group(Api, "holidays", (handlers) =>
  Effect.map(Effect.all([Paywall, Holidays]), ([{ protect }, capability]) =>
    handlers.handleRaw(
      "holidays",
      protect(holidays, (payload) => deliverCovered(capability.holidays(payload)))
    )
  )
)
