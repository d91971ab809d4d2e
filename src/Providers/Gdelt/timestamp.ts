/**
 * GDELT's points in time: `20240615T170000Z`, in older replies `20240615170000`; always UTC.
 */
import * as Option from "effect/Option"
import { calendarDay } from "../../Resources/CalendarDay.ts"

const form = /^(\d{4})(\d{2})(\d{2})T?([01]\d|2[0-3])([0-5]\d)([0-5]\d)Z?$/

/** A point in time: its day `YYYYMMDD`, and all of it in ISO 8601. */
export interface Timestamp {
  readonly day: string
  readonly iso: string
}

/** None for other texts and for days that there are not. */
export const timestamp = (text: string): Option.Option<Timestamp> => {
  const [, year = "", month = "", day = "", hour, minute, second] = form.exec(text.trim()) ?? []
  return Option.map(calendarDay(`${year}-${month}-${day}`), () => ({
    day: year + month + day,
    iso: `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
  }))
}
