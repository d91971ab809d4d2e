/**
 * Everything that a provider may do to a call instead of answering it. Each fault is played by a real server.
 */
import type { ServerResponse } from "node:http"
import { answer, type Fault } from "../support/FaultServer.ts"

/** What an operation's provider says when all is well, and the variants that only it knows. */
export interface Replies {
  /** A good reply's body. */
  readonly good: string
  /** The same with a field renamed that the record needs. */
  readonly drifted: string
  /** The reply of a provider that has nothing to the query. */
  readonly empty: Fault
  /** Its way of saying "too many requests" in a reply of status 200; else a general text. */
  readonly throttled: string
  /** Its way of saying that the budget is spent. */
  readonly spent: Fault
}

const json = { "content-type": "application/json" }
const html = (title: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${title}</body></html>`
const page = { "content-type": "text/html" }

/** Sends a byte now and then, for ever. */
const drip: Fault = (response) => {
  response.writeHead(200, json)
  const timer = setInterval(() => response.write(" "), 20)
  response.on("close", () => clearInterval(timer))
}

const endless: Fault = (response) => {
  response.writeHead(200, json)
  const chunk = "[".padEnd(256 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(chunk)) {
      // Until the socket is full: `drain` goes on.
    }
  }
  response.on("drain", more)
  more()
}

const cut = (response: ServerResponse, body: string) => {
  response.writeHead(200, { ...json, "content-length": String(Buffer.byteLength(body)) })
  response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy())
}

/** The path that a redirected call finds the good reply at. */
export const movedTo = "/moved/to/here"

/** The faults by name, for an operation's replies. */
export const faults = ({ good, drifted, empty, throttled, spent }: Replies) =>
  ({
    "429 with Retry-After": answer(429, '{"error":"slow down"}', { ...json, "retry-after": "7" }),
    "429 without Retry-After": answer(429, '{"error":"slow down"}', json),
    "429 as HTML": answer(429, html("Too Many Requests"), page),
    "throttle text with status 200": answer(200, throttled, { "content-type": "text/plain" }),
    "budget gone": spent,
    "401": answer(401, '{"error":"bad key"}', json),
    "403": answer(403, html("Forbidden"), page),
    "500": answer(500, '{"error":"exception"}', json),
    "502 as HTML": answer(502, html("Bad Gateway"), page),
    "503": answer(503, "", {}),
    "504": answer(504, html("Gateway Timeout"), page),
    "connection refused": undefined,
    "reset in mid-body": (response) => cut(response, good),
    "truncated JSON": answer(200, good.slice(0, Math.floor(good.length / 2)), json),
    hang: () => {},
    "slow drip past the deadline": drip,
    "body over the limit": endless,
    "wrong charset": (response) => {
      response.writeHead(200, json)
      response.end(Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xe9, 0xff]), Buffer.from('"}')]))
    },
    "schema drift": answer(200, drifted, json),
    "204": answer(204),
    "empty body": answer(200, "", json),
    "empty result": empty,
    redirect: answer(302, "", { location: movedTo })
  }) satisfies Readonly<Record<string, Fault | undefined>>

export type FaultName = keyof ReturnType<typeof faults>
