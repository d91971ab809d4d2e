/**
 * From a composite's request to its delivery: ask, gather, put together.
 */
import { Clock, Effect } from "effect"
import { SourceQueries } from "../Composites/Gather.ts"
import { OutcomeArchive, type Saved } from "../Composites/OutcomeArchive.ts"
import type { Gathered, Reply } from "../Composites/Reply.ts"
import { CurrentCall } from "../Telemetry/Call.ts"

/** What the sources are asked. */
type Asks = Parameters<SourceQueries["all"]>[0]

/** A composite: what it asks its sources, and the pure function that makes its reply of their answers. */
export interface Composite<Request, Data> {
  readonly capability: Saved["capability"]
  readonly asks: (request: Request) => Asks
  readonly make: (request: Request, gathered: Gathered) => Reply<Data>
}

/** The composites of this process. */
export const composer = Effect.gen(function* () {
  const gather = yield* SourceQueries
  const archive = yield* OutcomeArchive
  return <Request, Data>({ asks, capability, make }: Composite<Request, Data>) =>
    (request: Request) =>
      Effect.gen(function* () {
        const answers = yield* gather.all(asks(request))
        const now = yield* Clock.currentTimeMillis
        const { id } = yield* CurrentCall
        yield* archive.keep(id, { capability, request, now, answers })
        return make(request, { answers, now })
      })
})

/** A reply as a delivery; the sources that failed are in a header, for the body has no place for them. */
export const delivered = <Data>({ charged, data, failed }: Reply<Data>) => ({
  data,
  meta: {},
  charged,
  headers: failed.length === 0 ? {} : { "x-sources-failed": failed.join(",") }
})
