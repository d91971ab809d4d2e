/**
 * `Prefer: quote`: an unpaid call is told what a paid one would meet, and nobody is asked for it.
 */
import { IncomingMessage } from "node:http"
import { connect, Socket } from "node:net"
import { setImmediate as turn } from "node:timers/promises"
import { FetchHttpClient, HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { expect, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Predicate } from "effect"
import { Api } from "../../../src/Api/Api.ts"
import { registeredCapabilities } from "../../../src/Api/CapabilityRegistry.ts"
import { PaymentMissing } from "../../../src/Api/Failure.ts"
import * as Outbound from "../../../src/Http/client/Outbound.ts"
import * as Live from "../../../src/Live.ts"
import * as Quote from "../../../src/Payment/request/Quote.ts"
import { ProviderAvailability } from "../../../src/ProviderAvailability.ts"
import * as Pacing from "../../../src/Providers/client/Pacing.ts"
import { Settings } from "../../../src/Settings.ts"
import { payment, post, question } from "../../support/Buyer.ts"
import { exchange, jsonOf, type Sent } from "../../support/Exchange.ts"
import { answer, faultServer } from "../../support/FaultServer.ts"
import { Knobs, type Running, start, startWith, world } from "../../support/Harness.ts"
import * as TestSettings from "../../support/setup/TestSettings.ts"

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}
/** Its database does not answer. */
class Away extends Context.Tag("test/Away")<Away, Running>() {}

/** Every provider throttles every call for 100 seconds. */
class Throttled extends Context.Tag("test/Throttled")<
  Throttled,
  Running & { readonly asked: () => number }
>() {}

const providers =
  "OPENALEX CROSSREF GDELT COINGECKO FRANKFURTER OPEN_METEO PHOTON NAGER WIKIDATA CENSUS".split(" ")

const throttled = Effect.gen(function* () {
  const { origin, requests } = yield* faultServer(answer(429, "{}", { "retry-after": "100" }))
  const ports = Live.providers.pipe(Layer.provide(Pacing.layerMemory), Layer.provide(Outbound.layer))
  const running = yield* startWith(ports, {
    environment: {
      GDELT_PACE: "1 millis",
      ...Object.fromEntries(providers.map((name) => [`${name}_URL`, origin]))
    }
  })
  return { ...running, asked: () => requests.length }
})

const services = Layer.mergeAll(
  Layer.scoped(Almanac, start()),
  Layer.scoped(Away, start({ away: true })),
  Layer.scoped(Throttled, throttled)
).pipe(Layer.provideMerge(world))

const target = "/v1/fx/rates"
const good = JSON.stringify(question)
const json = { "content-type": "application/json" }

/** An unpaid call that asks for a quote. */
const unpaid = (sent: Sent = {}): Sent => ({
  method: "POST",
  target,
  body: good,
  ...sent,
  headers: { ...json, prefer: "quote", ...sent.headers }
})

const send = (sent: Sent) => Effect.flatMap(Almanac, ({ url }) => Effect.promise(() => exchange(url, sent)))

const quoteOf = (body: unknown) => (Predicate.isRecord(body) ? body["quote"] : undefined)
const quote = (sent: Sent) => Effect.map(send(sent), (received) => quoteOf(jsonOf(received)))

const fine = { valid: true, problems: [], unavailableProviders: [] }
const wrong = (...problems: ReadonlyArray<readonly [pointer: string, message: string]>) => ({
  valid: false,
  problems: problems.map(([pointer, message]) => ({ pointer, message })),
  unavailableProviders: []
})

const ofSize = (bytes: number) => good + " ".repeat(bytes - good.length)
const limit = 64 * 1024
const tooLarge = wrong(["", "The request body is larger than 64 KiB."])
const notJson = wrong(["", "The request body must be JSON: Content-Type application/json."])
const unreadable = (why = "") => wrong(["", `must be JSON in UTF-8${why}`])

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("a quote", (it) => {
  it.effect("stands in the body alone: header and status are those of any 402, and nobody is asked", () =>
    Effect.gen(function* () {
      const knobs = yield* Knobs
      knobs.reset()
      const { table } = yield* Almanac
      const plain = yield* send(unpaid({ headers: { prefer: "wait=10", "x-request-id": "same" } }))
      const quoted = yield* send(unpaid({ headers: { "x-request-id": "same" } }))
      expect([plain.status, quoted.status]).toEqual([402, 402])
      const { date: _, "content-length": __, ...common } = plain.headers
      expect(quoted.headers).toMatchObject({ ...common, "preference-applied": "quote" })
      expect(Object.keys(plain.headers)).not.toContain("preference-applied")
      const body = jsonOf(plain)
      expect(jsonOf(quoted)).toEqual({ ...(Predicate.isRecord(body) ? body : {}), quote: fine })
      expect(knobs.calls).toEqual({ verify: 0, settle: 0, rates: 0 })
      expect(yield* table.payments).toEqual([])
    })
  )

  const bodies: ReadonlyArray<readonly [name: string, sent: Sent, expected: object]> = [
    ["a valid body", {}, fine],
    ["blanks around it, up to the limit", { body: ofSize(limit) }, fine],
    ["chunks, up to the limit", { body: ofSize(limit), chunked: true }, fine],
    ["a byte more", { body: ofSize(limit + 1) }, tooLarge],
    ["a byte more, in chunks", { body: ofSize(limit + 1), chunked: true }, tooLarge],
    ["a megabyte in chunks", { body: ofSize(1024 * 1024), chunked: true }, tooLarge],
    ["no body", { body: "" }, unreadable(": it is empty")],
    ["text", { body: "hello" }, unreadable(": it stops being JSON at line 1, column 1")],
    ["bytes that are no UTF-8", { body: Buffer.from([0x22, 0xff, 0x22]) }, unreadable()],
    ["another content type", { headers: { "content-type": "text/plain" } }, notJson],
    [
      "a large body of another content type",
      { body: ofSize(limit + 1), headers: { "content-type": "text/plain" } },
      tooLarge
    ],
    ["a list", { body: "[]" }, wrong(["", "must be a JSON object"])],
    [
      "nothing but nesting",
      { body: "[".repeat(20_000) + "]".repeat(20_000) },
      wrong(["", "must be a JSON object"])
    ],
    ["no fields", { body: "{}" }, wrong(["/base", "is required"], ["/currencies", "is required"])],
    [
      "three mistakes",
      { body: '{"base":"EURO","currencies":[],"stranger":1}' },
      wrong(
        ["/stranger", "is not a field of this request; its fields are base, currencies, date"],
        ["/base", "must be a currency code of 3 letters"],
        ["/currencies", "must be a list of 1 to 20 items"]
      )
    ],
    ["an old header of version 1", { headers: { "x-payment": "abc" } }, fine]
  ]
  for (const [name, sent, expected] of bodies) {
    it.effect(`tells of ${name}`, () =>
      Effect.gen(function* () {
        expect(yield* quote(unpaid(sent))).toEqual(expected)
      })
    )
  }

  it.effect("tells the problems that the paid call is refused for", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      for (const body of [
        "{}",
        "x",
        '{"base":1,"currencies":["USD"],"date":"1998-01-01"}',
        '{"base":"EUR","currencies":["x",7]}'
      ]) {
        const header = yield* Effect.promise(() => payment())
        const refused = yield* Effect.promise(() => post(`${url}${target}`, header, body))
        expect([body, refused.status]).toEqual([body, 400])
        expect(yield* quote(unpaid({ body }))).toMatchObject({
          problems: refused.body.error?.details?.problems
        })
      }
    })
  )

  const asked: ReadonlyArray<string | ReadonlyArray<string>> = [
    "quote",
    "Quote",
    " QUOTE ",
    "wait=10, quote",
    "quote,wait=10",
    "respond-async, wait=10 ,quote; detail=high",
    "quote;x",
    "quote=",
    'quote=""',
    'quote = ""',
    'note="a, b \\" c", quote',
    ["wait=10", "quote"],
    'broken=", quote", quote'
  ]
  const notAsked: ReadonlyArray<string> = [
    "",
    "wait=10",
    "quotes",
    "x-quote",
    "quote/1",
    'note="quote"',
    'note="a, quote, b"',
    "wait; quote",
    "quote=never",
    'quote="x"',
    '"quote"',
    ",,;=",
    '"'.repeat(5000),
    ",".repeat(5000)
  ]
  it.effect("is given to who asks for it, among other preferences, in any case (RFC 7240)", () =>
    Effect.gen(function* () {
      for (const prefer of asked) {
        expect([prefer, yield* quote(unpaid({ headers: { prefer } }))]).toEqual([prefer, fine])
      }
      for (const prefer of notAsked) {
        const received = yield* send(unpaid({ headers: { prefer } }))
        expect([prefer, received.status, quoteOf(jsonOf(received))]).toEqual([prefer, 402, undefined])
      }
    })
  )

  it.effect("is not for a call that pays, nor for one whose payment is refused", () =>
    Effect.gen(function* () {
      const header = yield* Effect.promise(() => payment())
      const sold = yield* send(unpaid({ headers: { "payment-signature": header } }))
      const refused = yield* send(unpaid({ headers: { "payment-signature": "!" } }))
      expect([sold.status, refused.status]).toEqual([200, 402])
      for (const received of [sold, refused]) {
        expect(received.text).not.toContain('"quote"')
        expect(received.headers["preference-applied"]).toBeUndefined()
      }
    })
  )

  it.effect("is read by a typed client", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const { fx } = yield* HttpApiClient.make(Api, {
        baseUrl: url,
        transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader("prefer", "quote"))
      }).pipe(Effect.provide(FetchHttpClient.layer))
      const missing = yield* Effect.flip(
        fx.rates({ payload: { base: "EUR", currencies: ["USD"], date: Option.none() } })
      )
      expect(missing).toBeInstanceOf(PaymentMissing)
      expect(missing).toMatchObject({ quote: fine, challenge: { accepts: [{ amount: "2000" }] } })
    })
  )

  it.effect("needs no database", () =>
    Effect.gen(function* () {
      const { url } = yield* Away
      const received = yield* Effect.promise(() => exchange(url, unpaid()))
      expect([received.status, quoteOf(jsonOf(received))]).toEqual([402, fine])
    })
  )

  it.effect("does not wait for a body that never arrives", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const text = yield* Effect.async<string>((resume) => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1")
        let received = ""
        socket.setEncoding("utf8")
        socket.on("data", (chunk) => {
          received += chunk
          if (received.includes('"quote"')) socket.destroy()
        })
        socket.on("close", () => resume(Effect.succeed(received)))
        socket.write(
          `POST ${target} HTTP/1.1\r\nHost: x\r\nPrefer: quote\r\nContent-Type: application/json\r\n` +
            'Content-Length: 60000\r\n\r\n{"base":'
        )
        return Effect.sync(() => socket.destroy())
      }).pipe(Effect.timeout("20 seconds"))
      expect(text).toMatch(/^HTTP\/1\.1 402 /)
      expect(text).toContain(JSON.stringify(wrong(["", "did not arrive within 5 seconds"])))
    })
  )

  /** Bodies of a capability, and whose circuits count for each. */
  const asks: Readonly<Record<string, ReadonlyArray<readonly [body: object, slugs: ReadonlyArray<string>]>>> =
    {
      "academic.search": [[{ query: "machine learning" }, ["openalex", "crossref"]]],
      "academic.work": [[{ doi: "10.4081/gh.2014.294" }, ["openalex", "crossref"]]],
      "news.search": [[{ query: "Nvidia" }, ["gdelt"]]],
      "news.trends": [[{ query: "Nvidia" }, ["gdelt"]]],
      "crypto.price": [[{ assets: ["bitcoin"] }, ["coingecko"]]],
      "crypto.market": [[{ assets: ["bitcoin"] }, ["coingecko"]]],
      "fx.rates": [
        [question, ["frankfurter"]],
        [{ ...question, date: "2024-01-02" }, ["frankfurter"]]
      ],
      weather: [[{ latitude: 39.9, longitude: 116.4 }, ["open-meteo"]]],
      geocode: [
        [{ mode: "forward", query: "paris" }, ["photon"]],
        [{ mode: "reverse", latitude: 51.5, longitude: -0.1 }, ["photon"]]
      ],
      holidays: [[{ country: "CN", year: 2021 }, ["nager-date"]]],
      "knowledge.search": [[{ query: "Attila" }, ["wikidata"]]],
      "government.census": [
        [{ dataset: "acs/acs1", year: 2019, variables: ["NAME"], forGeography: "state:01" }, ["us-census"]]
      ],
      research: [
        [{ query: "machine learning" }, ["openalex", "crossref", "gdelt", "wikidata"]],
        [{ query: "machine learning", sources: ["knowledge", "news"] }, ["wikidata", "gdelt"]],
        [
          {
            query: "machine learning",
            sources: ["government"],
            government: { dataset: "acs/acs1", year: 2019, variables: ["NAME"], forGeography: "state:01" }
          },
          ["us-census"]
        ],
        [{}, ["openalex", "crossref", "gdelt", "wikidata", "us-census"]]
      ],
      "information.verify": [[{ claim: "coffee is healthy", sourceTypes: ["news"] }, ["gdelt"]]],
      "information.evidence": [[{ query: "coffee", sourceTypes: ["academic"] }, ["openalex", "crossref"]]],
      "information.compare": [[{ query: "coffee" }, ["openalex", "crossref", "gdelt", "wikidata"]]]
    }

  it.effect("names the providers that the call would ask and that are not asked now, without asking", () =>
    Effect.gen(function* () {
      const { url, asked } = yield* Throttled
      const quoteFor = (path: string, body: object) =>
        Effect.promise(async () => {
          const sent = unpaid({ target: path, body: JSON.stringify(body) })
          return quoteOf(jsonOf(await exchange(url, sent)))
        })
      for (const { facts, path } of registeredCapabilities) {
        for (const [body, slugs] of asks[facts.id] ?? []) {
          expect(slugs.length, facts.id).toBeGreaterThan(0)
          expect([facts.id, yield* quoteFor(path, body)]).toMatchObject([
            facts.id,
            { unavailableProviders: [] }
          ])
        }
      }
      expect(asked()).toBe(0)
      // Every operation is asked once, and throttled.
      for (const { facts, path } of registeredCapabilities.filter(
        ({ facts }) => facts.provider.kind === "provider"
      )) {
        const amount = String(Math.round(Number(facts.price) * 1e6))
        for (const [body, unavailableProviders] of asks[facts.id] ?? []) {
          // Of two kinds of questions, the one whose operation works is not warned of.
          if (["fx.rates", "geocode"].includes(facts.id)) {
            expect(yield* quoteFor(path, body)).toMatchObject({ unavailableProviders: [] })
          }
          const header = yield* Effect.promise(() => payment({ amount }))
          const failed = yield* Effect.promise(() => post(`${url}${path}`, header, body))
          expect([facts.id, failed.status]).toEqual([facts.id, facts.id === "academic.work" ? 502 : 429])
          expect(yield* quoteFor(path, body)).toMatchObject({ unavailableProviders })
        }
      }
      const before = asked()
      for (const { facts, path } of registeredCapabilities) {
        const wanted = asks[facts.id]
        expect(Option.fromNullable(wanted), facts.id).toEqual(Option.some(expect.anything()))
        for (const [body, unavailableProviders] of wanted ?? []) {
          const told = yield* quoteFor(path, body)
          expect([facts.id, told]).toMatchObject([facts.id, { unavailableProviders }])
        }
      }
      expect(asked()).toBe(before)
    })
  )
})

/** A request whose body has come with its headers. */
const arrived = (body: string) => {
  const message = new IncomingMessage(new Socket())
  message.push(Buffer.from(body))
  message.push(null)
  message.complete = true
  return message
}

it("leaves the event loop to others: two quotes begin in one turn of it, however many are asked for", async () => {
  const quoter = Quote.quoter.pipe(
    Effect.provideServiceEffect(Settings, Settings.config),
    Effect.provideService(ProviderAvailability, {
      of: () => Effect.succeed([]),
      status: () => ({ operations: [], capabilities: [] })
    }),
    TestSettings.within()
  )
  const quote = await Effect.runPromise(quoter)
  const [capability] = registeredCapabilities.filter(({ path }) => path === target)
  const given: Array<number> = []
  if (capability !== undefined)
    for (const place of [1, 2, 3, 4, 5]) {
      const asked = quote(arrived(good), capability)
      Effect.runFork(Effect.map(asked, (answer) => given.push(Option.isSome(answer) ? place : 0)))
    }
  expect(given).toEqual([1, 2])
  await turn()
  expect(given).toEqual([1, 2, 3, 4])
  await turn()
  expect(given).toEqual([1, 2, 3, 4, 5])
})
