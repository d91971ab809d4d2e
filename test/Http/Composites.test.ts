/**
 * Research, verify, evidence and compare as a buyer meets them: through the real server, with real signatures.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Schedule, Schema } from "effect"
import { remake } from "../../src/Cli/explain/Remake.ts"
import { Saved } from "../../src/Composites/SavedOutcomes.ts"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Live from "../../src/Live.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import {
  ProviderBadResponse,
  ProviderRateLimited,
  ProviderTimeout,
  ProviderUnavailable,
  QueryRefused
} from "../../src/Providers/Errors.ts"
import { SimulatedChain } from "../../src/Sandbox/SimulatedChain.ts"
import { article } from "../Composites/Outcomes.ts"
import { type Answer, payment, post } from "../support/Buyer.ts"
import { faultServer, answer as reply } from "../support/FaultServer.ts"
import { buyers, Knobs, openingBalance, type Running, startWith, world } from "../support/Harness.ts"
import { type Answers, empty, full, ports, Sources, layer as sources } from "../support/Sources.ts"

/** Where outcomes are kept. */
class Archive extends Context.Tag("test/Archive")<Archive, { readonly directory: string }>() {}
class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}

const archive = Layer.scoped(
  Archive,
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-outcomes-"))),
      (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
    ),
    // It need not be there.
    (directory) => ({ directory: join(directory, "kept", "here") })
  )
)

const service = Layer.scoped(
  Almanac,
  Effect.flatMap(Archive, ({ directory }) => startWith(ports, { environment: { OUTCOMES_DIR: directory } }))
).pipe(Layer.provideMerge(Layer.mergeAll(world, sources, archive)))

const paths = {
  research: "/v1/research",
  verify: "/v1/verify",
  evidence: "/v1/evidence",
  compare: "/v1/compare"
} as const
type Name = keyof typeof paths
const names: ReadonlyArray<Name> = ["research", "verify", "evidence", "compare"]

const priceOf = (name: Name) => (name === "compare" ? "100000" : "50000")

let used = 0
/** A word that no other test asks for: what is kept plays no part. */
const newWord = () => {
  used += 1
  return `q${[...String(used)].map((digit) => String.fromCharCode(97 + Number(digit))).join("")}x`
}

const textOf = (name: Name) => (name === "verify" ? "claim" : "query")

const buyer = (index: number) => {
  const account = buyers[index]
  if (account === undefined) throw new Error("no such buyer")
  return account
}

const spent = (index: number) =>
  Effect.map(
    Effect.flatMap(SimulatedChain, (chain) => chain.balance(buyer(index).address)),
    (balance) => openingBalance - balance
  )

const sign = (name: Name, index = 0) =>
  Effect.promise(() => payment({ account: buyer(index), amount: priceOf(name) }))

const send = (name: Name, header: string, body: object) =>
  Effect.flatMap(Almanac, ({ url }) => Effect.promise(() => post(`${url}${paths[name]}`, header, body)))

/** Buys an answer to a text. */
const ask = (name: Name, text: string, more: object = {}, index = 0) =>
  Effect.flatMap(sign(name, index), (header) => send(name, header, { [textOf(name)]: text, ...more }))

/** What the sources do from now on. */
const play = (answers: Partial<Answers>) =>
  Effect.gen(function* () {
    const sources = yield* Sources
    const knobs = yield* Knobs
    sources.play({ ...full, ...answers })
    knobs.reset()
    return { sources, knobs }
  })

const table = { dataset: "acs/acs1", year: 2019, variables: ["NAME"], forGeography: "state:*" }

const isMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const mice = {
  source: {
    title: "Coffee causes cancer in mice",
    url: "https://doi.org/10.1/x",
    provider: "academic.search"
  },
  excerpt: "We gave coffee to mice. Coffee causes cancer in mice.",
  retrievedAt: isMoment,
  data: {
    authors: ["A. Bee", "C. Dee"],
    publicationYear: 2014,
    journal: "Journal of Coffee",
    citations: 3,
    openAccess: true,
    doi: "10.1/x"
  }
}
const seed = {
  source: { title: "Coffee", url: "https://works.example/Coffee", provider: "academic.search" },
  excerpt: "A seed of the tree Coffea.",
  retrievedAt: isMoment,
  data: { authors: [], publicationYear: null, journal: null, citations: null, openAccess: false, doi: null }
}
const headline = (title: string) => ({
  source: { title, url: article(title).url, provider: "news.search" },
  excerpt: null,
  retrievedAt: isMoment,
  data: { publishedAt: "2026-04-30T08:00:00Z", language: "English", country: null, domain: "news.example" }
})
const beverage = {
  source: { title: "coffee", url: "https://www.wikidata.org/wiki/Q8486", provider: "knowledge.search" },
  excerpt: "brewed beverage",
  retrievedAt: isMoment,
  data: { id: "Q8486" }
}
const evidence = [
  mice,
  seed,
  headline("Coffee causes cancer"),
  headline("Does coffee cause cancer?"),
  beverage
]
const disagreements = [
  {
    subject: "Coffee",
    attribute: "excerpt",
    values: [
      { value: "A seed of the tree Coffea.", source: seed.source },
      { value: "brewed beverage", source: beverage.source }
    ]
  }
]

const plainWork = ({ data: { doi, ...data }, source }: typeof mice | typeof seed) => ({
  id: `openalex:${source.title}`,
  title: source.title,
  ...data,
  doi,
  url: source.url,
  source: "openalex"
})

const bodies: Readonly<
  Record<Name, { readonly body: object; readonly data: object; readonly meta: object }>
> = {
  research: {
    body: { query: "coffee", sources: ["academic", "news", "knowledge", "government"], government: table },
    data: {
      query: "coffee",
      status: "complete",
      sources: {
        academic: {
          status: "success",
          data: { results: [plainWork(mice), plainWork(seed)], meta: { count: 2 } },
          error: null
        },
        news: {
          status: "success",
          data: { results: [article("Coffee causes cancer"), article("Does coffee cause cancer?")] },
          error: null
        },
        knowledge: {
          status: "success",
          data: {
            results: [
              {
                id: "Q8486",
                name: "coffee",
                description: "brewed beverage",
                url: "https://www.wikidata.org/wiki/Q8486",
                source: "wikidata"
              }
            ]
          },
          error: null
        },
        government: {
          status: "success",
          data: { dataset: "acs/acs1", year: 2019, columns: ["NAME"], rows: [{ NAME: "Alabama" }] },
          error: null
        }
      },
      findings: evidence,
      disagreements,
      composition: {
        sourcesRequested: ["academic", "news", "knowledge", "government"],
        sourcesSucceeded: ["academic", "news", "knowledge", "government"],
        sourcesEmpty: [],
        sourcesFailed: [],
        retrievedAt: isMoment
      }
    },
    meta: {
      sourcesUsed: ["academic", "news", "knowledge", "government"],
      price: { amount: "0.05", currency: "USDC" }
    }
  },
  verify: {
    body: { claim: "Coffee causes cancer" },
    data: {
      claim: "Coffee causes cancer",
      verdict: "supported",
      confidence: 0.6,
      evidence: [
        mice,
        headline("Coffee causes cancer"),
        headline("Does coffee cause cancer?"),
        seed,
        beverage
      ],
      agreementCount: 2,
      contradictionCount: 0,
      sourcesChecked: 5
    },
    meta: {}
  },
  evidence: {
    body: { query: "coffee" },
    data: {
      query: "coffee",
      findings: evidence,
      sources: evidence.map(({ source }) => source),
      retrievedAt: isMoment
    },
    meta: {}
  },
  compare: {
    body: { query: "coffee vs tea" },
    data: {
      query: "coffee vs tea",
      subjects: [
        { name: "Coffee causes cancer in mice", sources: ["academic.search"] },
        { name: "Coffee", sources: ["academic.search", "knowledge.search"] },
        { name: "Coffee causes cancer", sources: ["news.search"] },
        { name: "Does coffee cause cancer?", sources: ["news.search"] }
      ],
      attributes: expect.arrayContaining([
        {
          subject: "Coffee causes cancer in mice",
          key: "authors",
          value: "A. Bee; C. Dee",
          provider: "academic.search"
        },
        { subject: "Coffee", key: "excerpt", value: "brewed beverage", provider: "knowledge.search" },
        { subject: "Coffee causes cancer", key: "domain", value: "news.example", provider: "news.search" }
      ]),
      sources: evidence.map(({ source }) => source),
      disagreements
    },
    meta: {}
  }
}

const errors = {
  PROVIDER_RATE_LIMITED: new ProviderRateLimited({
    provider: "gdelt",
    reason: "secret reason",
    retryAfter: 7
  }),
  PROVIDER_UNAVAILABLE: new ProviderUnavailable({ provider: "gdelt", reason: "secret reason" }),
  PROVIDER_BAD_RESPONSE: new ProviderBadResponse({ provider: "gdelt", reason: "secret reason" }),
  PROVIDER_TIMEOUT: new ProviderTimeout({ provider: "gdelt", reason: "secret reason" }),
  VALIDATION_FAILED: new QueryRefused({
    provider: "gdelt",
    problems: [{ pointer: "/query", message: "must have a word to search for" }]
  })
}

const unavailable = new ProviderUnavailable({ provider: "wikidata", reason: "test" })
const allFailed: Answers = {
  works: () => Effect.fail(unavailable),
  articles: () => Effect.fail(unavailable),
  entities: () => Effect.fail(unavailable),
  table: () => Effect.fail(unavailable)
}

const dataOf = ({ body }: Answer): Readonly<Record<string, unknown>> => Object(body.data)

/** What the failed sources are by the header, or in research, which has a place for them, by the body. */
const failedIn = (answer: Answer): unknown =>
  Object(dataOf(answer)["composition"]).sourcesFailed?.join(",") ?? answer.headers.get("x-sources-failed")

layer(service, { excludeTestServices: true, timeout: "60 seconds" })("a composite", (it) => {
  it.effect.each(names)("%s has the fields of the contract, is charged once, and can be made again", (name) =>
    Effect.gen(function* () {
      const { knobs } = yield* play({})
      const before = yield* spent(0)
      const { body, data, meta } = bodies[name]
      const answer = yield* send(name, yield* sign(name), body)
      expect(answer.status).toBe(200)
      const requestId = answer.headers.get("x-request-id")
      expect(JSON.parse(answer.text)).toEqual({ data, meta: { requestId, ...meta } })
      expect(answer.headers.get("payment-response")).not.toBeNull()
      expect([knobs.calls.settle, (yield* spent(0)) - before]).toEqual([1, BigInt(priceOf(name))])
      for (const header of ["x-sources-failed", "cache-status", "age"]) {
        expect(answer.headers.get(header)).toBeNull()
      }
      const { directory } = yield* Archive
      const all = readdirSync(directory)
      expect(all.filter((name) => !/^\d{13}-[0-9a-f]{8}\.json$/.test(name))).toEqual([])
      const kept =
        all
          .map((name) => readFileSync(join(directory, name), "utf8"))
          .filter((text) => text.includes(`"requestId": "${requestId}"`))[0] ?? ""
      const made = remake(yield* Schema.decode(Schema.parseJson(Saved))(kept))
      expect(answer.text.startsWith(`{"data":${JSON.stringify(made.data)},"meta":`)).toBe(true)
    })
  )

  it.effect("compare asks for each subject, news once for any of them", () =>
    Effect.gen(function* () {
      const { sources } = yield* play({})
      const [one, other] = [newWord(), newWord()]
      yield* ask("compare", `${one} vs ${other}`, { limit: 5 })
      expect(sources.asked.toSorted()).toEqual([
        `gdelt (${one} OR ${other}) 5`,
        `openalex ${one} 2`,
        `openalex ${other} 2`,
        `wikidata ${one} 2`,
        `wikidata ${other} 2`
      ])
    })
  )

  it.effect.each([
    ["verify", "Der Eiffelturm ist 330 Meter hoch"],
    ["verify", "地球は平らです"],
    ["verify", "AND OR NOT"],
    ["research", "?!?"],
    ["evidence", "?!?"],
    ["compare", "?!?"]
  ] as const)("%s of %j asks nobody, has nothing, and is not charged", ([name, text]) =>
    Effect.gen(function* () {
      const { knobs, sources } = yield* play({})
      const before = yield* spent(0)
      const answer = yield* ask(name, text)
      expect([answer.status, sources.asked, knobs.calls.settle]).toEqual([200, [], 0])
      expect([failedIn(answer), answer.headers.get("payment-response")]).toEqual([
        name === "research" ? "" : null,
        null
      ])
      expect((yield* spent(0)) - before).toBe(0n)
      if (name === "verify") {
        expect(dataOf(answer)).toEqual({
          claim: text,
          verdict: "insufficient",
          confidence: 0,
          evidence: [],
          agreementCount: 0,
          contradictionCount: 0,
          sourcesChecked: 0
        })
      }
    })
  )

  it.effect.each(Object.entries(errors))("tells in a 200 of a source that fails: %s", ([code, error]) =>
    Effect.gen(function* () {
      yield* play({ articles: () => Effect.fail(error) })
      for (const name of names) {
        const answer = yield* ask(name, `coffee ${newWord()}`)
        expect([answer.status, failedIn(answer)]).toEqual([200, "news"])
        expect(answer.headers.has("payment-response")).toBe(true)
        expect(answer.headers.get("x-sources-failed")).toBe(name === "research" ? null : "news")
        expect(answer.text).not.toContain("secret")
        if (name === "research") {
          expect(dataOf(answer)["status"]).toBe("partial")
          expect(Object(dataOf(answer)["sources"]).news).toEqual({
            status: "failed",
            data: null,
            error: { code, message: expect.stringMatching(/^The provider gdelt .*\.$/) }
          })
          expect(answer.body.meta).toMatchObject({})
          expect(JSON.parse(answer.text).meta).toMatchObject({
            sourcesUsed: ["academic", "knowledge"],
            price: { amount: "0.05", currency: "USDC" }
          })
        }
      }
    })
  )

  it.effect.each(names)("%s names the sources that failed in the order of the request", (name) =>
    Effect.gen(function* () {
      yield* play({ works: allFailed.works, articles: allFailed.articles })
      const order = ["knowledge", "news", "academic", "news"].slice(0, name === "research" ? 4 : 3)
      const answer = yield* ask(name, `coffee ${newWord()}`, {
        [name === "research" ? "sources" : "sourceTypes"]: order
      })
      expect(failedIn(answer)).toBe("news,academic")
    })
  )

  const uncharged: ReadonlyArray<readonly [string, Answers]> = [
    ["every source fails", allFailed],
    ["one fails and the others are empty", { ...empty, articles: allFailed.articles }],
    [
      "one fails and another has a page of Wikimedia's own",
      {
        ...allFailed,
        entities: () =>
          Effect.succeed({
            results: [
              {
                id: "Q1",
                name: "Coffee",
                description: "Wikimedia disambiguation page",
                url: "https://www.wikidata.org/wiki/Q1",
                source: "wikidata"
              }
            ]
          })
      }
    ]
  ]

  it.effect.each(uncharged)("is not charged when %s; the payment can be used again", ([, answers]) =>
    Effect.gen(function* () {
      for (const name of names) {
        const { knobs, sources } = yield* play(answers)
        const before = yield* spent(1)
        const header = yield* sign(name, 1)
        const body = { [textOf(name)]: `coffee ${newWord()}` }
        const answer = yield* send(name, header, body)
        expect([answer.status, answer.headers.get("payment-response"), knobs.calls.settle]).toEqual([
          200,
          null,
          0
        ])
        if (name === "research") expect(JSON.parse(answer.text).meta.price).toBeNull()
        expect(yield* spent(1)).toBe(before)
        sources.play(full)
        const again = yield* send(name, header, { ...body, [textOf(name)]: `coffee ${newWord()}` })
        expect([again.status, again.headers.has("payment-response")]).toEqual([200, true])
        expect((yield* spent(1)) - before).toBe(BigInt(priceOf(name)))
      }
    })
  )

  it.effect.each([
    ["PROVIDER_RATE_LIMITED", 2],
    ["PROVIDER_UNAVAILABLE", 3],
    ["PROVIDER_BAD_RESPONSE", 4],
    ["PROVIDER_TIMEOUT", 5]
  ] as const)("is a 200, never an error of a provider, when all fail: %s", ([code, index]) =>
    Effect.gen(function* () {
      const fail = () => Effect.fail(errors[code])
      yield* play({ works: fail, articles: fail, entities: fail, table: fail })
      for (const name of names) {
        const answer = yield* ask(name, `coffee ${newWord()}`, {}, index)
        expect([answer.status, failedIn(answer)]).toEqual([200, "academic,news,knowledge"])
        expect(answer.headers.has("retry-after")).toBe(false)
        if (name === "research") expect(dataOf(answer)["status"]).toBe("failed")
      }
    })
  )

  it.effect("is charged when every source works and has nothing", () =>
    Effect.gen(function* () {
      const { knobs } = yield* play(empty)
      for (const name of names) {
        const answer = yield* ask(name, `coffee ${newWord()}`)
        expect([answer.status, answer.headers.has("payment-response")]).toEqual([200, true])
        expect(answer.headers.get("x-sources-failed")).toBeNull()
      }
      expect(knobs.calls.settle).toBe(4)
    })
  )

  it.effect("is refused by the rules of its body, at its field, and asks nobody", () =>
    Effect.gen(function* () {
      const { knobs, sources } = yield* play({})
      const cases: ReadonlyArray<readonly [Name, object, string, string]> = [
        ["research", { query: "ab" }, "/query", "must be a text of 3 to 500 characters"],
        [
          "research",
          { query: "abc", sources: ["weather"] },
          "/sources/0",
          "must be academic, news, knowledge or government"
        ],
        ["research", { query: "abc", sources: ["government"] }, "/government", "is required"],
        ["verify", { claim: "abcd" }, "/claim", "must be a text of 5 to 500 characters"],
        [
          "verify",
          { claim: "abcde", sourceTypes: ["government"] },
          "/sourceTypes/0",
          "must be academic, news or knowledge"
        ],
        ["evidence", { query: "abc", limit: 11 }, "/limit", "must be a whole number from 1 to 10"],
        ["compare", { query: "a" }, "/query", "must be a text of 2 to 200 characters"],
        [
          "compare",
          { query: "ab", subject: [] },
          "/subject",
          "is not a field of this request; its fields are query, sourceTypes, limit"
        ]
      ]
      for (const [name, body, pointer, message] of cases) {
        const answer = yield* send(name, yield* sign(name), body)
        expect([answer.status, answer.body.error?.details?.problems]).toEqual([400, [{ pointer, message }]])
      }
      expect([sources.asked, knobs.calls.settle]).toEqual([[], 0])
    })
  )
})

const until = (condition: () => boolean) =>
  Effect.repeat(Effect.delay(Effect.sync(condition), "5 millis"), {
    until: (isSo) => isSo,
    schedule: Schedule.recurs(4000)
  }).pipe(Effect.tap(() => Effect.sync(() => expect(condition()).toBe(true))))

layer(service, { excludeTestServices: true, timeout: "60 seconds" })("the sources of a composite", (it) => {
  it.effect("are kept, its answer is not", () =>
    Effect.gen(function* () {
      const { knobs, sources } = yield* play({ articles: allFailed.articles })
      // The rarer word leads.
      const query = `${newWord()} coffee`
      const first = yield* ask("evidence", query)
      expect([sources.asked.length, failedIn(first)]).toEqual([3, "news"])
      // What failed is asked again, and nothing else is.
      sources.play(full)
      const second = yield* ask("evidence", query)
      expect(sources.asked).toEqual([`gdelt ${query} 5`])
      expect([failedIn(second), knobs.calls.settle]).toEqual([null, 2])
      expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"))
      const findings = (answer: Answer) =>
        Object.values(Object(dataOf(answer)["findings"])).filter(
          (finding) => Object(finding).source.provider !== "news.search"
        )
      // As they were, with the moment at which they were asked.
      expect(findings(second)).toEqual(findings(first))
      expect(findings(first)).toHaveLength(3)
      const research = yield* ask("research", query)
      expect(sources.asked).toEqual([`gdelt ${query} 5`])
      expect(Object(dataOf(research)["findings"])).toEqual(Object(dataOf(second)["findings"]))
    })
  )

  it.effect("are those of the single capabilities", () =>
    Effect.gen(function* () {
      const { sources } = yield* play({})
      const { url } = yield* Almanac
      const query = newWord()
      const single = (limit: number) =>
        Effect.promise(async () =>
          post(`${url}/v1/knowledge/search`, await payment({ amount: "5000" }), { query, limit })
        )
      yield* single(5)
      const pack = yield* ask("evidence", query, { sourceTypes: ["knowledge"] })
      expect(pack.status).toBe(200)
      expect(sources.asked).toEqual([`wikidata ${query} 5`])
      yield* ask("evidence", query, { sourceTypes: ["knowledge"], limit: 7 })
      expect((yield* single(7)).headers.get("cache-status")).toBe("almanac; hit")
      expect(sources.asked).toEqual([`wikidata ${query} 5`, `wikidata ${query} 7`])
    })
  )

  it.effect("share a call under way with a single capability", () =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const { sources } = yield* play({
        entities: (query) => Effect.zipRight(Deferred.await(go), full.entities(query))
      })
      const { url } = yield* Almanac
      const query = newWord()
      const single = yield* Effect.fork(
        Effect.promise(async () =>
          post(`${url}/v1/knowledge/search`, await payment({ amount: "5000", account: buyer(6) }), {
            query,
            limit: 5
          })
        )
      )
      yield* until(() => sources.asked.length === 1)
      const pack = yield* Effect.fork(ask("evidence", query, { sourceTypes: ["news", "knowledge"] }))
      yield* until(() => sources.asked.includes(`gdelt ${query} 5`))
      yield* Deferred.succeed(go, undefined)
      const [one, other] = [yield* Fiber.join(single), yield* Fiber.join(pack)]
      expect([one.status, other.status, failedIn(other)]).toEqual([200, 200, null])
      expect(sources.asked.toSorted()).toEqual([`gdelt ${query} 5`, `wikidata ${query} 5`])
    })
  )

  it.effect.each(names)("are asked at the same time: each of %s answers when all have been asked", (name) =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const wait =
        <Query, A, E>(answer: (query: Query) => Effect.Effect<A, E>) =>
        (query: Query) =>
          Effect.zipRight(Deferred.await(go), answer(query))
      const { sources } = yield* play({
        works: wait(full.works),
        articles: wait(full.articles),
        entities: wait(full.entities),
        table: wait(full.table)
      })
      const more = {
        sources: ["academic", "news", "knowledge", "government"],
        government: { ...table, year: 2018 }
      }
      const call = yield* Effect.fork(
        ask(name, `${newWord()} vs ${newWord()}`, name === "research" ? more : {})
      )
      const questions = { research: 4, verify: 3, evidence: 3, compare: 5 }
      yield* until(() => sources.asked.length === questions[name])
      yield* Deferred.succeed(go, undefined)
      const answer = yield* Fiber.join(call)
      expect([answer.status, answer.headers.get("x-sources-failed")]).toEqual([200, null])
    })
  )

  it.effect("tell what the census does not take at the field of the request that holds it", () =>
    Effect.gen(function* () {
      const problems = [{ pointer: "/variables/1", message: "must be a variable of acs/acs1 2017" }] as const
      yield* play({ table: () => Effect.fail(new QueryRefused({ provider: "us-census", problems })) })
      const variables = ["NAME", "B99999_001E"]
      const answer = yield* ask("research", `coffee ${newWord()}`, {
        sources: ["knowledge", "government"],
        government: { ...table, year: 2017, variables }
      })
      expect(Object(dataOf(answer)["sources"]).government).toEqual({
        status: "failed",
        data: null,
        error: {
          code: "VALIDATION_FAILED",
          message:
            "The provider us-census does not take the query: /government/variables/1 must be a variable of acs/acs1 2017."
        }
      })
    })
  )

  it.effect("do not fail with one that has a fault of ours, which is logged", () =>
    Effect.gen(function* () {
      yield* play({ articles: () => Effect.dieMessage("a test's defect") })
      const { lines } = yield* Almanac
      for (const name of names) {
        const answer = yield* ask(name, `coffee ${newWord()}`, {}, 7)
        expect([answer.status, failedIn(answer), answer.headers.has("payment-response")]).toEqual([
          200,
          "news",
          true
        ])
        if (name === "research") {
          expect(Object(dataOf(answer)["sources"]).news.error).toEqual({
            code: "INTERNAL_ERROR",
            message: "Something went wrong on our side."
          })
        }
        expect(answer.text).not.toContain("defect")
      }
      const told = lines.filter(({ message }) => message === "unexpected failure of a source")
      expect(told).toHaveLength(4)
      expect(told[0]).toMatchObject({ level: "error", cause: expect.stringContaining("a test's defect") })
    })
  )

  it.effect("that all have a fault of ours fail the call, which costs nothing", () =>
    Effect.gen(function* () {
      const die = () => Effect.dieMessage("a test's defect")
      const { knobs } = yield* play({ works: die, articles: die, entities: die })
      const answer = yield* ask("evidence", `coffee ${newWord()}`, {}, 7)
      expect([answer.status, answer.body.error?.code, knobs.calls.settle]).toEqual([500, "INTERNAL_ERROR", 0])
    })
  )
})

layer(world, { excludeTestServices: true, timeout: "60 seconds" })("a provider that hangs", (it) => {
  it.effect("is told as late, when its deadline is over, beside what the others found", () =>
    Effect.gen(function* () {
      const json = { "content-type": "application/json" }
      const fixture = (name: string) => readFileSync(`test/fixtures/${name}`, "utf8")
      const hanging = yield* faultServer(() => {})
      const works = yield* faultServer(reply(200, fixture("openalex/works_search_2024_full.json"), json))
      const entities = yield* faultServer(
        reply(200, fixture("wikidata/wbsearchentities_search_continue.json"), json)
      )
      const facilitator = yield* Facilitator
      const { url } = yield* startWith(
        Live.providers.pipe(
          Layer.provideMerge(Layer.succeed(Facilitator, facilitator)),
          Layer.provide(Pacing.layerMemory),
          Layer.provide(Outbound.layer)
        ),
        {
          environment: {
            GDELT_URL: hanging.origin,
            GDELT_PACE: "1 millis",
            OPENALEX_URL: works.origin,
            WIKIDATA_URL: entities.origin,
            PROVIDER_DEADLINE: "3 seconds"
          }
        }
      )
      const header = yield* sign("research")
      const answer = yield* Effect.promise(() =>
        post(`${url}/v1/research`, header, { query: "machine learning" })
      )
      expect(answer.status).toBe(200)
      const { sources, status } = dataOf(answer)
      expect(status).toBe("partial")
      expect(Object(sources).news).toEqual({
        status: "failed",
        data: null,
        error: { code: "PROVIDER_TIMEOUT", message: "The provider gdelt did not answer in time." }
      })
      expect([Object(sources).academic.status, Object(sources).knowledge.status]).toEqual([
        "success",
        "success"
      ])
      expect(hanging.requests.length).toBeGreaterThan(0)
    }).pipe(Effect.scoped)
  )
})
