/**
 * Calls that were not made because this process, or the machine, has no file descriptor left. That is no fault of whoever
 * was to be called.
 */
import * as Predicate from "effect/Predicate"

/** In words for the operator. */
export const outOfDescriptors = "out of file descriptors"

/** Codes of the system, for the process and for the machine. */
const codes = new Set<unknown>(["EMFILE", "ENFILE"])

/** Whether a failure of the HTTP client is this one. */
export const isOutOfDescriptors = (failure: unknown): boolean =>
  Predicate.hasProperty(failure, "cause") &&
  Predicate.hasProperty(failure.cause, "code") &&
  codes.has(failure.cause.code)
