/**
 * One HTTP exchange as it is on the wire: any method, target, header and framing. Every answer is held to what every
 * answer has: an id, and the headers that let a browser read it.
 */
import { Agent, request } from "node:http"
import { expect } from "@effect/vitest"

export interface Sent {
  readonly method?: string
  /** The request target as it is sent. */
  readonly target?: string
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body?: string | Buffer
  /** Sends the body in chunks of 16 KiB, its length undeclared. */
  readonly chunked?: boolean
  readonly agent?: Agent
}

export interface Received {
  readonly status: number
  /** Lower-case names; `undefined` for a header that is not there. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The client's port: the same for two exchanges on one connection. */
  readonly port: number | undefined
}

/** A connection that is kept for the next exchange. */
export const oneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 })

/** The headers that a page in a browser can read. */
export const exposed =
  "PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-Request-Id, Retry-After, Age, Cache-Status, Content-Digest, " +
  "X-Sources-Failed, X-Coverage, X-Sandbox, Link, Preference-Applied, ETag"

const piece = 16 * 1024

const send = (url: string, sent: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const body = Buffer.from(sent.body ?? "")
    const framing =
      sent.chunked === true
        ? { "transfer-encoding": "chunked" }
        : sent.body === undefined
          ? {}
          : { "content-length": String(body.length) }
    const headers: Record<string, string | Array<string>> = { ...framing }
    for (const [name, value] of Object.entries(sent.headers ?? {})) {
      headers[name] = typeof value === "string" ? value : [...value]
    }
    const outgoing = request(
      {
        hostname,
        port,
        method: sent.method ?? "GET",
        path: sent.target ?? "/",
        headers,
        agent: sent.agent ?? false
      },
      (incoming) => {
        const chunks: Array<Buffer> = []
        const { localPort } = incoming.socket
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("error", reject)
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(incoming.headers).map(([name, value]) => [name, value?.toString()])
            ),
            text: Buffer.concat(chunks).toString("utf8"),
            port: localPort
          })
        )
      }
    )
    outgoing.on("error", reject)
    for (let at = 0; at < body.length; at += piece) outgoing.write(body.subarray(at, at + piece))
    outgoing.end()
  })

/** Sends; the answer has what every answer has. */
export const exchange = async (url: string, sent: Sent): Promise<Received> => {
  const received = await send(url, sent)
  const { headers } = received
  const name = `${sent.method ?? "GET"} ${sent.target ?? "/"} ${received.status}`
  expect(headers["access-control-allow-origin"], name).toBe("*")
  expect(headers["access-control-expose-headers"], name).toBe(exposed)
  expect(headers["x-request-id"], name).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  return received
}

/** The body as JSON. */
export const jsonOf = ({ text }: Received): unknown => JSON.parse(text)
