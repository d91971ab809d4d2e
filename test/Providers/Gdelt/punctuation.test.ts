import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { joinPunctuation } from "../../../src/Providers/Gdelt/punctuation.ts"
import recorded from "../../../src/Sandbox/data/gdelt-articles.json" with { type: "json" }
import { cleanText } from "../../../src/Text/Clean.ts"

/** The recorded headlines that GDELT took apart, and as they were written. */
const taken: ReadonlyArray<readonly [string, string]> = [
  [
    "US announces new Iran sanctions ; Tehran hits back , calls them  state terrorism  ",
    "US announces new Iran sanctions; Tehran hits back, calls them state terrorism"
  ],
  [
    "After six months , the Iran war has reached its endgame",
    "After six months, the Iran war has reached its endgame"
  ],
  [
    "China opposition to illegal unilateral sanctions is consistent and unequivocal : FM on possible US sanctions on Chinese banks over Iran ties",
    "China opposition to illegal unilateral sanctions is consistent and unequivocal: FM on possible US sanctions on Chinese banks over Iran ties"
  ],
  [
    "Wall Street ends higher on tech rally ; investors eye Beijing talks",
    "Wall Street ends higher on tech rally; investors eye Beijing talks"
  ],
  [
    "The future is now , says Africa AI pioneer - New African Magazine",
    "The future is now, says Africa AI pioneer - New African Magazine"
  ],
  [
    "Stock Market Today , May 14 : U . S . Indexes Move Higher as Cisco Pops and AI - Chipmaker Cerebras Debuts",
    "Stock Market Today, May 14: U.S. Indexes Move Higher as Cisco Pops and AI - Chipmaker Cerebras Debuts"
  ],
  [
    "ട്രോളിങ് നിയന്ത്രണം നീങ്ങി ; വിഴിഞ്ഞം തീരത്ത് ആവേശം , vizhinjam , fish",
    "ട്രോളിങ് നിയന്ത്രണം നീങ്ങി; വിഴിഞ്ഞം തീരത്ത് ആവേശം, vizhinjam, fish"
  ],
  [
    "Pakistan ready for multi - day US - Iran talks , but Tehran unsure about joining",
    "Pakistan ready for multi - day US - Iran talks, but Tehran unsure about joining"
  ],
  [
    "Strait of Hormuz  completely open  and Iran will  never close  it again , Trump announces",
    "Strait of Hormuz completely open and Iran will never close it again, Trump announces"
  ],
  [
    "Iranian missiles dont pose a threat to the US , Pete Hegseth admits",
    "Iranian missiles dont pose a threat to the US, Pete Hegseth admits"
  ],
  [
    "Trump seeks $1 . 5T for defense , 10 % cut to domestic programs",
    "Trump seeks $1.5T for defense, 10% cut to domestic programs"
  ],
  [
    "Trump budget seeks $1 . 5 trillion in defense spending alongside domestic program cuts",
    "Trump budget seeks $1.5 trillion in defense spending alongside domestic program cuts"
  ],
  [
    "White House seeks $1 . 5 trillion for defense in new budget request",
    "White House seeks $1.5 trillion for defense in new budget request"
  ],
  [
    "New Jersey cannot regulate Kalshi prediction market , US appeals court rules",
    "New Jersey cannot regulate Kalshi prediction market, US appeals court rules"
  ],
  [
    "JD Vance says the ball is  in Iran court  after Pakistan peace talks stall",
    "JD Vance says the ball is in Iran court after Pakistan peace talks stall"
  ],
  [
    "Israeli security forces believe Iran government  not close to collapse  ",
    "Israeli security forces believe Iran government not close to collapse"
  ]
]
const known = new Map(taken)

describe("joinPunctuation", () => {
  it.each([...new Set(recorded.map(({ title }) => title))])("of the recorded headline %j", (title) => {
    expect(joinPunctuation(cleanText(title))).toBe(known.get(title) ?? title)
  })

  it.each([
    ["Prices rise 1 . 25 points", "Prices rise 1.25 points"],
    ["Some 1 , 000 , 000 people", "Some 1,000,000 people"],
    ["It costs $ 1 . 5 or € 2 , £ 3", "It costs $1.5 or €2, £3"],
    ["Growth of 4 % , not 3 . 5 %", "Growth of 4%, not 3.5%"],
    ["U . S . A . and U . K . agree", "U.S.A. and U.K. agree"],
    ["Really ? Yes ! So : it is ; done .", "Really? Yes! So: it is; done."],
    ["Wait . . .", "Wait..."],
    // More than three digits after a stop, other than three after a comma, and years are no one number.
    ["Call 1 . 2345 , 12 of 1234 , 567", "Call 1. 2345, 12 of 1234, 567"],
    ["The best of 2020 . 5 things to know", "The best of 2020. 5 things to know"],
    // One letter makes no initials; what begins a word stays.
    ["Plan B . The next", "Plan B. The next"],
    ["Microsoft .NET is 20 - a smile :)", "Microsoft .NET is 20 - a smile :)"]
  ])("%j is %j", (title, expected) => {
    expect(joinPunctuation(title)).toBe(expected)
  })

  it("changes nothing the second time, and nothing but blanks", () => {
    const parts = FastCheck.constantFrom(
      " ",
      ".",
      ",",
      ";",
      "$",
      "%",
      "1",
      "23",
      "456",
      "2020",
      "U",
      "S",
      "it",
      "-"
    )
    const title = FastCheck.array(parts, { maxLength: 40 }).map((all) => all.join(""))
    FastCheck.assert(
      FastCheck.property(title, (text) => {
        const joined = joinPunctuation(text)
        expect(joinPunctuation(joined)).toBe(joined)
        expect(joined.replaceAll(" ", "")).toBe(text.replaceAll(" ", ""))
      }),
      { numRuns: 2000 }
    )
  })
})
