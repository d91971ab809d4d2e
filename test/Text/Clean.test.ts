import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { cleanAbstract, cleanText } from "../../src/Text/Clean.ts"
import { runs } from "../support/setup/Runs.ts"

describe("cleanText", () => {
  it.each([
    // Markup of titles as it was recorded.
    ["H<sub>2</sub>O", "H2O"],
    ["5,7-Dimethyl-1<i>H</i>-indole-2,3-dione", "5,7-Dimethyl-1H-indole-2,3-dione"],
    [
      "The genomic sequence of\n                    <i>Exiguobacterium chiriqhucha</i>\n                    str. N139",
      "The genomic sequence of Exiguobacterium chiriqhucha str. N139"
    ],
    ["in ecology &amp; evolution", "in ecology & evolution"],
    ["A new &lt;scp&gt;DC‐DC&lt;/scp&gt; converter", "A new DC‐DC converter"],
    [
      '<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>E</mml:mi><mml:mo>=</mml:mo><mml:mi>m</mml:mi></mml:math> revisited',
      "E=m revisited"
    ],
    ["<mml:mmultiscripts><mml:mi>Pb</mml:mi><mml:none/><mml:mn>208</mml:mn></mml:mmultiscripts>", "Pb208"],
    ["[Title in original]", "[Title in original]"],
    ["ALL CAPS", "ALL CAPS"],
    // Layers.
    ["&amp;amp;amp;amp; co", "& co"],
    ["&amp;lt;i&amp;gt;x&amp;lt;/i&amp;gt;", "x"],
    ["<<b>i>x", "x"],
    ["<<b>b>x", "x"],
    ["&am<b></b>p;", "&"],
    ["&<a href='x;y'>amp;", "&"],
    ["&#38;#38;lt;br&#x26;gt;", ""],
    ["&amp&semi;amp;", "&"],
    // References of every kind.
    ["caf&eacute; &#233; &#xE9; &#XE9;", "café é é é"],
    ["Poincar&eacute;&ndash;Bendixson &alpha; &Afr;", "Poincaré–Bendixson α 𝔄"],
    ["&#0; &#xD800; &#x110000;", "\ufffd \ufffd \ufffd"],
    ["it&#146;s", "it’s"],
    ["&#000000000000000000000000000038;", "&"],
    ["a&nbsp;b&Tab;c", "a b c"],
    ["x &nosuch; y; z & w &; &#; &#x; &#12", "x &nosuch; y; z & w &; &#; &#x; &#12"],
    ["AT&T, R&D, ?a=1&copy=2", "AT&T, R&D, ?a=1&copy=2"],
    ["&CounterClockwiseContourIntegral;", "∳"],
    ["&#1;a&#127;b", "a b"],
    // Windows-1252 that somebody took for ISO 8859-1.
    ["Alzheimer\u0092s disease\u0097a \u0093review\u0094\u0085", "Alzheimer’s disease—a “review”…"],
    ["a\u0081b <i>\u0092</i>", "a b ’"],
    // A byte order mark within a word, and around one.
    ["\ufeffmicro\ufeffbiome\ufeff", "microbiome"],
    ["\ufeff <i>micro</i>&#xFEFF;biome", "microbiome"],
    // Text in angle brackets.
    ["Letters of <1771-1842>", "Letters of <1771-1842>"],
    ["a < b > c", "a < b > c"],
    ["p<0.05 and q>0.1", "p<0.05 and q>0.1"],
    ["a <- b -> c", "a <- b -> c"],
    ["List<String> and <name>, <none>", "List<String> and <name>, <none>"],
    ["<https://example.org/>", "<https://example.org/>"],
    ["<a@b.org>", "<a@b.org>"],
    ["all <i and j> 0", "all <i and j> 0"],
    ["<>", "<>"],
    ["</>", "</>"],
    ["< i >x</ i >", "< i >x</ i >"],
    ["a <i", "a <i"],
    ["<jats:nosuch>x", "<jats:nosuch>x"],
    ["&lt;1771-1842&gt; &lt;b&gt;x", "<1771-1842> x"],
    // Tags of any spelling.
    ["<I>x</I><BR/>y<br />z", "x y z"],
    ['<font color=red size="2">x</font >', "x"],
    ["<a\nhref = 'https://example.org/?a=1&amp;b=2'>x</a>", "x"],
    ["<ns0:p>x</ns0:p><ce:italic>y</ce:italic>", "x y"],
    // Blanks.
    ["  a \t\r\n b\u00a0\u2003c ", "a b c"],
    ["a<p>b</p>c", "a b c"],
    ["a <b> b </b> c", "a b c"],
    ["<p> </p>", ""],
    ["", ""]
  ])("%j", (text, expected) => {
    expect(cleanText(text)).toBe(expected)
  })

  it("takes the time of one reading, however deep the layers", () => {
    const depth = 200_000
    expect(cleanText(`&${"amp;".repeat(depth)}`)).toBe("&")
    expect(cleanText("<".repeat(depth) + "b>".repeat(depth))).toBe("")
    expect(cleanText(`${"&semi".repeat(depth)};`)).toBe(";")
    expect(cleanText("<p>".repeat(depth))).toBe("")
    expect(cleanText(`<${">".repeat(depth)}`)).toHaveLength(depth + 1)
    expect(cleanText(`&${";".repeat(depth)}`)).toHaveLength(depth + 1)
  })
})

describe("cleanAbstract", () => {
  it.each([
    ["<jats:title>Abstract</jats:title><jats:p>we study x.</jats:p>", "we study x."],
    [
      "<jats:title>ABSTRACT</jats:title>\n<jats:p>We study x.</jats:p><jats:p>It is y.</jats:p>",
      "We study x. It is y."
    ],
    ["<p><b>Abstract:</b></p><p>abstract art</p>", "abstract art"],
    ["&lt;h4&gt;Abstract&lt;/h4&gt;we", "we"],
    ["Abstract<br/>we", "we"],
    ["Abstract We study x.", "We study x."],
    ["Abstract: we study x.", "we study x."],
    ["ABSTRACT. 25 patients", "25 patients"],
    ["Abstract 25 patients", "25 patients"],
    ["Abstract — x", "x"],
    ["Abstract - We", "We"],
    ["AbstractWe study x.", "We study x."],
    ["AbstractA cat", "A cat"],
    ["Abstract “Smart” cities", "“Smart” cities"],
    ["Abstract Abstract We", "We"],
    ["Abstract", ""],
    ["<jats:title>Abstract</jats:title>", ""],
    // No headings.
    ["Abstract algebra is hard.", "Abstract algebra is hard."],
    ["Abstract-syntax trees", "Abstract-syntax trees"],
    ["Abstractions leak.", "Abstractions leak."],
    ["ABSTRACTIONS LEAK.", "ABSTRACTIONS LEAK."],
    ["The abstract. We", "The abstract. We"],
    ["<jats:title>Background</jats:title><jats:p>x</jats:p>", "Background x"],
    ["<p>Abstract art</p>", "Abstract art"],
    ["<jats:p>H<jats:sub>2</jats:sub>O &amp; more</jats:p>", "H2O & more"]
  ])("%j", (text, expected) => {
    expect(cleanAbstract(text)).toBe(expected)
  })
})

describe("whatever comes", () => {
  const piece = FastCheck.oneof(
    FastCheck.constantFrom(
      ..."<>&;/#xb p=\"'\n".split(""),
      ...[
        "<b>",
        "</p>",
        "<br/>",
        "&amp;",
        "&lt;",
        "&gt;",
        "&#38;",
        "amp;",
        "lt;",
        "&nbsp;",
        "&semi;",
        "<i x=';'>"
      ],
      ...[
        "Abstract",
        "abstract",
        ": ",
        "We",
        "<jats:title>",
        "<mml:mi x='",
        "<1771>",
        "&nosuch;",
        "😀",
        "\ud800"
      ]
    ),
    FastCheck.string({ maxLength: 3 })
  )
  const text = FastCheck.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""))

  it.each([
    ["cleanText", cleanText],
    ["cleanAbstract", cleanAbstract]
  ] as const)(
    "%s never makes longer, is done after one time, and leaves no tag, reference or run of blanks",
    (_, f) => {
      FastCheck.assert(
        FastCheck.property(text, (given) => {
          const once = f(given)
          expect(once.length).toBeLessThanOrEqual(given.length)
          expect(f(once)).toBe(once)
          expect(once).not.toMatch(/<\/?(?:b|p|br|jats:title|mml:mi)\s*\/?>|&(?:amp|lt|gt|nbsp|semi|#38);/)
          expect(once).not.toMatch(/^\s|\s$|\s\s|[\t\n]/)
        }),
        { numRuns: runs(3000) }
      )
    }
  )

  it("keeps what is neither markup nor blank, other angle brackets too", () => {
    const word = FastCheck.constantFrom(
      "a",
      "<1771-1842>",
      "<name>",
      "<",
      ">",
      "&",
      "x;",
      "R&D",
      "p<0.05",
      "é"
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.array(word, { minLength: 1 }), (words) => {
        expect(cleanText(words.join(" "))).toBe(words.join(" "))
      })
    )
  })
})
