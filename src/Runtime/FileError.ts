/**
 * What the operating system says of a file that cannot be used.
 */
import type { PlatformError } from "@effect/platform/Error"
import * as Predicate from "effect/Predicate"

/** The system's message (`ENOSPC: no space left on device, write`), without the method that a `PlatformError` puts first. */
export const reasonOf = (error: PlatformError): string =>
  error._tag === "SystemError" ? (error.description ?? error.reason) : error.message

/** The system's code (`EACCES`). */
export const codeOf = (error: PlatformError): string =>
  Predicate.hasProperty(error.cause, "code") ? String(error.cause.code) : error._tag
