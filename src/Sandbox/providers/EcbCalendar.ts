/**
 * On which days the European Central Bank publishes reference rates: the working days of TARGET, its payment
 * system (https://www.ecb.europa.eu/paym/target/t2/profuse/calendar). The six closing days hold since 2000.
 */
import * as DateTime from "effect/DateTime"

/** The day of reference rates that came first. */
export const firstDay = "1999-01-04"

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher). */
const easterSunday = (year: number): DateTime.Utc => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return DateTime.unsafeMake({ year, month: Math.floor(f / 31), day: (f % 31) + 1 })
}

const fixedClosingDays: ReadonlySet<string> = new Set(["01-01", "05-01", "12-25", "12-26"])

const isWorkingDay = (day: DateTime.Utc): boolean => {
  const { weekDay, year } = DateTime.toPartsUtc(day)
  if (weekDay === 0 || weekDay === 6) return false
  if (fixedClosingDays.has(DateTime.formatIsoDateUtc(day).slice(5))) return false
  const easter = easterSunday(year)
  const isGoodFriday = DateTime.Equivalence(day, DateTime.subtract(easter, { days: 2 }))
  const isEasterMonday = DateTime.Equivalence(day, DateTime.add(easter, { days: 1 }))
  return !isGoodFriday && !isEasterMonday
}

/** The last day of publication on or before a day. */
export const publicationDay = (day: DateTime.Utc): DateTime.Utc =>
  isWorkingDay(day) ? day : publicationDay(DateTime.subtract(day, { days: 1 }))
