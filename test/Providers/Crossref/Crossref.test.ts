import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Layer, Option, TestClock } from "effect"
import * as Crossref from "../../../src/Providers/Crossref/index.ts"
import { HostLookup } from "../../../src/Providers/client/PublicAddress.ts"
import { ScholarlyRegistry } from "../../../src/Providers/ports/ScholarlyRegistry.ts"
import { told } from "../../support/ProviderOutcome.ts"
import { type Script, type ScriptedClient, scriptedClient } from "../../support/ScriptedClient.ts"
import {
  agency,
  byDoi,
  cursorInvalid,
  ecology,
  exception,
  gatewayTimeout,
  integerNotValid,
  movedToTls,
  parameterNotAllowed,
  unknownAbstract,
  unknownAgency,
  unknownDoi
} from "./fixtures.ts"

const layer = (contact: string) =>
  Crossref.layer({
    baseUrl: "https://api.crossref.org",
    deadline: "12 seconds",
    userAgent: "almanac/0.1.0 (test)",
    contact
  })

const doi = "10.1371/journal.pone.0033693"

/** Found works by DOI; the rest as it is told. */
const search = Effect.flatMap(ScholarlyRegistry, (port) => port.search({ query: "ecology", limit: 1 })).pipe(
  Effect.map(({ works }) => works.map((work) => work.doi)),
  Effect.either,
  Effect.map(told)
)
const work = Effect.flatMap(ScholarlyRegistry, (port) => port.work(doi)).pipe(
  Effect.map(Option.map(({ id }) => id)),
  Effect.either,
  Effect.map((outcome) =>
    Either.match(outcome, { onLeft: () => told(outcome), onRight: Option.getOrElse(() => "none") })
  )
)

const against =
  (client: ScriptedClient, contact = "https://example.org") =>
  <A, E>(effect: Effect.Effect<A, E, ScholarlyRegistry>) =>
    effect.pipe(
      Effect.provide(Layer.provide(layer(contact), client.layer)),
      Effect.provideService(HostLookup, () => Effect.succeed(["93.184.215.14"]))
    )

type Reply = () => Response

const reply =
  (status: number, body = "", headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(body === "" ? null : body, { status, headers })

const replay = ({
  status,
  body,
  headers
}: {
  status: number
  body: string
  headers: Record<string, string>
}) => reply(status, body, headers)

const always =
  (answer: Reply): Script =>
  () =>
    Effect.sync(answer)

interface Row {
  readonly name: string
  readonly answer: Reply
  readonly search: string
  readonly work: string
}

const both = (outcome: string) => ({ search: outcome, work: outcome })

const rows: ReadonlyArray<Row> = [
  {
    name: "404 of an unknown DOI, recorded",
    answer: replay(unknownDoi),
    search: "ProviderBadResponse: status 404",
    work: "none"
  },
  {
    name: "404 whose text pretends to be JSON, recorded (habanero, agency_404)",
    answer: replay(unknownAgency),
    search: "ProviderBadResponse: status 404",
    work: "none"
  },
  {
    name: "404 of 2022, recorded",
    answer: replay(unknownAbstract),
    search: "ProviderBadResponse: status 404",
    work: "none"
  },
  {
    name: "404 of another kind, recorded: proves nothing",
    answer: replay(cursorInvalid),
    ...both("ProviderBadResponse: status 404")
  },
  {
    name: "404 of somebody on the way: proves nothing",
    answer: reply(404, "<html>Not Found</html>"),
    ...both("ProviderBadResponse: status 404")
  },
  { name: "404 empty: proves nothing", answer: reply(404), ...both("ProviderBadResponse: status 404") },
  {
    name: "400 a number out of range, recorded",
    answer: replay(integerNotValid),
    ...both("ProviderBadResponse: status 400")
  },
  {
    name: "400 a parameter out of place, recorded",
    answer: replay(parameterNotAllowed),
    ...both("ProviderBadResponse: status 400")
  },
  { name: "401 a wrong token: we send none", answer: reply(401), ...both("ProviderUnavailable: status 401") },
  {
    name: "403 blocked after repeated abuse",
    answer: reply(403, "<html>"),
    ...both("ProviderUnavailable: status 403")
  },
  {
    name: "429 HTML without a time (CrossRef/rest-api-doc #159, #237, #562)",
    answer: reply(429, "<html><h1>429 Too Many Requests</h1></html>"),
    ...both("ProviderRateLimited: status 429")
  },
  {
    name: "429 with a time (Companion-Inc/feynman 0.5.12): not retried, by decision",
    answer: reply(429, "", { "retry-after": "1" }),
    ...both("ProviderRateLimited: status 429, again in 1 s")
  },
  {
    name: "500 an exception, recorded (CrossRef/cayenne #5): not retried, by decision",
    answer: replay(exception),
    ...both("ProviderUnavailable: status 500")
  },
  {
    name: "522 the origin did not answer the edge in time",
    answer: reply(522),
    ...both("ProviderTimeout: status 522")
  },
  { name: "200 HTML", answer: reply(200, "<html>"), ...both("ProviderBadResponse: HTML") },
  {
    name: "200 with a text",
    answer: reply(200, "Resource not found."),
    ...both("ProviderBadResponse: not JSON")
  },
  { name: "200 empty", answer: reply(200), ...both("ProviderBadResponse: empty body") },
  {
    name: "200 an agency, recorded",
    answer: reply(200, agency),
    ...both("ProviderBadResponse: wrong shape")
  },
  {
    name: "a page, recorded, cut to what was asked for",
    answer: reply(200, ecology),
    search: '["10.1093/obo/9780199830060-0238"]',
    work: "ProviderBadResponse: wrong shape"
  },
  {
    name: "a work, recorded",
    answer: reply(200, byDoi),
    search: "ProviderBadResponse: wrong shape",
    work: `crossref:${doi}`
  }
]

describe("Crossref", () => {
  for (const row of rows) {
    it.effect(row.name, () =>
      Effect.gen(function* () {
        const client = scriptedClient(always(row.answer))
        expect(yield* against(client)(search)).toBe(row.search)
        expect(yield* against(client)(work)).toBe(row.work)
        expect(client.calls).toHaveLength(2)
      })
    )
  }

  it.effect.each([
    [
      "504 of the balancer, recorded (CrossRef/rest-api-doc #307, #572, #201)",
      replay(gatewayTimeout),
      "ProviderTimeout: status 504"
    ],
    ["503 of the balancer", reply(503, "<html>"), "ProviderUnavailable: status 503"]
  ] as const)("%s, tried once more", ([_, answer, outcome]) =>
    Effect.gen(function* () {
      const client = scriptedClient(always(answer))
      const running = yield* Effect.fork(against(client)(search))
      yield* TestClock.adjust("1 second")
      expect(yield* running).toBe(outcome)
      expect(client.calls).toHaveLength(2)
    })
  )

  it.effect("14 seconds are too many (CrossRef/rest-api-doc #307)", () =>
    Effect.gen(function* () {
      const client = scriptedClient(() => Effect.delay(Effect.sync(reply(200, ecology)), "14 seconds"))
      const running = yield* Effect.fork(against(client)(search))
      yield* TestClock.adjust("12 seconds")
      expect(yield* running).toBe("ProviderTimeout: deadline passed")
    })
  )

  it.effect("moved to TLS, recorded: followed", () =>
    Effect.gen(function* () {
      const client = scriptedClient(({ protocol, href }) =>
        Effect.sync(
          protocol === "http:"
            ? reply(movedToTls.status, movedToTls.body, { location: href.replace("http:", "https:") })
            : reply(200, ecology)
        )
      )
      const plain = Crossref.layer({
        baseUrl: "http://api.crossref.org",
        deadline: "12 seconds",
        userAgent: "almanac/0.1.0 (test)",
        contact: "https://example.org"
      })
      const outcome = yield* search.pipe(
        Effect.provide(Layer.provide(plain, client.layer)),
        Effect.provideService(HostLookup, () => Effect.succeed(["93.184.215.14"]))
      )
      expect(outcome).toBe('["10.1093/obo/9780199830060-0238"]')
      expect(client.calls.map(({ url }) => url.protocol)).toEqual(["http:", "https:"])
    })
  )

  it.effect.each([
    ["ops@example.org", "ops@example.org"],
    ["mailto:ops@example.org", "ops@example.org"],
    ["https://example.org/contact", null]
  ] as const)("the contact %s: mailto %s, on lists and look-ups", ([contact, sent]) =>
    Effect.gen(function* () {
      const client = scriptedClient(always(reply(200, ecology)))
      yield* against(client, contact)(Effect.zip(search, work))
      expect(client.calls.map(({ url }) => url.searchParams.get("mailto"))).toEqual([sent, sent])
    })
  )

  it.effect(
    "select is for lists alone; a look-up is no search, whose first hit may be another work (CrossRef/rest-api-doc #554)",
    () =>
      Effect.gen(function* () {
        const client = scriptedClient(always(reply(200, ecology)))
        yield* against(client)(Effect.zip(search, work))
        expect(client.calls.map(({ url }) => [url.pathname, [...url.searchParams.keys()]])).toEqual([
          ["/works", ["query.bibliographic", "rows", "filter", "select"]],
          [`/works/${doi}`, []]
        ])
      })
  )

  it.effect("the address is in no error", () =>
    Effect.gen(function* () {
      const client = scriptedClient(always(reply(500, "mailto=ops@example.org")))
      const error = yield* against(
        client,
        "ops@example.org"
      )(
        Effect.flip(
          Effect.flatMap(ScholarlyRegistry, (port) => port.search({ query: "private words", limit: 1 }))
        )
      )
      expect(`${JSON.stringify(error)} ${String(error)} ${error.stack}`).not.toMatch(/ops@|private|\/works/)
    })
  )

  it.effect("a licence counts from its day on, by the clock", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({
        status: "ok",
        message: {
          DOI: doi,
          license: [
            { URL: "https://creativecommons.org/licenses/by/4.0/", start: { "date-parts": [[2026, 6, 17]] } }
          ]
        }
      })
      const client = scriptedClient(always(reply(200, body)))
      const isOpen = Effect.flatMap(ScholarlyRegistry, (port) => port.work(doi)).pipe(
        Effect.map(Option.exists(({ openAccess }) => openAccess))
      )
      yield* TestClock.setTime(Date.parse("2026-06-16T23:59:59Z"))
      expect(yield* against(client)(isOpen)).toBe(false)
      yield* TestClock.adjust("1 second")
      expect(yield* against(client)(isOpen)).toBe(true)
    })
  )
})
