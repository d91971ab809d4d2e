import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { budgetOf, isLow, isSpent } from "../../../src/Providers/OpenAlex/budget.ts"
import { keylessHeaders } from "./fixtures.ts"

const headers = (changes: Record<string, string>) => ({ ...keylessHeaders, ...changes })

describe("budgetOf", () => {
  it.each([
    {
      name: "a recorded reply without a key",
      given: keylessHeaders,
      left: 0.0997,
      resetAfter: 11987,
      spent: false
    },
    {
      name: "SMTG-Bham/PaperMinerToolkit #75: the reset is counted in seconds",
      given: headers({ "x-ratelimit-reset": "11987" }),
      left: 0.0997,
      resetAfter: 11987,
      spent: false
    },
    {
      name: "enough for one search",
      given: headers({ "x-ratelimit-remaining-usd": "0.001" }),
      left: 0.001,
      resetAfter: 11987,
      spent: false
    },
    {
      name: "less than a search costs",
      given: headers({ "x-ratelimit-remaining-usd": "0.0009" }),
      left: 0.0009,
      resetAfter: 11987,
      spent: true
    },
    {
      name: "nothing",
      given: headers({ "x-ratelimit-remaining-usd": "0" }),
      left: 0,
      resetAfter: 11987,
      spent: true
    },
    {
      name: "nothing of today's, but prepaid dollars",
      given: headers({ "x-ratelimit-remaining-usd": "0", "x-ratelimit-prepaid-remaining-usd": "2.5" }),
      left: 2.5,
      resetAfter: 11987,
      spent: false
    },
    {
      name: "nothing of today's, but 20 credits",
      given: headers({ "x-ratelimit-remaining-usd": "0", "x-ratelimit-onetime-remaining": "20" }),
      left: 0.002,
      resetAfter: 11987,
      spent: false
    }
  ])("$name", ({ given, left, resetAfter, spent }) => {
    const budget = budgetOf(given)
    expect(budget).toEqual(
      Option.some({ left: expect.closeTo(left, 9), daily: Option.some(0.1), resetAfter })
    )
    expect(Option.exists(budget, isSpent)).toBe(spent)
  })

  it.each([
    ["0.0100", "0.1", false],
    ["0.0099", "0.1", true],
    ["0.0099", "none", false],
    ["0", "1", true]
  ] as const)("%s dollars left of %s: is little left? %s", (left, daily, low) => {
    const given = headers({ "x-ratelimit-remaining-usd": left, "x-ratelimit-limit-usd": daily })
    expect(Option.exists(budgetOf(given), isLow)).toBe(low)
  })

  it.each([
    ["no headers", {}],
    ["no reset", { "x-ratelimit-remaining-usd": "0" }],
    ["no dollars", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }],
    ["words", { "x-ratelimit-remaining-usd": "none", "x-ratelimit-reset": "soon" }],
    ["an empty number", { "x-ratelimit-remaining-usd": "", "x-ratelimit-reset": "1" }]
  ] as const)("is not told by %s", (_, given) => {
    expect(budgetOf(given)).toEqual(Option.none())
  })
})
