/**
 * Why a program of the books could not do what it was asked.
 */
import { Data } from "effect"

/** It could not be done: nothing is known, nothing was written. `message` says why, for a terminal. */
export class NotMade extends Data.TaggedError("NotMade")<{ readonly message: string }> {}

/** It was asked for in a way that it does not know; the usage text is printed beside. */
export class Misused extends Data.TaggedError("Misused")<{ readonly message: string }> {}
