/**
 * The story that a call's trace tells, as a collector gets it.
 */
import { createServer } from "node:http"
import { expect, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as SimulatedProviders from "../../src/Sandbox/Providers.ts"
import { payment, post } from "../Http/Buyer.ts"
import * as Neighbours from "./Neighbours.ts"
import { type Span, spansOf, tree, valueOf } from "./Otlp.ts"
import { run, stop } from "./Spawned.ts"

const traceId = (digit: string) => digit.repeat(32)
const spanId = "b7ad6b7169203331"

/** Passes everything on, and keeps the names of all headers that came. */
const spy = (target: string) =>
  Effect.acquireRelease(
    Effect.async<{ server: ReturnType<typeof createServer>; url: string; names: Set<string> }>((resume) => {
      const names = new Set<string>()
      const server = createServer(async (request, response) => {
        for (const name of Object.keys(request.headers)) names.add(name)
        const chunks: Array<Buffer> = []
        for await (const chunk of request) chunks.push(chunk)
        const answer = await fetch(`${target}${request.url}`, {
          method: request.method ?? "GET",
          headers: { "content-type": "application/json" },
          ...(request.method === "POST" ? { body: Buffer.concat(chunks) } : {})
        })
        response.writeHead(answer.status, { "content-type": "application/json" })
        response.end(await answer.text())
      })
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed({ server, names, url: `http://127.0.0.1:${Object(server.address()).port}` }))
      )
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

/** The library's exporter calls every failed span interrupted as well. */
const withoutQuirk = (span: Span): Span => ({
  ...span,
  attributes: span.attributes.filter(({ key }) => key !== "span.label" && key !== "status.interrupted")
})

const server =
  "http.request.method http.response.status_code http.route server.address server.port url.scheme"
const http = "http.request.method http.response.status_code server.address server.port"
const sql =
  "sql.execute (client): db.namespace db.operation.name db.query.text db.system.name server.address server.port"

const research = `POST (server): almanac.capability almanac.outcome almanac.request_id ${server}
  gate
  purchase: almanac.payment.id
    decode
    record
      ${sql}
    reserve
      ${sql}
    run
      gather
        academic.search: almanac.cache.hit
          openalex.search: almanac.circuit.state
            GET (client): ${http}
        knowledge.search: almanac.cache.hit
          wikidata.search: almanac.circuit.state
            GET (client): ${http}
            GET (client): ${http}
        news.search: almanac.cache.hit
          gdelt.search: almanac.circuit.state
            GET (client): ${http}
    settle
      facilitator.settle (client): facilitator.outcome ${http}
    store
      ${sql}
    verify
      facilitator.verify (client): facilitator.outcome ${http}`

const again = `POST (server): almanac.capability almanac.outcome almanac.request_id ${server}
  gate
  purchase: almanac.original.request_id almanac.payment.id
    decode
    find
      ${sql}
    replay
      ${sql}
    reserve
      ${sql}`

const retried = "http.request.method http.request.resend_count http.response.status_code"

const away = `POST (server): almanac.capability almanac.outcome almanac.request_id error.type ${server}
  gate
  purchase: almanac.payment.id
    decode
    release
      ${sql}
    reserve
      ${sql}
    run
      academic.search: almanac.cache.hit almanac.fallback almanac.fallback.error almanac.primary.error
        crossref.search: almanac.circuit.state error.type
          GET (client): error.type ${retried} server.address server.port
          GET (client): error.type ${http}
        openalex.search: almanac.circuit.state error.type
          GET (client): error.type ${retried} server.address server.port
          GET (client): error.type ${http}
    verify
      facilitator.verify (client): facilitator.outcome ${http}`

it.scopedLive(
  "a research call, the same once more, and one whose provider is away",
  () =>
    Effect.gen(function* () {
      const neighbours = yield* Neighbours.start()
      const simulated = Context.get(
        yield* Layer.build(SimulatedProviders.layer),
        SimulatedProviders.SimulatedProviders
      )
      const providers = yield* spy(simulated.origin)
      const facilitator = yield* spy(neighbours.environment.X402_FACILITATOR_URL)
      const almanac = yield* Effect.acquireRelease(
        Effect.sync(() =>
          run("node", ["--import", "tsx", "src/main.ts"], {
            ...neighbours.environment,
            X402_FACILITATOR_URL: facilitator.url,
            OPENALEX_URL: `${providers.url}/openalex`,
            CROSSREF_URL: `${providers.url}/crossref`,
            GDELT_URL: `${providers.url}/gdelt`,
            GDELT_PACE: "1 millis",
            WIKIDATA_URL: `${providers.url}/wikidata`,
            OTEL_EXPORTER_OTLP_ENDPOINT: neighbours.collector
          })
        ),
        (spawned) => Effect.promise(() => stop(spawned))
      )
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
      yield* simulated.turn("openalex", false)
      yield* simulated.turn("crossref", false)
      const search = yield* Effect.promise(() => payment({ amount: "10000" }))
      const failed = yield* buy("/v1/academic/search", search, "3", { query: "whales" })
      expect(failed.status).toBe(502)

      almanac.child.kill("SIGTERM")
      expect(yield* Effect.promise(() => almanac.ends)).toBe(0)
      const [bought, replayed, lost] = ["1", "2", "3"].map((digit) =>
        spansOf(neighbours.exports, traceId(digit))
      )
      expect(tree(bought ?? [])).toBe(research)
      expect(tree(replayed ?? [])).toBe(again)
      expect(tree((lost ?? []).map(withoutQuirk))).toBe(away)

      const value = (spans: ReadonlyArray<Span> | undefined, name: string, key: string) =>
        valueOf(
          spans?.find((span) => span.name === name),
          key
        )
      expect(bought?.find(({ name }) => name === "POST")?.parentSpanId).toBe(spanId)
      expect([
        value(bought, "POST", "http.route"),
        value(bought, "POST", "almanac.capability"),
        value(bought, "POST", "almanac.outcome"),
        value(replayed, "POST", "almanac.outcome"),
        value(lost, "POST", "error.type")
      ]).toEqual(["/v1/research", "research", "delivered", "replayed", "PROVIDER_UNAVAILABLE"])
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
      const told = neighbours.exports.map(({ text }) => text).join("")
      for (const secret of ["climate", "whales", header.slice(40, 80), "operator@example.org"]) {
        expect(told.includes(secret), secret).toBe(false)
      }
    }),
  60_000
)
