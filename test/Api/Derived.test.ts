/**
 * One source for each fact: what is derived from the Api agrees with itself, with the contract, and with what the
 * live service asks for. A capability that is added is tested by being added.
 */

import { FetchHttpClient, HttpApi, HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { expect, layer } from "@effect/vitest"
import { decodePaymentRequiredHeader } from "@x402/core/http"
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from "@x402/extensions/bazaar"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Context, Effect, Either, Layer, Option, Predicate, Schema } from "effect"
import { Api } from "../../src/Api/Api.ts"
import { strict } from "../../src/Api/Capability.ts"
import { registeredCapabilities, routes } from "../../src/Api/CapabilityRegistry.ts"
import { CapabilityDescriptor, Network } from "../../src/Api/Discovery.ts"
import { envelope } from "../../src/Api/Envelope.ts"
import {
  codes,
  PaymentInvalid,
  PaymentMissing,
  Unavailable,
  ValidationFailed
} from "../../src/Api/Failure.ts"
import { version } from "../../src/Api/Version.ts"
import { ProviderUnavailable, QueryRefused } from "../../src/Providers/Errors.ts"
import { payment } from "../support/Buyer.ts"
import { exchange, jsonOf } from "../support/Exchange.ts"
import { Knobs, type Running, start, world } from "../support/Harness.ts"

/** What is sold: id, path, price in USDC, the same in atomic units. */
const contract: ReadonlyArray<readonly [id: string, path: string, price: string, atomic: string]> = [
  ["academic.search", "/v1/academic/search", "0.01", "10000"],
  ["academic.work", "/v1/academic/work", "0.005", "5000"],
  ["news.search", "/v1/news/search", "0.01", "10000"],
  ["news.trends", "/v1/news/trends", "0.02", "20000"],
  ["crypto.price", "/v1/crypto/price", "0.002", "2000"],
  ["crypto.market", "/v1/crypto/market", "0.005", "5000"],
  ["fx.rates", "/v1/fx/rates", "0.002", "2000"],
  ["weather", "/v1/weather", "0.003", "3000"],
  ["geocode", "/v1/geocode", "0.002", "2000"],
  ["holidays", "/v1/holidays", "0.002", "2000"],
  ["knowledge.search", "/v1/knowledge/search", "0.005", "5000"],
  ["government.census", "/v1/government/census", "0.01", "10000"],
  ["research", "/v1/research", "0.05", "50000"],
  ["information.verify", "/v1/verify", "0.05", "50000"],
  ["information.evidence", "/v1/evidence", "0.05", "50000"],
  ["information.compare", "/v1/compare", "0.10", "100000"]
]

/** The fields of a request, a mark at those that may be left out. */
const fields: Readonly<Record<string, string>> = {
  "academic.search": "query limit?",
  "academic.work": "doi",
  "news.search": "query limit?",
  "news.trends": "query timespan?",
  "crypto.price": "assets currency?",
  "crypto.market": "assets currency?",
  "fx.rates": "base currencies date?",
  weather: "latitude longitude days?",
  holidays: "country year",
  "knowledge.search": "query limit? language?",
  "government.census": "dataset year variables forGeography",
  research: "query sources? limit? government?",
  "information.verify": "claim sourceTypes? maxSources?",
  "information.evidence": "query sourceTypes? limit?",
  "information.compare": "query sourceTypes? limit?"
}

const text = (min: number, max: number) => ({ type: "string", minLength: min, maxLength: max })
const items = (min: number, max: number) => ({ type: "array", minItems: min, maxItems: max })
const range = (min: number, max: number) => ({ minimum: min, maximum: max })

/** The bounds of fields, as the published schemas have them. */
const bounds: ReadonlyArray<readonly [id: string, field: string, keywords: object]> = [
  ["academic.search", "query", text(1, 500)],
  ["academic.search", "limit", range(1, 50)],
  ["news.search", "query", text(1, 500)],
  ["news.search", "limit", range(1, 50)],
  ["news.trends", "query", text(1, 500)],
  ["crypto.price", "assets", items(1, 20)],
  ["crypto.market", "assets", items(1, 20)],
  ["fx.rates", "currencies", items(1, 20)],
  ["weather", "latitude", range(-90, 90)],
  ["weather", "longitude", range(-180, 180)],
  ["weather", "days", range(1, 16)],
  ["geocode", "query", text(1, 200)],
  ["geocode", "limit", range(1, 20)],
  ["geocode", "latitude", range(-90, 90)],
  ["geocode", "longitude", range(-180, 180)],
  ["holidays", "year", range(1900, 2100)],
  ["knowledge.search", "query", text(1, 200)],
  ["knowledge.search", "limit", range(1, 20)],
  ["government.census", "year", range(2009, 2035)],
  ["government.census", "variables", items(1, 10)],
  ["government.census", "forGeography", text(3, 100)],
  ["research", "query", text(3, 500)],
  ["research", "sources", items(1, 4)],
  ["research", "limit", range(1, 10)],
  ["research", "year", range(2009, 2035)],
  ["research", "variables", items(1, 10)],
  ["research", "forGeography", text(3, 100)],
  ["information.verify", "claim", text(5, 500)],
  ["information.verify", "sourceTypes", items(1, 3)],
  ["information.verify", "maxSources", range(3, 30)],
  ["information.evidence", "query", text(3, 500)],
  ["information.evidence", "sourceTypes", items(1, 3)],
  ["information.evidence", "limit", range(1, 10)],
  ["information.compare", "query", text(2, 200)],
  ["information.compare", "sourceTypes", items(1, 3)],
  ["information.compare", "limit", range(1, 10)]
]

const categories =
  "academic news crypto finance weather geography calendar knowledge government research information".split(
    " "
  )

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}
/** With a price of the operator's for every capability. */
class Dearer extends Context.Tag("test/Dearer")<Dearer, Running>() {}

const publicUrl = "https://almanac.example"
const variable = (id: string) => `PRICE_${id.toUpperCase().replaceAll(".", "_")}`
const dearer = {
  PUBLIC_URL: publicUrl,
  ...Object.fromEntries(contract.map(([id]) => [variable(id), "0.0123"]))
}

const services = Layer.mergeAll(
  Layer.scoped(Almanac, start({ environment: { PUBLIC_URL: publicUrl } })),
  Layer.scoped(Dearer, start({ environment: dearer, sandbox: true }))
).pipe(Layer.provideMerge(world))

type Json = Readonly<Record<string, unknown>>
const object = (value: unknown): Json => (Predicate.isRecord(value) ? value : {})
const at = (value: unknown, ...path: ReadonlyArray<string>) =>
  path.reduce<unknown>((inner, key) => object(inner)[key], value)

const get = (url: string, target: string) =>
  Effect.map(
    Effect.promise(() => exchange(url, { target })),
    jsonOf
  )

const unpaid = (url: string, path: string) =>
  Effect.promise(() => exchange(url, { method: "POST", target: path }))

const List = envelope(
  Schema.Struct({ capabilities: Schema.Array(CapabilityDescriptor), network: Network }),
  {}
).annotations(strict)
const list = (url: string) => Effect.flatMap(get(url, "/v1/capabilities"), Schema.decodeUnknown(List))

const ajv = (more: object = {}) =>
  new Ajv2020({
    allErrors: true,
    strict: true,
    // A date that may be null is `anyOf` with a `type` in each branch: what is beside them has none.
    strictTypes: false,
    formats: { date: /^\d{4}-\d{2}-\d{2}$/, "date-time": /^\d{4}-\d{2}-\d{2}T/, int32: true, int64: true },
    ...more
  })

/** Every object of a document. */
const objects = (value: unknown): ReadonlyArray<Json> =>
  Array.isArray(value)
    ? value.flatMap(objects)
    : Predicate.isRecord(value)
      ? [value, ...Object.values(value).flatMap(objects)]
      : []

/** What a schema says of a field, wherever it stands: the keywords of all its alternatives. */
const keywordsOf = (schema: unknown, field: string): Json =>
  Object.assign(
    {},
    ...objects(objects(schema).map((inner) => at(inner, "properties", field)))
      .filter(({ type }) => type !== "null")
      .reverse()
  )

const expected = (id: string) => {
  const row = contract.find(([other]) => other === id)
  if (row === undefined) throw new Error(`${id} is not in the contract`)
  const [, path, price, atomic] = row
  return { path, price, atomic }
}

/** What a reference of a document stands for. */
const resolved = (document: unknown, value: unknown): unknown => {
  const reference = at(value, "$ref")
  return Predicate.isString(reference) ? at(document, ...reference.split("/").slice(1)) : value
}

const isDiscovery = (value: unknown): value is Parameters<typeof validateDiscoveryExtension>[0] =>
  Predicate.isRecord(value) && "info" in value && "schema" in value

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("the derived documents", (it) => {
  it.effect("sell capabilities of the contract, each once, and nothing else by POST", () =>
    Effect.sync(() => {
      const sold = registeredCapabilities.map(({ facts, method, path }) => [facts.id, method, path])
      expect(sold.length).toBeGreaterThan(0)
      expect(new Set(registeredCapabilities.map(({ facts }) => facts.id)).size).toBe(
        registeredCapabilities.length
      )
      for (const [id, method, path] of sold) {
        expect([method, path]).toEqual(["POST", expected(String(id)).path])
      }
      expect(routes.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual(
        registeredCapabilities.map(({ path }) => path)
      )
      expect(routes.filter(({ method }) => method !== "POST")).toEqual(
        [
          "/v1/payments/:payer/:nonce",
          "/v1/capabilities",
          "/v1/status",
          "/health",
          "/health/ready",
          "/health/serving"
        ].map((path) => ({
          method: "GET",
          path
        }))
      )
    })
  )

  for (const { facts, path, requestSchema, responseSchema } of registeredCapabilities) {
    const { price, atomic } = expected(facts.id)

    it.effect(`ask ${price} USDC for ${facts.id}, all of them, and live`, () =>
      Effect.gen(function* () {
        const { url } = yield* Almanac
        const received = yield* unpaid(url, path)
        expect(received.status).toBe(402)
        const header = received.headers["payment-required"] ?? ""
        expect(Buffer.byteLength(header)).toBeLessThanOrEqual(4096)
        const challenge = decodePaymentRequiredHeader(header)
        expect(challenge).toMatchObject({
          x402Version: 2,
          error: "Payment required",
          resource: {
            url: `${publicUrl}${path}`,
            description: facts.description,
            mimeType: "application/json",
            serviceName: "Almanac",
            tags: [facts.category],
            iconUrl: `${publicUrl}/icon.svg`
          },
          accepts: [
            {
              scheme: "exact",
              network: "eip155:84532",
              amount: atomic,
              asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
              maxTimeoutSeconds: 300,
              extra: { name: "USDC", version: "2" }
            }
          ]
        })
        expect(challenge.accepts).toHaveLength(1)
        const listed = (yield* list(url)).data.capabilities.find(({ id }) => id === facts.id)
        expect(listed?.price).toEqual({ amount: price, currency: "USDC" })
        const document = yield* get(url, "/openapi.json")
        expect(at(document, "paths", path, "post", "x-payment-info")).toEqual({
          price: { mode: "fixed", currency: "USD", amount: price },
          protocols: [{ x402: { network: "eip155:84532", asset: "USDC" } }]
        })
        expect(at(document, "paths", path, "post", "summary")).toBe(`${facts.name} (${price} USDC)`)
        expect(facts.price).toBe(price)
      })
    )

    it.effect(`ask the operator's price for ${facts.id} where there is one, all of them, and live`, () =>
      Effect.gen(function* () {
        const { url } = yield* Dearer
        const { headers } = yield* unpaid(url, path)
        const { accepts } = decodePaymentRequiredHeader(headers["payment-required"] ?? "")
        expect(accepts.map(({ amount }) => amount)).toEqual(["12300"])
        const listed = (yield* list(url)).data.capabilities.find(({ id }) => id === facts.id)
        expect(listed?.price.amount).toBe("0.0123")
        const document = yield* get(url, "/openapi.json")
        expect(at(document, "paths", path, "post", "x-payment-info")).toEqual({
          price: { mode: "fixed", currency: "USD", amount: "0.0123" },
          protocols: [{ x402: { network: "eip155:84532", asset: "USDC" } }]
        })
        expect(at(document, "paths", path, "post", "summary")).toBe(`${facts.name} (0.0123 USDC)`)
      })
    )

    it.effect(`describe ${facts.id} to crawlers as the protocol wants it`, () =>
      Effect.gen(function* () {
        const { headers } = yield* unpaid((yield* Almanac).url, path)
        const { extensions } = decodePaymentRequiredHeader(headers["payment-required"] ?? "")
        const block = extensions?.["bazaar"]
        if (!isDiscovery(block)) throw new Error("no discovery block")
        expect(validateDiscoveryExtension(block)).toEqual({ valid: true })
        expect(validateDiscoveryExtensionSpec({ ...block })).toEqual({ valid: true })
        expect(at(block, "info", "input")).toEqual({
          type: "http",
          method: "POST",
          bodyType: "json",
          body: facts.example.request
        })
        expect(at(block, "info", "output")).toEqual({ type: "json" })
        const shown = at(block, "schema", "properties", "input", "properties", "body")
        const validate = ajv().compile(object(shown))
        expect(validate(facts.example.request)).toBe(true)
        expect(validate({})).toBe(false)
        expect(validate({ ...facts.example.request, stranger: 1 })).toBe(false)
      })
    )

    it.effect(`show an example of ${facts.id} that fits its schemas, which refuse others`, () =>
      Effect.sync(() => {
        const { request, response } = facts.example
        const takes = ajv().compile(requestSchema)
        const gives = ajv().compile(responseSchema)
        const problems = (validate: typeof takes, value: unknown) => (validate(value) ? [] : validate.errors)
        for (const schema of [requestSchema, responseSchema]) {
          expect(schema["$schema"]).toBe("https://json-schema.org/draft/2020-12/schema")
        }
        expect(problems(takes, request)).toEqual([])
        expect(problems(gives, response)).toEqual([])
        for (const wrong of [null, [], "x", {}, { ...request, stranger: 1 }]) expect(takes(wrong)).toBe(false)
        for (const wrong of [null, {}, { data: at(response, "data") }, { meta: at(response, "meta") }]) {
          expect(gives(wrong)).toBe(false)
        }
        // No key of the contract is ever left out of an answer.
        for (const part of ["data", "meta"]) {
          const whole = object(at(response, part))
          expect(Object.keys(whole).length).toBeGreaterThan(0)
          for (const key of Object.keys(whole)) {
            const { [key]: _, ...rest } = whole
            expect(gives({ ...response, [part]: rest }), key).toBe(false)
          }
        }
      })
    )

    it.effect(`show the fields and bounds of ${facts.id}`, () =>
      Effect.sync(() => {
        const names = fields[facts.id]?.split(" ")
        if (names !== undefined) {
          expect(Object.keys(object(requestSchema["properties"])).sort()).toEqual(
            names.map((name) => name.replace("?", "")).sort()
          )
          expect(requestSchema["required"]).toEqual(
            expect.arrayContaining(names.filter((name) => !name.endsWith("?")))
          )
          expect(requestSchema["required"]).toHaveLength(names.filter((name) => !name.endsWith("?")).length)
        }
        for (const [id, field, keywords] of bounds) {
          if (id === facts.id)
            expect([field, keywordsOf(requestSchema, field)]).toMatchObject([field, keywords])
        }
      })
    )

    it.effect(`document every answer of ${facts.id}, and what it really answers`, () =>
      Effect.gen(function* () {
        const { url } = yield* Almanac
        const document = yield* get(url, "/openapi.json")
        const operation = at(document, "paths", path, "post")
        const responses = object(at(operation, "responses"))
        const own = facts.provider.kind === "provider" ? ["502", "504"] : []
        const throttled = facts.provider.kind === "provider" && facts.id !== "academic.work" ? ["429"] : []
        const statuses = ["200", "400", "402", "413", "415", "500", "503", ...own, ...throttled]
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses))
        expect(Object.keys(responses).includes("409")).toBe("PAYMENT_CONFLICT" in codes)
        expect(Object.keys(responses).includes("404")).toBe(facts.id === "academic.work")
        for (const [status, reference] of Object.entries(responses)) {
          const response = resolved(document, reference)
          expect(at(response, "description"), status).toMatch(/^.{5,}$/)
          expect(at(response, "content", "application/json", "schema"), status).toBeDefined()
        }
        expect(at(operation, "requestBody", "content", "application/json", "example")).toEqual(
          facts.example.request
        )
        expect(at(operation, "operationId")).toBe(facts.id)

        const validator = ajv({ strict: false })
        validator.addSchema({ ...object(document), $id: "openapi" })
        const fits = (status: string, body: unknown) => {
          const schema = at(resolved(document, responses[status]), "content", "application/json", "schema")
          const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'))
          return validator.validate(whole, body)
        }
        const missing = yield* unpaid(url, path)
        const invalid = yield* Effect.promise(() =>
          exchange(url, { method: "POST", target: path, headers: { "payment-signature": "!" } })
        )
        expect(fits("200", facts.example.response)).toBe(true)
        expect(fits("402", jsonOf(missing))).toBe(true)
        const quoted = yield* Effect.promise(() =>
          exchange(url, { method: "POST", target: path, headers: { prefer: "quote" } })
        )
        expect(at(jsonOf(quoted), "quote", "valid")).toBe(false)
        expect(fits("402", jsonOf(quoted))).toBe(true)
        expect(fits("402", { ...object(jsonOf(quoted)), quote: { valid: true } })).toBe(false)
        expect(fits("402", jsonOf(invalid))).toBe(true)
        const { accepts: _, ...silent } = object(jsonOf(missing))
        expect(fits("402", silent)).toBe(false)
        expect(fits("400", jsonOf(missing))).toBe(false)
      })
    )

    it.effect(`name ${facts.id} in at most 500 characters, with the source of its data`, () =>
      Effect.sync(() => {
        expect(facts.description.length).toBeLessThanOrEqual(500)
        expect(facts.description).toMatch(/https:\/\//)
        expect(categories).toContain(facts.category)
      })
    )
  }

  it.effect("show examples that the endpoints' own schemas read", () =>
    Effect.sync(() => {
      let read = 0
      HttpApi.reflect(Api, {
        onGroup: () => {},
        onEndpoint: ({ endpoint }) => {
          const offer = registeredCapabilities.find(({ path }) => path === endpoint.path)
          if (offer === undefined || Option.isNone(endpoint.payloadSchema)) return
          const { request, response } = offer.facts.example
          const payload = Schema.decodeUnknownEither(Schema.encodedSchema(endpoint.payloadSchema.value))(
            request
          )
          const success = Schema.decodeUnknownEither(Schema.encodedSchema(endpoint.successSchema))(response)
          expect([offer.facts.id, Either.isRight(payload), Either.isRight(success)]).toEqual([
            offer.facts.id,
            true,
            true
          ])
          read += 1
        }
      })
      expect(read).toBe(registeredCapabilities.length)
    })
  )

  it.effect("list every capability as the contract describes it, and the network", () =>
    Effect.gen(function* () {
      const { data } = yield* list((yield* Almanac).url)
      expect(data.capabilities).toEqual(
        registeredCapabilities.map(({ facts, method, path, requestSchema, responseSchema }) => ({
          id: facts.id,
          name: facts.name,
          description: facts.description,
          category: facts.category,
          method,
          path,
          provider: facts.provider,
          price: { amount: expected(facts.id).price, currency: "USDC" },
          status: "active",
          requestSchema,
          example: facts.example,
          responseSchema
        }))
      )
      for (const { id, provider } of data.capabilities) {
        const composite = id === "research" || id.startsWith("information.")
        expect([id, provider.kind]).toEqual([id, composite ? "composite" : "provider"])
        expect("slugs" in provider).toBe(!composite)
      }
      const facilitatorUrl = "https://x402.org/facilitator"
      expect(data.network).toEqual({ name: "base-sepolia", caip2: "eip155:84532", facilitatorUrl })
      const sandbox = yield* list((yield* Dearer).url)
      expect(sandbox.data.network.name).toBe("sandbox")
    })
  )

  it.effect("are an OpenAPI 3.1 document in which everything is found", () =>
    Effect.gen(function* () {
      const document = yield* get((yield* Almanac).url, "/openapi.json")
      expect(document).toMatchObject({
        openapi: expect.stringMatching(/^3\.1\.\d+$/),
        info: { title: "Almanac", version },
        servers: [{ url: publicUrl }]
      })
      const references = objects(document).flatMap(({ $ref }) => (Predicate.isString($ref) ? [$ref] : []))
      for (const reference of references) {
        const path = reference.split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
        expect([reference, path[0]]).toEqual([reference, "#"])
        expect(at(document, ...path.slice(1)), reference).toBeDefined()
      }
      const written = JSON.stringify(document)
      expect(written).not.toContain("HttpApiDecodeError")
      expect(written).not.toContain("undefined")
      const operations = Object.entries(object(at(document, "paths"))).flatMap(([path, methods]) =>
        Object.keys(object(methods)).map((method) => ({ method: method.toUpperCase(), path }))
      )
      const documented = routes.map(({ method, path }) => ({ method, path: path.replace(/:(\w+)/g, "{$1}") }))
      expect(operations).toEqual(expect.arrayContaining(documented))
      expect(operations).toHaveLength(routes.length)
    })
  )

  it.effect("know the methods of every path", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const pages = ["/openapi.json", "/docs", "/docs/api"].map((path) => ({ method: "GET", path }))
      for (const { method, path } of [...routes, ...pages]) {
        const own = method === "GET" ? ["GET", "HEAD"] : ["POST"]
        for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"]) {
          if (own.includes(other)) continue
          const received = yield* Effect.promise(() => exchange(url, { method: other, target: path }))
          expect([other, path, received.status, received.headers["allow"]]).toEqual([
            other,
            path,
            405,
            [...own, "OPTIONS"].join(", ")
          ])
        }
      }
    })
  )

  const client = (url: string, header?: string) =>
    HttpApiClient.make(Api, {
      baseUrl: url,
      transformClient: HttpClient.mapRequest((request) =>
        header === undefined ? request : HttpClientRequest.setHeader(request, "payment-signature", header)
      )
    }).pipe(Effect.provide(FetchHttpClient.layer))

  it.effect("make a client that reads answers and failures", () =>
    Effect.gen(function* () {
      const knobs = yield* Knobs
      const { url } = yield* Almanac
      const ask = (currency: string, header?: string) =>
        Effect.flatMap(client(url, header), ({ fx }) =>
          fx.rates({ payload: { base: "EUR", currencies: [currency], date: Option.none() } })
        )
      const paid = (currency: string) =>
        Effect.flatMap(
          Effect.promise(() => payment()),
          (header) => ask(currency, header)
        )

      expect(yield* paid("USD")).toEqual({
        data: { base: "EUR", date: "2022-06-29", rates: { USD: 1.5 } },
        meta: { requestId: expect.stringMatching(/^req_/) }
      })

      const missing = yield* Effect.flip(ask("USD"))
      expect(missing).toBeInstanceOf(PaymentMissing)
      expect(missing).toMatchObject({
        challenge: { accepts: [{ amount: "2000" }] },
        requestId: expect.any(String)
      })
      const invalid = yield* Effect.flip(ask("USD", "!"))
      expect(invalid).toBeInstanceOf(PaymentInvalid)
      expect(invalid).toMatchObject({ challenge: { error: "invalid_payload" } })

      knobs.rates = () =>
        new QueryRefused({
          provider: "frankfurter",
          problems: [{ pointer: "/currencies/0", message: "currency XXX is not supported" }]
        })
      const refused = yield* Effect.flip(paid("XXX"))
      expect(refused).toBeInstanceOf(ValidationFailed)
      expect(refused).toMatchObject({
        details: { problems: [{ pointer: "/currencies/0", message: "currency XXX is not supported" }] }
      })

      knobs.rates = () => new ProviderUnavailable({ provider: "frankfurter", reason: "status 500" })
      const unavailable = yield* Effect.flip(paid("SEK"))
      expect(unavailable).toBeInstanceOf(Unavailable)
      expect(unavailable).toMatchObject({ details: { provider: "frankfurter" } })
      knobs.reset()

      const { health, discovery } = yield* client(url)
      expect(yield* health.live()).toMatchObject({ status: "ok", version })
      expect(yield* health.ready()).toMatchObject({ status: "ok" })
      expect((yield* discovery.capabilities()).data.capabilities).toHaveLength(registeredCapabilities.length)
    })
  )
})
