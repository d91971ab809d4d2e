import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/** The day (UTC) of a moment; `undefined` for an invalid date. */
const isoDay = (moment: Date) =>
  Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().slice(0, 10)

/** The midnight (UTC) that begins a day written `YYYY-MM-DD`; none for other texts and for days such as 2024-02-30. */
export const calendarDay = (text: string): Option.Option<DateTime.Utc> =>
  /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? Option.liftPredicate(new Date(`${text}T00:00:00Z`), (day) => isoDay(day) === text).pipe(
        Option.map(DateTime.unsafeFromDate)
      )
    : Option.none()
