/**
 * Texts of providers that mean harm, or that are only unusual: they never become elements, attributes or links to
 * anything but the web.
 */
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { doiUrl, safeUrl } from "../../src/Web/browser/views/parts/Text.ts"
import { view } from "../../src/Web/browser/views/View.ts"
import { html } from "../../src/Web/Markup.ts"
import { elements, examples, problemsOf } from "./ViewsMarkup.ts"

/** Values that the contract enumerates: no provider chooses them. */
const enumerated =
  /^(?:academic|news|knowledge|government|(?:academic|news|knowledge)\.search|openalex|crossref|wikidata|success|empty|failed|complete|partial|supported|excerpt|acs\/acs[15])$/

/** The same answer with another text in place of each that a provider writes. */
const withText = (value: unknown, text: string): unknown => {
  if (typeof value === "string") return enumerated.test(value) ? value : text
  if (Array.isArray(value)) return value.map((one) => withText(one, text))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withText(one, text)]))
}

const hostile = [
  "<img src=x onerror=alert(1)>",
  '"><script>alert(1)</script>',
  "</title></svg><script>alert(1)</script>",
  "javascript:alert(1)",
  " JaVa\tScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "//evil.example",
  "https://bank.example@evil.example/",
  "https://[",
  "10.1/\ud800?#%",
  "\u202e\u05e9\u05dc\u05d5\u05dd",
  "\u0000\ud800",
  "a".repeat(10_000),
  "",
  "__proto__",
  "constructor"
]

/** Attributes that may have a provider's text, as text. */
const harmless = new Set(["datetime", "href"])

const allowed =
  /^(?:a|bdi|blockquote|br|caption|code|dd|details|div|dl|dt|figcaption|figure|h[3-6]|li|mark|ol|p|section|small|span|strong|summary|table|tbody|td|th|thead|time|tr|ul|svg|g|title|line|circle|rect|text)$/

/** What is wrong with markup that was made of a hostile text. */
const breaches = (markup: ReturnType<typeof view>, text: string) =>
  elements(markup).flatMap(({ attributes, name }) => [
    ...(allowed.test(name) ? [] : [name]),
    ...Object.entries(attributes).flatMap(([key, value]) =>
      !harmless.has(key) && text.length > 3 && String(value).includes(text) ? [`${name} ${key}`] : []
    ),
    ...(name === "a" && !/^https?:\/\/[^@]*$/.test(String(attributes["href"]))
      ? [`to ${attributes["href"]}`]
      : []),
    ...(name === "a" && attributes["rel"] !== "noreferrer noopener" ? ["a link that tells where it is"] : [])
  ])

describe("a hostile text in every place of an answer", () => {
  const cases = examples.flatMap(({ id, request, response }) =>
    hostile.map((text) => ({ id, request, response, text }))
  )

  it("becomes text alone, for each capability", () => {
    expect(cases.length).toBe(16 * hostile.length)
    const found = cases.flatMap(({ id, request, response, text }) => {
      const answer = JSON.parse(JSON.stringify(withText(response, text)))
      const markup = view(id, request, answer, "v")
      const written = html(markup)
      return [
        ...breaches(markup, text),
        ...(/<(?:script|img|iframe)/.test(written) ? ["written as an element"] : []),
        ...problemsOf(markup, "v").filter(
          (problem) => !/is there twice|says nothing|column has no name/.test(problem)
        )
      ].map((problem) => `${id}, ${text.slice(0, 40)}: ${problem}`)
    })
    expect(found).toEqual([])
  })

  it("would be found if it did not", () => {
    expect(
      breaches(
        { name: "div", attributes: {}, children: [{ name: "img", attributes: {}, children: [] }] },
        "x"
      )
    ).toEqual(["img"])
    const link = {
      name: "a",
      attributes: { href: "javascript:alert(1)", title: "javascript:alert(1)" },
      children: []
    }
    expect(breaches(link, "javascript:alert(1)")).toEqual([
      "a title",
      "to javascript:alert(1)",
      "a link that tells where it is"
    ])
  })

  it("is drawn whatever it is", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.string({ unit: "binary", maxLength: 40 }),
        FastCheck.constantFrom(...examples),
        (text, { id, request, response }) => {
          const markup = view(id, request, JSON.parse(JSON.stringify(withText(response, text))), "v")
          expect(breaches(markup, "")).toEqual([])
        }
      ),
      { numRuns: 40 }
    )
  })
})

describe("an address", () => {
  it.each([
    ["https://doi.org/10.1/x", "https://doi.org/10.1/x"],
    ["HTTP://News.example/a b", "http://news.example/a%20b"],
    ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
    ["ftp://news.example/", undefined],
    ["javascript:alert(1)", undefined],
    ["java\nscript:alert(1)", undefined],
    ["https://bank.example@evil.example/", undefined],
    ["/relative", undefined],
    [null, undefined]
  ])("%s becomes %s", (text, href) => {
    expect(safeUrl(text)).toBe(href)
  })

  it.each([
    ["10.4081/gh.2014.294", "https://doi.org/10.4081/gh.2014.294"],
    ["10.1002/(sici)1097<1::aid>3.0.co;2-#", "https://doi.org/10.1002/(sici)1097<1::aid>3.0.co;2-%23"],
    ["10.1/a?b%c", "https://doi.org/10.1/a%3Fb%25c"],
    ["javascript:alert(1)", null]
  ])("of the DOI %s is %s", (doi, url) => {
    expect(doiUrl(doi)).toBe(url)
  })
})
