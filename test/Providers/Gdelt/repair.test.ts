import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { repairJson } from "../../../src/Providers/Gdelt/repair.ts"

const parsed = (text: string) =>
  Either.getOrElse(
    Either.try((): unknown => JSON.parse(repairJson(text))),
    () => "no JSON"
  )

describe("repairJson", () => {
  it.each([
    // alex9smith/gdelt-doc-api #26, #28
    ["a lone backslash", String.raw`{"title":"a\Eb"}`, { title: String.raw`a\Eb` }],
    ["a bad \\u", String.raw`{"title":"a\u12zzb"}`, { title: String.raw`a\u12zzb` }],
    ["a \\u cut off", String.raw`{"title":"a\u12"}`, { title: String.raw`a\u12` }],
    ["\\x", String.raw`{"title":"\x41"}`, { title: String.raw`\x41` }],
    // abresler/gdeltr2 #13
    ["a control character", '{"title":"a\u0001b"}', { title: "a\u0001b" }],
    ["a raw line break", '{"title":"a\nb\r\nc"}', { title: "a\nb\r\nc" }],
    ["a raw tab", '{"title":"a\tb"}', { title: "a\tb" }],
    ["a lone backslash before a line break", '{"title":"a\\\nb"}', { title: "a\\\nb" }],
    ["all of it", '{"title":"\\E\u0000\\d\n"}', { title: "\\E\u0000\\d\n" }],
    ["good escapes", String.raw`{"title":"\"\\\/\b\f\n\r\t\u00e9"}`, { title: '"\\/\b\f\n\r\té' }],
    ["an escaped backslash before a letter", String.raw`{"title":"C:\\Eb"}`, { title: String.raw`C:\Eb` }],
    ["JSON in lines", '{\n\t"a": [\r\n1]\n}', { a: [1] }],
    // Beyond the one repair.
    ["a quote inside a text", '{"title":"a "b" c"}', "no JSON"],
    ["an end that is missing", '{"articles":[{"title":"a', "no JSON"],
    ["NaN", '{"value":NaN}', "no JSON"],
    ["a comma too many", '{"a":1,}', "no JSON"]
  ])("%s", (_, text, expected) => {
    expect(parsed(text)).toEqual(expected)
  })

  it("leaves the meaning of JSON alone", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.jsonValue(), (value) => {
        expect(parsed(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
      })
    )
  })
})
