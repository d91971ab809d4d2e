/**
 * The work of a DOI: OpenAlex, or Crossref where OpenAlex fails or has none, behind the cache.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Failure from "../../Api/Failure.ts"
import { type ProviderError, ProviderUnavailable } from "../../Providers/Errors.ts"
import { ScholarlyIndex } from "../../Providers/ports/ScholarlyIndex.ts"
import { ScholarlyRegistry } from "../../Providers/ports/ScholarlyRegistry.ts"
import { toWork, WorkRecord } from "../../Resources/facts/WorkRecord.ts"
import { span } from "../../Runtime/Span.ts"
import { cached, type Fetched } from "../Cached.ts"
import { defineCapability } from "../Capability.ts"
import type { CapabilityError } from "../CapabilityError.ts"
import { deliver } from "../Deliver.ts"
import { fallbackFailed, primaryFailed } from "../Fallback.ts"
import { academicWork } from "./contract.ts"

type Outcome = Either.Either<Option.Option<WorkRecord>, ProviderError>

const isTitled = ({ title, doi }: WorkRecord): boolean => title !== doi

/** A fallback's answer, and a lack of one, is kept until it may have changed. */
const timeToLive = (_: string, record: Option.Option<WorkRecord>): Duration.Duration =>
  Option.exists(record, (work) => work.source === "openalex" && isTitled(work))
    ? Duration.hours(24)
    : Duration.minutes(5)

/** The fallback has none, and the primary, which has more, could not be asked: there may be one. */
const unproven = ({ provider, retryAfter }: ProviderError) =>
  new ProviderUnavailable({ provider, reason: "absence is not proven", retryAfter })

/** What the two outcomes say together. `first` is an error, nothing, or a work without a title. */
export const conclude = (first: Outcome, second: Outcome): Outcome => {
  const untitled = Either.getOrElse(first, () => Option.none<WorkRecord>())
  if (Option.isSome(untitled)) {
    return Either.right(
      Option.orElse(Option.filter(Option.flatten(Either.getRight(second)), isTitled), () => untitled)
    )
  }
  const absent = Either.isRight(second) && Option.isNone(second.right)
  return Either.isLeft(first) && absent ? Either.left(unproven(first.left)) : second
}

/** The work of a DOI (bare, in lower case); none when both providers know none. */
export class AcademicWork extends Effect.Service<AcademicWork>()("almanac/AcademicWork", {
  effect: Effect.gen(function* () {
    const index = yield* ScholarlyIndex
    const registry = yield* ScholarlyRegistry
    const fetch = yield* cached({
      name: "academic.work",
      schema: Schema.Option(WorkRecord),
      key: (doi: string) => doi,
      timeToLive,
      lookup: (doi) =>
        Effect.gen(function* () {
          const first = yield* Effect.either(index.work(doi))
          if (Either.isRight(first) && Option.exists(first.right, isTitled)) return first.right
          yield* primaryFailed(Either.getLeft(first))
          const second = yield* Effect.either(Effect.tapError(registry.work(doi), fallbackFailed))
          return yield* conclude(first, second)
        })
    })
    return { work: (doi: string) => span("academic.work")(fetch(doi)) }
  })
}) {}

/** A throttled look-up: the provider is unavailable, for a time that is told. */
const unavailable = ({ details, retryAfter, why }: Failure.RateLimited) =>
  new Failure.Unavailable({
    message: `The provider ${details?.provider ?? "of scholarly works"} is unavailable; nothing was charged.`,
    details,
    retryAfter,
    why
  })

/** The answer with a work, or the 404 of a work that no provider knows. */
export const deliverWork = (fetched: Effect.Effect<Fetched<Option.Option<WorkRecord>>, CapabilityError>) =>
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

export const capability = defineCapability(academicWork, {
  asks: ["openalex.work", "crossref.work"],
  layer: AcademicWork.Default,
  make: Effect.map(
    AcademicWork,
    ({ work }) =>
      ({ doi }) =>
        deliverWork(work(doi))
  )
})
