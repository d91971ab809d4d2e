import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Either, Layer, Option, TestClock } from "effect"
import { AcademicWork, conclude } from "../../src/Capabilities/AcademicWork/index.ts"
import { ProviderRateLimited, ProviderTimeout, ProviderUnavailable } from "../../src/Providers/Errors.ts"
import { doi, plain, type Script, stage, workOf } from "./Works.ts"

const work = Effect.flatMap(AcademicWork, (capability) => capability.work(doi))

const on =
  (theatre: ReturnType<typeof stage>) =>
  <A, E>(effect: Effect.Effect<A, E, AcademicWork>) =>
    Effect.provide(effect, Layer.provideMerge(AcademicWork.Default, theatre.layer))

const timedOut = new ProviderTimeout({ provider: "openalex", reason: "deadline passed" })
const throttled = new ProviderRateLimited({ provider: "openalex", reason: "status 429", retryAfter: 54000 })
const down = new ProviderUnavailable({ provider: "crossref", reason: "status 503" })
const none = Option.none()
const primary = Option.some(workOf("openalex"))
const fallback = Option.some(workOf("crossref"))
const untitled = Option.some(workOf("openalex", doi))
const untitledThere = Option.some(workOf("crossref", doi))

interface Row {
  readonly name: string
  readonly index: Script["work"]
  readonly registry: Script["work"]
  readonly outcome: Script["work"]
  /** What the span says. */
  readonly attributes: Readonly<Record<string, unknown>>
  /** None when it is not kept at all. */
  readonly kept: Option.Option<string>
}

const minutes5 = Option.some("5 minutes")

const rows: ReadonlyArray<Row> = [
  {
    name: "OpenAlex has it",
    index: primary,
    registry: fallback,
    outcome: primary,
    attributes: {},
    kept: Option.some("24 hours")
  },
  {
    name: "OpenAlex has none, Crossref has it",
    index: none,
    registry: fallback,
    outcome: fallback,
    attributes: { "almanac.fallback": true },
    kept: minutes5
  },
  {
    name: "OpenAlex fails, Crossref has it",
    index: timedOut,
    registry: fallback,
    outcome: fallback,
    attributes: { "almanac.fallback": true, "almanac.primary.error": "ProviderTimeout" },
    kept: minutes5
  },
  {
    name: "neither has it",
    index: none,
    registry: none,
    outcome: none,
    attributes: { "almanac.fallback": true },
    kept: minutes5
  },
  {
    name: "OpenAlex fails, Crossref has none: its absence is not proven",
    index: timedOut,
    registry: none,
    outcome: new ProviderUnavailable({ provider: "openalex", reason: "absence is not proven" }),
    attributes: { "almanac.fallback": true, "almanac.primary.error": "ProviderTimeout" },
    kept: Option.none()
  },
  {
    name: "OpenAlex throttles, Crossref has none: not proven, for a time that is told",
    index: throttled,
    registry: none,
    outcome: new ProviderUnavailable({
      provider: "openalex",
      reason: "absence is not proven",
      retryAfter: 54000
    }),
    attributes: { "almanac.fallback": true, "almanac.primary.error": "ProviderRateLimited" },
    kept: Option.none()
  },
  {
    name: "OpenAlex has none, Crossref fails",
    index: none,
    registry: down,
    outcome: down,
    attributes: { "almanac.fallback": true, "almanac.fallback.error": "ProviderUnavailable" },
    kept: Option.none()
  },
  {
    name: "both fail",
    index: throttled,
    registry: down,
    outcome: down,
    attributes: {
      "almanac.fallback": true,
      "almanac.primary.error": "ProviderRateLimited",
      "almanac.fallback.error": "ProviderUnavailable"
    },
    kept: Option.none()
  },
  {
    name: "OpenAlex knows no title, Crossref does",
    index: untitled,
    registry: fallback,
    outcome: fallback,
    attributes: { "almanac.fallback": true },
    kept: minutes5
  },
  {
    name: "neither knows a title",
    index: untitled,
    registry: untitledThere,
    outcome: untitled,
    attributes: { "almanac.fallback": true },
    kept: minutes5
  },
  {
    name: "OpenAlex knows no title, Crossref has none",
    index: untitled,
    registry: none,
    outcome: untitled,
    attributes: { "almanac.fallback": true },
    kept: minutes5
  },
  {
    name: "OpenAlex knows no title, Crossref fails",
    index: untitled,
    registry: down,
    outcome: untitled,
    attributes: { "almanac.fallback": true, "almanac.fallback.error": "ProviderUnavailable" },
    kept: minutes5
  },
  {
    name: "OpenAlex fails, Crossref knows no title",
    index: timedOut,
    registry: untitledThere,
    outcome: untitledThere,
    attributes: { "almanac.fallback": true, "almanac.primary.error": "ProviderTimeout" },
    kept: minutes5
  }
]

describe("academic.work", () => {
  for (const row of rows) {
    it.effect(row.name, () => {
      const theatre = stage()
      theatre.index.work = row.index
      theatre.registry.work = row.registry
      return on(theatre)(
        Effect.gen(function* () {
          const outcome = yield* Effect.either(work)
          expect(
            Either.match(outcome, { onLeft: (error): unknown => plain(error), onRight: ({ value }) => value })
          ).toEqual(Option.isOption(row.outcome) ? row.outcome : plain(row.outcome))
          expect(theatre.attributes.get("academic.work")).toEqual(row.attributes)
          const asked = row.index === primary ? 1 : 2
          expect(theatre.asked).toEqual([`index ${doi}`, `registry ${doi}`].slice(0, asked))
          // A lack is no failure: only those are logged.
          expect(theatre.lines).toHaveLength("almanac.primary.error" in row.attributes ? 1 : 0)

          if (Option.isNone(row.kept)) {
            yield* Effect.either(work)
            expect(theatre.asked).toHaveLength(2 * asked)
            return
          }
          yield* TestClock.adjust(
            Duration.subtract(Duration.decodeUnknown(row.kept.value).pipe(Option.getOrThrow), "1 second")
          )
          expect(yield* work).toMatchObject({ hit: true })
          yield* TestClock.adjust("1 second")
          expect(yield* work).toMatchObject({ hit: false })
        })
      )
    })
  }

  it("concludes nothing else from a lack on both sides", () => {
    expect(conclude(Either.right(none), Either.right(none))).toEqual(Either.right(none))
  })
})
