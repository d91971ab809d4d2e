import { Clock, Context, DateTime, DefaultServices, Fiber, Option } from "effect"

/** The day (UTC) of a moment; none of one that there is not. */
const isoDay = (moment: Date) =>
  Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().slice(0, 10)

/** The midnight (UTC) that begins a day written `YYYY-MM-DD`; none for other texts and days such as 2024-02-30. */
export const calendarDay = (text: string): Option.Option<DateTime.Utc> =>
  /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? Option.liftPredicate(new Date(`${text}T00:00:00Z`), (day) => isoDay(day) === text).pipe(
        Option.map(DateTime.unsafeFromDate)
      )
    : Option.none()

/**
 * Today (UTC) as `YYYY-MM-DD`, by the clock of the fibre that asks. No effect, for the sake of schemas: one rule that
 * is an effect makes a schema decode everything in effects, at many times the cost.
 */
export const unsafeToday = (): string => {
  const services = Option.match(Fiber.getCurrentFiber(), {
    onNone: () => DefaultServices.liveServices,
    onSome: ({ currentDefaultServices }) => currentDefaultServices
  })
  const now = Context.get(services, Clock.Clock).unsafeCurrentTimeMillis()
  return new Date(now).toISOString().slice(0, 10)
}
