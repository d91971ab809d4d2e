import * as Schema from "effect/Schema"
import { Day, integer, matching } from "../Values.ts"

/** A day that is kept free, or marked, in a country or in parts of it. */
export const Holiday = Schema.Struct({
  date: Day.annotations({
    description:
      "Day on which the holiday is observed, YYYY-MM-DD; one that was moved may fall into the year before or after",
    examples: ["2021-01-01"]
  }),
  name: Schema.String.annotations({ description: "Name in English", examples: ["New Year's Day"] }),
  localName: Schema.String.annotations({
    description: "Name in the language of the country; the English one where the provider has no other",
    examples: ["元旦"]
  }),
  countryCode: Schema.String.annotations({ description: "ISO 3166-1 alpha-2 code", examples: ["CN"] }),
  global: Schema.Boolean.annotations({ description: "True when observed nationwide" }),
  counties: Schema.NullOr(Schema.Array(Schema.String)).annotations({
    description:
      "Codes of the subdivisions that observe it, ISO 3166-2 as a rule; null when the provider names none",
    examples: [["US-TX"]]
  }),
  types: Schema.NullOr(Schema.Array(Schema.String)).annotations({
    description: "Kinds: Public, Bank, School, Authorities, Optional, Observance; null when not told",
    examples: [["Public"]]
  })
}).annotations({ title: "Holiday" })
export type Holiday = typeof Holiday.Type

/** The holidays of a country in a year. */
export const Holidays = Schema.Struct({
  country: matching(/^[A-Z]{2}$/).annotations({
    description: "ISO 3166-1 alpha-2 code of the country asked for",
    examples: ["CN"]
  }),
  year: integer().annotations({ description: "Year asked for", examples: [2021] }),
  holidays: Schema.Array(Holiday).annotations({
    description:
      "In the provider's order, by date; a holiday that differs between regions has an entry for each. " +
      "Empty when the country has none in that year; also, with the header X-Coverage: none and without " +
      "charge, when the provider does not serve that year."
  })
}).annotations({
  title: "Holidays",
  description: "The holidays of a country in a year"
})
export type Holidays = typeof Holidays.Type
