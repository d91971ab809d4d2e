/**
 * Dates: a day or a year beside the name of a month. "March" and "May" are months there, and seldom elsewhere.
 */
import type { Sentence } from "../Sentence.ts"
import type { Token } from "../Tokens.ts"
import { groups, words } from "../words/WordList.ts"
import { type Conflict, conflict } from "./Conflict.ts"

const months = new Map(
  groups(`
    January jan
    February feb
    March mar
    April apr
    May
    June jun
    July jul
    August aug
    September sept sep
    October oct
    November nov
    December dec
  `).flatMap((names) => names.map((name) => [name.toLowerCase(), names[0] ?? name] as const))
)

interface CalendarDate {
  readonly month: string
  readonly day: number | undefined
  readonly year: number | undefined
  /** Whether it bounds a time: "by June 2020". */
  readonly isBound: boolean
}

const bounds = new Set(words("by before after until till since from to through between of"))

const lastDay = 31
const ordinal = /^(\d{1,2})(?:st|nd|rd|th)$/

/** "12", "12th"; not "12 km". */
const dayOf = (token: Token | undefined): number | undefined => {
  const day =
    token?.quantity?.unit === "" ? token.quantity.value : Number(ordinal.exec(token?.text ?? "")?.[1])
  return Number.isInteger(day) && day >= 1 && day <= lastDay ? day : undefined
}

const yearOf = (token: Token | undefined): number | undefined =>
  token?.quantity?.unit === "year" ? token.quantity.value : undefined

/** "12 May 1820", "12th of May", "May 12, 1820", "May 1820"; "May" alone is no date. */
const dateAt = (tokens: ReadonlyArray<Token>, index: number): ReadonlyArray<CalendarDate> => {
  const month = months.get(tokens[index]?.text ?? "")
  if (month === undefined) return []
  const start = tokens[index - 1]?.text === "of" ? index - 2 : index - 1
  const before = dayOf(tokens[start])
  const day = before ?? dayOf(tokens[index + 1])
  const behind = index + (before === undefined && day !== undefined ? 2 : 1)
  const year =
    yearOf(tokens[behind]) ?? (tokens[behind]?.text === "," ? yearOf(tokens[behind + 1]) : undefined)
  const isBound = bounds.has(tokens[before === undefined ? index - 1 : start - 1]?.text ?? "")
  return day === undefined && year === undefined ? [] : [{ month, day, year, isBound }]
}

const datesIn = ({ tokens }: Sentence): ReadonlyArray<CalendarDate> =>
  tokens.flatMap((_, index) => dateAt(tokens, index))

const isSame = <A>(one: A | undefined, other: A | undefined): boolean =>
  one === undefined || other === undefined || one === other

const isSameDay = (one: CalendarDate, other: CalendarDate): boolean =>
  one.month === other.month && isSame(one.day, other.day)

const written = ({ day, month, year }: CalendarDate): string =>
  [day, month, year].filter((part) => part !== undefined).join(" ")

/**
 * A conflict for each date of the claim when the best sentence has one date, of another month or day. None when any
 * sentence of the evidence has a date of the claim. Of years, numbers tell.
 */
export const dateConflicts = (
  claim: Sentence,
  best: Sentence,
  evidence: ReadonlyArray<Sentence>
): ReadonlyArray<Conflict> => {
  const claimed = datesIn(claim).filter(({ isBound }) => !isBound)
  const [date, ...others] = claimed.length === 0 ? [] : datesIn(best)
  if (date === undefined || date.isBound || others.length > 0) return []
  const known = evidence.flatMap(datesIn)
  return claimed.some((one) => known.some((other) => isSameDay(one, other)))
    ? []
    : claimed.map((one) => conflict("class", written(one), written(date)))
}
