/**
 * What is measured of every request. The labels have few values: no path, no id, no query.
 */
import { Metric } from "effect"
import { durations } from "./Buckets.ts"
import type { Call } from "./Call.ts"
import * as Labelled from "./Labelled.ts"

const requests = Labelled.counter(
  "almanac_http_requests_total",
  "Requests by capability, class of the status, and how they ended: delivered, replayed, or an error code",
  "capability",
  "status",
  "outcome"
)

const duration = Labelled.histogram(
  "almanac_http_request_duration_seconds",
  "From a request's arrival to its answer",
  durations,
  "capability",
  "status"
)

/** What a stop waits for. */
export const inFlight = Metric.gauge("almanac_in_flight", {
  description: "Requests under way, and the settlements that go on without them"
})

const statusClass = (status: number | undefined) =>
  status === undefined ? "none" : `${Math.floor(status / 100)}xx`

/** Counts a request that has ended; `status` is absent when the client had gone. Unsafe: run it inside an effect. */
export const count = (
  { capability = "none", outcome = "ok" }: Pick<Call, "capability" | "outcome">,
  status: number | undefined,
  millis: number
): void => {
  requests(capability, statusClass(status), outcome).unsafeUpdate(1, [])
  duration(capability, statusClass(status)).unsafeUpdate(millis / 1000, [])
}

/** Shows what has not happened yet as 0: the first event is an increase only of something that was there before it. */
export const register = (capabilities: ReadonlyArray<string>): void => {
  for (const capability of ["none", ...capabilities]) {
    requests(capability, "5xx", "INTERNAL_ERROR").unsafeUpdate(0, [])
  }
}
