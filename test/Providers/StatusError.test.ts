import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { retryAfter } from "../../src/Providers/client/StatusError.ts"

const now = Date.parse("2026-10-01T12:00:00Z")

describe("retryAfter", () => {
  it.effect.each([
    ["119", 119],
    [" 5 ", 5],
    ["0", 1],
    ["0.4", 1],
    ["1.2", 2],
    ["3600", 3600],
    ["86400", 86_400],
    ["9".repeat(400), 86_400],
    ["Thu, 01 Oct 2026 12:00:30 GMT", 30],
    ["Thu, 01 Oct 2026 11:00:00 GMT", 1],
    ["Fri, 02 Oct 2026 12:00:00 GMT", 86_400],
    ["Thursday, 01-Oct-26 12:00:30 GMT", 30],
    ["Thu Oct  1 12:00:30 2026", 30],
    ["Sun Oct 11 12:00:00 2026", 86_400],
    ["Sun Nov  6 08:49:37 1994", 1],
    ["Thu Oct 99 12:00:30 2026", undefined],
    ["Oct 1 2026", undefined],
    ["-5", undefined],
    ["", undefined],
    ["soon", undefined],
    ["Thu, 99 Oct 2026 12:00:30 GMT", undefined],
    ["2026-10-01T12:00:30Z", undefined],
    ["1e3", undefined],
    ["0x10", undefined],
    [undefined, undefined]
  ] as const)("%j", ([value, seconds]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const headers = value === undefined ? {} : { "retry-after": value }
      expect(Option.getOrUndefined(yield* retryAfter(headers))).toBe(seconds)
    })
  )
})
