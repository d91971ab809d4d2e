/**
 * How much of `MAX_CALLS` is used.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { AdmissionControl } from "./AdmissionControl.ts"

const limit = Metric.gauge("almanac_calls_limit", { description: "MAX_CALLS: paid calls that have a place" })
const held = Metric.gauge("almanac_calls_held", {
  description: "Most places that paid calls held at a time in the last five seconds"
})
const waiting = Metric.gauge("almanac_calls_waiting", {
  description: "Most paid calls that waited for a place at a time in the last five seconds"
})

/** Shows what was used since it was last looked at. */
export const sampler = Effect.map(AdmissionControl, ({ mostUsed, places }) =>
  Effect.suspend(() => {
    const most = mostUsed()
    return Effect.all(
      [Metric.set(limit, places), Metric.set(held, most.held), Metric.set(waiting, most.waiting)],
      { discard: true }
    )
  })
)
