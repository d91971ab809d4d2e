import { Cause, Data, Option } from "effect"

/** The bench cannot go on: something is missing, does not answer, or answers wrongly. */
export class BenchFailure extends Data.TaggedError("BenchFailure")<{ readonly message: string }> {}

/** What the promise says, or that it failed while `doing` something. */
export const because = (doing: string) => (cause: unknown) =>
  new BenchFailure({ message: `${doing}: ${cause instanceof Error ? cause.message : String(cause)}` })

/** A failure in words for a terminal. */
export const reason = (cause: Cause.Cause<{ readonly message: string }>): string =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => Cause.pretty(cause),
    onSome: ({ message }) => message
  })
