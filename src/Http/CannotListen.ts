/**
 * An address that cannot be listened on, in the words of the settings that name it.
 */
import type * as HttpServerError from "@effect/platform/HttpServerError"
import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

/** Why a process does not start. */
export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

/** The reason in words; `prefix` is that of the settings `PORT` and `HOST`. */
export const cannotListen =
  (prefix: "" | "METRICS_", { host, port }: { readonly host: string; readonly port: number }) =>
  ({ cause }: HttpServerError.ServeError): CannotListen => {
    const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
    const why =
      code === "EADDRINUSE"
        ? `${prefix}PORT ${port} is in use by another process`
        : code === "EACCES"
          ? `${prefix}PORT ${port} may not be opened by this user`
          : `${prefix}HOST ${host} cannot be listened on (${String(code)})`
    return new CannotListen({ message: why })
  }
