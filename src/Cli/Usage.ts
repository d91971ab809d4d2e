/**
 * What is wrong with a command, its environment or its files: nothing was sent.
 */
import { nearest } from "../Text/Distance.ts"

/** The command cannot be run as it stands. `hint` is a second line: what to write instead. */
export class UsageError extends Error {
  override readonly name = "UsageError"
  readonly code = "USAGE"
  readonly hint: string | undefined
  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/** A purchase whose answer can be fetched again. */
export interface Bought {
  readonly key: string
  readonly charged: true | "unknown"
}

/** An answer was bought, or may have been, and there is no place for it. */
export class Unwritten extends Error {
  override readonly name = "Unwritten"
  readonly code = "OUTPUT_UNWRITABLE"
  readonly charged: Bought["charged"]
  /** The name of the purchase. */
  readonly key: string
  constructor(message: string, { charged, key }: Bought) {
    super(message)
    this.charged = charged
    this.key = key
  }
}

/** A list for a sentence: `a, b or c`. */
export const either = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`

/** That there is no such name, with the one that was probably meant, or all that there are. */
export const unknownName = (what: string, name: string, names: ReadonlyArray<string>): UsageError => {
  const meant = nearest(name, names)
  return new UsageError(
    `there is no ${what} ${JSON.stringify(name)}`,
    meant === undefined ? `there are ${names.join(", ")}` : `did you mean ${meant}?`
  )
}

/** Refuses words beyond the first `most`. */
export const noMore = (words: ReadonlyArray<string>, most: number): void => {
  if (words.length > most) throw new UsageError(`${JSON.stringify(words[most])} is one word too many`)
}
