import { describe, expect, it } from "@effect/vitest"
import { FastCheck, Option } from "effect"
import { notice } from "../../../src/Providers/Gdelt/notice.ts"
import { artlist, refusals, throttled, throttledShort } from "./fixtures.ts"

const told = (body: string) =>
  Option.match(notice(body), {
    onNone: () => "no notice",
    onSome: (error) =>
      error._tag === "QueryRefused"
        ? error.problems.map(({ pointer, message }) => `${pointer} ${message}`).join("; ")
        : `${error._tag}: ${error.reason}`
  })

const rateLimited = "ProviderRateLimited: throttled"
const length =
  "/query is too short or too long for the news archive, or has a word that is, or one too common"
const grammar = "/query is not a search that the news archive can make"

/** The complaint of a word, which GDELT repeats. */
const repeating = (words: string) => refusals.tooCommon.trim().replace(/\(.*\)$/, `(${words})`)

describe("notice", () => {
  it.each([
    // cyanheads/gdelt-mcp-server #18, #25.
    [throttled, rateLimited],
    [throttledShort, rateLimited],
    ["You are making too many requests", rateLimited],
    ["Rate limit exceeded.", rateLimited],
    [refusals.tooShort, length],
    [refusals.tooCommon, length],
    // The words of the search that it repeats are the caller's, whatever they say.
    [repeating("ratelimitsofthenewsarchive"), length],
    [repeating("too many requests"), length],
    [repeating("internal server error, try again"), length],
    [repeating("timespan"), length],
    [repeating("x".repeat(300)), length],
    [`${repeating("limit requests")}.`, length],
    [refusals.parenthesis, grammar],
    [refusals.or, grammar],
    [refusals.character, grammar],
    [refusals.country, grammar],
    // Measured by other clients in 2026.
    ["The specified phrase is too short.", length],
    ["Your search contained a keyword that was too short.", length],
    ["Parentheses may only be used around OR'd statements.", grammar],
    ["Invalid query: too many queries in OR clause", grammar],
    ["Timespan is too short.", "/timespan is not one that the news archive takes"],
    // Nobody has seen it, but it is short and a sentence.
    ["That cannot be looked for.", grammar],
    // Not for the caller to mend.
    ["Service temporarily unavailable.", "no notice"],
    ["Internal Server Error", "no notice"],
    ["upstream connect error or disconnect/reset before headers", "no notice"],
    ["The server encountered an exception while running your query.", "no notice"],
    ["OK", "no notice"],
    ["error code: 1016", "no notice"],
    [`Your query was too short. ${"x".repeat(300)}.`, "no notice"],
    ["Your query\nwas too short.", "no notice"],
    // JSON, HTML and nothing are read elsewhere.
    [artlist, "no notice"],
    ["{}", "no notice"],
    ['{"articles":[{"title":"Too many requests."}]}', "no notice"],
    ["<html><body>Too many requests.</body></html>", "no notice"],
    ["", "no notice"],
    [" \n", "no notice"]
  ])("%j", (body, expected) => {
    expect(told(body)).toBe(expected)
  })

  it("never throws, and repeats nothing of the text", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ minLength: 8, unit: "grapheme" }), (text) => {
        expect(told(`Your query: ${text}.`)).not.toContain(text)
      })
    )
  })
})
