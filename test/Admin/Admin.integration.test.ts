/**
 * The listener for operators of the running service: what it tells and changes, in this replica and in the other one.
 */
import { request } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { call, nextBuyer, payment, question } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const token = "a-token-0123456789-of-the-operator"

interface Asked {
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What is refused: the request, the status, and the code and words of the one envelope. */
const refusals: ReadonlyArray<
  readonly [path: string, asked: Asked, status: number, code: string, message: string]
> = [
  ["/", { headers: { authorization: "" } }, 401, "TOKEN", "Authorization: Bearer, with ADMIN_TOKEN"],
  ["/", { headers: { authorization: `Bearer ${token}x` } }, 401, "TOKEN", "ADMIN_TOKEN"],
  ["/", { headers: { host: "rebound.example" } }, 403, "HOST", "another host"],
  ["/", { headers: { origin: "http://127.0.0.1" } }, 403, "PAGE", "pages"],
  ["/log-level", { method: "PUT", body: " ".repeat(5000) }, 413, "LENGTH", "4096 bytes"],
  ["/log-level", { method: "PUT", body: '{"level":"loud"}' }, 400, "INVALID", "/level must be one of"],
  ["/log-level", { method: "PUT", body: '{"level":7}' }, 400, "INVALID", "/level must be one of"],
  ["/log-level", { method: "PUT", body: "{}" }, 400, "INVALID", "/level is required"],
  ["/nothing", {}, 404, "UNKNOWN", "nothing at this path"],
  ["/drain", { method: "POST" }, 404, "UNKNOWN", "nothing at this path"],
  [`/payments/0x${"1".repeat(40)}/0x00`, {}, 404, "UNKNOWN", "the ledger has no payment"],
  ["/pauses/capability/fx.rate", { method: "PUT", body: "{}" }, 404, "UNKNOWN", "no capability fx.rate"],
  ["/pauses/provider/nobody", { method: "PUT", body: "{}" }, 404, "UNKNOWN", "no provider nobody"],
  [
    "/pauses/person/ada",
    { method: "PUT", body: "{}" },
    404,
    "UNKNOWN",
    "capability or a provider, not of a person"
  ],
  ["/pauses/capability/fx.rates", { method: "DELETE" }, 404, "UNKNOWN", "is not paused"],
  ...(
    [
      ["", "the body: must be JSON in UTF-8: it is empty"],
      ["{", "the body: must be JSON in UTF-8: it ends too early"],
      ["[]", "the body:"],
      ['{"retryAfter":-1}', "/retryAfter must be a whole number from 1 to 86400"],
      ['{"retryAfter":1.5}', "/retryAfter must be a whole number from 1 to 86400"],
      ['{"retryAfter":"60"}', "/retryAfter must be a whole number from 1 to 86400"],
      ['{"reason":7}', "/reason must be a text of at most 200 characters"],
      [`{"reason":"${"x".repeat(201)}"}`, "/reason must be a text of at most 200 characters"],
      ['{"retryafter":600}', "did you mean retryAfter?"],
      ['{"bogus":1}', "/bogus is not a field of this request; its fields are reason, retryAfter"]
    ] as const
  ).map(
    ([body, message]) =>
      ["/pauses/provider/frankfurter", { method: "PUT", body }, 400, "INVALID", message] as const
  )
]

/** Asks the listener, with the token unless the headers say something else. */
const ask = (url: string, path: string, { body, headers, method = "GET" }: Asked = {}) =>
  Effect.promise(
    () =>
      new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
        const sent = request(`${url}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body === undefined
              ? {}
              : { "content-type": "application/json", "content-length": body.length }),
            ...headers
          }
        })
        sent.on("error", reject).on("response", (response) => {
          let text = ""
          response.on("data", (chunk) => (text += chunk))
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text }))
        })
        sent.end(body)
      })
  )

describe.skipIf(Postgres.url === undefined)("the listener for operators", () => {
  it.scopedLive(
    "tells, changes and logs; a pause holds on all replicas; nobody else gets in",
    () =>
      Effect.gen(function* () {
        const database = yield* Postgres.database
        const neighbours = yield* Neighbours.start()
        const environment = { ...neighbours.environment, DATABASE_URL: Redacted.value(database.url) }
        const [one, other] = yield* Effect.all([
          Almanac.start({ ...environment, ADMIN_PORT: "0", ADMIN_TOKEN: token }),
          Almanac.start(environment)
        ])
        const [, admin = ""] = yield* Effect.promise(() => one.prints(/operators on (http:\/\/127[\d.:]+)/))
        const url = yield* Almanac.urlOf(one)
        const otherUrl = yield* Almanac.urlOf(other)
        yield* Almanac.readiness(url, 200)
        yield* Almanac.readiness(otherUrl, 200)

        const refused = yield* Effect.forEach(refusals, ([path, asked]) => ask(admin, path, asked))
        expect(refused.map(({ status, text }) => [status, JSON.parse(text)])).toEqual(
          refusals.map(([, , status, code, message]) => [
            status,
            { error: { code, message: expect.stringContaining(message) } }
          ])
        )
        expect(JSON.parse((yield* ask(admin, "/")).text)).toMatchObject({ logLevel: "info", pauses: [] })
        expect((yield* Effect.promise(() => fetch(`${url}/pauses`))).status).toBe(404)

        const account = nextBuyer()
        const header = yield* Effect.promise(() => payment({ account }))
        expect((yield* Effect.promise(() => call(url, header, question))).status).toBe(200)
        const { nonce } = JSON.parse(Buffer.from(header, "base64").toString()).payload.authorization
        const known = yield* ask(admin, `/payments/${account.address}/${nonce}`)
        expect(JSON.parse(known.text)).toMatchObject({
          state: "settled",
          amount: "2000",
          isHeld: false,
          replays: 0
        })
        const { signature } = JSON.parse(Buffer.from(header, "base64").toString()).payload
        expect(known.text).not.toContain(signature)
        expect((yield* ask(admin, `/payments/${account.address}/0x00`)).status).toBe(404)
        const told = JSON.parse((yield* ask(admin, "/providers")).text)
        expect(told.operations).toContainEqual(
          expect.objectContaining({ operation: "frankfurter.latest", state: "up" })
        )

        const pause = '{"reason":"looks wrong","retryAfter":30}'
        expect(
          (yield* ask(admin, "/pauses/provider/frankfurter", { method: "PUT", body: pause })).status
        ).toBe(200)
        const status = (url: string) =>
          Effect.promise(async () => (await fetch(`${url}/v1/fx/rates`, { method: "POST" })).status)
        expect(yield* status(url)).toBe(503)
        const until = (wanted: number) =>
          status(otherUrl).pipe(
            Effect.filterOrFail((found) => found === wanted),
            Effect.retry({ times: 1000, schedule: Schedule.spaced("20 millis") })
          )
        yield* until(503)
        expect((yield* Effect.promise(() => call(otherUrl, header, question))).status).toBe(200)
        expect((yield* ask(admin, "/pauses/provider/frankfurter", { method: "DELETE" })).status).toBe(200)
        expect(yield* status(url)).toBe(402)
        yield* until(402)

        const drained = yield* ask(admin, "/drain", { method: "PUT" })
        expect(JSON.parse(drained.text)).toMatchObject({ draining: true, underWay: 0, pauses: [] })
        yield* Almanac.readiness(url, 503)
        expect(yield* status(url)).toBe(402)
        yield* ask(admin, "/drain", { method: "DELETE" })
        yield* Almanac.readiness(url, 200)

        const level = yield* ask(admin, "/log-level", { method: "PUT", body: '{"level":"error"}' })
        expect(JSON.parse(level.text)).toMatchObject({ logLevel: "error" })
        yield* ask(admin, "/", { headers: { authorization: "" } })
        yield* ask(admin, "/log-level", { method: "PUT", body: '{"level":"info"}' })
        yield* ask(admin, "/drain", { method: "DELETE" })
        yield* Effect.promise(() => one.prints(/drains no more[\s\S]*drains no more/))
        const lines = one
          .output()
          .split("\n")
          .filter((line) => line.includes("operator: "))
          .map((line) => JSON.parse(line))
        expect(lines.filter(({ message }) => message === "operator: refused")).toHaveLength(5)
        expect(lines.filter(({ message }) => message !== "operator: refused")).toEqual([
          expect.objectContaining({
            message: "operator: pauses",
            kind: "provider",
            name: "frankfurter",
            reason: "looks wrong",
            retryAfter: 30
          }),
          expect.objectContaining({ message: "operator: resumes", name: "frankfurter" }),
          expect.objectContaining({ message: expect.stringContaining("operator: drains:") }),
          expect.objectContaining({ message: "operator: drains no more" }),
          expect.objectContaining({ message: "operator: sets the log level", from: "info", to: "error" }),
          expect.objectContaining({ message: "operator: sets the log level", from: "error", to: "info" }),
          expect.objectContaining({ message: "operator: drains no more" })
        ])
        expect(one.output()).not.toContain(token)
        expect(other.output()).toContain('"message":"paused"')
      }),
    180_000
  )
})
