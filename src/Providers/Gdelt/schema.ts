/**
 * The replies of GDELT's DOC 2.0, as far as we read them.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { timestamp } from "./timestamp.ts"

/** Nothing matches: `{}`. */
const Nothing = Schema.Record({ key: Schema.String, value: Schema.Never })

/** `mode=artlist`. Articles are judged one by one. */
export const ArticlesReply = Schema.Union(Schema.Struct({ articles: Schema.Array(Schema.Unknown) }), Nothing)
export type ArticlesReply = typeof ArticlesReply.Type

/** An article. Of the other fields, anything but a text counts as unknown. */
export const Article = Schema.Struct({
  url: Schema.String,
  title: Schema.String,
  seendate: Schema.optional(Schema.Unknown),
  domain: Schema.optional(Schema.Unknown),
  language: Schema.optional(Schema.Unknown),
  sourcecountry: Schema.optional(Schema.Unknown)
})
export type Article = typeof Article.Type

/** `mode=timelinevolraw`: one series. Its slots are judged one by one. */
export const VolumeReply = Schema.Union(
  Schema.Struct({ timeline: Schema.Array(Schema.Struct({ data: Schema.Array(Schema.Unknown) })) }),
  Nothing
)
export type VolumeReply = typeof VolumeReply.Type

const Count = Schema.Number.pipe(Schema.finite(), Schema.nonNegative())

/** A slot of a series: `value` articles of all `norm` that GDELT saw in it. */
export const Slot = Schema.Struct({
  date: Schema.String.pipe(Schema.filter((text) => Option.isSome(timestamp(text)))),
  value: Count,
  norm: Schema.optional(Schema.NullOr(Count))
})
export type Slot = typeof Slot.Type
