/**
 * The story that a call's trace tells, as a collector gets it.
 */
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { simulated } from "../Sandbox/Simulated.ts"
import { payment, post } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import { type Span, spansOf, tree, valueOf } from "../support/process/Otlp.ts"
import * as Relay from "../support/process/Relay.ts"

const traceId = (digit: string) => digit.repeat(32)
const spanId = "b7ad6b7169203331"

/** Passes everything on, and keeps the names of all headers that came. */
const spy = (target: string) => {
  const names = new Set<string>()
  return Effect.map(
    Relay.before(target, ({ headers }) => {
      for (const name of Object.keys(headers)) names.add(name)
      return undefined
    }),
    (url) => ({ url, names })
  )
}

const server =
  "http.request.method http.response.status_code http.route server.address server.port url.scheme"
const http =
  "http.request.method http.response.status_code server.address server.port url.scheme url.template"
const sql = (name: string) =>
  `${name} (client): db.collection.name db.namespace db.operation.name db.query.summary db.query.text db.system.name server.address server.port`
const reserve = sql("SELECT almanac_reserve_payment")
const update = sql("UPDATE payments")
const store = sql("UPDATE payments INSERT answers")

const research = `POST /v1/research (server): almanac.capability almanac.outcome almanac.payment.id almanac.request_id ${server}
  decode
  gate
  purchase: almanac.payment.id
    record
      ${update}
    reserve
      ${reserve}
    run
      gather
        academic.search: almanac.cache.hit
          openalex.search: almanac.circuit.state
            GET /openalex/works (client): ${http}
        knowledge.search: almanac.cache.hit
          wikidata.search: almanac.circuit.state
            GET /wikidata/w/api.php (client): ${http}
        news.search: almanac.cache.hit
          gdelt.search: almanac.circuit.state
            GET /gdelt/api/v2/doc/doc (client): ${http}
    settle
      POST /settle (client): facilitator.outcome ${http}
    store
      ${store}
    verify
      POST /verify (client): facilitator.outcome ${http}`

const again = `POST /v1/research (server): almanac.capability almanac.outcome almanac.payment.id almanac.request_id ${server}
  decode
  gate
  purchase: almanac.original.request_id almanac.payment.id
    find
      ${sql("SELECT payments")}
    replay
      ${update}`

const retried = "http.request.method http.request.resend_count http.response.status_code"

const away = `POST /v1/academic/search (server): almanac.capability almanac.outcome almanac.payment.id almanac.reason almanac.request_id error.type ${server}
  decode
  gate
  purchase: almanac.payment.id error.type
    release
      ${update}
    reserve
      ${reserve}
    run: error.type
      academic.search: almanac.cache.hit almanac.fallback almanac.fallback.error almanac.primary.error error.type
        crossref.search: almanac.circuit.state error.type
          GET /crossref/works (client): error.type ${retried} server.address server.port url.scheme url.template
          GET /crossref/works (client): error.type ${http}
        openalex.search: almanac.circuit.state error.type
          GET /openalex/works (client): error.type ${retried} server.address server.port url.scheme url.template
          GET /openalex/works (client): error.type ${http}
    verify
      POST /verify (client): facilitator.outcome ${http}`

/** Paths, and the names of the spans of a GET. */
const names = [
  ["/health?of=a-stranger", "GET /health"],
  [`/v1/payments/0x${"5".repeat(40)}/0x${"7".repeat(64)}`, "GET /v1/payments/:payer/:nonce"],
  ["/v1/fx/rates", "GET /v1/fx/rates"],
  ["/a-stranger", "GET"]
] as const

it.scopedLive(
  "a research call, the same once more, and one whose provider is away",
  () =>
    Effect.gen(function* () {
      const neighbours = yield* Neighbours.start()
      const { origin, turn } = yield* simulated
      const providers = yield* spy(origin)
      const facilitator = yield* spy(neighbours.environment.X402_FACILITATOR_URL)
      const almanac = yield* Almanac.start({
        ...neighbours.environment,
        X402_FACILITATOR_URL: facilitator.url,
        OPENALEX_URL: `${providers.url}/openalex`,
        CROSSREF_URL: `${providers.url}/crossref`,
        GDELT_URL: `${providers.url}/gdelt`,
        GDELT_PACE: "1 millis",
        WIKIDATA_URL: `${providers.url}/wikidata`,
        OTEL_EXPORTER_OTLP_ENDPOINT: neighbours.collector
      })
      const [, url = ""] = yield* Effect.promise(() => almanac.prints(/listens on (http:\/\/[\d.:]+)/))

      const buy = (path: string, header: string, digit: string, body: object) =>
        Effect.promise(() =>
          post(`${url}${path}`, header, body, {
            traceparent: `00-${traceId(digit)}-${spanId}-01`,
            "x-request-id": `request-${digit}`
          })
        )
      const question = { query: "climate change", sources: ["academic", "news", "knowledge"] }
      const header = yield* Effect.promise(() => payment({ amount: "50000" }))
      const first = yield* buy("/v1/research", header, "1", question)
      expect([first.status, first.text.slice(0, 200)]).toEqual([200, expect.any(String)])
      expect((yield* buy("/v1/research", header, "2", question)).status).toBe(200)
      yield* turn("openalex", "unavailable")
      yield* turn("crossref", "unavailable")
      const search = yield* Effect.promise(() => payment({ amount: "10000" }))
      const failed = yield* buy("/v1/academic/search", search, "3", { query: "whales" })
      expect(failed.status).toBe(502)

      for (const [index, [path]] of names.entries()) {
        yield* Effect.promise(() =>
          fetch(`${url}${path}`, { headers: { traceparent: `00-${traceId(`${index + 4}`)}-${spanId}-01` } })
        )
      }

      almanac.child.kill("SIGTERM")
      expect(yield* Effect.promise(() => almanac.ends)).toBe(0)
      const [bought, replayed, lost] = ["1", "2", "3"].map((digit) =>
        spansOf(neighbours.exports, traceId(digit))
      )
      expect(tree(bought ?? [])).toBe(research)
      expect(tree(replayed ?? [])).toBe(again)
      expect(tree(lost ?? [])).toBe(away)

      const value = (spans: ReadonlyArray<Span> | undefined, name: string, key: string) =>
        valueOf(
          spans?.find((span) => span.name === name),
          key
        )
      const entry = "POST /v1/research"
      expect(bought?.find(({ name }) => name === entry)?.parentSpanId).toBe(spanId)
      expect([
        value(bought, entry, "http.route"),
        value(bought, entry, "almanac.capability"),
        value(bought, entry, "almanac.outcome"),
        value(replayed, entry, "almanac.outcome"),
        value(lost, "POST /v1/academic/search", "error.type")
      ]).toEqual(["/v1/research", "research", "delivered", "replayed", "PROVIDER_UNAVAILABLE"])
      // A server's span is named by method and route: never by what a caller wrote into the path.
      expect(
        names.map((_, index) => spansOf(neighbours.exports, traceId(`${index + 4}`)).map(({ name }) => name))
      ).toEqual(names.map(([, name]) => expect.arrayContaining([name])))
      expect(value(replayed, "purchase", "almanac.original.request_id")).toBe("request-1")
      expect(value(bought, "purchase", "almanac.payment.id")).toMatch(/^[0-9a-f]{32}$/)
      expect(value(replayed, "purchase", "almanac.payment.id")).toBe(
        value(bought, "purchase", "almanac.payment.id")
      )
      expect([
        value(bought, "academic.search", "almanac.cache.hit"),
        value(bought, "openalex.search", "almanac.circuit.state")
      ]).toEqual([false, "closed"])

      for (const { names } of [providers, facilitator]) {
        expect(names.has("host")).toBe(true)
        expect(
          [...names].filter((name) => /^(traceparent|tracestate|baggage|b3|x-b3-.*)$/.test(name))
        ).toEqual([])
      }
      // Statements are told without their values.
      const statement = bought?.find(({ name }) => name === "UPDATE payments")
      expect([
        valueOf(statement, "db.system.name"),
        valueOf(statement, "db.operation.name"),
        valueOf(statement, "db.collection.name"),
        valueOf(statement, "db.query.text")
      ]).toEqual(["postgresql", "UPDATE", "payments", expect.stringMatching(/\$1\b/)])
      // Unset where there is no error; a server's span is an error from 500 on.
      const codes = (spans: ReadonlyArray<Span> | undefined) =>
        [...new Set(spans?.map(({ name, status }) => `${status.code}: ${name}`))].filter(
          (text) => !text.startsWith("0: ")
        )
      expect([codes(bought), codes(replayed)]).toEqual([[], []])
      expect(codes(lost)).toContain("2: POST /v1/academic/search")
      const told = neighbours.exports.map(({ text }) => text).join("")
      const { from, nonce } = JSON.parse(Buffer.from(header, "base64").toString()).payload.authorization
      for (const secret of [
        "climate",
        "whales",
        header.slice(40, 80),
        from.slice(2),
        nonce.slice(2),
        "operator@example.org"
      ]) {
        expect(told.toLowerCase().includes(secret.toLowerCase()), secret).toBe(false)
      }
    }),
  120_000
)
