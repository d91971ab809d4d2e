import { Clock, Context, DateTime, Fiber, Option } from "effect"

/** The midnight (UTC) that begins a day written `YYYY-MM-DD`; none for other texts and days such as 2024-02-30. */
export const calendarDay = (text: string): Option.Option<DateTime.Utc> =>
  /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? DateTime.make(`${text}T00:00:00Z`).pipe(
        Option.map(DateTime.toUtc),
        Option.filter((day) => DateTime.formatIsoDateUtc(day) === text)
      )
    : Option.none()

/**
 * Today (UTC) as `YYYY-MM-DD`, by the clock of the fibre that asks. No effect, for the sake of schemas: one rule that
 * is an effect makes a schema decode everything in effects, at many times the cost.
 */
export const unsafeToday = (): string => {
  const now = Option.match(Fiber.getCurrentFiber(), {
    onNone: () => Date.now(),
    onSome: (fiber) => Context.get(fiber.currentDefaultServices, Clock.Clock).unsafeCurrentTimeMillis()
  })
  return new Date(now).toISOString().slice(0, 10)
}
