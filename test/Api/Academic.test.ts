import { describe, expect, it } from "@effect/vitest"
import { Context, Either, JSONSchema, Option, ParseResult, Schema } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { AcademicSearchRequest, academicSearch } from "../../src/Capabilities/AcademicSearch/contract.ts"
import { AcademicWorkRequest, academicWork } from "../../src/Capabilities/AcademicWork/contract.ts"
import { pointer } from "../../src/Resources/Problem.ts"
import { single } from "../Providers/OpenAlex/fixtures.ts"

const read =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (body: unknown) =>
    Either.mapLeft(Schema.decodeUnknownEither(schema)(body), (error) =>
      [
        ...new Map(
          ParseResult.ArrayFormatter.formatErrorSync(error)
            .toReversed()
            .map(({ _tag, path, message }) => [
              pointer(path),
              `${pointer(path)} ${_tag === "Missing" || _tag === "Unexpected" ? _tag : message}`
            ])
        ).values()
      ].toSorted()
    )

const readSearch = read(AcademicSearchRequest)
const readWork = read(AcademicWorkRequest)

const query = "/query must be a text of 1 to 500 characters"
const word = "/query must have a word to search for"
const limit = "/limit must be a whole number from 1 to 50"

describe("AcademicSearchRequest", () => {
  it.each([
    ["a query alone", { query: "cats" }, { query: "cats", limit: 10 }],
    ["null for the limit", { query: "cats", limit: null }, { query: "cats", limit: 10 }],
    ["the least limit", { query: "cats", limit: 1 }, { query: "cats", limit: 1 }],
    ["the greatest limit", { query: "cats", limit: 50 }, { query: "cats", limit: 50 }],
    ["blanks around", { query: " \tcats and  dogs\n" }, { query: "cats and  dogs", limit: 10 }],
    ["one character", { query: "x" }, { query: "x", limit: 10 }],
    ["500 characters of two units", { query: "𝔄".repeat(500) }, { query: "𝔄".repeat(500), limit: 10 }],
    ["500 characters and blanks", { query: ` ${"x".repeat(500)} ` }, { query: "x".repeat(500), limit: 10 }],
    ["a question, as it is", { query: "What is CRISPR?" }, { query: "What is CRISPR?", limit: 10 }],
    ["any script", { query: "量子力学" }, { query: "量子力学", limit: 10 }]
  ])("takes %s", (_, body, expected) => {
    expect(readSearch(body)).toEqual(Either.right(expected))
  })

  it.each([
    ["no query", {}, ["/query Missing"]],
    ["null for the query", { query: null }, [query]],
    ["a number", { query: 7 }, [query]],
    ["nothing", { query: "" }, [query]],
    ["blanks", { query: " \n" }, [query]],
    ["501 characters", { query: "x".repeat(501) }, [query]],
    ["no word", { query: "?!" }, [word]],
    ["wildcards", { query: "* *" }, [word]],
    ["a lone operator", { query: "NOT" }, [word]],
    ["limit 0", { query: "cats", limit: 0 }, [limit]],
    ["limit 51", { query: "cats", limit: 51 }, [limit]],
    ["half a limit", { query: "cats", limit: 1.5 }, [limit]],
    ["a limit in quotes", { query: "cats", limit: "10" }, [limit]],
    ["an unknown field", { query: "cats", page: 2 }, ["/page Unexpected"]],
    ["every problem at once", { query: "?", limit: 0, page: 2 }, [limit, "/page Unexpected", word]]
  ])("refuses %s", (_, body, problems) => {
    expect(readSearch(body)).toEqual(Either.left(problems))
  })

  it("shows its bounds in the JSON Schema", () => {
    expect(JSONSchema.make(AcademicSearchRequest, { target: "jsonSchema2020-12" })).toMatchObject({
      type: "object",
      required: ["query"],
      additionalProperties: false,
      properties: {
        query: {
          type: "string",
          minLength: 1,
          maxLength: 500,
          description: "What the works are about, as words; at least one of them searchable",
          examples: ["machine learning public health"]
        },
        limit: { anyOf: [{ type: "integer", minimum: 1, maximum: 50 }, { type: "null" }] }
      }
    })
  })
})

describe("AcademicWorkRequest", () => {
  it.each([
    "10.4081/gh.2014.294",
    " 10.4081/GH.2014.294\n",
    "doi:10.4081/gh.2014.294",
    "DOI: 10.4081/gh.2014.294",
    "https://doi.org/10.4081/gh.2014.294",
    "http://dx.doi.org/10.4081/gh.2014.294",
    "HTTPS://DOI.ORG/10.4081%2FGH.2014.294"
  ])("takes %j", (doi) => {
    expect(readWork({ doi })).toEqual(Either.right({ doi: "10.4081/gh.2014.294" }))
  })

  const rule = "/doi must be a DOI such as 10.1371/journal.pone.0033693"

  it.each([
    ["no DOI", {}, ["/doi Missing"]],
    ["null", { doi: null }, [rule]],
    ["a number", { doi: 10.1 }, [rule]],
    ["nothing", { doi: "" }, [rule]],
    ["a word", { doi: "journal.pone.0033693" }, [rule]],
    ["a prefix", { doi: "10.4081/" }, [rule]],
    ["a blank inside", { doi: "10.4081/gh 2014" }, [rule]],
    ["a way up", { doi: "10.4081/../../rate-limit" }, [rule]],
    ["another site", { doi: "https://example.org/10.4081/gh.2014.294" }, [rule]],
    ["more than 512 characters", { doi: `10.4081/${"x".repeat(505)}` }, [rule]],
    ["an unknown field", { doi: "10.4081/gh.2014.294", limit: 1 }, ["/limit Unexpected"]]
  ])("refuses %s", (_, body, problems) => {
    expect(readWork(body)).toEqual(Either.left(problems))
  })

  it("shows its form in the JSON Schema, which takes what is taken", () => {
    const schema = JSONSchema.make(AcademicWorkRequest, { target: "jsonSchema2020-12" })
    expect(schema).toMatchObject({
      type: "object",
      required: ["doi"],
      additionalProperties: false,
      properties: { doi: { type: "string", maxLength: 512, examples: ["10.4081/gh.2014.294"] } }
    })
    const pattern = new RegExp(String(Object(Object(Object(schema).properties).doi).pattern))
    for (const doi of [" 10.4081/x", "doi:10.1000.10/x", "https://doi.org/10.4081%2Fx"])
      expect(doi).toMatch(pattern)
    for (const doi of ["10.4081", "10.40/x", "x"]) expect(doi).not.toMatch(pattern)
  })
})

describe("the capabilities", () => {
  it.each([
    [academicSearch, "academic.search", "/v1/academic/search", "0.01", "cannot answer"],
    [academicWork, "academic.work", "/v1/academic/work", "0.005", "cannot answer or does not know the DOI"]
  ] as const)("has the contract's facts, and an example that fits", (endpoint, id, path, price, when) => {
    const facts = Option.getOrThrow(Context.getOption(endpoint.annotations, Capability))
    expect(facts).toMatchObject({
      id,
      category: "academic",
      price,
      provider: { kind: "provider", slugs: ["openalex", "crossref"] }
    })
    expect(facts.description.length).toBeLessThanOrEqual(500)
    expect(facts.description).toContain(`; when it ${when}, Crossref (`)
    expect(facts.description).toMatch(/https:\/\/openalex\.org.*CC0.*https:\/\/www\.crossref\.org/)
    expect([endpoint.method, endpoint.path]).toEqual(["POST", path])
  })

  it("has examples made of the recorded reply", () => {
    const facts = Option.getOrThrow(Context.getOption(academicWork.annotations, Capability))
    expect(readWork(facts.example.request)).toEqual(Either.right(facts.example.request))
    const { data } = Schema.decodeUnknownSync(academicWork.successSchema, { onExcessProperty: "error" })(
      facts.example.response
    )
    const recorded: { readonly title: string; readonly doi: string; readonly cited_by_count: number } =
      JSON.parse(single)
    expect([data.title, `https://doi.org/${data.doi}`, data.citations]).toEqual([
      recorded.title,
      recorded.doi,
      recorded.cited_by_count
    ])
    const search = Option.getOrThrow(Context.getOption(academicSearch.annotations, Capability))
    expect(readSearch(search.example.request)).toEqual(Either.right(search.example.request))
    const found = Schema.decodeUnknownSync(academicSearch.successSchema, { onExcessProperty: "error" })(
      search.example.response
    )
    expect(found.data).toEqual({ results: [data], meta: { count: 49 } })
  })
})
