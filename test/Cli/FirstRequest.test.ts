/**
 * The first thing that a command asks is free, and it may go wrong in any way: each has its end, its exit code and its
 * words.
 */
import type { RequestListener } from "node:http"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { freePort } from "../../scripts/process/FreePort.ts"
import { answering } from "../support/Sockets.ts"
import { almanac } from "./TestTerminal.ts"

const call = ["call", "fx.rates", "--base", "EUR", "--currencies", "USD"]
const soon = ["--timeout", "100ms"]
/** Long enough for sixteen MiB on a busy machine. */
const patient = ["--timeout", "5s"]
const silent: RequestListener = () => {}
const stalling: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" })
  response.write('{"data":')
}
const endless: RequestListener = (_, response) => {
  const blank = Buffer.alloc(2 ** 20, " ")
  const more = () => {
    while (!response.destroyed && response.write(blank)) {}
  }
  response.on("drain", more)
  more()
}
const away: RequestListener = (_, response) => {
  response.writeHead(302, { location: "https://elsewhere.test/v1/capabilities?key=secret" })
  response.end()
}
const page: RequestListener = (_, response) => {
  response.writeHead(502)
  response.end("<html>")
}

/** What is paid needs no look at the network that somebody has named. */
const named = { ALMANAC_NETWORK: "base-sepolia", ALMANAC_PRIVATE_KEY: `0x${"11".repeat(32)}` }

const rows: ReadonlyArray<
  readonly [
    what: string,
    service: RequestListener,
    args: ReadonlyArray<string>,
    environment: Readonly<Record<string, string>>,
    exit: number,
    told: RegExp
  ]
> = [
  ["never answers", silent, [...call, ...soon], {}, 6, /gives no answer: no answer in 0\.1 s$/m],
  ["stalls", stalling, [...call, ...soon], {}, 6, /gives no answer: no answer in 0\.1 s$/m],
  ["does not end", endless, call, {}, 6, /gives no answer: the answer is too large/],
  ["does not end, paid", endless, [...call, ...patient], named, 6, /the answer is too large/],
  ["redirects", away, call, {}, 2, /redirects to https:\/\/elsewhere\.test,[\s\S]*use that as --url/],
  ["redirects, paid", away, call, named, 2, /redirects to https:\/\/elsewhere\.test,[\s\S]*as --url/],
  ["is a proxy", page, call, {}, 6, /answers HTTP 502/],
  ["is a proxy, paid", page, [...call, ...soon], named, 6, /HTTP 502 [\s\S]*may succeed later/]
]

it.scopedLive.each(rows)("a service that %s", ([_, service, args, environment, exit, told]) =>
  Effect.gen(function* () {
    const url = yield* answering(service)
    const ended = yield* Effect.promise(() =>
      almanac(args, { environment: { ALMANAC_URL: url, ...environment } })
    )
    expect([ended.code, ended.err]).toEqual([exit, expect.stringMatching(told)])
    expect(ended.err).not.toContain("secret")
  })
)

it.scopedLive("a command that is interrupted while it asks says so", () =>
  Effect.gen(function* () {
    const person = new AbortController()
    const url = yield* answering(() => person.abort())
    const ended = yield* Effect.promise(() =>
      almanac(call, { environment: { ALMANAC_URL: url }, interrupted: person.signal })
    )
    expect([ended.code, ended.err]).toEqual([130, expect.stringMatching(/^almanac: ABORTED: interrupted\n/)])
  })
)

it.effect("list tells, where nobody answers, whose prices these are, and ends as everything does there", () =>
  Effect.gen(function* () {
    const url = `http://127.0.0.1:${yield* freePort}`
    const environment = { ALMANAC_URL: url }
    const list = (...args: ReadonlyArray<string>) =>
      Effect.promise(() => almanac(["list", ...args], { environment }))
    const { code, err, out } = yield* list()
    expect([code, out]).toEqual([6, expect.stringMatching(/^fx\.rates +0\.002 /m)])
    expect(err).toContain(`nothing answers at ${url}: these are the prices that this package lists`)
    const document = yield* list("--json")
    expect([document.code, JSON.parse(document.out)]).toMatchObject([6, { network: null }])
  })
)
