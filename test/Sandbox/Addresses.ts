/**
 * The settings that name the providers' addresses, by slug.
 */
export const variables = {
  openalex: "OPENALEX_URL",
  crossref: "CROSSREF_URL",
  coingecko: "COINGECKO_URL",
  frankfurter: "FRANKFURTER_URL",
  "nager-date": "NAGER_URL",
  "open-meteo": "OPEN_METEO_URL",
  photon: "PHOTON_URL",
  gdelt: "GDELT_URL",
  wikidata: "WIKIDATA_URL",
  "us-census": "CENSUS_URL"
} as const

/** The environment of a service whose providers are all at one origin, each below its slug. */
export const providersAt = (origin: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(variables).map(([slug, name]) => [name, `${origin}/${slug}`]))
