/**
 * Numbers in words and the units that are read. "One" is left out: it is a pronoun more often than a number. Origin:
 * written for this project.
 */
import { words } from "./WordList.ts"

export const numberWords: ReadonlyMap<string, number> = new Map([
  ["zero", 0],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
  ["six", 6],
  ["seven", 7],
  ["eight", 8],
  ["nine", 9],
  ["ten", 10],
  ["eleven", 11],
  ["twelve", 12],
  ["thirteen", 13],
  ["fourteen", 14],
  ["fifteen", 15],
  ["sixteen", 16],
  ["seventeen", 17],
  ["eighteen", 18],
  ["nineteen", 19],
  ["twenty", 20],
  ["thirty", 30],
  ["forty", 40],
  ["fifty", 50],
  ["sixty", 60],
  ["seventy", 70],
  ["eighty", 80],
  ["ninety", 90]
])

/** Words after a number that multiply it. */
export const multipliers: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
  ["million", 1_000_000],
  ["billion", 1_000_000_000],
  ["trillion", 1_000_000_000_000],
  ["lakh", 100_000],
  ["lakhs", 100_000],
  ["crore", 10_000_000],
  ["crores", 10_000_000]
])

/** Letters written onto a number that multiply it. */
export const multiplierLetters: ReadonlyMap<string, number> = new Map([
  ["k", 1_000],
  ["mn", 1_000_000],
  ["mln", 1_000_000],
  ["bn", 1_000_000_000],
  ["bln", 1_000_000_000],
  ["tn", 1_000_000_000_000],
  ["trln", 1_000_000_000_000]
])

/** Letters behind an amount of money that multiply it; elsewhere they are metres, Minnesota ("two MN lawmakers") or anything. */
export const moneyLetters: ReadonlyMap<string, number> = new Map([
  ["m", 1_000_000],
  ["b", 1_000_000_000],
  ...multiplierLetters
])

/** Letters written onto a number that name its unit, beside those of measures. */
export const unitLetters: ReadonlySet<string> = new Set(words("ml am pm"))

/** The words for a currency by its sign. A dollar is any country's. */
export const currencies: ReadonlyMap<string, string> = new Map([
  ["$", "dollar dollars usd"],
  ["€", "euro euros eur"],
  ["£", "gbp sterling"],
  ["¥", "yen jpy"]
])

/** Words after a number that name its unit. */
export const unitWords: ReadonlyMap<string, string> = new Map([
  ["percent", "%"],
  // Money or weight: of any unit.
  ["pound", ""],
  ["pounds", ""],
  ...[...currencies].flatMap(([sign, names]) => words(names).map((name) => [name, sign] as const))
])
