/**
 * What is to be told to nobody, in words that can be recognised: letters and digits, so that no encoding changes them.
 * They are looked for in any case.
 */

export const contact = "qq1contact"

/** Short: of a text that is no JSON, the engine's error repeats ten characters. */
export const providerText = "qq2says"

export const queryText = "qq3query"
export const queryCode = "QQ3QUERY"

/** The keys of the providers, by their environment variables. */
export const keys = {
  OPENALEX_API_KEY: "qq4openalexkey",
  COINGECKO_API_KEY: "qq5coingeckokey",
  OPEN_METEO_API_KEY: "qq6openmeteokey",
  CENSUS_API_KEY: "qq7censuskey"
}

/** Below zero, where no log line's milliseconds are; of the places of decimals, weather sends two. */
export const point = { latitude: -39.91, longitude: -116.41 }
export const pointMarks = ["-39.91", "-116.41"]
