/**
 * Everything that a provider may do to a call instead of answering it. Each fault is played by a real server.
 */
import type { Fault } from "../support/FaultServer.ts"
import { packedFaults } from "./PackedFaults.ts"
import {
  begin,
  errorBody,
  followed,
  halved,
  joined,
  json,
  page,
  pageBody,
  says,
  text,
  wordsOf
} from "./Words.ts"

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
}

/** The fault as an operation's provider plays it; none where nobody listens. */
export type Play = (replies: Replies) => Fault | undefined

const nothing = () => ""

/** Sends a byte now and then, for ever. */
const drip: Fault = (response, request) => {
  begin(200, json)(response, request)
  response.write(joined("{", wordsOf(request)))
  const timer = setInterval(() => response.write(" "), 20)
  response.on("close", () => clearInterval(timer))
}

const endless: Fault = (response, request) => {
  begin(200, json)(response, request)
  response.write(joined("{", wordsOf(request)))
  const chunk = "".padEnd(256 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(chunk)) {
      // Until the socket is full: `drain` goes on.
    }
  }
  response.on("drain", more)
  more()
}

const cut =
  (good: string): Fault =>
  (response, request) => {
    const body = halved(good, wordsOf(request))
    const length = String(Buffer.byteLength(body) + 1000)
    begin(200, () => ({ ...json(), "content-length": length }))(response, request)
    response.write(body, () => response.destroy())
  }

const notUtf8 = (words: string) =>
  Buffer.concat([Buffer.from(joined('{"x":"', words)), Buffer.from([0xe9, 0xff]), Buffer.from('"}')])

/** The path that a redirected call finds the good reply below. */
export const movedTo = "/moved/to/here"

/** The faults of the matrix. */
export const faults = {
  "429 with Retry-After": () => says(429, errorBody, () => ({ ...json(), "retry-after": "7" })),
  "429 without Retry-After": () => says(429, errorBody),
  "429 as HTML": () => says(429, pageBody("Too Many Requests"), page),
  "throttle text with status 200": ({ throttled }) => says(200, (words) => followed(throttled, words), text),
  // A budget that is spent until some time tomorrow.
  "budget gone": () => says(429, errorBody, () => ({ ...json(), "retry-after": "54000" })),
  "401": () => says(401, errorBody),
  "403": () => says(403, pageBody("Forbidden"), page),
  "500": () => says(500, errorBody),
  "502 as HTML": () =>
    says(502, pageBody("Bad Gateway"), (words) => ({ ...page(words), "retry-after": words })),
  "503": () => says(503, (words) => words, text),
  "504": () => says(504, pageBody("Gateway Timeout"), page),
  "connection refused": () => undefined,
  "reset in mid-body": ({ good }) => cut(good),
  "truncated JSON": ({ good }) => says(200, (words) => halved(good, words)),
  hang: () => () => {},
  "slow drip past the deadline": () => drip,
  "body over the limit": () => endless,
  "wrong charset": () => says(200, notUtf8),
  "schema drift": ({ drifted }) => says(200, (words) => joined(drifted, words)),
  "204": () => says(204, nothing, () => ({})),
  "empty body": () => says(200, nothing),
  "empty result": ({ empty }) => empty,
  redirect: () =>
    says(
      302,
      (words) => words,
      (_, { url }) => ({ location: `${movedTo}${url}` })
    ),
  ...packedFaults
} satisfies Readonly<Record<string, Play>>

export type FaultName = keyof typeof faults
