/**
 * The work for a request's body is bounded before it is done, and what is told of it stays right.
 */
import { describe, expect, it } from "@effect/vitest"
import { Either, Predicate, Schema } from "effect"
import { strict } from "../../src/Api/Capability.ts"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { list } from "../../src/Api/Fields.ts"
import * as RequestDecoder from "../../src/Api/RequestDecoder.ts"

const problemsOf = <A>(read: Either.Either<A, unknown>): unknown =>
  Either.match(read, { onLeft: (problems) => problems, onRight: () => [] })

const stranger = (...fields: ReadonlyArray<string>) =>
  `is not a field of this request; its fields are ${fields.join(", ")}`
const tooLong = 32_000

/** Fields that no request has. */
const crowd = (count: number) => Array.from({ length: count }, (_, at) => [`x${at}`, 1] as const)

describe("a list", () => {
  const counted: ReadonlyArray<readonly [length: number, decoded: number, problems: ReadonlyArray<string>]> =
    [
      [0, 0, ["/items must be a list of 1 to 3 items"]],
      [1, 1, []],
      [3, 3, []],
      [4, 0, ["/items must be a list of 1 to 3 items"]],
      [tooLong, 0, ["/items must be a list of 1 to 3 items"]]
    ]
  it.each(counted)("of %i items has %i of them decoded", (length, decoded, problems) => {
    let looked = 0
    const item = Schema.Number.pipe(
      Schema.filter(() => {
        looked += 1
        return true
      })
    )
    const decode = RequestDecoder.make(Schema.Struct({ items: list(item, 1, 3) }).annotations(strict))
    const told = Either.match(decode({ items: Array(length).fill(1) }), {
      onLeft: (problems) => problems.map(({ pointer, message }) => `${pointer} ${message}`),
      onRight: () => []
    })
    expect([looked, told]).toEqual([decoded, problems])
  })

  it("tells of each of its items when it is as long as it may be", () => {
    const decode = RequestDecoder.make(
      Schema.Struct({ items: list(Schema.Literal("a"), 1, 3) }).annotations(strict)
    )
    expect(problemsOf(decode({ items: ["a", 1, "b"] }))).toMatchObject([
      { pointer: "/items/1" },
      { pointer: "/items/2" }
    ])
    expect(decode({ items: ["a", "a"] })).toEqual(Either.right({ items: ["a", "a"] }))
  })

  /** Where lists stand in the requests of the contract. */
  const lists: ReadonlyArray<readonly [id: string, pointer: string, body: (items: unknown) => object]> = [
    ["crypto.price", "/assets", (assets) => ({ assets })],
    ["crypto.market", "/assets", (assets) => ({ assets })],
    ["fx.rates", "/currencies", (currencies) => ({ base: "EUR", currencies })],
    ["information.compare", "/sourceTypes", (sourceTypes) => ({ query: "tea vs coffee", sourceTypes })],
    ["information.evidence", "/sourceTypes", (sourceTypes) => ({ query: "green tea", sourceTypes })],
    ["information.verify", "/sourceTypes", (sourceTypes) => ({ claim: "Tea is healthy", sourceTypes })],
    ["research", "/sources", (sources) => ({ query: "green tea", sources })],
    [
      "research",
      "/government/variables",
      (variables) => ({
        query: "green tea",
        sources: ["government"],
        government: { dataset: "acs/acs1", year: 2019, variables, forGeography: "us:1" }
      })
    ],
    [
      "government.census",
      "/variables",
      (variables) => ({ dataset: "acs/acs1", year: 2019, variables, forGeography: "us:1" })
    ]
  ]
  it.each(lists)("that is too long is one problem: %s%s", (id, pointer, body) => {
    const capability = registeredCapabilities.find(({ facts }) => facts.id === id)
    for (const item of [1, "", "tea", null, {}, []]) {
      const read = capability?.decode(body(Array(tooLong).fill(item)))
      expect(read === undefined ? undefined : problemsOf(read)).toEqual([
        { pointer, message: expect.stringMatching(/^must be a list of 1 to \d+ items$/) }
      ])
    }
  })

  it("is in the table above wherever the contract has one", () => {
    const described = (schema: unknown): number => {
      if (Array.isArray(schema)) return schema.reduce<number>((sum, inner) => sum + described(inner), 0)
      if (!Predicate.isRecord(schema)) return 0
      return Object.values(schema).reduce<number>(
        (sum, inner) => sum + described(inner),
        "maxItems" in schema ? 1 : 0
      )
    }
    const found = registeredCapabilities.map(({ requestSchema }) => described(requestSchema))
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(lists.length)
  })
})

describe("an unknown field", () => {
  const geocode = ["mode", "query", "limit", "latitude", "longitude"]
  const census = ["dataset", "year", "variables", "forGeography"]
  const cases: ReadonlyArray<readonly [id: string, body: object, problems: ReadonlyArray<object>]> = [
    [
      "geocode",
      { mode: "reverse", lat: 51.5, lon: -0.1 },
      [
        { pointer: "/lat", message: stranger(...geocode) },
        { pointer: "/lon", message: stranger(...geocode) },
        { pointer: "/latitude", message: "is required" },
        { pointer: "/longitude", message: "is required" }
      ]
    ],
    [
      "geocode",
      { mode: "forward", q: "Paris", query: "Paris" },
      [{ pointer: "/q", message: stranger(...geocode) }]
    ],
    [
      "research",
      {
        query: "green tea",
        sources: ["government"],
        government: {
          dataset: "acs/acs1",
          year: 2019,
          variables: ["NAME"],
          forGeography: "us:1",
          in: "state:06"
        }
      },
      [{ pointer: "/government/in", message: stranger(...census) }]
    ],
    [
      "research",
      { query: "green tea", language: "en" },
      [{ pointer: "/language", message: stranger("query", "sources", "limit", "government") }]
    ]
  ]
  it.each(cases)(
    "is told which fields there are, in every form of the request: %s %j",
    (id, body, problems) => {
      const read = registeredCapabilities.find(({ facts }) => facts.id === id)?.decode(body)
      expect(read === undefined ? undefined : problemsOf(read)).toEqual(problems)
    }
  )
})

describe("a hundred problems", () => {
  const Request = Schema.Struct({ a: Schema.Number, b: Schema.optional(Schema.Number) }).annotations(strict)
  const decode = RequestDecoder.make(Request)

  it("are looked for, and no more", () => {
    let looked = 0
    const body = Object.defineProperties(
      {},
      Object.fromEntries(
        crowd(5_000).map(([name]) => [
          name,
          {
            enumerable: true,
            get: () => {
              looked += 1
              return 1
            }
          }
        ])
      )
    )
    expect(problemsOf(decode(body))).toHaveLength(100)
    expect(looked).toBe(100)
  })

  it("leave no field out of sight, wherever it stands", () => {
    const few = Object.fromEntries(crowd(98))
    expect(problemsOf(decode({ ...few, b: "late" }))).toEqual([
      ...Object.keys(few).map((name) => ({ pointer: `/${name}`, message: stranger("a", "b") })),
      { pointer: "/a", message: "is required" },
      expect.objectContaining({ pointer: "/b" })
    ])
    const all = problemsOf(decode({ ...Object.fromEntries(crowd(5_000)), a: 1 }))
    expect(all).toEqual(crowd(100).map(([name]) => ({ pointer: `/${name}`, message: stranger("a", "b") })))
  })

  const example = (id: string) => ({
    ...registeredCapabilities.find(({ facts }) => facts.id === id)?.facts.example.request
  })
  it.each(registeredCapabilities.map(({ facts }) => facts.id))("are the most at %s", (id) => {
    const capability = registeredCapabilities.find(({ facts }) => facts.id === id)
    const read = capability?.decode({ ...Object.fromEntries(crowd(5_000)), ...example(id) })
    expect(read === undefined ? undefined : problemsOf(read)).toEqual(
      crowd(100).map(([name]) => ({
        pointer: `/${name}`,
        message: expect.stringMatching(/^is not a field of this request; its fields are \w+(?:, \w+)*$/)
      }))
    )
    expect(capability?.decode(example(id))).toMatchObject({ _tag: "Right" })
  })

  it("are the most within the table of research, too", () => {
    const research = registeredCapabilities.find(({ facts }) => facts.id === "research")
    const government = { ...example("government.census"), ...Object.fromEntries(crowd(5_000)) }
    const read = research?.decode({ query: "green tea", sources: ["government"], government })
    expect(read === undefined ? undefined : problemsOf(read)).toEqual(
      crowd(100).map(([name]) => ({
        pointer: `/government/${name}`,
        message: stranger("dataset", "year", "variables", "forGeography")
      }))
    )
  })
})

describe("sentences", () => {
  it("are made of the problems that are told alone, not of the other alternatives of a field", () => {
    let written = 0
    const counting = <A, I>(schema: Schema.Schema<A, I>) =>
      schema.annotations({
        parseIssueTitle: () => {
          written += 1
          return "counted"
        }
      })
    const either = Schema.Union(counting(Schema.Number), counting(Schema.Boolean), counting(Schema.Null))
    const decode = RequestDecoder.make(Schema.Struct({ a: either, b: either }).annotations(strict))
    expect(problemsOf(decode({ a: "x", b: "y" }))).toEqual([
      { pointer: "/a", message: "counted" },
      { pointer: "/b", message: "counted" }
    ])
    expect(written).toBe(2)
  })
})

describe("what is told", () => {
  const decode = RequestDecoder.make(Schema.Struct({ a: Schema.Number }).annotations(strict))
  const own = (text: string) => JSON.parse(text)
  it.each<readonly [string, unknown, ReadonlyArray<object>]>([
    [
      "a field called __proto__",
      own('{"a":1,"__proto__":{"a":1}}'),
      [{ pointer: "/__proto__", message: stranger("a") }]
    ],
    [
      "a field whose name is mistaken",
      { a: 1, A: 2 },
      [{ pointer: "/A", message: `${stranger("a")}; did you mean a?` }]
    ],
    [
      "a field with a name of 65 characters",
      { a: 1, [`a${"x".repeat(64)}`]: 2 },
      [{ pointer: `/a${"x".repeat(64)}`, message: stranger("a") }]
    ],
    ["a list", [1], [{ pointer: "", message: "must be a JSON object" }]],
    ["null", null, [{ pointer: "", message: "must be a JSON object" }]],
    [
      "nesting of which a message cannot be made",
      own(`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
      [{ pointer: "/a", message: "must not be nested so deeply" }]
    ]
  ])("of %s", (_, body, problems) => {
    expect(problemsOf(decode(body))).toEqual(problems)
  })
})
