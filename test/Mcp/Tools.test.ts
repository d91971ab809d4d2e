/** The list of tools: what models, hosts and clients of every revision can take. */
import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { FastCheck as fc } from "effect"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { shown } from "../../src/Mcp/remote/Tools.ts"
import * as FreeTools from "../../src/Mcp/tools/FreeTools.ts"
import * as Lenient from "../../src/Mcp/tools/Lenient.ts"
import { toolName } from "../../src/Mcp/tools/Names.ts"
import * as Selection from "../../src/Mcp/tools/Selection.ts"
import * as Tool from "../../src/Mcp/tools/Tool.ts"
import { requirements } from "../support/SignedPayment.ts"

const make = Tool.make({
  spends: false,
  repetition: "The same payment with the same arguments gives the answer again, free.",
  outputOf: (schema) => schema,
  metaOf: () => ({
    x402: { paymentRequired: true, ...requirements },
    "almanac/price": { amount: "0.002", currency: "USDC" }
  })
})

const sold = registeredCapabilities.map((capability) => ({
  capability,
  tool: make({
    facts: capability.facts,
    requestSchema: capability.requestSchema,
    responseSchema: capability.responseSchema,
    price: capability.facts.price
  })
}))
const names = sold.map(({ tool }) => tool.name)
const free = [FreeTools.quote(names), FreeTools.payment, FreeTools.status]
const gateway = FreeTools.gatewayTools(names, false)
const listed = [...sold.map(({ tool }) => tool), ...free]

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** Without what schemas would share: none has an id. */
const ajv = new Ajv2020({ strict: false, logger: false })

/** Every schema within a schema. */
const within = (schema: unknown): ReadonlyArray<object> =>
  typeof schema !== "object" || schema === null
    ? []
    : [...(Array.isArray(schema) ? [] : [schema]), ...Object.values(schema).flatMap(within)]

describe("the list of tools", () => {
  it("has the capabilities in the order of the Api, under names that every host takes", () => {
    expect(names).toEqual(registeredCapabilities.map(({ facts }) => facts.id.replaceAll(".", "_")))
    expect(names).toHaveLength(16)
    const all = [...listed, ...gateway].map(({ name }) => name)
    expect(all.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([])
    expect(new Set(all).size).toBe(all.length)
  })

  it("stays small: 20 KiB of inputs, 45 KiB with the schemas of answers, 3 KiB for the gateway", () => {
    expect(bytes(listed.map(({ outputSchema: _, _meta, ...tool }) => tool))).toBeLessThanOrEqual(20 * 1024)
    for (const era of ["legacy", "modern"] as const)
      expect(bytes(listed.map((tool) => shown(tool, era)))).toBeLessThanOrEqual(45 * 1024)
    expect(bytes(gateway)).toBeLessThanOrEqual(3 * 1024)
  })

  it("says the price in words", () => {
    for (const { capability, tool } of sold)
      expect(tool.description).toContain(`Costs ${capability.facts.price} USDC a call`)
  })

  it("marks what spends money, and nothing else, as more than reading", () => {
    const spending = Tool.make({ spends: true, repetition: "", outputOf: (schema) => schema })
    expect(
      registeredCapabilities.map(
        (one) => spending({ ...one, facts: one.facts, price: "1" }).annotations.readOnlyHint
      )
    ).toEqual(registeredCapabilities.map(() => false))
    expect(FreeTools.gatewayTools(names, true).map(({ annotations }) => annotations.readOnlyHint)).toEqual([
      true,
      true,
      false
    ])
    expect(listed.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
  })

  describe.each([...listed, ...gateway])("$name", (tool) => {
    it("has a plain object as its input, with a type and a text for each field", () => {
      const { inputSchema } = tool
      expect(inputSchema["type"]).toBe("object")
      expect(Object.keys(inputSchema)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:anyOf|oneOf|allOf|\$schema|title|examples)$/)])
      )
      for (const field of Object.values(Object(inputSchema["properties"])))
        expect(field).toMatchObject({ type: expect.any(String), description: expect.any(String) })
      expect(JSON.stringify(inputSchema)).not.toContain('"null"')
      expect(within(inputSchema).filter((schema) => "title" in schema || "examples" in schema)).toEqual([])
    })

    it("has schemas that compile alone", () => {
      for (const era of ["legacy", "modern"] as const) {
        const { inputSchema, outputSchema } = shown(tool, era)
        for (const schema of [inputSchema, outputSchema].filter((schema) => schema !== undefined))
          expect(() => ajv.compile(schema)).not.toThrow()
      }
    })
  })

  describe.each(sold)("$tool.name", ({ capability, tool }) => {
    const { request, response } = capability.facts.example
    const demand = { x402Version: 2, accepts: [requirements] }
    const holds = (schema: object | undefined) => ajv.compile(schema ?? false)

    it("takes the example and gives its answer; to older clients a demand for payment is one, too", () => {
      expect(holds(tool.inputSchema)(request)).toBe(true)
      for (const era of ["legacy", "modern"] as const) {
        const { outputSchema } = shown(tool, era)
        expect(outputSchema?.["type"]).toBe("object")
        const isAnswer = holds(outputSchema)
        expect([response, demand, { data: 1 }].map((value) => isAnswer(value))).toEqual([
          true,
          era === "legacy",
          false
        ])
      }
    })

    it("reads the example from texts as from values, and leaves values alone", () => {
      expect(Lenient.read(Object(request), tool.inputSchema)).toEqual(request)
      const texts = Object.fromEntries(
        Object.entries(request).map(([name, value]) => [
          name,
          typeof value === "string" ? value : JSON.stringify(value)
        ])
      )
      expect(Lenient.read(texts, tool.inputSchema)).toEqual(request)
    })

    it("gives the same answer again when it is read and written", () => {
      const text = JSON.stringify(response)
      expect(JSON.stringify(JSON.parse(text))).toBe(text)
    })
  })
})

const schema = {
  properties: {
    n: { type: "number" },
    i: { type: "integer" },
    b: { type: "boolean" },
    s: { type: "string" },
    l: { type: "array", items: { type: "string" } },
    m: { type: "array", items: { type: "integer" } },
    o: { type: "object", properties: { n: { type: "number" } } }
  }
}

describe("lenient arguments", () => {
  it.each([
    [{ n: "10" }, { n: 10 }],
    [{ n: " -1.5 " }, { n: -1.5 }],
    [{ i: "7" }, { i: 7 }],
    [{ n: "1e3" }, { n: "1e3" }],
    [{ n: "0x10" }, { n: "0x10" }],
    [{ n: "" }, { n: "" }],
    [{ n: "010" }, { n: "010" }],
    [{ n: "Infinity" }, { n: "Infinity" }],
    [{ b: "true" }, { b: true }],
    [{ b: "no" }, { b: "no" }],
    [{ s: "10" }, { s: "10" }],
    [{ s: '["a"]' }, { s: '["a"]' }],
    [{ l: '["a","b"]' }, { l: ["a", "b"] }],
    [{ l: "a, b" }, { l: ["a", "b"] }],
    [{ l: "a" }, { l: ["a"] }],
    [{ l: "" }, { l: "" }],
    [{ l: "a,,b" }, { l: "a,,b" }],
    [{ l: "[a" }, { l: "[a" }],
    [{ m: '["1",2]' }, { m: [1, 2] }],
    [{ m: "1,2" }, { m: [1, 2] }],
    [{ o: '{"n":"1"}' }, { o: { n: 1 } }],
    [{ o: "[]" }, { o: "[]" }],
    [{ x: "1" }, { x: "1" }],
    [{ n: null }, { n: null }]
  ])("%j is %j", (given, read) => {
    expect(Lenient.read(given, schema)).toEqual(read)
  })

  it.prop("change no value that has its type already", [fc.jsonValue()], ([value]) => {
    expect(Lenient.read({ x: value, __proto__: null }, schema)).toEqual({ x: value })
    if (typeof value !== "string") expect(Lenient.read({ n: value }, schema)).toEqual({ n: value })
  })

  it("keep a field of any name", () => {
    const given = JSON.parse('{"__proto__":{"n":"1"},"constructor":"1"}')
    expect(JSON.stringify(Lenient.read(given, schema))).toBe(JSON.stringify(given))
  })
})

describe("a selection of tools", () => {
  const all = [...listed, ...gateway].map(({ name }) => name)

  it.each([
    [undefined, listed.map(({ name }) => name)],
    ["weather,fx_rates", ["fx_rates", "weather"]],
    ["fx.rates, weather", ["fx_rates", "weather"]],
    ["gateway", gateway.map(({ name }) => name)],
    ["gateway,almanac_status", ["almanac_status", ...gateway.map(({ name }) => name)]]
  ])("%s", (selection, expected) => {
    expect(Selection.read(selection, all)).toEqual({ names: expected })
  })

  it.each(["", "fx_rate", "fx_rates,", "FX_RATES", "*"])(
    "refuses %j, and says what there is",
    (selection) => {
      expect(Selection.read(selection, all)).toEqual({
        problem: expect.stringContaining(toolName("fx.rates"))
      })
    }
  )
})
