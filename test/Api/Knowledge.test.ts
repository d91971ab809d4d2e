import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Context, Either, JSONSchema, Schema } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { KnowledgeSearchRequest, knowledgeSearch } from "../../src/Capabilities/KnowledgeSearch/contract.ts"
import { read } from "../support/Problems.ts"

type Case = readonly [body: unknown, outcome: unknown]

const taken: ReadonlyArray<Case> = [
  [{ query: "Universe" }, { query: "Universe", limit: 10, language: "en" }],
  [
    { query: "Universe", limit: null, language: null },
    { query: "Universe", limit: 10, language: "en" }
  ],
  [
    { query: " a ", limit: 1, language: "de" },
    { query: "a", limit: 1, language: "de" }
  ],
  [
    { query: "a".repeat(200), limit: 20 },
    { query: "a".repeat(200), limit: 20, language: "en" }
  ],
  [{ query: "𝕏".repeat(200) }, { query: "𝕏".repeat(200), limit: 10, language: "en" }],
  ...[
    ["pt-BR", "pt-br"],
    [" zh-Hans ", "zh-hans"],
    ["be-tarask", "be-tarask"],
    ["mul", "mul"],
    // Whether anybody knows the language is for the provider to say.
    ["xx", "xx"]
  ].map(
    ([code, language]): Case => [
      { query: "a", language: code },
      { query: "a", limit: 10, language }
    ]
  )
]

const text = "must be a text of 1 to 200 characters"
const limit = "must be a whole number from 1 to 20"
const language = "must be a language code such as en or pt-br"

const refused: ReadonlyArray<Case> = [
  [{}, ["/query Missing"]],
  ...["", " \n\t", "a".repeat(201), "𝕏".repeat(201), 5, null, ["a"]].map(
    (query): Case => [{ query }, [`/query ${text}`]]
  ),
  // Nobody sees them, and nothing is found for them.
  ...["\u0001", "\u200b\u00ad", "\u202a \u202c"].map(
    (query): Case => [{ query }, ["/query must have a character that can be seen"]]
  ),
  ...[0, 21, -1, 1.5, "10", true, Number.NaN].map(
    (count): Case => [{ query: "a", limit: count }, [`/limit ${limit}`]]
  ),
  ...[
    "",
    "e",
    "english",
    "en_US",
    "en-",
    "en-u",
    "en-toolongsubtag",
    "e1",
    `en${"-abcdefgh".repeat(4)}`,
    5
  ].map((code): Case => [{ query: "a", language: code }, [`/language ${language}`]]),
  [{ query: "a", type: "item" }, ["/type Unexpected"]],
  [{ query: "", limit: 0, language: "" }, [`/query ${text}`, `/limit ${limit}`, `/language ${language}`]]
]

describe("KnowledgeSearchRequest", () => {
  it.each(taken)("takes %j", (body, expected) => {
    expect(read(KnowledgeSearchRequest)(body)).toEqual(expected)
  })

  it.each(taken)("what %j became is taken as it is, and encoded as it is", (_, expected) => {
    expect(read(KnowledgeSearchRequest)(expected)).toEqual(expected)
    expect(Schema.encodeUnknownSync(KnowledgeSearchRequest)(expected)).toEqual(expected)
  })

  it.each(refused)("refuses %j", (body, expected) => {
    expect(read(KnowledgeSearchRequest)(body)).toEqual(expected)
  })

  it("its JSON Schema shows bounds and descriptions", () => {
    const { properties } = Object(JSONSchema.make(KnowledgeSearchRequest, { target: "jsonSchema2020-12" }))
    expect(properties.query).toMatchObject({ minLength: 1, maxLength: 200, description: expect.any(String) })
    expect(properties.limit.anyOf).toMatchObject([
      { type: "integer", minimum: 1, maximum: 20, description: expect.any(String) },
      { type: "null" }
    ])
    expect(properties.language.anyOf).toMatchObject([
      { pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", description: expect.any(String) },
      { type: "null" }
    ])
  })
})

describe("knowledge.search", () => {
  const facts = Context.unsafeGet(knowledgeSearch.annotations, Capability)

  it("is sold as the contract lists it", () => {
    expect([facts.id, facts.category, facts.price, facts.provider, knowledgeSearch.path]).toEqual([
      "knowledge.search",
      "knowledge",
      "0.005",
      { kind: "provider", slugs: ["wikidata"] },
      "/v1/knowledge/search"
    ])
    expect(facts.description.length).toBeLessThanOrEqual(500)
  })

  it("has an example that is valid, by its schemas and by their JSON Schemas", () => {
    const { request, response } = facts.example
    expect(read(KnowledgeSearchRequest)(request)).toEqual(request)
    const decoded = Schema.decodeUnknownEither(knowledgeSearch.successSchema)(response)
    expect(decoded).toEqual(Either.right(response))
    const ajv = new Ajv2020({ strict: false })
    const valid = (schema: Schema.Schema.Any, value: unknown) =>
      ajv.validate({ ...JSONSchema.make(schema, { target: "jsonSchema2020-12" }) }, value)
    expect(valid(KnowledgeSearchRequest, request)).toBe(true)
    expect(valid(knowledgeSearch.successSchema, response)).toBe(true)
  })
})
