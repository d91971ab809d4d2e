/**
 * The event with which node's server hands over a request, once its headers have been parsed.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

/** Takes a request; `false`: nobody has taken it. */
export type Take = (message: IncomingMessage, response: ServerResponse) => boolean

/** Puts something before those that have taken a server's requests so far. What is put last is asked first. */
export const intercept = (server: Server, before: (next: Take) => Take): void => {
  const emit: (event: string, ...args: ReadonlyArray<unknown>) => boolean = server.emit.bind(server)
  const take = before((message, response) => emit("request", message, response))
  server.emit = (event: string, ...args: ReadonlyArray<unknown>) =>
    event === "request" ? take(...(args as Parameters<Take>)) : emit(event, ...args)
}
