import { describe, expect, it } from "vitest"
import { isVisible, visible } from "../../src/Text/Visible.ts"

describe("visible", () => {
  it.each([
    ["machine lear\u00adning", "machine learning"],
    ["\ufeffMarie\u200b Curie\u2060", "Marie Curie"],
    // As the contacts of Windows copy it.
    ["\u202aBaker Street\u202c", "Baker Street"],
    ["\u2067שלום\u2069", "שלום"],
    ["\u061cسلام\u180e", "سلام"],
    ["a\u0001b\u0085c\u0000", "a b c"],
    // A joiner is a part of the word.
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["👩\u200d🔬", "👩\u200d🔬"],
    ["C++ / AT&T, naïve", "C++ / AT&T, naïve"]
  ])("of %j is %j", (text, expected) => {
    expect(visible(text)).toBe(expected)
    expect(visible(expected)).toBe(expected)
  })
})

describe("isVisible", () => {
  it.each(["a", "?", "!!!", "量", "🍎", "\u0001a"])("%j", (text) => {
    expect(isVisible(text)).toBe(true)
  })
  it.each(["", " \t", "\u0001", "\u200b\u00ad", "\u202a \u202c", "\ufeff", "\u3164", "\u2800 \ufe0f"])(
    "not %j",
    (text) => {
      expect(isVisible(text)).toBe(false)
    }
  )
})
