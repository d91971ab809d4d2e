/**
 * The form of each capability, and the request that it stands for.
 */
import { describe, expect, it } from "vitest"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { type Filled, request } from "../../src/Web/browser/play/Request.ts"
import { form } from "../../src/Web/Form.ts"
import type { Element, Markup } from "../../src/Web/Markup.ts"

const within = (markup: Markup): ReadonlyArray<Element> =>
  typeof markup === "string" ? [] : [markup, ...markup.children.flatMap(within)]

const textOf = (markup: Markup): string =>
  typeof markup === "string" ? markup : markup.children.map(textOf).join("")

const withoutDisabled = (markup: Markup): Markup =>
  typeof markup === "string"
    ? markup
    : {
        ...markup,
        children: markup.children
          .filter((child) => typeof child === "string" || child.attributes["disabled"] !== true)
          .map(withoutDisabled)
      }

const valueOf = (control: Element): string | undefined => {
  const { checked, type, value } = control.attributes
  if (control.name === "textarea") return textOf(control)
  if (control.name === "input") return type === "checkbox" && checked !== true ? undefined : String(value)
  const options = within(control).filter(({ name }) => name === "option")
  return String(
    (options.find(({ attributes }) => attributes["selected"] === true) ?? options[0])?.attributes["value"]
  )
}

/** What a browser reads from the controls that are on. */
const filled = (markup: Markup): ReadonlyArray<Filled> => {
  const made = new Map<string, Filled>()
  for (const control of within(withoutDisabled(markup))) {
    const kind = control.attributes["data-kind"]
    if (kind === undefined) continue
    const pointer = String(control.attributes["name"])
    const text = valueOf(control)
    const texts = [...(made.get(pointer)?.texts ?? []), ...(text === undefined ? [] : [text])]
    // The form writes kinds alone.
    made.set(pointer, { pointer, kind: kind as Filled["kind"], texts })
  }
  return [...made.values()]
}

const forms = registeredCapabilities.map(({ facts, requestSchema }) => {
  const { example, id, price } = facts
  const { request, response } = example
  const descriptor = {
    id,
    price: { amount: price, currency: "USDC" },
    requestSchema,
    example: { request: { ...request }, response: { ...response } }
  }
  return [id, form(descriptor), request] as const
})

const controls: Readonly<Record<string, ReadonlyArray<string>>> = {
  "academic.search": ["/query text*", "/limit number"],
  "academic.work": ["/doi text*"],
  "crypto.price": ["/assets lines*", "/currency text"],
  "crypto.market": ["/assets lines*", "/currency text"],
  "news.search": ["/query text*", "/limit number"],
  "news.trends": ["/query text*", "/timespan text"],
  "fx.rates": ["/base text*", "/currencies lines*", "/date text"],
  weather: ["/latitude number*", "/longitude number*", "/days number"],
  geocode: ["/mode text*", "/query text*", "/limit number", "/latitude number*", "/longitude number*"],
  holidays: ["/country text*", "/year number*"],
  "knowledge.search": ["/query text*", "/limit number", "/language text"],
  "government.census": ["/dataset text*", "/year number*", "/variables lines*", "/forGeography text*"],
  research: [
    "/query text*",
    ...Array.from({ length: 4 }, () => "/sources choices"),
    "/limit number",
    "/government/dataset text",
    "/government/year number",
    "/government/variables lines",
    "/government/forGeography text"
  ],
  "information.verify": [
    "/claim text*",
    ...Array.from({ length: 3 }, () => "/sourceTypes choices"),
    "/maxSources number"
  ],
  "information.evidence": [
    "/query text*",
    ...Array.from({ length: 3 }, () => "/sourceTypes choices"),
    "/limit number"
  ],
  "information.compare": [
    "/query text*",
    ...Array.from({ length: 3 }, () => "/sourceTypes choices"),
    "/limit number"
  ]
}

describe("the form", () => {
  it("is there for all", () => expect(forms.map(([id]) => id).sort()).toEqual(Object.keys(controls).sort()))

  for (const [id, markup, example] of forms) {
    describe(id, () => {
      it("stands for its example", () => expect(request(filled(markup))).toEqual(example))

      it("has a control for each field, and says which are required", () => {
        const found = within(markup).filter(({ attributes }) => attributes["data-kind"] !== undefined)
        expect(
          found.map(
            ({ attributes: { "data-kind": kind, name, required } }) =>
              `${name} ${kind}${required === true ? "*" : ""}`
          )
        ).toEqual(controls[id])
      })

      it("labels each control, once among those that show, and describes it", () => {
        const all = within(markup)
        const ids = all.flatMap(({ attributes }) =>
          attributes["id"] === undefined ? [] : [attributes["id"]]
        )
        expect(new Set(ids).size).toBe(ids.length)
        const labels = all.filter(({ name }) => name === "label")
        const named = all.filter(
          ({ attributes }) => attributes["data-kind"] !== undefined && attributes["type"] !== "checkbox"
        )
        expect(named.map(({ attributes }) => attributes["id"]).sort()).toEqual(
          labels.flatMap(({ attributes }) => attributes["for"] ?? []).sort()
        )
        const described = all.flatMap(({ attributes }) => attributes["aria-describedby"] ?? [])
        expect(ids).toEqual(expect.arrayContaining(described))
        const shown = within(withoutDisabled(markup)).filter(
          ({ name }) => name === "label" || name === "legend"
        )
        const texts = shown.map(textOf)
        expect(new Set(texts).size).toBe(texts.length)
        expect(texts.every((text) => /^[A-Z ]/.test(text) && !/undefined/.test(text))).toBe(true)
        expect(
          all.filter((one) => one.attributes["class"] === "note").every((one) => textOf(one).length > 3)
        ).toBe(true)
      })
    })
  }

  it("tells what is required once something beside it is there", () => {
    const markup = forms.find(([id]) => id === "research")?.[1] ?? ""
    const needs = within(markup).filter(({ attributes }) => attributes["class"] === "need")
    const withOthers = Array.from({ length: 4 }, () => " required with the others")
    expect(needs.map(textOf)).toEqual([" required", " optional", " optional", " optional", ...withOthers])
  })

  it("tells the limits that the description leaves out", () => {
    const markup = forms.find(([id]) => id === "weather")?.[1] ?? ""
    const helps = within(markup).filter(({ attributes }) => attributes["class"] === "note")
    expect(helps.map(textOf)).toEqual([
      "Degrees north; rounded to 2 decimals, about a kilometre; -90 to 90",
      "Degrees east; rounded to 2 decimals, about a kilometre; -180 to 180",
      "Days of the daily forecast, today first; 1 to 16; 3 when left out"
    ])
  })
})

describe("the request", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<Filled>, unknown]> = [
    ["leaves out what is empty", [{ pointer: "/a", kind: "text", texts: [" "] }], {}],
    [
      "leaves out an object of which all is empty",
      [{ pointer: "/a/b", kind: "lines", texts: ["\n \n"] }],
      {}
    ],
    ["trims", [{ pointer: "/a", kind: "text", texts: [" b c "] }], { a: "b c" }],
    ["takes lines", [{ pointer: "/a", kind: "lines", texts: ["b\r\n\n c"] }], { a: ["b", "c"] }],
    ["takes numbers", [{ pointer: "/a", kind: "number", texts: ["-0.5"] }], { a: -0.5 }],
    [
      "leaves it to the service to say what is no number",
      [{ pointer: "/a", kind: "number", texts: ["x"] }],
      { a: "x" }
    ],
    ["knows yes and no", [{ pointer: "/a", kind: "boolean", texts: ["false"] }], { a: false }],
    [
      "makes objects",
      [
        { pointer: "/a/b", kind: "text", texts: ["1"] },
        { pointer: "/a/c", kind: "number", texts: ["2"] },
        { pointer: "/d", kind: "choices", texts: ["e", "f"] }
      ],
      { a: { b: "1", c: 2 }, d: ["e", "f"] }
    ]
  ]
  for (const [name, controls, expected] of cases) {
    it(name, () => expect(request(controls)).toEqual(expected))
  }
})
