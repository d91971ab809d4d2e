import { describe, expect, it } from "@effect/vitest"
import { FastCheck, Option } from "effect"
import { type Quota, quotaOf, secondsUntilReset } from "../../../src/Providers/OpenMeteo/quota.ts"
import { daily, hourly, latitudeOutOfRange, minutely, reasons, unknownVariable } from "./fixtures.ts"

const reasonOf = (body: string): string => JSON.parse(body).reason

describe("quotaOf", () => {
  it.each([
    ["minutely", reasonOf(minutely), "minutely"],
    ["hourly", reasonOf(hourly), "hourly"],
    ["daily (#1847, #438, #439)", reasonOf(daily), "daily"],
    ["another case", "DAILY API REQUEST LIMIT EXCEEDED.", "daily"],
    ["too many at once (#1493, #1495)", "Too many concurrent requests", "concurrent"],
    ["an unknown period", "Monthly API request limit exceeded.", "other"],
    ["overloaded", "The service is overloaded", undefined],
    ["a latitude", reasonOf(latitudeOutOfRange), undefined],
    ["a variable", reasonOf(unknownVariable), undefined],
    ["daily, but no limit", "Cannot initialize ForecastVariableDaily", undefined],
    ["nothing", "", undefined]
  ])("%s", (_, reason, quota) => {
    expect(Option.getOrUndefined(quotaOf(reason))).toBe(quota)
  })

  it("knows every text of the server's limiter, and no other of its texts", () => {
    expect(reasons.map(({ status, reason }) => [status, Option.isSome(quotaOf(reason))])).toEqual([
      [429, true],
      [429, true],
      [429, true],
      [429, true],
      [503, false]
    ])
  })
})

describe("secondsUntilReset", () => {
  const until = (quota: Quota, time: string) =>
    Option.getOrUndefined(secondsUntilReset(quota, Date.parse(`2026-10-01T${time}Z`)))

  it.each([
    ["daily", "21:30:00", 9060],
    ["daily", "00:00:00", 86_460],
    ["daily", "23:59:59.999", 61],
    ["hourly", "21:30:00", 1860],
    ["hourly", "21:00:00", 3660],
    ["hourly", "21:59:59.500", 61],
    ["minutely", "21:30:00", 60],
    ["minutely", "21:30:59", 60],
    ["concurrent", "21:30:00", undefined],
    ["other", "21:30:00", undefined]
  ] as const)("%s at %s is %s (qdonnars/ohmywind #405)", (quota, time, seconds) => {
    expect(until(quota, time)).toBe(seconds)
  })

  it("is always whole, and past the fall of the counter by a sweep at most", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.nat({ max: 4_000_000_000_000 }), (now) => {
        for (const [quota, period] of [
          ["hourly", 3_600_000],
          ["daily", 86_400_000]
        ] as const) {
          const seconds = Option.getOrThrow(secondsUntilReset(quota, now))
          const reset = Math.floor(now / period) * period + period
          expect(Number.isInteger(seconds)).toBe(true)
          expect(now + seconds * 1000).toBeGreaterThanOrEqual(reset + 60_000)
          expect(now + seconds * 1000).toBeLessThan(reset + 61_000)
        }
      })
    )
  })
})
