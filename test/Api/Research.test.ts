import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Array, Context, Either, JSONSchema, Schema } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { ResearchRequest, research } from "../../src/Capabilities/Research/contract.ts"
import { read } from "../support/Problems.ts"

const table = {
  dataset: "acs/acs1",
  year: 2019,
  variables: ["NAME"],
  forGeography: "state:*"
}
const query = "machine learning"
const usual = { query, sources: ["academic", "news", "knowledge"], limit: 5 }

type Case = readonly [body: unknown, outcome: unknown]

const taken: ReadonlyArray<Case> = [
  [{ query }, usual],
  [{ query, sources: null, limit: null, government: null }, usual],
  [{ query: `\n ${query}\t` }, usual],
  [{ query: "abc" }, { ...usual, query: "abc" }],
  [{ query: "a".repeat(500) }, { ...usual, query: "a".repeat(500) }],
  // Counted in code points, without the blanks around them.
  [{ query: ` ${"𝕏".repeat(500)} ` }, { ...usual, query: "𝕏".repeat(500) }],
  [{ query: "𝕏𝕏𝕏" }, { ...usual, query: "𝕏𝕏𝕏" }],
  ...[1, 10].map(
    (limit): Case => [
      { query, limit },
      { ...usual, limit }
    ]
  ),
  ...[["news"], ["knowledge", "academic"], ["news", "news", "news", "news"]].map(
    (sources): Case => [
      { query, sources },
      { ...usual, sources }
    ]
  ),
  // The census's options are read with the source of that name only.
  ...[table, {}, { dataset: "x", extra: 1 }, "x", 5, [], false].map(
    (government): Case => [{ query, government }, usual]
  ),
  ...[["government"], ["academic", "news", "knowledge", "government"]].map(
    (sources): Case => [
      { query, sources, government: table },
      { ...usual, sources, government: table }
    ]
  ),
  [
    { query, sources: ["government"], government: { ...table, forGeography: " State:06 " } },
    { ...usual, sources: ["government"], government: { ...table, forGeography: "state:06" } }
  ]
]

const text = "must be a text of 3 to 500 characters"
const limit = "must be a whole number from 1 to 10"
const count = "must be a list of 1 to 4 items"
const name = "must be academic, news, knowledge or government"
const government = { query, sources: ["government"] }

const refused: ReadonlyArray<Case> = [
  [{}, ["/query Missing"]],
  ...["", "ab", "  ab  ", "𝕏𝕏", "a".repeat(501), "𝕏".repeat(501), 5, null, [query]].map(
    (value): Case => [{ query: value }, [`/query ${text}`]]
  ),
  ...["a\0bc", "abc\ud800"].map(
    (value): Case => [{ query: value }, ["/query must have no NUL character and no half of a surrogate pair"]]
  ),
  ...[0, 11, -1, 1.5, "5", true, Number.NaN, []].map(
    (value): Case => [{ query, limit: value }, [`/limit ${limit}`]]
  ),
  ...[[], Array.replicate("news", 5), "academic", {}, 5, true].map(
    (sources): Case => [{ query, sources }, [`/sources ${count}`]]
  ),
  ...["weather", "Academic", " news", "", null, 5, ["news"]].map(
    (source): Case => [{ query, sources: ["news", source] }, [`/sources/1 ${name}`]]
  ),
  [{ query, sources: ["x", "news", "y"] }, [`/sources/0 ${name}`, `/sources/2 ${name}`]],
  [{ query, sourceTypes: ["news"] }, ["/sourceTypes Unexpected"]],
  // Selected without its options.
  [government, ["/government Missing"]],
  [{ ...government, government: null }, ["/government Missing"]],
  [{ ...government, sources: ["news", "government"] }, ["/government Missing"]],
  ...["x", 5, [], true].map(
    (value): Case => [
      { ...government, government: value },
      ["/government must be an object with dataset, year, variables and forGeography"]
    ]
  ),
  [
    { ...government, government: {} },
    [
      "/government/dataset Missing",
      "/government/year Missing",
      "/government/variables Missing",
      "/government/forGeography Missing"
    ]
  ],
  [
    { ...government, government: { ...table, dataset: "dec/sf1", year: 2008, variables: [], extra: 1 } },
    [
      "/government/extra Unexpected",
      "/government/dataset must be acs/acs1 or acs/acs5",
      "/government/year must be a whole number from 2009 to 2035",
      "/government/variables must be a list of 1 to 10 items"
    ]
  ],
  [
    {
      ...government,
      government: { ...table, variables: Array.replicate("NAME", 11), forGeography: "county:*&in=state:06" }
    },
    [
      "/government/variables must be a list of 1 to 10 items",
      "/government/forGeography must be one clause of geography: chained clauses (&in=) are not supported"
    ]
  ],
  // All at once.
  [
    { query: "", sources: ["government", "x"], limit: 0, extra: 1 },
    ["/extra Unexpected", `/query ${text}`, `/sources/1 ${name}`, `/limit ${limit}`, "/government Missing"]
  ]
]

const sorted = (outcome: unknown) => (globalThis.Array.isArray(outcome) ? outcome.toSorted() : outcome)

describe("ResearchRequest", () => {
  it.each(taken)("takes %j", (body, expected) => {
    expect(read(ResearchRequest)(body)).toEqual(expected)
  })

  it.each(taken)("what %j became is taken as it is, and encoded as it is", (_, expected) => {
    expect(read(ResearchRequest)(expected)).toEqual(expected)
    expect(Schema.encodeUnknownSync(ResearchRequest)(expected)).toEqual(expected)
  })

  it.each(refused)("refuses %j", (body, expected) => {
    expect(sorted(read(ResearchRequest)(body))).toEqual(sorted(expected))
  })

  it.each([null, 5, "x", []])("refuses %j for a body", (body) => {
    expect(Either.isLeft(Schema.decodeUnknownEither(ResearchRequest)(body))).toBe(true)
  })

  it("its JSON Schema shows bounds, descriptions, and what is required", () => {
    const { properties, required } = Object(JSONSchema.make(ResearchRequest, { target: "jsonSchema2020-12" }))
    const description = expect.any(String)
    expect(required).toEqual(["query"])
    expect(Object.keys(properties)).toEqual(["query", "sources", "limit", "government"])
    expect(properties.query).toMatchObject({ minLength: 3, maxLength: 500, description })
    expect(properties.sources.anyOf).toMatchObject([
      {
        minItems: 1,
        maxItems: 4,
        items: { enum: ["academic", "news", "knowledge", "government"] },
        description
      },
      { type: "null" }
    ])
    expect(properties.limit.anyOf).toMatchObject([
      { type: "integer", minimum: 1, maximum: 10, description },
      { type: "null" }
    ])
    expect(properties.government.properties.year).toMatchObject({ minimum: 2009, maximum: 2035 })
  })

  it("its JSON Schema takes what is taken", () => {
    const ajv = new Ajv2020({ strict: false, formats: { "date-time": true } })
    const validate = ajv.compile({ ...JSONSchema.make(ResearchRequest, { target: "jsonSchema2020-12" }) })
    expect(validate({ query })).toBe(true)
    expect(validate({ query, sources: null, limit: null })).toBe(true)
    expect(validate({ query, sources: ["government"], government: table })).toBe(true)
    expect(validate({ query, sources: ["x"] })).toBe(false)
    expect(validate({ query, extra: 1 })).toBe(false)
  })
})

describe("research", () => {
  const facts = Context.unsafeGet(research.annotations, Capability)

  it("is sold as the contract lists it", () => {
    expect([facts.id, facts.category, facts.price, facts.provider, research.path]).toEqual([
      "research",
      "research",
      "0.05",
      { kind: "composite" },
      "/v1/research"
    ])
    expect(facts.description.length).toBeLessThanOrEqual(500)
    expect(facts.description.match(/https:[^\s)]+/g)).toEqual([
      "https://openalex.org",
      "https://www.wikidata.org/",
      "https://creativecommons.org/publicdomain/zero/1.0/",
      "https://www.crossref.org",
      "https://www.gdeltproject.org/about.html#termsofuse",
      "https://www.census.gov/data/developers/about/terms-of-service.html"
    ])
  })

  it("has an example that is valid, by its schemas and by their JSON Schemas", () => {
    const { request, response } = facts.example
    expect(read(ResearchRequest)(request)).toMatchObject(request)
    const decoded = Schema.decodeUnknownEither(research.successSchema)(response)
    expect(decoded).toEqual(Either.right(response))
    const ajv = new Ajv2020({ strict: false, formats: { "date-time": true } })
    const valid = (schema: Schema.Schema.Any, value: unknown) =>
      ajv.validate({ ...JSONSchema.make(schema, { target: "jsonSchema2020-12" }) }, value)
    expect(valid(ResearchRequest, request)).toBe(true)
    expect(valid(research.successSchema, response)).toBe(true)
  })
})
