/**
 * Which targets are which route: one table over spellings, for the function that decides and for the service, where a
 * plain target takes the fast path and any other the Api's own server.
 */
import { expect, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { describe } from "vitest"
import * as Routes from "../../src/Http/Routes.ts"
import { nextBuyer, payment, question } from "../support/Buyer.ts"
import { start, world } from "../support/Harness.ts"
import { raw } from "../support/Raw.ts"

const routeOf = (target: string) =>
  Option.getOrUndefined(Option.map(Routes.find(Routes.pathOf(target)), ({ path }) => path))

/** Spellings of a path that are its route, and that are none. */
const same = (path: string) => [
  path,
  `${path}?`,
  `${path}?x=%2f/..`,
  `http://any${path}`,
  `HTTPS://any:1${path}?x`
]
const others = (path: string) => [
  path.toUpperCase(),
  `/V${path.slice(2)}`,
  `/${path}`,
  path.replace(/\/(?=[^/]*$)/, "//"),
  `${path}/`,
  `${path}//`,
  `${path}/?x`,
  `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  `${path.slice(0, -1)}%${path.charCodeAt(path.length - 1).toString(16)}`,
  `${path}%20`,
  `${path};x`,
  `${path}#x`,
  `${path}/.`,
  `/x/..${path}`,
  path.slice(1),
  `http://any/${path}`,
  `http://any${path}/`
]

const payer = `0x${"aB".repeat(20)}`
const nonce = `0X${"Cd".repeat(32)}`
const fixed = [
  "/v1/fx/rates",
  "/v1/capabilities",
  "/v1/status",
  "/health",
  "/health/ready",
  "/openapi.json",
  "/docs"
]

describe("a route", () => {
  it.each(fixed)("%s is its exact spelling", (path) => {
    for (const target of same(path)) expect([target, routeOf(target)]).toEqual([target, path])
    for (const target of others(path)) expect([target, routeOf(target)]).toEqual([target, undefined])
  })

  it("with parameters takes them in any case, and its fixed parts exactly", () => {
    const route = "/v1/payments/:payer/:nonce"
    for (const path of [`/v1/payments/${payer}/${nonce}`, `/v1/payments/${payer.toUpperCase()}/x`]) {
      for (const target of same(path)) expect([target, routeOf(target)]).toEqual([target, route])
    }
    for (const path of [
      `/v1/Payments/${payer}/${nonce}`,
      `/v1/payments//${nonce}`,
      `/v1/payments/${payer}/`,
      `/v1/payments/${payer}/${nonce}/`,
      `/v1/payments/${payer}`
    ]) {
      expect([path, routeOf(path)]).toEqual([path, undefined])
    }
  })
})

const statusOf = (answer: string) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])

interface Kind {
  readonly name: string
  readonly path: string
  readonly method: string
  readonly status: number
  readonly headers: () => Promise<ReadonlyArray<string>>
  readonly body: string
}

const body = JSON.stringify(question)
const kinds: ReadonlyArray<Kind> = [
  {
    name: "a sale",
    path: "/v1/fx/rates",
    method: "POST",
    status: 200,
    headers: async () => [`PAYMENT-SIGNATURE: ${await payment({ account: nextBuyer() })}`],
    body
  },
  {
    name: "a quote",
    path: "/v1/fx/rates",
    method: "POST",
    status: 402,
    headers: async () => ["Prefer: quote"],
    body
  },
  {
    name: "an unpaid call",
    path: "/v1/fx/rates",
    method: "POST",
    status: 402,
    headers: async () => [],
    body
  },
  {
    name: "another method",
    path: "/v1/fx/rates",
    method: "HEAD",
    status: 405,
    headers: async () => [],
    body: ""
  },
  { name: "a free call", path: "/health", method: "GET", status: 200, headers: async () => [], body: "" },
  {
    name: "a free HEAD",
    path: "/health/ready",
    method: "HEAD",
    status: 200,
    headers: async () => [],
    body: ""
  }
]

describe("in the service", () => {
  it.scopedLive.each(kinds)("$name is answered at its route and is 404 elsewhere", (kind) =>
    Effect.gen(function* () {
      const { url } = yield* start()
      const ask = (target: string) =>
        Effect.flatMap(Effect.promise(kind.headers), (headers) =>
          raw(
            url,
            [`${kind.method} ${target} HTTP/1.1`, "Content-Type: application/json", ...headers],
            kind.body
          )
        )
      for (const target of same(kind.path)) {
        expect([target, statusOf(yield* ask(target))]).toEqual([target, kind.status])
      }
      // Node itself refuses a target that is neither a path nor a URL.
      for (const target of others(kind.path).filter((target) => /^(\/|http)/.test(target))) {
        expect([target, statusOf(yield* ask(target))]).toEqual([target, 404])
      }
    }).pipe(Effect.provide(world))
  )
})
