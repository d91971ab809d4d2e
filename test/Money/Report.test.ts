/**
 * What a proof tells of itself.
 */
import { describe, expect, it } from "vitest"
import * as Report from "../../scripts/prove/Report.ts"
import * as Tally from "../../scripts/prove/Tally.ts"

const tally = Tally.make()
tally.add("history", "with a node", 2)
tally.add("step", "Buy", 3)
tally.add("settle", "honest", 2)
tally.add("settle", "moved, reset")
tally.add("node", "off")
tally.add("kill", "the money has moved", 2)
const run: Report.Run = { seed: 7, seconds: 120, date: "2026-11-28", place: "here", tally }

describe("the report of a proof", () => {
  it("ends with its counts; what is honest is no fault", () => {
    expect(Report.summary(run)).toBe(
      "2 histories, 3 steps, 2 faults, 2 kills at 1 of 33 points, 0 violations, seed 7"
    )
  })

  it("tells where it was made", () => {
    expect(Report.render(run)).toMatch(/^2026-11-28, `npm run prove:money -- .*`, 2 minutes, here:\n/)
  })

  it.each([
    ["a page without a report", "before\n<!-- run -->\n<!-- /run -->\nafter\n"],
    ["a page with one", "before\n<!-- run -->\n\nold\n\n<!-- /run -->\nafter\n"]
  ])("replaces its part of %s", (_, page) => {
    expect(Report.replace(page, "new")).toBe("before\n<!-- run -->\n\nnew\n\n<!-- /run -->\nafter\n")
  })
})
