/**
 * Documents on their way out: one more than the limit is 503, until a client has its own or has gone.
 */
import { createServer } from "node:http"
import { connect } from "node:net"
import { HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as DocumentLimit from "../../src/Http/DocumentLimit.ts"
import { raw } from "../support/Raw.ts"

/** A server that sends one document at a time, and each when it is told to; what its client gets. */
const serving = Effect.gen(function* () {
  const go = yield* Deferred.make<void>()
  const limited = DocumentLimit.make(1)
  const app = Effect.as(Deferred.await(go), HttpServerResponse.text("sent"))
  const server = yield* NodeHttpServer.make(createServer, { host: "127.0.0.1", port: 0 })
  yield* server.serve(
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      Effect.catchAll(
        limited(request, request.url === "/health" ? HttpServerResponse.text("alive") : app),
        () => HttpServerResponse.text("refused", { status: 503 })
      )
    )
  )
  const url = HttpServer.formatAddress(server.address)
  const get = (path: string) =>
    Effect.map(raw(url, [`GET ${path} HTTP/1.1`]), (answer) => answer.slice(answer.lastIndexOf("\r\n") + 2))
  return { url, get, go: Deferred.succeed(go, undefined) }
})

const paths = ["/openapi.json", "/docs", "/v1/capabilities"]

it.scopedLive.each(paths)("%s counts until it has gone out", (path) =>
  Effect.gen(function* () {
    const { get, go } = yield* serving
    // One of the two is let in and waits; the other one is told so.
    const one = yield* Effect.fork(get(path))
    const other = yield* Effect.fork(get(path))
    expect(yield* Effect.raceFirst(Fiber.join(one), Fiber.join(other))).toBe("refused")
    expect(yield* get("/health")).toBe("alive")
    yield* go
    expect(new Set(yield* Fiber.joinAll([one, other]))).toEqual(new Set(["refused", "sent"]))
    expect(yield* get(path)).toBe("sent")
  })
)

it.scopedLive("a client that has gone has no document", () =>
  Effect.gen(function* () {
    const { url, get, go } = yield* serving
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    // The second waits for its turn behind the first.
    socket.write("GET /docs HTTP/1.1\r\nHost: x\r\n\r\nGET /docs HTTP/1.1\r\nHost: x\r\n\r\n")
    yield* Effect.repeat(get("/docs"), { until: (body) => body === "refused", times: 50 })
    socket.destroy()
    yield* go
    expect(yield* Effect.repeat(get("/docs"), { until: (body) => body === "sent", times: 50 })).toBe("sent")
  })
)
