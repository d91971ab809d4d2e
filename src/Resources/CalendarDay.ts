import { DateTime, Option } from "effect"

/** The midnight (UTC) that begins a day written `YYYY-MM-DD`; none for other texts and days such as 2024-02-30. */
export const calendarDay = (text: string): Option.Option<DateTime.Utc> =>
  /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? DateTime.make(`${text}T00:00:00Z`).pipe(
        Option.map(DateTime.toUtc),
        Option.filter((day) => DateTime.formatIsoDateUtc(day) === text)
      )
    : Option.none()
