/**
 * The source results of a composite call: enough to make its answer again.
 */
import * as Schema from "effect/Schema"
import { SourceResult } from "./SourceResult.ts"

const Composite = Schema.Literal(
  "research",
  "information.verify",
  "information.evidence",
  "information.compare"
)

/** A composite call that can be made again without its sources. */
export const Saved = Schema.Struct({
  capability: Composite.annotations({
    message: () => ({ message: `must be one of ${Composite.literals.join(", ")}`, override: true })
  }),
  /** The request body, decoded. */
  request: Schema.Unknown,
  /** The moment of the answer, in Unix milliseconds. */
  now: Schema.Int,
  answers: Schema.Array(SourceResult)
})
export type Saved = typeof Saved.Type
