import * as Schema from "effect/Schema"
import { matching } from "../Values.ts"

/** How much of a day's news is about something. */
export const NewsVolume = Schema.Struct({
  date: matching(/^\d{8}$/).annotations({
    description: "Day in UTC, YYYYMMDD",
    examples: ["20260514"]
  }),
  volume: Schema.Number.annotations({
    description:
      "Share of the day's monitored news coverage that matches the query, in percent of all articles; the first and the last day are those parts of a day that lie within the timespan"
  })
}).annotations({ title: "NewsVolume" })
export type NewsVolume = typeof NewsVolume.Type

/** The coverage of a term, day by day. */
export const NewsTrend = Schema.Struct({
  term: Schema.String.annotations({ description: "The query" }),
  points: Schema.Array(NewsVolume).annotations({
    description: "Days in ascending order; days that the archive has no figures for are left out"
  })
}).annotations({
  title: "NewsTrend",
  description: "The coverage of a subject, day by day"
})
export type NewsTrend = typeof NewsTrend.Type
