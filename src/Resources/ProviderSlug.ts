import * as Schema from "effect/Schema"

/** The providers, by the slugs that the capability list shows. */
export const ProviderSlug = Schema.Literal(
  "openalex",
  "crossref",
  "gdelt",
  "coingecko",
  "frankfurter",
  "open-meteo",
  "photon",
  "nager-date",
  "wikidata",
  "us-census"
).annotations({ title: "ProviderSlug", description: "A data provider" })
export type ProviderSlug = typeof ProviderSlug.Type
