/**
 * An address that cannot be listened on, in the words of the settings that name it.
 */

import { createServer } from "node:net"
import type * as HttpServerError from "@effect/platform/HttpServerError"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** Why a process does not start. */
export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly message: string }> {}

/**
 * The reason in words; `prefix` is that of the settings `PORT` and `HOST`, `own` are the ports on which this process listens
 * already, by their settings.
 */
export const cannotListen =
  (
    prefix: "" | "METRICS_" | "ADMIN_",
    { host, port }: { readonly host: string; readonly port: number },
    own: Readonly<Record<string, number | undefined>> = {}
  ) =>
  ({ cause }: Pick<HttpServerError.ServeError, "cause">): CannotListen => {
    const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
    const holder = Object.keys(own).find((name) => own[name] === port) ?? "another process"
    const why =
      code === "EADDRINUSE"
        ? `${prefix}PORT ${port} is in use by ${holder}`
        : code === "EACCES"
          ? `${prefix}PORT ${port} may not be opened by this user`
          : `${prefix}HOST ${host} cannot be listened on (${String(code)})`
    return new CannotListen({ message: why })
  }

/**
 * Fails at once when the address cannot be listened on: whoever starts a program need not wait for its other parts to be
 * told so.
 */
export const check = (listen: { readonly host: string; readonly port: number }) =>
  Effect.async<void, CannotListen>((resume) => {
    // Nobody is served here: whoever comes too early comes again.
    const server = createServer((socket) => socket.destroy())
    server.once("error", (cause) => resume(cannotListen("", listen)({ cause })))
    server.listen(listen.port, listen.host, () => server.close(() => resume(Effect.void)))
  })
