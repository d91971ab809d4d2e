/**
 * Requests that come when the port is open already, and nobody answers there yet.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { intercept } from "../../../src/Http/limits/Interceptor.ts"
import { limitPipelining } from "../../../src/Http/limits/Pipelining.ts"
import { limitUnread } from "../../../src/Http/limits/UnreadBodies.ts"
import * as NodeServer from "../../../src/Http/NodeServer.ts"
import { eventually } from "../../support/Money.ts"
import { connected, listening } from "../../support/Sockets.ts"

it.scopedLive("are answered in their order once the service is there, as those that come later", () =>
  Effect.gen(function* () {
    const server = NodeServer.server()
    intercept(server, [limitPipelining(server), limitUnread()])
    const port = yield* listening(server)
    const sockets = yield* Effect.all([connected(port), connected(port)])
    const heard = ["", ""]
    for (const [index, socket] of sockets.entries()) {
      socket.on("data", (chunk) => {
        heard[index] += chunk.toString()
      })
      socket.write(
        `GET /${index}/a HTTP/1.1\r\nHost: a\r\n\r\nGET http://a/${index}/b HTTP/1.1\r\nHost: a\r\n\r\n`
      )
    }
    const bodies = () => heard.map((text) => [...text.matchAll(/<([^>]*)>/g)].map(([, url]) => url))
    yield* Effect.sleep("100 millis")
    expect(bodies()).toEqual([[], []])
    server.on("request", ({ url }: IncomingMessage, response: ServerResponse) => response.end(`<${url}>`))
    yield* eventually(Effect.sync(() => bodies().every(({ length }) => length === 2)))
    for (const [index, socket] of sockets.entries())
      socket.write(`GET /${index}/c HTTP/1.1\r\nHost: a\r\n\r\n`)
    yield* eventually(Effect.sync(() => bodies().every(({ length }) => length === 3)))
    expect(bodies()).toEqual([
      ["/0/a", "/0/b", "/0/c"],
      ["/1/a", "/1/b", "/1/c"]
    ])
  })
)
