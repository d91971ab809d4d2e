/**
 * What requests pass before the server's own listeners, in the order in which node hands them over.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

/** Takes a request; `false`: nobody has taken it. */
export type Take = (message: IncomingMessage, response: ServerResponse) => boolean

/** What a request passes on its way to `next`. It may take the request, and it may let it wait. */
export type Interceptor = (next: Take) => Take

/** Lets every request of a server pass these, in their order, before the server's own listeners. */
export const intercept = (server: Server, interceptors: ReadonlyArray<Interceptor>): void => {
  const emit: (event: string, ...args: ReadonlyArray<unknown>) => boolean = server.emit.bind(server)
  const listeners: Take = (message, response) => emit("request", message, response)
  const take = interceptors.reduceRight((next, interceptor) => interceptor(next), listeners)
  server.emit = (event: string, ...args: ReadonlyArray<unknown>) =>
    event === "request" ? take(...(args as Parameters<Take>)) : emit(event, ...args)
}
