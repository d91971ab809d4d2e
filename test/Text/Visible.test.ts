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
    ["C++ / AT&T, naïve", "C++ / AT&T, naïve"],
    // An accent of its own, as file names of a Mac have it; and one that was parted from its letter.
    ["Sa\u0303o Paulo, Lie\u0300ge", "S\u00e3o Paulo, Li\u00e8ge"],
    ["Cafe\u200b\u0301", "Caf\u00e9"],
    ["\u1112\u1161\u11ab\u1100\u116e\u11a8", "\ud55c\uad6d"]
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
