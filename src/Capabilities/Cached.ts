/**
 * A provider's operation behind the cache: kept records, one upstream call for equal queries in flight, refusals
 * remembered, failures never.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Deadline from "../Providers/client/Deadline.ts"
import { type ProviderError, QueryRefused } from "../Providers/Errors.ts"
import { inContext } from "../Runtime/Fibers.ts"
import * as SingleFlight from "../Runtime/SingleFlight.ts"
import { annotate } from "../Runtime/Span.ts"
import { Cache, type Stored } from "../Storage/Cache.ts"
import * as Attributes from "../Telemetry/Attributes.ts"
import * as Call from "../Telemetry/Call.ts"
import * as CacheMetrics from "./CacheMetrics.ts"

/** A record with the facts that the headers `Cache-Status` and `Age` tell. */
export interface Fetched<A> {
  readonly value: A
  readonly hit: boolean
  /** When the provider answered, in Unix milliseconds. */
  readonly storedAt: number
  /** Whole seconds since then. */
  readonly age: number
}

/** What came of a run, and what was asked for it. */
interface Told<Result> {
  readonly result: Result
  readonly questions: ReadonlyArray<Call.Question>
}

/** How long a refusal that the provider decided is remembered. Failures are not remembered at all. */
const refusalTime = Duration.minutes(5)

/** An operation and how long its records are good for. */
export interface Operation<Query, A, I> {
  /** The capability's id: the first part of every key. */
  readonly name: string
  readonly schema: Schema.Schema<A, I>
  /** Equal queries have equal keys. */
  readonly key: (query: Query) => string
  /** How long a record is good for; `now` in Unix milliseconds. */
  readonly timeToLive: (query: Query, record: A, now: number) => Duration.Duration
  readonly lookup: (query: Query) => Effect.Effect<A, ProviderError | QueryRefused>
}

/**
 * Puts an operation behind the cache. When a caller hangs up, the lookup still ends, and fills the cache. It has no
 * deadline of a caller's: whoever has one cuts its own wait.
 */
export const cached = <Query, A, I>(operation: Operation<Query, A, I>) =>
  Effect.map(Cache, (cache) => {
    CacheMetrics.register(operation.name)
    const outcome = Schema.Either({ left: QueryRefused, right: operation.schema })
    type Kept = Stored<Either.Either<A, QueryRefused>>
    const inFlight = SingleFlight.make<Told<Kept>, Told<ProviderError>>("finish")

    const ask = (key: string, query: Query) =>
      Effect.gen(function* () {
        const value = yield* operation.lookup(query).pipe(
          Effect.map((record) => Either.right(record)),
          Effect.catchTag("QueryRefused", (refusal) => Effect.succeed(Either.left(refusal)))
        )
        const now = yield* Clock.currentTimeMillis
        const timeToLive = Either.isRight(value) ? operation.timeToLive(query, value.right, now) : refusalTime
        return { value, storedAt: yield* cache.set(key, outcome, value, timeToLive) }
      })

    /**
     * One run for all callers of this process (`inFlight`) and, with Redis, of all (`cache.runOnce`): the deadline of the
     * first caller is not that of all, and what was asked is told to all.
     */
    const run = (key: string, query: Query) =>
      Effect.suspend(() => {
        const questions: Array<Call.Question> = []
        return cache.runOnce(key, outcome, ask(key, query)).pipe(
          Effect.mapBoth({
            onFailure: (result) => ({ result, questions }),
            onSuccess: (result) => ({ result, questions })
          }),
          inContext((context) =>
            Context.add(context, Deadline.Deadline, Number.POSITIVE_INFINITY).pipe(
              Context.add(Call.SharedQuestions, questions)
            )
          )
        )
      })

    const join = (key: string, query: Query) =>
      Effect.matchEffect(inFlight.join({ key, work: run(key, query) }), {
        onFailure: ({ result, questions }) =>
          Effect.zipRight(Call.noteQuestions(...questions), Effect.fail(result)),
        onSuccess: ({ result, questions }) => Effect.as(Call.noteQuestions(...questions), result)
      })

    return (query: Query): Effect.Effect<Fetched<A>, ProviderError | QueryRefused> =>
      Effect.gen(function* () {
        const key = `${operation.name}:${operation.key(query)}`
        const kept = yield* cache.get(key, outcome)
        const hit = Option.isSome(kept)
        yield* annotate({ [Attributes.cacheHit]: hit })
        yield* Call.noteRead(hit)
        const { value, storedAt } = Option.isSome(kept) ? kept.value : yield* join(key, query)
        const now = yield* Clock.currentTimeMillis
        const seconds = Math.max(0, (now - storedAt) / 1000)
        CacheMetrics.count(operation.name, hit, seconds)
        return { value: yield* value, hit, storedAt, age: Math.floor(seconds) }
      })
  })
