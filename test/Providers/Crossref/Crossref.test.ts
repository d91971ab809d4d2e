import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Option, TestClock } from "effect"
import * as Crossref from "../../../src/Providers/Crossref/index.ts"
import { ScholarlyRegistry } from "../../../src/Providers/ports/ScholarlyRegistry.ts"
import { told } from "../../support/provider/Outcome.ts"
import { everyProvider } from "../../support/provider/ProviderSuite.ts"
import { always, observe, type Reply, replay, reply, userAgent } from "../../support/provider/Replies.ts"
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

const layer = (contact = "https://example.org") =>
  Crossref.layer({
    baseUrl: "https://api.crossref.org",
    deadline: "12 seconds",
    userAgent,
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
    name: "200 with a text",
    answer: reply(200, "Resource not found."),
    ...both("ProviderBadResponse: not JSON")
  },
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
  everyProvider({
    layer: layer(),
    deadline: "12 seconds",
    operations: { search: { ask: search }, work: { ask: work } }
  })

  for (const row of rows) {
    it.effect(row.name, () =>
      Effect.gen(function* () {
        for (const [ask, outcome] of [
          [search, row.search],
          [work, row.work]
        ] as const) {
          const seen = yield* observe(always(row.answer), layer(), ask)
          expect(seen.outcome).toBe(outcome)
          expect(seen.calls).toHaveLength(1)
        }
      })
    )
  }

  it.effect(
    "504 of the balancer, recorded, is tried once more (CrossRef/rest-api-doc #307, #572, #201)",
    () =>
      Effect.gen(function* () {
        const { outcome, calls } = yield* observe(always(replay(gatewayTimeout)), layer(), search)
        expect(outcome).toBe("ProviderTimeout: status 504")
        expect(calls).toHaveLength(2)
      })
  )

  it.effect("14 seconds are too many (CrossRef/rest-api-doc #307)", () =>
    Effect.gen(function* () {
      const late = () => Effect.delay(Effect.sync(reply(200, ecology)), "14 seconds")
      const { outcome } = yield* observe(late, layer(), search)
      expect(outcome).toBe("ProviderTimeout: deadline passed")
    })
  )

  it.effect("moved to TLS, recorded: followed", () =>
    Effect.gen(function* () {
      const plain = Crossref.layer({
        baseUrl: "http://api.crossref.org",
        deadline: "12 seconds",
        userAgent,
        contact: "https://example.org"
      })
      const { outcome, calls } = yield* observe(
        ({ protocol, href }) =>
          Effect.sync(
            protocol === "http:"
              ? reply(movedToTls.status, movedToTls.body, { location: href.replace("http:", "https:") })
              : reply(200, ecology)
          ),
        plain,
        search
      )
      expect(outcome).toBe('["10.1093/obo/9780199830060-0238"]')
      expect(calls.map(({ url }) => url.protocol)).toEqual(["http:", "https:"])
    })
  )

  it.effect.each([
    ["ops@example.org", "ops@example.org"],
    ["mailto:ops@example.org", "ops@example.org"],
    ["https://example.org/contact", null]
  ] as const)("the contact %s: mailto %s, on lists and look-ups", ([contact, sent]) =>
    Effect.gen(function* () {
      const { calls } = yield* observe(always(reply(200, ecology)), layer(contact), Effect.zip(search, work))
      expect(calls.map(({ url }) => url.searchParams.get("mailto"))).toEqual([sent, sent])
    })
  )

  it.effect(
    "select is for lists alone; a look-up is no search, whose first hit may be another work (CrossRef/rest-api-doc #554)",
    () =>
      Effect.gen(function* () {
        const { calls } = yield* observe(always(reply(200, ecology)), layer(), Effect.zip(search, work))
        expect(calls.map(({ url }) => [url.pathname, [...url.searchParams.keys()]])).toEqual([
          ["/works", ["query.bibliographic", "rows", "filter", "select"]],
          [`/works/${doi}`, []]
        ])
      })
  )

  it.effect("the address is in no error", () =>
    Effect.gen(function* () {
      const { outcome: error } = yield* observe(
        always(reply(500, "mailto=ops@example.org")),
        layer("ops@example.org"),
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
      const isOpen = Effect.flatMap(ScholarlyRegistry, (port) => port.work(doi)).pipe(
        Effect.map(Option.exists(({ openAccess }) => openAccess))
      )
      const isOpenNow = Effect.map(
        observe(always(reply(200, body)), layer(), isOpen),
        ({ outcome }) => outcome
      )
      yield* TestClock.setTime(Date.parse("2026-06-16T23:59:59Z"))
      expect(yield* isOpenNow).toBe(false)
      yield* TestClock.adjust("1 second")
      expect(yield* isOpenNow).toBe(true)
    })
  )
})
