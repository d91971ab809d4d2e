import { HttpApiBuilder } from "@effect/platform"
import { Effect, Option } from "effect"
import { academicSearch, academicWork } from "../Api/Academic.ts"
import { Api } from "../Api/Api.ts"
import * as Failure from "../Api/Failure.ts"
import { AcademicSearch } from "../Capabilities/AcademicSearch.ts"
import { AcademicWork } from "../Capabilities/AcademicWork.ts"
import type { Fetched } from "../Capabilities/Cached.ts"
import { Paywall } from "../Payment/Paywall.ts"
import type { ProviderError, QueryRefused } from "../Providers/Errors.ts"
import { toWork, toWorkSearch, type WorkRecord, type WorksRecord } from "../Resources/facts/WorkRecord.ts"
import { deliver } from "./Deliver.ts"

/** The delivery of a search. */
export const deliverWorks = <R>(
  fetched: Effect.Effect<Fetched<WorksRecord>, ProviderError | QueryRefused, R>
) => Effect.map(deliver(fetched, {}), ({ data, ...delivery }) => ({ ...delivery, data: toWorkSearch(data) }))

/** A throttled look-up: the provider is unavailable, for a time that is told. */
const unavailable = ({ details, retryAfter }: Failure.RateLimited) =>
  new Failure.Unavailable({
    message: `The provider ${details?.provider ?? "of scholarly works"} is unavailable; nothing was charged.`,
    details,
    retryAfter
  })

/** The delivery of a work, or the 404 that nobody knows it. */
export const deliverWork = <R>(
  fetched: Effect.Effect<Fetched<Option.Option<WorkRecord>>, ProviderError | QueryRefused, R>
) =>
  deliver(fetched, {}).pipe(
    Effect.flatMap(({ data, ...delivery }) =>
      Option.match(data, {
        onNone: () =>
          new Failure.WorkNotFound({ message: "No work is known for this DOI; nothing was charged." }),
        onSome: (record) => Effect.succeed({ ...delivery, data: toWork(record) })
      })
    ),
    Effect.catchTag("PROVIDER_RATE_LIMITED", unavailable)
  )

export const layer = HttpApiBuilder.group(Api, "academic", (handlers) =>
  Effect.gen(function* () {
    const { protect } = yield* Paywall
    const { search } = yield* AcademicSearch
    const { work } = yield* AcademicWork
    return handlers
      .handleRaw(
        "search",
        protect(academicSearch, (payload) => deliverWorks(search(payload)))
      )
      .handleRaw(
        "work",
        protect(academicWork, ({ doi }) => deliverWork(work(doi)))
      )
  })
)
