/**
 * The replies of OpenAlex, as far as we read them.
 */
import * as Schema from "effect/Schema"
import { lenient } from "../parsing/Lenient.ts"

/** An author's entry: the name of the person, and the one printed on the work. */
export const Authorship = Schema.Struct({
  author: lenient(Schema.Struct({ display_name: lenient(Schema.String) })),
  raw_author_name: lenient(Schema.String)
})

/** A work. Without an id it is none; everything else may be missing. */
export const RawWork = Schema.Struct({
  /** `https://openalex.org/W123` */
  id: Schema.String.pipe(Schema.pattern(/(?:^|\/)W\d+$/)),
  /** `https://doi.org/10.…` */
  doi: lenient(Schema.String),
  title: Schema.optional(Schema.NullOr(Schema.String)),
  display_name: Schema.optional(Schema.NullOr(Schema.String)),
  publication_year: lenient(Schema.Int),
  cited_by_count: lenient(Schema.NonNegativeInt),
  open_access: lenient(Schema.Struct({ is_oa: lenient(Schema.Boolean) })),
  /** Judged one by one. */
  authorships: Schema.optional(Schema.Unknown),
  primary_location: lenient(
    Schema.Struct({
      landing_page_url: lenient(Schema.String),
      source: lenient(Schema.Struct({ display_name: lenient(Schema.String) })),
      raw_source_name: lenient(Schema.String)
    })
  ),
  is_retracted: lenient(Schema.Boolean),
  /** Positions by word. */
  abstract_inverted_index: Schema.optional(Schema.Unknown)
})
export type RawWork = typeof RawWork.Type

/** `GET /works` */
export const WorksReply = Schema.Struct({
  meta: Schema.Struct({
    /** All hits. */
    count: Schema.NonNegativeInt,
    /** The search was cut off after 5 seconds: there may be more. */
    timed_out: lenient(Schema.Boolean)
  }),
  /** Judged one by one. */
  results: Schema.Array(Schema.Unknown)
})
export type WorksReply = typeof WorksReply.Type

/** A 429: when it ends may stand in the body alone. Seconds, up to a day. */
export const ThrottleReply = Schema.Struct({
  retryAfter: Schema.Number.pipe(Schema.between(0, 86_400))
})
