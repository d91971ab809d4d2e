/**
 * Public holidays from Nager.Date v3 (https://date.nager.at).
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Deadline from "../client/Deadline.ts"
import * as Upstream from "../client/Upstream.ts"
import type { ProviderError } from "../Errors.ts"
import { defineProvider } from "../Provider.ts"
import { HolidayCalendar, type HolidayCalendarRecord, type HolidaysQuery } from "../ports/HolidayCalendar.ts"
import { canary } from "./canary.ts"
import { normalise, normaliseCountries } from "./normalise.ts"
import { countriesRequest, holidaysRequest } from "./request.ts"
import { CountriesReply, HolidaysReply, NotFoundReply } from "./schema.ts"

/** Where Nager.Date is (it moved in 2026-07: configurable), how long it may take, and who asks. */
export type NagerOptions = Pick<Upstream.UpstreamOptions, "baseUrl" | "cooldown" | "deadline" | "userAgent">

/** The share of the deadline that the list of countries may take: the holidays can do without it. */
const countriesShare = 1 / 4

/** Whether a proxy answered instead of Nager.Date: with an HTML page, or with Cloudflare's "error code: 1016". */
const isFromProxy = ({ text }: Upstream.Reply): boolean => /^\s*(?:<|error code:)/i.test(text)

/** A year outside the window that Nager.Date serves: 50 years either way from the present one (#812). */
const notCovered = (query: HolidaysQuery): HolidayCalendarRecord => ({
  ...query,
  covered: false,
  holidays: []
})

/** The port to holidays, answered by Nager.Date v3. */
export const layer = (options: NagerOptions): Layer.Layer<HolidayCalendar, never, HttpClient.HttpClient> =>
  Layer.effect(
    HolidayCalendar,
    Effect.map(Upstream.make({ provider: "nager-date", ...options }), (upstream) => {
      const deadline = Duration.decode(options.deadline)

      const countries = upstream
        .operation("nager-date.countries", (get) =>
          get(countriesRequest).pipe(
            Effect.flatMap(upstream.decode(CountriesReply)),
            Effect.flatMap(normaliseCountries)
          )
        )
        .pipe(Deadline.within(Duration.times(deadline, countriesShare)))

      /** Only Nager.Date's own 404, bare or with problem details, says that there is no list; a gateway's is a fault. */
      const notFound = (reply: Upstream.Reply): Effect.Effect<Option.Option<never>, ProviderError> =>
        reply.text.trim() === ""
          ? Effect.succeedNone
          : upstream
              .decode(NotFoundReply)(reply)
              .pipe(
                Effect.catchAll(() => upstream.unexpected(reply)),
                Effect.zipRight(Effect.succeedNone)
              )

      const read =
        (query: HolidaysQuery) =>
        (reply: Upstream.Reply): Effect.Effect<Option.Option<HolidayCalendarRecord>, ProviderError> => {
          if (reply.status !== 200 && isFromProxy(reply)) return upstream.unexpected(reply)
          if (reply.status === 404) return notFound(reply)
          if (reply.status === 400) return Effect.succeedSome(notCovered(query))
          // 204 and an empty body have been seen where there is nothing, as the 404 has.
          if (reply.status !== 200 || reply.text.trim() === "") return Effect.succeedNone
          return upstream
            .decode(HolidaysReply)(reply)
            .pipe(
              Effect.flatMap((raw) => normalise(query, raw)),
              Effect.asSome
            )
        }

      const holidays = (query: HolidaysQuery) =>
        upstream.operation("nager-date.holidays", (get) =>
          Effect.flatMap(get(holidaysRequest(query)), read(query))
        )

      return HolidayCalendar.of({ deadline, countries, holidays })
    })
  )

/** Everything that the rest of the service knows of this provider. */
export const provider = defineProvider({
  slug: "nager-date",
  deadline: Duration.seconds(8),
  address: { variable: "NAGER_URL", default: () => "https://date.nager.at" },
  settings: Config.succeed({}),
  layer,
  mock: Layer.mock(HolidayCalendar, { deadline: Duration.seconds(8) }),
  operations: ["nager-date.countries", "nager-date.holidays"],
  canary,
  probe: "nager-date.countries"
})
