/**
 * The lines of requests that nobody pays for: they are limited, and those without a line are told of by their number.
 */
import { expect, it } from "@effect/vitest"
import { Array, Effect, TestClock } from "effect"
import { describe } from "vitest"
import * as AccessLog from "../../src/Telemetry/AccessLog.ts"
import * as Call from "../../src/Telemetry/Call.ts"
import * as Logs from "../support/Logs.ts"

const calls = {
  unpaid: { outcome: "PAYMENT_REQUIRED" },
  unknown: { outcome: "NOT_FOUND" },
  page: {},
  crowded: { outcome: "OVERLOADED" },
  refused: { outcome: "PAYMENT_REJECTED", payment: "c0ffee" },
  delivered: { outcome: "delivered", payment: "c0ffee", charged: true },
  broken: { outcome: "INTERNAL_ERROR" }
} satisfies Record<string, Partial<Call.Call>>

const statuses = {
  unpaid: 402,
  unknown: 404,
  page: 200,
  crowded: 503,
  refused: 402,
  delivered: 200,
  broken: 500
} satisfies Record<keyof typeof calls, number>

const kinds = Object.keys(calls) as ReadonlyArray<keyof typeof calls>

/** Ends calls of a kind, and tells how many of them got a line. */
const linesOf = (kind: keyof typeof calls, number: number) =>
  Effect.map(
    AccessLog.AccessLog,
    ({ end }) =>
      Array.makeBy(number, () =>
        end(
          Object.assign(Call.make("id"), calls[kind]),
          { method: "POST", target: { route: "/v1/fx/rates" }, status: statuses[kind] },
          0n
        )
      ).filter((entry) => entry !== undefined).length
  )

const told = ({ lines }: Logs.Logs) => lines.map(({ text }) => text.replace(/\s+/g, " "))

describe("lines of requests without a good payment", () => {
  it.effect.each(kinds)("%s", (kind) =>
    Logs.collected((logs) =>
      Effect.gen(function* () {
        const isLimited = ["unpaid", "unknown", "page", "crowded"].includes(kind)
        expect(yield* linesOf(kind, 1_500)).toBe(isLimited ? 1_000 : 1_500)
        yield* TestClock.adjust("1 second")
        const outcome = "outcome" in calls[kind] ? calls[kind].outcome : "ok"
        expect(told(logs)).toEqual(
          isLimited ? [`more requests, without lines of their own { "outcomes": { "${outcome}": 500 } }`] : []
        )
      }).pipe(Effect.provide(AccessLog.layer))
    )
  )

  it.effect(
    "come again with time: a hundred a second, a thousand at most, and a stop tells of the rest",
    () =>
      Logs.collected((logs) =>
        Effect.gen(function* () {
          yield* Effect.gen(function* () {
            yield* linesOf("unpaid", 1_000)
            yield* TestClock.adjust("3 seconds")
            expect(yield* linesOf("unknown", 400)).toBe(300)
            expect(yield* linesOf("delivered", 400)).toBe(400)
            yield* TestClock.adjust("1 minute")
            expect(yield* linesOf("unpaid", 1_001)).toBe(1_000)
          }).pipe(Effect.provide(AccessLog.layer))
          expect(told(logs)).toEqual(
            [{ NOT_FOUND: 100 }, { PAYMENT_REQUIRED: 1 }].map(
              (outcomes) =>
                `more requests, without lines of their own ${JSON.stringify({ outcomes }, undefined, 1).replace(/\s+/g, " ")}`
            )
          )
        })
      )
  )
})
