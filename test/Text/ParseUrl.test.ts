import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { firstWebUrl } from "../../src/Providers/parsing/WebUrl.ts"
import { normaliseUrl } from "../../src/Text/NormaliseUrl.ts"
import { parseUrl } from "../../src/Text/ParseUrl.ts"

const umlauts = "https://b\u00fccher.example/\u00e4"

describe("parseUrl", () => {
  it.each([
    [umlauts, undefined, "https://xn--bcher-kva.example/%C3%A4"],
    ["/b", "https://example.org/a", "https://example.org/b"],
    ["/b", undefined, null],
    ["https://", undefined, null],
    ["", undefined, null]
  ] as const)("%j seen from %j is %j", (text, base, expected) => {
    expect(Option.getOrNull(Option.map(parseUrl(text, base), ({ href }) => href))).toBe(expected)
  })

  // The compiler takes some thousand calls to optimise one: a service makes them in a minute.
  it("says of an address with umlauts the same the hundred thousandth time", () => {
    for (let call = 0; call < 100_000; call++) {
      if (Option.isNone(parseUrl(umlauts))) throw new Error(`none at call ${call}`)
    }
    expect(normaliseUrl(umlauts)).toBe("xn--bcher-kva.example/%C3%A4")
    expect(firstWebUrl([umlauts])).toBe(umlauts)
  })
})
