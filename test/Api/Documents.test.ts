/**
 * What generators, indexes and agents read of the interface, held by what they use: every operation with its statuses,
 * headers and required fields, the names of its schemas, and how long it takes to read.
 */
import { expect, layer } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { start, world } from "../support/Harness.ts"

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json => (Predicate.isRecord(value) ? value : {})
const at = (value: unknown, ...path: ReadonlyArray<string>) =>
  path.reduce<unknown>((inner, key) => object(inner)[key], value)
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const sold = "200 400 402 405 408 409 413 415 429 500 502 503 504"
const composite = "200 400 402 405 408 409 413 415 429 500 503"
const health = "status checks timestamp"

/** Method, path, statuses, required fields of the body, and of `data` in the answer (of the answer where it has none). */
const operations: Readonly<
  Record<string, readonly [route: string, statuses: string, takes: string, gives: string]>
> = {
  "academic.search": ["post /v1/academic/search", sold, "query", "results meta"],
  "academic.work": [
    "post /v1/academic/work",
    "200 400 402 404 405 408 409 413 415 429 500 502 503 504",
    "doi",
    "id title authors publicationYear doi url journal citations openAccess source"
  ],
  "crypto.price": ["post /v1/crypto/price", sold, "assets", "assets missing"],
  "crypto.market": ["post /v1/crypto/market", sold, "assets", "markets missing"],
  "news.search": ["post /v1/news/search", sold, "query", "results"],
  "news.trends": ["post /v1/news/trends", sold, "query", "term points"],
  "fx.rates": ["post /v1/fx/rates", sold, "base currencies", "base date rates"],
  weather: ["post /v1/weather", sold, "latitude longitude", "location current daily"],
  geocode: ["post /v1/geocode", sold, "", "results"],
  holidays: ["post /v1/holidays", sold, "country year", "country year holidays"],
  "knowledge.search": ["post /v1/knowledge/search", sold, "query", "results"],
  "government.census": [
    "post /v1/government/census",
    sold,
    "dataset year variables forGeography",
    "dataset year columns rows"
  ],
  research: [
    "post /v1/research",
    composite,
    "query",
    "query status sources findings disagreements composition"
  ],
  "information.verify": [
    "post /v1/verify",
    composite,
    "claim",
    "claim verdict confidence evidence agreementCount contradictionCount sourcesChecked"
  ],
  "information.evidence": ["post /v1/evidence", composite, "query", "query findings sources retrievedAt"],
  "information.compare": [
    "post /v1/compare",
    composite,
    "query",
    "query subjects attributes sources disagreements"
  ],
  "payments.status": [
    "get /v1/payments/{payer}/{nonce}",
    "200 400 404 405 500 503",
    "",
    "state network asset payer nonce amount transaction createdAt settledAt validBefore contentDigest"
  ],
  "discovery.capabilities": ["get /v1/capabilities", "200 304 405 500 503", "", "capabilities network"],
  "discovery.status": ["get /v1/status", "200 405 500 503", "", "operations capabilities"],
  "health.live": ["get /health", "200 405 500 503", "", "status version uptime timestamp"],
  "health.ready": ["get /health/ready", "200 405 500 503", "", health],
  "health.serving": ["get /health/serving", "200 405 500 503", "", health]
}

/** What every response is sent with. */
const always = ["Access-Control-Allow-Origin", "Cache-Control", "X-Request-Id"]

/** The headers of a response besides, by what the operation is and its status. */
const headers: Readonly<Record<string, string>> = {
  "provider 200": "Age Cache-Status Content-Digest PAYMENT-RESPONSE",
  "composite 200": "Content-Digest PAYMENT-RESPONSE X-Sources-Failed",
  "paid 402": "Link PAYMENT-REQUIRED PAYMENT-RESPONSE Preference-Applied Retry-After",
  "paid 503": "Link PAYMENT-RESPONSE Retry-After",
  "any 405": "Allow Link",
  "any 429": "Link Retry-After",
  "any 502": "Link Retry-After",
  "any 504": "Link Retry-After",
  "document 200": "ETag Vary",
  "document 304": "ETag Vary",
  "free 200": "",
  "free 503": "Link Retry-After",
  any: "Link"
}

/** Names that generated code is to have. */
const named =
  "Work NewsArticle EvidenceItem Place Holiday KnowledgeEntity CryptoMarketEntry FxRates WeatherForecast CensusTable " +
  "ClaimReport Comparison EvidencePack ResearchReport PaymentStatus Problem Quote FxRatesRequest FxRatesResponse " +
  "PaymentRequiredError ValidationFailedError ServiceUnavailableError CapabilityDescriptor"

layer(world, { timeout: "60 seconds" })("the OpenAPI document", (it) => {
  const url = Effect.map(
    start({
      environment: { PUBLIC_URL: "https://almanac.example", CONTACT: "https://almanac.example/contact" }
    }),
    ({ url }) => url
  )
  const get = (path: string) =>
    Effect.flatMap(url, (url) =>
      Effect.promise(async () => object(await (await fetch(`${url}${path}`)).json()))
    )
  const document = get("/openapi.json")

  const resolve = (document: Json, value: unknown): Json => {
    const reference = at(value, "$ref")
    return object(Predicate.isString(reference) ? at(document, ...reference.split("/").slice(1)) : value)
  }
  const schemaOf = (document: Json, holder: unknown) =>
    resolve(document, at(resolve(document, holder), "content", "application/json", "schema"))

  it.scoped("has every operation with its statuses and required fields", () =>
    Effect.gen(function* () {
      const all = yield* document
      const seen = Object.entries(object(all["paths"])).flatMap(([path, methods]) =>
        Object.entries(object(methods)).map(([method, operation]) => {
          const answer = schemaOf(all, at(operation, "responses", "200"))
          const { data } = object(answer["properties"])
          const gives = data === undefined ? answer : resolve(all, data)
          return [
            at(operation, "operationId"),
            [
              `${method} ${path}`,
              Object.keys(object(at(operation, "responses"))).join(" "),
              list(schemaOf(all, at(operation, "requestBody"))["required"]).join(" "),
              list(gives["required"]).join(" ")
            ]
          ]
        })
      )
      expect(Object.fromEntries(seen)).toEqual(operations)
    })
  )

  it.scoped("tells the headers of every request and response", () =>
    Effect.gen(function* () {
      const all = yield* document
      for (const methods of Object.values(object(all["paths"]))) {
        for (const [method, operation] of Object.entries(object(methods))) {
          const id = String(at(operation, "operationId"))
          const facts = registeredCapabilities.find((one) => one.facts.id === id)?.facts
          const sent = list(at(operation, "parameters"))
            .map((parameter) => resolve(all, parameter))
            .filter((parameter) => parameter["in"] === "header")
            .map(({ name, required }) => [name, required])
          const names = method === "post" ? ["PAYMENT-SIGNATURE", "Idempotency-Key", "Prefer"] : []
          const own = id === "discovery.capabilities" ? ["If-None-Match"] : []
          const asked = [...names, "X-Request-Id", "traceparent", ...own].map((name) => [name, false])
          expect([id, sent]).toEqual([id, asked])
          const kinds = [
            facts?.provider.kind ?? "",
            facts === undefined ? "" : "paid",
            id === "discovery.capabilities" ? "document" : "",
            facts === undefined ? "free" : "",
            "any"
          ]
          for (const [status, response] of Object.entries(object(at(operation, "responses")))) {
            const found = kinds.map((kind) => headers[`${kind} ${status}`]).find(Predicate.isString)
            const more = id === "holidays" && status === "200" ? ["X-Coverage"] : []
            const expected = [...(found ?? headers["any"] ?? "").split(" "), ...always, ...more]
            expect([id, status, Object.keys(object(resolve(all, response)["headers"])).sort()]).toEqual([
              id,
              status,
              expected.filter((name) => name !== "").sort()
            ])
          }
        }
      }
    })
  )

  it.scoped("names what recurs, says what everything is, and nothing in a library's words", () =>
    Effect.gen(function* () {
      const all = yield* document
      const schemas = object(at(all, "components", "schemas"))
      expect(Object.keys(schemas)).toEqual(expect.arrayContaining(named.split(" ")))
      expect(at(all, "components", "securitySchemes")).toBeUndefined()
      expect(at(schemas, "FxRatesRequest", "properties", "date")).toEqual({
        type: ["string", "null"],
        format: "date",
        pattern: "^\\d{4}-\\d{2}-\\d{2}$",
        description:
          "Day of the rates, YYYY-MM-DD, from 1999-01-04 to today (UTC); the latest rates when left out"
      })
      expect(at(schemas, "Work", "properties", "citations")).toEqual({
        type: ["integer", "null"],
        format: "int64",
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Works known to the provider that cite this one"
      })
      const silent: Array<string> = []
      const look = (value: unknown, place: string): void => {
        if (Array.isArray(value)) for (const inner of value) look(inner, place)
        if (!Predicate.isRecord(value)) return
        for (const [field, schema] of Object.entries(object(value["properties"]))) {
          if (!("description" in { ...resolve(all, schema), ...object(schema) }))
            silent.push(`${place}/${field}`)
        }
        for (const [key, inner] of Object.entries(value)) look(inner, `${place}/${key}`)
      }
      look(schemas, "")
      expect(silent).toEqual([])
      for (const tag of list(all["tags"])) expect(at(tag, "description")).toEqual(expect.any(String))
      const ours = [
        schemas,
        ...registeredCapabilities.flatMap((one) => [one.requestSchema, one.responseSchema])
      ]
      const words =
        /between\(|"int"|nonEmptyString|NonNegative|nonNegative|"Ignored"|a string matching|an integer|"unknown"/
      expect(JSON.stringify(ours).replaceAll('"unknown","released"', "")).not.toMatch(words)
    })
  )

  it.scoped("says who runs the service, by which terms, and how to buy", () =>
    Effect.gen(function* () {
      const all = yield* document
      expect(all).toMatchObject({
        info: {
          contact: { name: "Operator", url: "https://almanac.example/contact" },
          license: { name: "MIT", identifier: "MIT" },
          "x-guidance": expect.stringContaining("PAYMENT-SIGNATURE")
        },
        "x-agentcash-guidance": { llmsTxtUrl: "https://almanac.example/llms.txt" },
        servers: [{ url: "https://almanac.example" }]
      })
      expect(all["security"]).toBeUndefined()
    })
  )

  it.scoped.each([
    ["identity", 140 * 1024],
    ["br", 20 * 1024],
    ["gzip", 24_000]
  ] as const)("takes in %s at most %i bytes", ([coding, most]) =>
    Effect.gen(function* () {
      const from = yield* url
      const response = yield* Effect.promise(() =>
        fetch(`${from}/openapi.json`, { headers: { "accept-encoding": coding } })
      )
      expect(Number(response.headers.get("content-length"))).toBeLessThanOrEqual(most)
    })
  )
})
