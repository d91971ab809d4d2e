import { describe, expect, it } from "vitest"
import { excerptOf } from "../../src/Composites/Finding.ts"

const length = (text: string) => Array.from(text).length

/** `count` characters without a blank. */
const a = (count: number) => "a".repeat(count)
const han = (count: number) => "疫".repeat(count)

describe("excerptOf", () => {
  it.each([
    ["nothing", "", ""],
    ["499 characters", `${a(490)} ${a(8)}`, `${a(490)} ${a(8)}`],
    ["500 characters", `${a(490)} ${a(9)}`, `${a(490)} ${a(9)}`],
    ["501 characters: up to the last blank", `${a(490)} ${a(10)}`, a(490)],
    ["a word that ends at the limit", `${a(490)} ${a(9)} ${a(20)}`, `${a(490)} ${a(9)}`],
    ["a word that begins at the limit", `${a(499)} ${a(20)}`, a(499)],
    ["blanks around the limit", `${a(490)}   \n\t   ${a(50)}`, a(490)],
    ["no blank", a(501), a(500)],
    ["a blank at the beginning alone", ` ${a(600)}`, ` ${a(499)}`],
    ["500 emoji", "🍎".repeat(500), "🍎".repeat(500)],
    ["501 emoji", "🍎".repeat(501), "🍎".repeat(500)],
    ["emoji in words", `${"🍎".repeat(400)} ${"🍎".repeat(200)}`, "🍎".repeat(400)],
    // Abstracts in Chinese have a blank behind a heading and then none: "目的 探讨……".
    ["a script without blanks behind a heading", `目的 ${han(600)}`, `目的 ${han(497)}`],
    ["the same with a foreign word at the limit", `目的 ${han(490)}${a(20)}`, `目的 ${han(490)}`],
    ["the same with a mark at the limit", `目的 ${han(497)}，${han(9)}`, `目的 ${han(497)}`],
    [
      "a mark that belongs to the character before",
      `บทนำ ${"ก".repeat(494)}ก็${"ก".repeat(99)}`,
      `บทนำ ${"ก".repeat(494)}`
    ],
    ["Thai", `บทนำ ${"ก".repeat(600)}`, `บทนำ ${"ก".repeat(495)}`],
    ["a no-break space", `${a(490)}\u00a0${a(50)}`, a(490)]
  ])("%s", (_, text, expected) => {
    expect(excerptOf(text)).toBe(expected)
    expect(length(excerptOf(text))).toBeLessThanOrEqual(500)
  })
})
