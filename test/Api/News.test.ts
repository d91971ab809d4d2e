import { describe, expect, it } from "@effect/vitest"
import { Array, Context, Either, JSONSchema, Option, ParseResult, Schema } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { NewsSearchRequest, newsSearch } from "../../src/Capabilities/NewsSearch/contract.ts"
import { NewsTrendsRequest, newsTrends } from "../../src/Capabilities/NewsTrends/contract.ts"
import * as Normalise from "../../src/Providers/Gdelt/normalise.ts"
import { ArticlesReply } from "../../src/Providers/Gdelt/schema.ts"
import { pointer } from "../../src/Resources/Problem.ts"
import recordedDay from "../../src/Sandbox/data/gdelt-volume-2026-05-14.json" with { type: "json" }
import { artlist } from "../Providers/Gdelt/fixtures.ts"

/** Decodes a body; of the problems of a field the first is told, as callers read it. */
const decoder =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (body: unknown) =>
    Either.mapLeft(Schema.decodeUnknownEither(schema)(body), (error) =>
      Array.dedupeWith(
        ParseResult.ArrayFormatter.formatErrorSync(error),
        (one, other) => pointer(one.path) === pointer(other.path)
      ).map(
        ({ _tag, path, message }) =>
          `${pointer(path)}: ${_tag === "Missing" || _tag === "Unexpected" ? _tag : message}`
      )
    )

const search = decoder(NewsSearchRequest)
const trends = decoder(NewsTrendsRequest)

const length = "/query: must be a text of 1 to 500 characters"
const words =
  "/query: must have a word of 3 characters or more (2 in Chinese, Japanese or Korean), or a phrase of 5 or more, to search for"
const limit = "/limit: must be a whole number from 1 to 50"
const timespan = "/timespan: must be a timespan such as 15min (the shortest), 24h, 7d, 2w, 3m (months) or 1y"

describe("NewsSearchRequest", () => {
  it.each([
    ["a query alone", { query: "climate" }, { query: "climate", limit: 10 }],
    ["blanks around", { query: "  climate change\n" }, { query: "climate change", limit: 10 }],
    ["limit null", { query: "climate", limit: null }, { query: "climate", limit: 10 }],
    ["the smallest limit", { query: "climate", limit: 1 }, { query: "climate", limit: 1 }],
    ["the largest limit", { query: "climate", limit: 50 }, { query: "climate", limit: 50 }],
    ["500 characters", { query: "x".repeat(500) }, { query: "x".repeat(500), limit: 10 }],
    ["500 characters of two units each", { query: "𐐷".repeat(500) }, { query: "𐐷".repeat(500), limit: 10 }],
    ["a word of 3 characters", { query: "oil" }, { query: "oil", limit: 10 }],
    ["a name of two Chinese characters", { query: "北京" }, { query: "北京", limit: 10 }],
    ["a pair with a short word", { query: "AI safety" }, { query: "AI safety", limit: 10 }],
    ["a phrase", { query: '"AI safety"' }, { query: '"AI safety"', limit: 10 }]
  ])("takes %s", (_, body, expected) => {
    expect(search(body)).toEqual(Either.right(expected))
  })

  it.each([
    ["nothing", {}, ["/query: Missing"]],
    ["query null", { query: null }, [length]],
    ["a number", { query: 7 }, [length]],
    ["an empty query", { query: "" }, [length]],
    ["blanks", { query: "   " }, [length]],
    ["501 characters", { query: "x".repeat(501) }, [length]],
    ["a single letter", { query: "a" }, [words]],
    ["a word that GDELT calls too short", { query: "AI" }, [words]],
    ["one Chinese character", { query: "京" }, [words]],
    ["operators alone", { query: "sourcelang:english OR -trump" }, [words]],
    ["punctuation alone", { query: "?!" }, [words]],
    ["limit 0", { query: "climate", limit: 0 }, [limit]],
    ["limit 51", { query: "climate", limit: 51 }, [limit]],
    ["half an article", { query: "climate", limit: 1.5 }, [limit]],
    ["a limit in quotes", { query: "climate", limit: "10" }, [limit]],
    ["every problem at once", { query: "a", limit: 0 }, [words, limit]],
    ["an unknown field", { query: "climate", timespan: "7d" }, ["/timespan: Unexpected"]]
  ])("refuses %s", (_, body, problems) => {
    expect(Either.mapLeft(search(body), (told) => told.toSorted())).toEqual(Either.left(problems.toSorted()))
  })

  it("shows its bounds in the JSON Schema", () => {
    expect(JSONSchema.make(NewsSearchRequest, { target: "jsonSchema2020-12" })).toMatchObject({
      type: "object",
      required: ["query"],
      additionalProperties: false,
      properties: {
        query: { type: "string", minLength: 1, maxLength: 500, description: expect.any(String) },
        limit: { anyOf: [{ type: "integer", minimum: 1, maximum: 50 }, { type: "null" }] }
      }
    })
  })
})

describe("NewsTrendsRequest", () => {
  it.each(
    [
      ["15min", "60min", "9999min", "1h", "24h", "1hour", "24hours", "1d", "7d", "1day", "7days"],
      ["2w", "1week", "2weeks", "1m", "3m", "1month", "12months", "1y", "1year", "9years", "9999d"]
    ].flat()
  )("takes %s", (timespan) => {
    expect(trends({ query: "climate", timespan })).toEqual(Either.right({ query: "climate", timespan }))
  })

  it.each([
    ["left out", { query: "climate" }],
    ["null", { query: "climate", timespan: null }],
    ["with blanks around", { query: "climate", timespan: " 7d\n" }]
  ])("is 7d when %s", (_, body) => {
    expect(trends(body)).toEqual(Either.right({ query: "climate", timespan: "7d" }))
  })

  it.each([
    "",
    "d",
    "7",
    "0d",
    "07d",
    "-7d",
    "7.5d",
    "10000d",
    "7 d",
    "7D",
    "7ds",
    "1mins",
    "1minute",
    "1min",
    "9min",
    "14min",
    "7s",
    "1decade",
    "1d7h",
    "7d&mode=artlist",
    "last week",
    7
  ])("refuses %j", (value) => {
    expect(trends({ query: "climate", timespan: value })).toEqual(Either.left([timespan]))
  })

  it.each([
    ["a query that is nothing to search for", { query: "AI" }, [words]],
    ["a limit", { query: "climate", limit: 10 }, ["/limit: Unexpected"]]
  ])("refuses %s", (_, body, problems) => {
    expect(trends(body)).toEqual(Either.left(problems))
  })

  it("shows the form of a timespan in the JSON Schema", () => {
    const { properties } = Object(JSONSchema.make(NewsTrendsRequest, { target: "jsonSchema2020-12" }))
    const { pattern, type } = properties.timespan.anyOf[0]
    expect(type).toBe("string")
    expect(["15min", "7d", "14min", "7D"].map((text) => new RegExp(pattern).test(text))).toEqual([
      true,
      true,
      false,
      false
    ])
  })
})

describe("news.search and news.trends", () => {
  const factsOf = (endpoint: typeof newsSearch | typeof newsTrends) =>
    Option.getOrThrow(Context.getOption(endpoint.annotations, Capability))

  it.each([
    [newsSearch, "news.search", "/v1/news/search", "0.01"],
    [newsTrends, "news.trends", "/v1/news/trends", "0.02"]
  ] as const)("have the contract's facts", (endpoint, id, path, price) => {
    const facts = factsOf(endpoint)
    expect(facts).toMatchObject({
      id,
      category: "news",
      price,
      provider: { kind: "provider", slugs: ["gdelt"] }
    })
    expect(facts.description.length).toBeLessThanOrEqual(500)
    expect(facts.description).toContain("The GDELT Project (https://www.gdeltproject.org/)")
    expect([endpoint.method, endpoint.path]).toEqual(["POST", path])
  })

  it("have examples that fit their schemas, made of recorded replies", () => {
    const found = factsOf(newsSearch).example
    expect(search(found.request)).toEqual(Either.right(found.request))
    const articles = Schema.decodeUnknownSync(newsSearch.successSchema)(found.response)
    const reply = Schema.decodeUnknownSync(ArticlesReply)(JSON.parse(artlist))
    expect(articles.data.results).toEqual(Either.getOrThrow(Normalise.articles(1, reply)))
    expect(articles.meta.attribution).toBe("Data: The GDELT Project (https://www.gdeltproject.org/)")

    const trend = factsOf(newsTrends).example
    expect(trends(trend.request)).toEqual(Either.right(trend.request))
    const coverage = Schema.decodeUnknownSync(newsTrends.successSchema)(trend.response)
    expect(coverage.data.points).toEqual(
      Either.getOrThrow(Normalise.volume({ timeline: [{ data: recordedDay }] }))
    )
  })
})
