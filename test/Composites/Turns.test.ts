import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { compose } from "../../src/Capabilities/Composite.ts"
import { verifyClaimSteps } from "../../src/Composites/ClaimVerification.ts"
import * as OutcomeArchive from "../../src/Composites/OutcomeArchive.ts"
import { askClaim } from "../../src/Composites/QueryPlan.ts"
import { SourceQueries } from "../../src/Composites/SourceQueries.ts"
import { warmUp } from "../../src/Composites/WarmUp.ts"
import { runSteps } from "../../src/Runtime/Steps.ts"
import { inTurns } from "../../src/Runtime/Turns.ts"
import { academic, article, entity, knowledge, news, work } from "./Outcomes.ts"

/** How often the event loop turned while something ran. */
const countTurns = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let turns = 0
    let isOver = false
    const turn = () => {
      if (isOver) return
      turns += 1
      setImmediate(turn)
    }
    setImmediate(turn)
    const value = yield* effect
    isOver = true
    return { turns, value }
  })

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const claim = "Coffee causes cancer"

/** 36 headlines, 12 abstracts and 12 entities. */
const answers = [
  news(numbers(36).map((n) => article(`Coffee causes cancer, study ${n} says`))),
  academic(
    numbers(12).map((n) => work(`Work ${n}`, { abstract: `Coffee causes cancer in group ${n}. `.repeat(20) }))
  ),
  knowledge(numbers(12).map((n) => entity(`Q${n + 1}`, "coffee", `drink ${n} that causes cancer`)))
]

const sources = Layer.merge(
  Layer.succeed(SourceQueries, new SourceQueries({ all: () => Effect.succeed(answers) })),
  OutcomeArchive.layer(Option.none())
)

describe("reading", () => {
  it.live("a whole verify lets the event loop turn after every four items", () =>
    Effect.gen(function* () {
      const verify = yield* compose({
        capability: "information.verify",
        queries: () => askClaim(claim, ["academic", "news", "knowledge"], 12),
        make: verifyClaimSteps
      })
      const { turns, value } = yield* countTurns(
        verify({ claim, sourceTypes: ["academic", "news", "knowledge"], maxSources: 12 })
      )
      expect(turns).toBeGreaterThanOrEqual((36 + 12 + 12) / 4)
      expect(value.data.sourcesChecked).toBe(12)
    }).pipe(Effect.provide(sources))
  )
})

describe("the warm-up", () => {
  it.live("lets the event loop turn after every text", () =>
    Effect.gen(function* () {
      const { turns } = yield* countTurns(inTurns(1, warmUp))
      // The texts of the common words alone are 50.
      expect(turns).toBeGreaterThan(50)
    })
  )

  it("reads each kind of text, and comes to each stance", () => {
    const { evidence } = runSteps(warmUp())
    const readings = evidence.map(({ explanation }) => explanation)
    expect(new Set(readings.map(({ channel }) => channel))).toEqual(new Set(["headline", "short", "long"]))
    expect(new Set(readings.map(({ stance }) => stance))).toEqual(new Set(["affirms", "denies", "neutral"]))
  })
})
