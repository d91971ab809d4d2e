/**
 * Names in the environment that look like settings and are none.
 */
import { distance } from "../Text/Distance.ts"

/** A name that is no setting, and the setting that is most like it. */
export interface Misspelt {
  readonly name: string
  readonly nearest: string
}

/** Words of a name that a setting does not have: `OPEN_METEO_KEY` has none that `OPEN_METEO_API_KEY` lacks. */
const strangeWords = (name: string, setting: string): number => {
  const words = new Set(setting.split("_"))
  return name.split("_").filter((word) => !words.has(word)).length
}

/** Characters from which on a name with one mistake is taken for a setting, whatever it begins with. */
const telling = 8

/**
 * The names that are no settings, but begin with one of `prefixes` (in any case) or differ from a setting by one mistake.
 */
export const misspelt = (
  names: Iterable<string>,
  settings: ReadonlyArray<string>,
  prefixes: ReadonlyArray<string>
): ReadonlyArray<Misspelt> => {
  const known = new Set(settings)
  return [...names]
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const upper = name.toUpperCase()
      const [nearest] = settings
        .map((setting) => ({
          setting,
          strange: strangeWords(upper, setting),
          mistakes: distance(upper, setting)
        }))
        .toSorted((a, b) => a.strange - b.strange || a.mistakes - b.mistakes)
      const isOurs =
        prefixes.some((prefix) => upper.startsWith(prefix)) ||
        (name.length >= telling && nearest !== undefined && nearest.mistakes <= 1)
      return isOurs && nearest !== undefined ? [{ name, nearest: nearest.setting }] : []
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
