/**
 * Large documents that are on their way out: clients that read slowly keep them in memory, so their number is bounded.
 * The limit is one of its own: a client that reads slowly takes no place from a sale.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Overloaded } from "../Api/Failure.ts"
import * as Routes from "./Routes.ts"

const documents = new Set(["/openapi.json", "/docs", "/v1/capabilities"])

/** The most documents that are sent at the same time. Our choice: together they take some hundred megabytes. */
export const mostDocuments = 64

const tooMany = new Overloaded({ message: "Too many documents are being sent at the moment.", retryAfter: 1 })

const isDocument = (url: string): boolean =>
  Option.exists(Routes.find(Routes.pathOf(url)), ({ path }) => documents.has(path))

/** Refuses a request for a document while `most` documents are being sent. Other requests pass. */
export const make = (most: number) => {
  let sending = 0

  /** Counts a document until its response has been sent or its client has disconnected. */
  const count = (request: HttpServerRequest.HttpServerRequest) => {
    const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
    const response = NodeHttpServerRequest.toServerResponse(request)
    const end = () => {
      response.off("close", end)
      socket.off("close", end)
      sending -= 1
    }
    sending += 1
    response.on("close", end)
    // A pipelined response that is still queued gets no `close` event of its own.
    socket.on("close", end)
  }

  return <A, E, R>(request: HttpServerRequest.HttpServerRequest, app: Effect.Effect<A, E, R>) =>
    isDocument(request.url)
      ? Effect.suspend((): Effect.Effect<A, E | Overloaded, R> => {
          if (sending >= most) return tooMany
          count(request)
          return app
        })
      : app
}
