/**
 * Metrics of requests. Labels have few values: no path, no id, no query.
 */
import * as Metric from "effect/Metric"
import { codes } from "../Api/Failure.ts"
import { durations } from "./Buckets.ts"
import type { Call } from "./Call.ts"
import * as Labelled from "./Labelled.ts"
import { record } from "./Measure.ts"

const requests = Labelled.counter(
  "almanac_http_requests_total",
  "Requests by capability, class of the status, and how they ended: delivered, given, replayed, joined, ok, client_gone, or the code of an error",
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

/** The work that a stop waits for. */
export const inFlight = Metric.gauge("almanac_in_flight", {
  description: "Requests under way, and the settlements that go on without them"
})

const statusClass = (status: number | undefined) =>
  status === undefined ? "none" : `${Math.floor(status / 100)}xx`

/** Counts a request that has ended; `status` is absent when the client had gone. Call it inside an effect. */
export const count = (
  { capability = "none", outcome }: Pick<Call, "capability" | "outcome">,
  status: number | undefined,
  millis: number
): void => {
  record(requests(capability, statusClass(status), outcome ?? "ok"), 1)
  record(duration(capability, statusClass(status)), millis / 1000)
}

/** The failures on our side, or a provider's. */
const faults = Object.entries(codes).flatMap(([code, { status }]) => (status >= 500 ? [code] : []))

/** Sets counters to 0 at the start: Prometheus sees the first event as an increase only of a known series. */
export const register = (capabilities: ReadonlyArray<string>): void => {
  for (const capability of ["none", ...capabilities]) {
    for (const code of faults) record(requests(capability, "5xx", code), 0)
  }
  record(requests("none", "2xx", "ok"), 0)
  for (const capability of capabilities) {
    for (const outcome of ["delivered", "given", "replayed", "joined"]) {
      record(requests(capability, "2xx", outcome), 0)
    }
  }
}
