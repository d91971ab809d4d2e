import * as Schema from "effect/Schema"

/** A moment, ISO 8601 in UTC with milliseconds. */
export const Moment = Schema.String.annotations({
  title: "Moment",
  description: "ISO 8601 UTC with milliseconds",
  jsonSchema: { format: "date-time" },
  examples: ["2026-11-28T09:30:00.000Z"]
})
