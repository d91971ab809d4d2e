/**
 * The weather codes of the World Meteorological Organization (table 4677) that forecasts have, in words, as the
 * contract's `weatherCode` lists them.
 */
const words: ReadonlyMap<number, string> = new Map([
  [0, "clear"],
  [1, "mainly clear"],
  [2, "partly cloudy"],
  [3, "overcast"],
  [45, "fog"],
  [48, "rime fog"],
  [51, "light drizzle"],
  [53, "drizzle"],
  [55, "dense drizzle"],
  [56, "light freezing drizzle"],
  [57, "freezing drizzle"],
  [61, "light rain"],
  [63, "rain"],
  [65, "heavy rain"],
  [66, "light freezing rain"],
  [67, "freezing rain"],
  [71, "light snow"],
  [73, "snow"],
  [75, "heavy snow"],
  [77, "snow grains"],
  [80, "light rain showers"],
  [81, "rain showers"],
  [82, "violent rain showers"],
  [85, "snow showers"],
  [86, "heavy snow showers"],
  [95, "thunderstorm"],
  [96, "thunderstorm with hail"],
  [99, "thunderstorm with heavy hail"]
])

/** A weather code in words; the code itself when it is none of them. */
export const weatherWords = (code: number | null): string =>
  code === null ? "not known" : (words.get(code) ?? `code ${code}`)
