import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { cutJson } from "../../scripts/canary/Cut.ts"
import { recordingOf } from "../../scripts/canary/Recording.ts"
import { redactJson, redactText, redactUrl } from "../../scripts/canary/Redact.ts"
import { exitCode, type Finding, lines, summary } from "../../scripts/canary/Report.ts"
import { items, reading } from "../../src/Providers/CanaryQuery.ts"

const secrets = ["s3cr3t", "two words/+", "", "s3cr3t-longer"]

describe("redaction", () => {
  it.each([
    ["nothing to hide", "plain", "plain"],
    ["a key", "x s3cr3t y", "x REDACTED y"],
    ["the longer of two keys", "s3cr3t-longer", "REDACTED"],
    ["percent-encoded", "a=two%20words%2F%2B", "a=REDACTED"],
    ["form-encoded", "a=two+words%2F%2B", "a=REDACTED"],
    ["an e-mail address", "by ops@example.org.", "by REDACTED."],
    ["an encoded e-mail address", "by ops%40example.org", "by REDACTED"],
    ["somebody's key in a link", "https://a/?x=1&api_key=abc&y=2", "https://a/?x=1&api_key=REDACTED&y=2"]
  ])("text: %s", (_, text, expected) => {
    expect(redactText(secrets, text)).toBe(expected)
  })

  it.each([
    ["https://a.example/p?q=x&key=abc", "https://a.example/p?q=x&key=REDACTED"],
    ["https://a.example/p?mailto=o%40a.org&MAILTO=b", "https://a.example/p?mailto=REDACTED&MAILTO=REDACTED"],
    ["https://u:p@a.example/s3cr3t/p#h", "https://a.example/REDACTED/p"]
  ])("URL: %s", (url, expected) => {
    expect(redactUrl(secrets, new URL(url))).toBe(expected)
  })

  it("JSON, fields and keys included", () => {
    expect(
      redactJson(secrets, {
        a: ["s3cr3t", 1, null],
        email: "who",
        token: null,
        key: "kept",
        "k s3cr3t": true
      })
    ).toEqual({ a: ["REDACTED", 1, null], email: "REDACTED", token: null, key: "kept", "k REDACTED": true })
  })

  it("comes before the cut", () => {
    const text = JSON.stringify({ a: `${"x".repeat(296)}s3cr3t` })
    const recording = recordingOf(secrets, "a.b", {
      url: new URL("https://a.example/?key=1"),
      status: 200,
      text
    })
    expect(recording.url).toBe("https://a.example/?key=REDACTED")
    expect(JSON.stringify(recording)).not.toContain("s3c")
  })

  it("of a text that is no JSON", () => {
    const reply = { url: new URL("https://a.example"), status: 500, text: `s3cr3t ${"y".repeat(400)}` }
    const { body, cut } = recordingOf(secrets, "a.b", reply)
    expect([body, cut]).toEqual([`REDACTED ${"y".repeat(291)}…`, ["(root): 300 of 409 characters"]])
  })
})

describe("cutJson", () => {
  it.each<readonly [name: string, json: unknown, value: unknown, notes: ReadonlyArray<string>]>([
    ["short", { a: [1, "b"] }, { a: [1, "b"] }, []],
    ["a list", { a: [1, 2, 3, 4, 5] }, { a: [1, 2, 3] }, ["a: 3 of 5 items"]],
    ["a text", ["𝄞".repeat(301)], [`${"𝄞".repeat(300)}…`], ["[]: 300 of 301 characters"]]
  ])("%s", (_, json, value, notes) => {
    expect(cutJson(json)).toEqual({ value, notes })
  })

  it("a map", () => {
    const { value, notes } = cutJson(Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`w${i}`, i])))
    expect([Object.keys(Object(value)).length, notes]).toEqual([80, ["(root): 80 of 90 fields"]])
  })
})

describe("reading", () => {
  const reads = reading(
    Schema.Struct({ n: Schema.Number, list: Schema.Array(Schema.Unknown) }),
    items("list[]", ({ list }) => list, Schema.Struct({ id: Schema.String, at: Schema.Array(Schema.Number) }))
  )
  it.each<readonly [name: string, json: unknown, expected: ReadonlyArray<string>]>([
    ["decodes", { n: 1, list: [{ id: "a", at: [1] }] }, []],
    ["a root field", { list: [] }, ["n"]],
    ["two root fields", {}, ["n", "list"]],
    ["the root", 1, ["(root)"]],
    ["items, each path once", { n: 1, list: [{ at: [] }, { at: ["x", "y"] }] }, ["list[].id", "list[].at[]"]],
    ["no items", { n: 1, list: [] }, ["list[] (empty)"]]
  ])("%s", (_, json, expected) => {
    expect(reads(json)).toEqual(expected)
  })
})

describe("the report", () => {
  const none = { disappeared: [], appeared: [], retyped: [] }
  const ok: Finding = { operation: "a.ok", verdict: { _tag: "Answered", drift: none } }
  const extra: Finding = {
    operation: "a.extra",
    verdict: { _tag: "Answered", drift: { ...none, appeared: ["x"] } }
  }
  const bad: Finding = {
    operation: "a.bad",
    verdict: {
      _tag: "Unreadable",
      paths: ["r[].id"],
      drift: { ...none, disappeared: ["r[].id"], retyped: ["y: a -> b"] }
    }
  }
  const down: Finding = {
    operation: "a.down",
    verdict: { _tag: "Failed", error: "ProviderTimeout", reason: "deadline passed" }
  }

  it.each<readonly [Finding, ReadonlyArray<string>, number]>([
    [ok, ["ok       a.ok"], 0],
    [extra, ["changed  a.extra (still decodes)", "    + appeared x"], 0],
    [
      bad,
      [
        "changed  a.bad (NO LONGER DECODES)",
        "    ! unreadable r[].id",
        "    - disappeared r[].id",
        "    ~ changed type y: a -> b"
      ],
      1
    ],
    [down, ["failed   a.down: ProviderTimeout: deadline passed"], 1]
  ])("of %o", (finding, expected, code) => {
    expect(lines(finding)).toEqual(expected)
    expect(exitCode([ok, finding])).toBe(code)
  })

  it("sums up", () => {
    expect(summary([ok, extra, bad, down])).toBe(
      "4 operations: 1 ok, 1 changed, 1 no longer decoding, 1 failed"
    )
  })
})
