/**
 * The replies of Crossref, as far as we read them. Almost everything may be missing, and null says the same.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Doi from "../../Resources/Doi.ts"
import { lenient } from "../parsing/Lenient.ts"

/** A person by given and family name (the latter may hold both), or a group by `name`. */
export const Author = Schema.Struct({
  given: lenient(Schema.String),
  family: lenient(Schema.String),
  suffix: lenient(Schema.String),
  name: lenient(Schema.String)
})
export type Author = typeof Author.Type

/** `{"date-parts":[[2012,3,21]]}`, the parts from the year to as far as they are known: `[[null]]`, `[[2012]]`. */
const PartialDate = Schema.Struct({ "date-parts": Schema.Array(Schema.Array(Schema.Unknown)) })
export type PartialDate = typeof PartialDate.Type

/** A licence of one version of the text, from a day on. */
export const License = Schema.Struct({
  URL: Schema.String,
  "content-version": lenient(Schema.String),
  start: lenient(PartialDate)
})
export type License = typeof License.Type

/** A later notice about the work: a correction, a retraction. */
export const Update = Schema.Struct({ type: Schema.String })

const Texts = Schema.Array(Schema.NullOr(Schema.String))

/** A work. Without a DOI it is none; everything else may be missing. */
export const RawWork = Schema.Struct({
  /** In any case. */
  DOI: Schema.String.pipe(Schema.filter((text) => Option.isSome(Doi.parse(text)))),
  /** Translations and variants after the first that is not blank. */
  title: Schema.optional(Schema.NullOr(Texts)),
  /** Judged one by one, as the other lists of unknowns here. */
  author: Schema.optional(Schema.Unknown),
  published: lenient(PartialDate),
  issued: lenient(PartialDate),
  "published-print": lenient(PartialDate),
  "published-online": lenient(PartialDate),
  "container-title": lenient(Texts),
  "is-referenced-by-count": lenient(Schema.NonNegativeInt),
  URL: lenient(Schema.String),
  resource: lenient(Schema.Struct({ primary: lenient(Schema.Struct({ URL: lenient(Schema.String) })) })),
  license: Schema.optional(Schema.Unknown),
  /** JATS, now and then HTML. */
  abstract: lenient(Schema.String),
  "updated-by": Schema.optional(Schema.Unknown)
})
export type RawWork = typeof RawWork.Type

/** `GET /works` */
export const WorksReply = Schema.Struct({
  status: Schema.Literal("ok"),
  "message-type": Schema.optional(Schema.Literal("work-list")),
  message: Schema.Struct({
    "total-results": Schema.NonNegativeInt,
    /** Judged one by one. */
    items: Schema.Array(Schema.Unknown)
  })
})
export type WorksReply = typeof WorksReply.Type

/** `GET /works/{doi}` */
export const WorkReply = Schema.Struct({
  status: Schema.Literal("ok"),
  /** A DOI's agency, of another type, has a DOI as well. */
  "message-type": Schema.optional(Schema.Literal("work")),
  message: RawWork
})

/** The body of a 404 by Crossref itself, whatever its content type says. */
export const notFoundText = "Resource not found."
