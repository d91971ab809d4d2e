import { describe, expect, it } from "vitest"
import { isEnglish, isNamedEnglish } from "../../../src/Composites/Verify/Language.ts"
import { tokenise } from "../../../src/Composites/Verify/Tokens.ts"

describe("isEnglish", () => {
  it.each([
    ["Vaccines cause autism", true],
    ["The Earth is flat", true],
    ["Apple Watch Power Reserve feature combats short battery life", true],
    ["Ursula von der Leyen visits Kyiv", true],
    ["El Niño causes drought in Los Angeles", true],
    ["Les Misérables was written by Victor Hugo", true],
    ["", true],
    ["2 + 2 = 4", true],
    ["Die Erde ist flach", false],
    ["Rauchen erhöht das Risiko für Lungenkrebs", false],
    ["Der Impfstoff verursacht nach einer Studie keine Krankheit", false],
    ["La Terre est plate", false],
    ["La Tierra es plana", false],
    ["Los científicos dicen que la vacuna es segura", false],
    ["Il vaccino non è sicuro, dicono gli esperti della sanità", false],
    ["De aarde is niet plat", false],
    ["Земля плоская", false],
    ["الأرض مسطحة", false],
    ["地球是平的", false],
    ["지구는 평평하다", false],
    ["पृथ्वी चपटी है", false],
    ["alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima", false]
  ])("%j: %s", (text, expected) => {
    expect(isEnglish(tokenise(text))).toBe(expected)
  })
})

describe("isNamedEnglish", () => {
  it.each([
    ["English", true],
    ["english", true],
    ["en", true],
    ["eng", true],
    ["en-GB", true],
    ["German", false],
    ["Spanish", false],
    ["Middle English (1100-1500)", false],
    ["", false]
  ])("%j: %s", (language, expected) => {
    expect(isNamedEnglish(language)).toBe(expected)
  })
})
