import { Effect } from "effect"
import type { Fetched } from "../Capabilities/Cached.ts"
import type { ProviderError, QueryRefused } from "../Providers/Errors.ts"
import { toFailure } from "./Failures.ts"

/** A record of a single provider as a delivery: `Cache-Status` (RFC 9211) and `Age` tell where it came from. */
export const deliver = <A, Meta extends object, R>(
  fetched: Effect.Effect<Fetched<A>, ProviderError | QueryRefused, R>,
  meta: Meta
) =>
  Effect.mapBoth(fetched, {
    onFailure: toFailure,
    onSuccess: ({ value, hit, age }) => ({
      data: value,
      meta,
      headers: { "cache-status": hit ? "almanac; hit" : "almanac; fwd=miss", age: String(age) }
    })
  })
