import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { roundedDegrees } from "../../src/Resources/Degrees.ts"

describe("roundedDegrees", () => {
  it.each([
    [52.52, 2, "52.52"],
    [13.405, 2, "13.4"],
    [13.406, 2, "13.41"],
    [-13.406, 2, "-13.41"],
    [1e-7, 2, "0"],
    [-1e-7, 2, "0"],
    [-0.004, 2, "0"],
    [-0, 2, "0"],
    [90, 2, "90"],
    [-90, 2, "-90"],
    [179.999, 2, "180"],
    [-179.999, 2, "-180"],
    [51.523_762_94, 5, "51.52376"],
    [0.000_01, 5, "0.00001"],
    [0.000_004, 5, "0"]
  ])("%d to %d decimals is %s", (degrees, decimals, text) => {
    expect(String(roundedDegrees(degrees, decimals))).toBe(text)
    expect(Object.is(roundedDegrees(degrees, decimals), -0)).toBe(false)
  })

  it("is a plain decimal number near the one given, whatever that is", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.double({ min: -180, max: 180, noNaN: true }),
        FastCheck.integer({ min: 0, max: 6 }),
        (degrees, decimals) => {
          const rounded = roundedDegrees(degrees, decimals)
          expect(String(rounded)).toMatch(/^-?\d{1,3}(\.\d{1,6})?$/)
          expect(Math.abs(rounded - degrees)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9)
          expect(roundedDegrees(rounded, decimals)).toBe(rounded)
        }
      )
    )
  })
})
