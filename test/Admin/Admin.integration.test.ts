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

        const refused = yield* Effect.all([
          ask(admin, "/", { headers: { authorization: "" } }),
          ask(admin, "/", { headers: { authorization: `Bearer ${token}x` } }),
          ask(admin, "/", { headers: { host: "rebound.example" } }),
          ask(admin, "/", { headers: { origin: admin } }),
          ask(admin, "/log-level", { method: "PUT", body: " ".repeat(5000) }),
          ask(admin, "/log-level", { method: "PUT", body: '{"level":"loud"}' }),
          ask(admin, "/pauses/capability/fx.rate", { method: "PUT", body: "{}" }),
          ask(admin, "/pauses/capability/fx.rates", { method: "DELETE" }),
          ask(admin, "/nothing")
        ])
        expect(refused.map(({ status }) => status)).toEqual([401, 401, 403, 403, 413, 400, 404, 404, 404])
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
