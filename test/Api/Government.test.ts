import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Array, Context, Either, JSONSchema, Schema } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { CensusRequest, census } from "../../src/Capabilities/GovernmentCensus/contract.ts"
import { read } from "../support/Problems.ts"

const states = {
  dataset: "acs/acs1",
  year: 2019,
  variables: ["NAME", "B01001_001E"],
  forGeography: "state:*"
}

type Case = readonly [change: object, outcome: unknown]

const taken: ReadonlyArray<Case> = [
  [{}, states],
  [{ dataset: "acs/acs5" }, { ...states, dataset: "acs/acs5" }],
  ...[2009, 2035].map((year): Case => [{ year }, { ...states, year }]),
  ...[
    ["NAME"],
    Array.makeBy(10, (index) => `B01001_00${index}E`),
    ["B19013_001EA", "B19013_001MA", "B24010A_001E", "GEO_ID", "A"],
    ["NAME", "NAME"]
  ].map((variables): Case => [{ variables }, { ...states, variables }]),
  [{ variables: [" NAME\n"] }, { ...states, variables: ["NAME"] }],
  ...[
    "state:*",
    "state:06",
    "state:06,36",
    "county:*",
    "county:037",
    "us:1",
    "us:*",
    "region:*",
    "congressional district:*",
    "zip code tabulation area:90210",
    "metropolitan statistical area/micropolitan statistical area:*",
    "state legislative district (upper chamber):*",
    // Levels that need another around them are well-formed: the provider refuses them.
    "tract:*",
    `${"a".repeat(98)}:*`
  ].map((forGeography): Case => [{ forGeography }, { ...states, forGeography }]),
  [{ forGeography: " State:06 " }, { ...states, forGeography: "state:06" }],
  [{ forGeography: "US:1" }, { ...states, forGeography: "us:1" }]
]

const dataset = "must be acs/acs1 or acs/acs5"
const year = "must be a whole number from 2009 to 2035"
const count = "must be a list of 1 to 10 items"
const code = "must be a census variable code in upper case such as NAME or B01001_001E"
const length = "must be a text of 3 to 100 characters"
const chained = "must be one clause of geography: chained clauses (&in=) are not supported"
const clause = "must be a clause of geography such as state:*, state:06,36 or county:*"

const refused: ReadonlyArray<Case> = [
  ...["acs/acs3", "acs/acs5/profile", "dec/sf1", "ACS/ACS1", "", 1, null].map(
    (value): Case => [{ dataset: value }, [`/dataset ${dataset}`]]
  ),
  ...[2008, 2036, 2019.5, "2019", null].map((value): Case => [{ year: value }, [`/year ${year}`]]),
  ...[[], Array.makeBy(11, (index) => `B01001_0${index}E`), Array.replicate("NAME", 11), "NAME", null].map(
    (variables): Case => [{ variables }, [`/variables ${count}`]]
  ),
  ...[
    "name",
    "b01001_001e",
    "",
    " ",
    "group(B01001)",
    "B01001_001E,NAME",
    "B01001_001E&for=us:1",
    "_A",
    "A_",
    "A__B",
    "1A",
    "A B",
    "A-B",
    "*",
    "A".repeat(51),
    5,
    null
  ].map((variable): Case => [{ variables: ["NAME", variable] }, [`/variables/1 ${code}`]]),
  ...["", "us", "  us  ", "a".repeat(101), 5, null].map(
    (value): Case => [{ forGeography: value }, [`/forGeography ${length}`]]
  ),
  ...[
    "county:*&in=state:06",
    "state:*&key=x",
    "county:*&IN=state:06",
    "in=state:06",
    "county:* in=state:06"
  ].map((value): Case => [{ forGeography: value }, [`/forGeography ${chained}`]]),
  ...[
    "state",
    "state:",
    ":06",
    "state:CA",
    "state:**",
    "state:06,",
    "state:06,*",
    "state: 06",
    "state:06#",
    "state:06?",
    "state:%2A",
    "state:12345678",
    "state=06",
    "06:state",
    "(state):06",
    "état:06",
    "state:*\nx",
    "state:06;county:*"
  ].map((value): Case => [{ forGeography: value }, [`/forGeography ${clause}`]]),
  [{ in: "state:06" }, ["/in Unexpected"]],
  [
    { dataset: "", year: 0, variables: [], forGeography: "" },
    [`/dataset ${dataset}`, `/year ${year}`, `/variables ${count}`, `/forGeography ${length}`]
  ]
]

describe("CensusRequest", () => {
  it.each(taken)("takes %j", (change, expected) => {
    expect(read(CensusRequest)({ ...states, ...change })).toEqual(expected)
  })

  it.each(taken)("what %j became is taken as it is, and encoded as it is", (_, expected) => {
    expect(read(CensusRequest)(expected)).toEqual(expected)
    expect(Schema.encodeUnknownSync(CensusRequest)(expected)).toEqual(expected)
  })

  it.each(refused)("refuses %j", (change, expected) => {
    expect(read(CensusRequest)({ ...states, ...change })).toEqual(expected)
  })

  it("needs every field", () => {
    expect(read(CensusRequest)({})).toEqual([
      "/dataset Missing",
      "/year Missing",
      "/variables Missing",
      "/forGeography Missing"
    ])
  })

  it("its JSON Schema shows bounds and descriptions", () => {
    const { properties } = Object(JSONSchema.make(CensusRequest, { target: "jsonSchema2020-12" }))
    const description = expect.any(String)
    expect(properties.dataset).toMatchObject({ enum: ["acs/acs1", "acs/acs5"], description })
    expect(properties.year).toMatchObject({ type: "integer", minimum: 2009, maximum: 2035, description })
    expect(properties.variables).toMatchObject({
      minItems: 1,
      maxItems: 10,
      items: { pattern: "^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$" },
      description
    })
    expect(properties.forGeography).toMatchObject({
      minLength: 3,
      maxLength: 100,
      pattern: "^[A-Za-z][A-Za-z /()-]*:(\\*|\\d{1,7}(,\\d{1,7})*)$",
      description
    })
  })
})

describe("government.census", () => {
  const facts = Context.unsafeGet(census.annotations, Capability)

  it("is sold as the contract lists it", () => {
    expect([facts.id, facts.category, facts.price, facts.provider, census.path]).toEqual([
      "government.census",
      "government",
      "0.01",
      { kind: "provider", slugs: ["us-census"] },
      "/v1/government/census"
    ])
    expect(facts.description.length).toBeLessThanOrEqual(500)
  })

  it("has an example that is valid, by its schemas and by their JSON Schemas", () => {
    const { request, response } = facts.example
    expect(read(CensusRequest)(request)).toEqual(request)
    const decoded = Schema.decodeUnknownEither(census.successSchema)(response)
    expect(decoded).toEqual(Either.right(response))
    const ajv = new Ajv2020({ strict: false })
    const valid = (schema: Schema.Schema.Any, value: unknown) =>
      ajv.validate({ ...JSONSchema.make(schema, { target: "jsonSchema2020-12" }) }, value)
    expect(valid(CensusRequest, request)).toBe(true)
    expect(valid(census.successSchema, response)).toBe(true)
  })
})
