/**
 * The answer of a process that lives.
 */
import { HttpServerResponse } from "@effect/platform"
import { liveness } from "../Api/Health.ts"

/** Never kept: it is true of one moment. */
export const noStore = { "cache-control": "no-store" }

/** Times in milliseconds since the epoch. */
export const live = (started: number, now: number) =>
  HttpServerResponse.unsafeJson(liveness(started, now), { headers: noStore })
