/**
 * Which form of a document a client gets by its header `Accept`.
 */
import { expect, it } from "@effect/vitest"
import { preferred } from "../../../src/Http/documents/MediaType.ts"

const json = "application/json"
const markdown = "text/markdown"
const html = "text/html"

const cases: ReadonlyArray<readonly [header: string | undefined, type: string]> = [
  [undefined, json],
  ["", json],
  ["*/*", json],
  ["application/json", json],
  ["APPLICATION/JSON; charset=utf-8", json],
  ["application/json, text/plain, */*", json],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", html],
  ["text/html", html],
  ["text/*", markdown],
  ["text/*;q=0.5, application/json;q=0.4", markdown],
  ["text/markdown, text/html, */*", markdown],
  ["text/html;q=0.9, text/markdown;q=0.8", html],
  // The range that names a type most closely decides.
  ["text/html;q=0, */*", json],
  ["text/*, text/markdown;q=0", html],
  ["application/json;q=0, text/*", markdown],
  ["text/html;level=1;q=0.3, application/json;q=0.2", html],
  // None of ours: the first all the same.
  ["image/png", json],
  ["*/*;q=0", json],
  ["text/html;q=x", json],
  [",,;q=1,/,text", json]
]

it.each(cases)("%j gets %s", (header, type) => {
  expect(preferred(header, [json, markdown, html])).toBe(type)
})
