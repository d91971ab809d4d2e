/**
 * Provider keys, the contact address, payment headers, what callers ask and what providers say: none of it is told in
 * a response, a log line (debug level included) or a span. Every operation meets providers that repeat all they were
 * sent, in every place where a reply has room for words.
 *
 * Told all the same, and rightly: the `data` of a sold answer is the provider's record, and repeats what was asked for
 * (`term`, `doi`). There the keys, the contact and the payment are looked for alone.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { inspect } from "node:util"
import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Logger, LogLevel, Schema, Tracer } from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Live from "../../src/Live.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import { Database } from "../../src/Storage/Database.ts"
import { nextBuyer, payment } from "../support/Buyer.ts"
import { answer, type Fault, faultServer } from "../support/FaultServer.ts"
import { startWith, world } from "../support/Harness.ts"
import * as TestDatabase from "../support/TestDatabase.ts"
import { databaseAt } from "../support/TestLedger.ts"
import { type Operation, type OperationName, operations } from "./Operations.ts"

// Letters and digits, so that no encoding changes them; looked for in any case.

const contact = "qq1contact"
const providerText = "qq2provider"
const queryText = "qq3query"
const queryCode = "QQ3QUERY"

const keys = {
  OPENALEX_API_KEY: "qq4openalexkey",
  COINGECKO_API_KEY: "qq5coingeckokey",
  OPEN_METEO_API_KEY: "qq6openmeteokey",
  CENSUS_API_KEY: "qq7censuskey"
}

/** The key of the provider behind each address. */
const keyOf: ReadonlyMap<string, string> = new Map([
  ["OPENALEX_URL", keys.OPENALEX_API_KEY],
  ["COINGECKO_URL", keys.COINGECKO_API_KEY],
  ["OPEN_METEO_URL", keys.OPEN_METEO_API_KEY],
  ["CENSUS_URL", keys.CENSUS_API_KEY]
])

/** A question that can be recognised, and the reply to it where another would not fit. */
interface Question {
  readonly body: object
  readonly marks: ReadonlyArray<string>
  readonly good?: string
}

const words = { body: { query: queryText }, marks: [queryText] }

/** Below zero, where no log line's milliseconds are; of the places of decimals, weather sends two. */
const point = { latitude: -39.91, longitude: -116.41 }
const pointMarks = ["-39.91", "-116.41"]

const doi = `10.4081/${queryText}`

/** Codes of two and three letters are no marks: those of holidays and rates. */
const questions: Readonly<Record<OperationName, Question>> = {
  "openalex.search (Crossref answers)": words,
  "crossref.search (OpenAlex is away)": words,
  "openalex.work (Crossref knows no such work)": {
    body: { doi },
    marks: [queryText],
    good: operations["openalex.work (Crossref knows no such work)"].replies.good.replaceAll(
      "10.4081/gh.2014.294",
      doi
    )
  },
  "crossref.work (OpenAlex is away)": {
    body: { doi },
    marks: [queryText],
    good: operations["crossref.work (OpenAlex is away)"].replies.good.replaceAll(
      /10\.1371\\?\/journal\.pone\.0033693/g,
      doi
    )
  },
  "frankfurter.latest": { body: operations["frankfurter.latest"].body, marks: [] },
  "nager-date.holidays": { body: operations["nager-date.holidays"].body, marks: [] },
  "coingecko.markets": { body: { assets: ["bitcoin", queryText] }, marks: [queryText] },
  "open-meteo.forecast": { body: { ...point, days: 1 }, marks: pointMarks },
  "photon.forward": { body: { mode: "forward", query: queryText }, marks: [queryText] },
  "photon.reverse": { body: { mode: "reverse", ...point }, marks: pointMarks },
  "wikidata.search": words,
  "wikidata.search (full text)": { body: { query: `king of ${queryText}` }, marks: [queryText] },
  "census.table": {
    body: { dataset: "acs/acs1", year: 2019, variables: ["NAME", queryCode], forGeography: "state:01" },
    marks: [queryCode],
    good: `[["NAME","${queryCode}","state"],["Alabama","12","01"]]`
  },
  "gdelt.search": words,
  "gdelt.trends": words
}

const json = { "content-type": "application/json" }

/** The provider's words: what it was sent, its keys and all, among them. */
const wordsOf = ({ url, headers }: IncomingMessage) =>
  `${providerText} ${url} ${headers["user-agent"]} ${headers["x-cg-demo-api-key"]}`

/** Words in the reason phrase, in headers that we read and that we do not, and in the body. */
const says =
  (
    status: number,
    body: (words: string) => string,
    headers: Readonly<Record<string, string>> = json
  ): Fault =>
  (response, request) => {
    const words = wordsOf(request)
    response.writeHead(status, words, { etag: words, link: words, "x-error": words, ...headers })
    response.end(body(words))
  }

/** What the client's parser of HTTP chokes on. */
const noHttp = (response: ServerResponse, request: IncomingMessage) => {
  response.socket?.end(`HTTP/1.1 200 OK\r\nContent-Length: ${wordsOf(request)}\r\n\r\n${wordsOf(request)}`)
}

const cut = (response: ServerResponse, request: IncomingMessage) => {
  response.writeHead(200, { ...json, "content-length": "9999" })
  response.write(JSON.stringify({ said: wordsOf(request) }), () => response.destroy())
}

const errorBody = (words: string) =>
  JSON.stringify({
    error: { code: words, info: words, message: words },
    status: { error_code: words, error_message: words },
    message: words,
    reason: words
  })

/** A good reply with other values of a kind. */
const altered = (good: string, kind: "string" | "number", value: unknown) =>
  JSON.stringify(JSON.parse(good, (_, before) => (typeof before === kind ? value : before)))

const faults = (good: string): Readonly<Record<string, Fault>> => ({
  "400 with text": says(400, (words) => `error: unknown variable '${words}'`, {
    "content-type": "text/plain"
  }),
  "400 as JSON": says(400, errorBody),
  "401": says(401, errorBody),
  "403 as JSON": says(403, errorBody),
  "404 with text": says(404, (words) => words, { "content-type": "text/plain" }),
  "429": says(429, errorBody, { ...json, "retry-after": "7" }),
  "500 as HTML": (response, request) =>
    says(500, (words) => `<!DOCTYPE html><title>${words}</title>${words}`, {
      "content-type": `text/html; title="${wordsOf(request)}"`,
      "retry-after": wordsOf(request)
    })(response, request),
  "200 with an error": says(200, errorBody),
  "200 with an error in a sentence": says(200, (words) => JSON.stringify({ error: true, reason: words })),
  "200 with text": says(200, (words) => words, { "content-type": "text/plain" }),
  "truncated JSON": says(200, (words) => `{"said":${JSON.stringify(words)},"results":[{"id":"${words}`),
  "cut in mid-body": cut,
  "no HTTP": noHttp,
  "words for numbers": answer(200, altered(good, "number", providerText), json),
  "objects for words": answer(200, altered(good, "string", { said: providerText }), json),
  "redirect to nowhere": (response, request) =>
    says(302, (words) => words, {
      location: `http://${providerText}.invalid/?said=${encodeURIComponent(wordsOf(request))}`
    })(response, request),
  "redirect without end": (response, request) =>
    says(302, (words) => words, { location: `/?said=${encodeURIComponent(wordsOf(request))}` })(
      response,
      request
    ),
  "redirect to no address": (response, request) =>
    says(302, (words) => words, { location: `ftp://${wordsOf(request)}` })(response, request),
  good: says(200, () => good)
})

/** A provider that misbehaves in this operation alone. */
const provider =
  (operation: Operation, fault: Fault): Fault =>
  (response, request) => {
    const url = request.url ?? ""
    if (operation.isOwn(url)) return fault(response, request)
    const other = Object.entries(operation.others ?? {}).find(([path]) => url.startsWith(path))
    return (other?.[1] ?? answer(404))(response, request)
  }

/** Writes down all that an exporter could tell of a span. */
const recorder = () => {
  const spans: Array<{ readonly name: string; readonly told: Array<unknown> }> = []
  const tracer = Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind, options) => {
      const told: Array<unknown> = [options?.attributes]
      const attributes = new Map<string, unknown>()
      spans.push({ name, told })
      return {
        _tag: "Span",
        spanId: spans.length.toString(16).padStart(16, "0"),
        traceId: "0af7651916cd43dd8448eb211c80319c",
        name,
        sampled: true,
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes,
        links,
        kind,
        end: (_, exit) => {
          if (Exit.isFailure(exit)) told.push(Cause.pretty(exit.cause, { renderErrorCause: true }))
        },
        attribute: (key, value) => {
          attributes.set(key, value)
          told.push({ [key]: value })
        },
        event: (name, _, attributes) => {
          told.push(name, attributes)
        },
        addLinks: (links) => {
          told.push(links.map(({ attributes }) => attributes))
        }
      }
    }
  })
  return { spans, tracer }
}

const Body = Schema.parseJson(
  Schema.Struct({ data: Schema.optional(Schema.Unknown) }, { key: Schema.String, value: Schema.Unknown })
)

const decoded = (header: string | null) => Buffer.from(header ?? "", "base64").toString()

/** The service with every key set, before a provider that misbehaves in one operation; all that it logs and traces. */
const serve = (operation: Operation, fault: Fault) =>
  Effect.gen(function* () {
    const server = yield* faultServer(provider(operation, fault))
    const { companion } = operation
    const present = Layer.succeedContext(
      Context.make(Database, yield* Database).pipe(
        Context.add(SqlClient.SqlClient, yield* SqlClient.SqlClient),
        Context.add(PgClient.PgClient, yield* PgClient.PgClient)
      )
    )
    const ports = Live.providers.pipe(
      Layer.provideMerge(Layer.succeed(Facilitator, yield* Facilitator)),
      Layer.provide(Pacing.layerMemory),
      Layer.provide(Outbound.layer)
    )
    const { spans, tracer } = recorder()
    const { url, lines } = yield* startWith(ports, {
      database: present,
      environment: {
        ...keys,
        CONTACT: `mailto:${contact}@example.org`,
        [operation.variable]: server.origin,
        ...(companion === undefined ? {} : { [companion.variable]: `${server.origin}${companion.prefix}` }),
        PROVIDER_DEADLINE: "5 seconds",
        GDELT_PACE: "1 millis"
      }
    }).pipe(Effect.withTracer(tracer), Logger.withMinimumLogLevel(LogLevel.All))
    return { url, lines, spans, requests: server.requests }
  })

/** A call, and all that its answer tells: of the body, `data` apart. */
const ask = (url: string, header: string, body: string) =>
  Effect.gen(function* () {
    const response = yield* Effect.promise(() =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "payment-signature": header },
        body
      })
    )
    const { headers, status } = response
    const text = yield* Effect.promise(() => response.text())
    const { data, ...rest } = yield* Schema.decodeUnknown(Body)(text)
    const encoded = [headers.get("payment-response"), headers.get("payment-required")]
    return { status, data, body: rest, headers: [...headers, ...encoded.map(decoded)] }
  })

const meet = (operation: Operation, body: object, fault: Fault) =>
  Effect.gen(function* () {
    const { url, lines, spans, requests } = yield* serve(operation, fault)
    const header = yield* Effect.promise(() => payment({ amount: operation.amount, account: nextBuyer() }))
    const answer = yield* ask(`${url}${operation.path}`, header, JSON.stringify(body))
    return {
      status: answer.status,
      data: answer.data,
      header,
      told: { headers: answer.headers, body: answer.body, lines, spans },
      asked: requests.map(({ url, headers }) => `${url} ${JSON.stringify(headers)}`).join("\n")
    }
  }).pipe(Effect.scoped)

const textOf = (told: unknown) =>
  inspect(told, {
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Infinity
  }).toLowerCase()

/** The marks that occur. */
const leaks = (told: unknown, marks: ReadonlyArray<string>) => {
  const text = textOf(told)
  return marks.filter((mark) => text.includes(mark.toLowerCase()))
}

const Payment = Schema.parseJson(Schema.Struct({ payload: Schema.Struct({ signature: Schema.String }) }))

/** A payment header is known by any part of it. */
const paymentMarks = (header: string) => {
  const { signature } = Schema.decodeUnknownSync(Payment)(decoded(header)).payload
  return [header.slice(-80, -40), signature.slice(2, 66), signature.slice(66)]
}

/** One database for all services, and one facilitator. */
const setting = Layer.unwrapScoped(Effect.map(TestDatabase.make, databaseAt)).pipe(Layer.provideMerge(world))

layer(setting, { excludeTestServices: true, timeout: "60 seconds" })("nobody is told", (it) => {
  for (const [name, question] of Object.entries(questions)) {
    const operation = new Map<string, Operation>(Object.entries(operations)).get(name)
    if (operation === undefined) throw new Error(`no operation ${name}`)
    const good = question.good ?? operation.replies.good
    const key = keyOf.get(operation.variable)

    it.effect(
      `keys, contact, payment, question or the provider's words: ${name}`,
      () =>
        Effect.gen(function* () {
          const met = yield* Effect.forEach(
            Object.entries(faults(good)),
            ([fault, play]) =>
              Effect.map(meet(operation, question.body, play), (meeting) => ({ fault, ...meeting })),
            { concurrency: 4 }
          )
          for (const { fault, status, data, header, told, asked } of met) {
            const secrets = [...Object.values(keys), contact, ...paymentMarks(header)]
            const all = [...secrets, providerText, ...question.marks]
            for (const [place, text] of Object.entries(told)) {
              expect({ fault, place, leaks: leaks(text, all) }).toEqual({ fault, place, leaks: [] })
            }
            expect({ fault, leaks: leaks(data, secrets) }).toEqual({ fault, leaks: [] })

            // What is not there was there to be told, and would have been seen.
            const sent = [contact, ...(key === undefined ? [] : [key]), ...question.marks]
            expect({ fault, sent: leaks(asked, sent) }).toEqual({ fault, sent })
            expect(told.lines).toContainEqual(
              expect.objectContaining({ level: "debug", path: "/health/ready" })
            )
            expect(told.lines).toContainEqual(
              expect.objectContaining({ message: "request", path: operation.path, status })
            )
            const names = told.spans.map((span) => span.name)
            expect(names).toEqual(
              expect.arrayContaining([`POST ${operation.path}`, "purchase", "verify", "run", "GET"])
            )
            if (fault === "good")
              expect({ status, sold: data !== undefined }).toEqual({ status: 200, sold: true })
          }
        }),
      60_000
    )
  }

  it.effect("payment or question of a call that is turned away", () =>
    Effect.gen(function* () {
      const operation = operations["gdelt.search"]
      const { url, lines, spans, requests } = yield* serve(operation, answer(500))
      const good = yield* Effect.promise(() => payment({ amount: operation.amount, account: nextBuyer() }))
      const dear = yield* Effect.promise(() => payment({ amount: "1" }))
      const unsigned = yield* Effect.promise(() =>
        payment({ amount: operation.amount, members: { payload: { signature: queryText } } })
      )
      const question = JSON.stringify({ query: queryText })
      const calls = [
        { header: `${queryText}!`, body: question, status: 402 },
        { header: dear, body: question, status: 402 },
        { header: unsigned, body: question, status: 402 },
        { header: good, body: JSON.stringify({ query: queryText, limit: queryText }), status: 400 },
        { header: good, body: `{"query":"${queryText}`, status: 400 }
      ]
      const marks = [queryText, ...paymentMarks(good), ...paymentMarks(dear), unsigned.slice(-80, -40)]
      for (const { header, body, status } of calls) {
        const answer = yield* ask(`${url}${operation.path}?q=${queryText}`, header, body)
        expect({ status: answer.status, leaks: leaks(answer, marks) }).toEqual({ status, leaks: [] })
      }
      expect(requests).toEqual([])
      expect(lines.filter(({ message }) => message === "request").map(({ status }) => status)).toEqual(
        expect.arrayContaining(calls.map(({ status }) => status))
      )
      expect(spans.map(({ name }) => name)).toEqual(
        expect.arrayContaining([`POST ${operation.path}`, "gate"])
      )
      expect(leaks([lines, spans], marks)).toEqual([])
    }).pipe(Effect.scoped)
  )

  it.effect("would be seen in an attribute, an event or an error of a span", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder()
      yield* Effect.annotateCurrentSpan("noted", "Mark1").pipe(
        Effect.zipRight(Effect.currentSpan),
        Effect.tap((span) => Effect.sync(() => span.event("event", 0n, { noted: "Mark2" }))),
        Effect.zipRight(Effect.die(new Error("Mark3", { cause: new Error("Mark4") }))),
        Effect.withSpan("mark5", { attributes: { noted: ["mark6"] } }),
        Effect.withTracer(tracer),
        Effect.exit
      )
      const marks = ["mark1", "mark2", "mark3", "mark4", "mark5", "mark6"]
      expect(leaks(spans, [...marks, "mark7"])).toEqual(marks)
    })
  )
})
