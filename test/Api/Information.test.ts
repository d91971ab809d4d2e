import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Context, Either, JSONSchema, Schema } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { CompareRequest, compare } from "../../src/Capabilities/Compare/contract.ts"
import { EvidenceRequest, evidence } from "../../src/Capabilities/Evidence/contract.ts"
import { VerifyRequest, verify } from "../../src/Capabilities/Verify/contract.ts"
import { read } from "../support/Problems.ts"

type Case = readonly [body: unknown, outcome: unknown]

const all = ["academic", "news", "knowledge"]

/** A request: the field of its text, with its bounds, and that of its number. */
interface Form<A, I> {
  readonly name: string
  readonly request: Schema.Schema<A, I>
  readonly text: string
  readonly bounds: readonly [number, number]
  readonly number: string
  readonly range: readonly [least: number, usual: number, most: number]
}

const casesOf = <A, I>({ bounds: [min, max], number, range: [least, usual, most], text }: Form<A, I>) => {
  const good = "x".repeat(min)
  const became = (change: object = {}) => ({ [text]: good, sourceTypes: all, [number]: usual, ...change })
  const said = (value: string): Case => [{ [text]: value }, became({ [text]: value.trim() })]
  const taken: ReadonlyArray<Case> = [
    said(good),
    [{ [text]: good, sourceTypes: null, [number]: null }, became()],
    said(`\n ${good}\t`),
    said("x".repeat(max)),
    // Counted in code points, without the blanks around them.
    said("𝕏".repeat(min)),
    said(` ${"𝕏".repeat(max)} `),
    ...[least, most].map((value): Case => [{ [text]: good, [number]: value }, became({ [number]: value })]),
    ...[["news"], ["knowledge", "academic"], ["news", "news", "news"]].map(
      (sourceTypes): Case => [{ [text]: good, sourceTypes }, became({ sourceTypes })]
    )
  ]
  const rule = `must be a text of ${min} to ${max} characters`
  const whole = `must be a whole number from ${least} to ${most}`
  const count = "must be a list of 1 to 3 items"
  const name = "must be academic, news or knowledge"
  const refused: ReadonlyArray<Case> = [
    [{}, [`/${text} Missing`]],
    ...[
      "",
      `  ${"x".repeat(min - 1)}  `,
      "𝕏".repeat(min - 1),
      "x".repeat(max + 1),
      "𝕏".repeat(max + 1),
      5,
      null,
      [good]
    ].map((value): Case => [{ [text]: value }, [`/${text} ${rule}`]]),
    ...[`${good}\0`, `${good}\udfff`].map(
      (value): Case => [
        { [text]: value },
        [`/${text} must have no NUL character and no half of a surrogate pair`]
      ]
    ),
    ...[least - 1, most + 1, -1, least + 0.5, String(usual), true, Number.NaN, []].map(
      (value): Case => [{ [text]: good, [number]: value }, [`/${number} ${whole}`]]
    ),
    ...[[], ["news", "news", "news", "news"], "news", {}, 5].map(
      (sourceTypes): Case => [{ [text]: good, sourceTypes }, [`/sourceTypes ${count}`]]
    ),
    ...["government", "weather", "News", " news", "", null, 5].map(
      (source): Case => [{ [text]: good, sourceTypes: ["news", source] }, [`/sourceTypes/1 ${name}`]]
    ),
    ...["sources", "government", number === "limit" ? "maxSources" : "limit"].map(
      (field): Case => [{ [text]: good, [field]: null }, [`/${field} Unexpected`]]
    ),
    [
      { [text]: "", sourceTypes: ["x"], [number]: 0 },
      [`/${text} ${rule}`, `/sourceTypes/0 ${name}`, `/${number} ${whole}`]
    ]
  ]
  return { taken, refused }
}

const claims: Form<VerifyRequest, typeof VerifyRequest.Encoded> = {
  name: "VerifyRequest",
  request: VerifyRequest,
  text: "claim",
  bounds: [5, 500],
  number: "maxSources",
  range: [3, 12, 30]
}
const packs: Form<EvidenceRequest, typeof EvidenceRequest.Encoded> = {
  name: "EvidenceRequest",
  request: EvidenceRequest,
  text: "query",
  bounds: [3, 500],
  number: "limit",
  range: [1, 5, 10]
}
const comparisons: Form<CompareRequest, typeof CompareRequest.Encoded> = {
  name: "CompareRequest",
  request: CompareRequest,
  text: "query",
  bounds: [2, 200],
  number: "limit",
  range: [1, 5, 10]
}

const describeForm = <A, I>(form: Form<A, I>) => {
  const { bounds, name, number, range, request, text } = form
  const { refused, taken } = casesOf(form)

  describe(name, () => {
    it.each(taken)("takes %j", (body, expected) => {
      expect(read(request)(body)).toEqual(expected)
    })

    it.each(taken)("what %j became is taken as it is, and encoded as it is", (_, expected) => {
      expect(read(request)(expected)).toEqual(expected)
      expect(Schema.encodeUnknownSync(request)(expected)).toEqual(expected)
    })

    it.each(refused)("refuses %j", (body, expected) => {
      expect(read(request)(body)).toEqual(expected)
    })

    it("its JSON Schema shows bounds and descriptions", () => {
      const { properties, required } = Object(JSONSchema.make(request, { target: "jsonSchema2020-12" }))
      const description = expect.any(String)
      expect(required).toEqual([text])
      expect(properties[text]).toMatchObject({ minLength: bounds[0], maxLength: bounds[1], description })
      expect(properties.sourceTypes.anyOf).toMatchObject([
        { minItems: 1, maxItems: 3, items: { enum: all }, description },
        { type: "null" }
      ])
      expect(properties[number].anyOf).toMatchObject([
        { type: "integer", minimum: range[0], maximum: range[2], description },
        { type: "null" }
      ])
    })
  })
}

describeForm(claims)
describeForm(packs)
describeForm(comparisons)

describe.each([
  ["information.verify", "/v1/verify", "0.05", verify, VerifyRequest] as const,
  ["information.evidence", "/v1/evidence", "0.05", evidence, EvidenceRequest] as const,
  ["information.compare", "/v1/compare", "0.10", compare, CompareRequest] as const
])("%s", (id, path, price, endpoint, request) => {
  const facts = Context.unsafeGet(endpoint.annotations, Capability)

  it("is sold as the contract lists it", () => {
    expect([facts.id, facts.category, facts.price, facts.provider, endpoint.path]).toEqual([
      id,
      "information",
      price,
      { kind: "composite" },
      path
    ])
    expect(facts.description.length).toBeLessThanOrEqual(500)
    expect(facts.description.match(/https:[^\s)]+/g)).toEqual([
      "https://openalex.org",
      "https://www.wikidata.org/",
      "https://creativecommons.org/publicdomain/zero/1.0/",
      "https://www.crossref.org",
      "https://www.gdeltproject.org/about.html#termsofuse"
    ])
  })

  it("has an example that is valid, by its schemas and by their JSON Schemas", () => {
    const { example } = facts
    const ajv = new Ajv2020({ strict: false, formats: { "date-time": true } })
    const valid = (schema: Schema.Schema.Any, value: unknown) =>
      ajv.validate({ ...JSONSchema.make(schema, { target: "jsonSchema2020-12" }) }, value)
    expect(valid(request, example.request)).toBe(true)
    expect(valid(endpoint.successSchema, example.response)).toBe(true)
    const schema: Schema.Schema.AnyNoContext = endpoint.successSchema
    expect(Schema.decodeUnknownEither(schema)(example.response)).toEqual(Either.right(example.response))
  })
})
