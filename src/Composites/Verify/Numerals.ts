/**
 * Numbers in figures and in words: "three million", "3,000,000" and "3m" are one quantity.
 */
import { measures } from "./words/Measures.ts"
import {
  currencies,
  moneyLetters,
  multiplierLetters,
  multipliers,
  numberWords,
  unitLetters,
  unitWords
} from "./words/Numbers.ts"

/**
 * A number with its unit: "%", a currency ("$"), "year" for a date, a unit of measure ("km"), other letters written onto it ("ml"),
 * or "" for a count.
 */
export interface Quantity {
  readonly value: number
  readonly unit: string
}

const tolerance = 0.02

const byUnit = new Map([...measures.values()].map((measure) => [measure.unit, measure]))

/** What a unit measures; units of the same kind are compared. */
const kindOf = (unit: string): string => byUnit.get(unit)?.kind ?? unit

/** Whether two numbers measure the same: kilometres and miles do. */
export const isSameKind = (one: Quantity, other: Quantity): boolean => kindOf(one.unit) === kindOf(other.unit)

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other))

/** A value of a unit in the first unit of its kind. */
export const inBase = ({ unit, value }: Quantity): number => {
  const measure = byUnit.get(unit)
  return measure === undefined ? value : (value + measure.offset) * measure.factor
}

/**
 * Whether two numbers are the same to a reader: 2% apart at most; years exactly. "5 km" is not "5 miles", and "100 °C" is
 * "212 °F"; a number without its unit may be of any. "5 %" is not "5 percentage points", nor "$5" "€5".
 */
export const isSameQuantity = (one: Quantity, other: Quantity): boolean => {
  if (one.unit === "year" || other.unit === "year") return one.value === other.value
  if (one.unit !== "" && other.unit !== "" && !isSameKind(one, other)) return false
  const [measure, otherMeasure] = [byUnit.get(one.unit), byUnit.get(other.unit)]
  if (measure === undefined || otherMeasure === undefined) return isNear(one.value, other.value)
  return measure.kind === otherMeasure.kind && isNear(inBase(one), inBase(other))
}

/** A whole number from 1500 to 2099 without a unit is a year. */
const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1500 && value <= 2099

/** As it would be written: "95 %", "2014", "3". */
export const written = ({ unit, value }: Quantity): string =>
  unit === "" || unit === "year" ? `${value}` : `${value} ${unit}`

/** A number as it is written, with what stands directly before and after it. */
export interface Figure {
  readonly digits: string
  /** Of ten, by which it is multiplied: 7 of "6.8 × 10^7"; "" for none. */
  readonly exponent: string
  readonly isNegative: boolean
  readonly letters: string
  /** The sign of a currency before it; "" for none. */
  readonly money: string
  readonly isPercent: boolean
}

/** What stands between thousands. */
const separators = /[, ]/g

/** "$5", "5%", "-5%", "1,503", "10k", "5mg", "2014", "1980s", "6.8 × 10^7"; undefined when the letters make a word of it. */
export const readFigure = ({
  digits,
  exponent,
  money,
  isNegative,
  isPercent,
  letters
}: Figure): Quantity | undefined => {
  const plain = `${isNegative ? "-" : ""}${digits.replace(separators, "")}${exponent === "" ? "" : `e${exponent}`}`
  const value = Number(plain)
  const factor = multiplierLetters.get(letters) ?? (money === "" ? undefined : moneyLetters.get(letters)) ?? 1
  if (isPercent) return { value, unit: "%" }
  if (money !== "") return { value: value * factor, unit: money }
  if (factor !== 1) return { value: value * factor, unit: "" }
  const unit = measures.get(letters)?.unit ?? (unitLetters.has(letters) ? letters : undefined)
  if (unit !== undefined) return { value, unit }
  if (letters === "s" && isYear(value)) return { value, unit: "year" }
  if (letters !== "") return undefined
  return { value, unit: isYear(value) && plain === digits ? "year" : "" }
}

/** A token that may be a number. */
interface Part {
  readonly text: string
  readonly quantity: Quantity | null
}

/** By itself it is a pronoun; "one million", "one percent" and "twenty-one" are numbers. */
const one = { text: "one", quantity: { value: 1, unit: "" } }

/** The number that a word may be the beginning of. */
const beginning = ({ quantity, text }: Part): Quantity | null => (text === one.text ? one.quantity : quantity)

const isCount = ({ unit }: Quantity): boolean => unit === "" || unit === "year"

/** The number that a number and the word after it make; undefined when they are two things. */
const join = (before: Quantity, last: string, { quantity, text }: Part): Quantity | undefined => {
  const factor = multipliers.get(text) ?? (currencies.has(before.unit) ? moneyLetters.get(text) : undefined)
  if (factor !== undefined && before.unit !== "%") {
    return { value: before.value * factor, unit: before.unit === "year" ? "" : before.unit }
  }
  const unit = unitWords.get(text)
  if (unit !== undefined && isCount(before)) return { value: before.value, unit }
  const isTens = numberWords.has(last) && before.value >= 20 && before.value % 10 === 0
  const ones = text === one.text ? one.quantity : numberWords.has(text) ? quantity : null
  const isOnes = ones !== null && ones.value > 0 && ones.value < 10
  return isTens && isOnes ? { value: before.value + ones.value, unit: "" } : undefined
}

/** "Twenty five", "five million", "one million", "5 percent", "5 per cent", "5 dollars": one number each. */
export const joinNumbers = <Token extends Part>(
  tokens: ReadonlyArray<Token>,
  make: (text: string, quantity: Quantity) => Token
): ReadonlyArray<Token> => {
  const joined: Array<Token> = []
  for (const token of tokens) {
    const last = joined.at(-1)
    if (token.text === "cent" && last?.text === "per") {
      const number = joined.at(-2)
      const quantity = number === undefined ? null : beginning(number)
      if (number !== undefined && quantity !== null) {
        joined.splice(-2, 2, make(number.text, { value: quantity.value, unit: "%" }))
        continue
      }
    }
    if (last?.text === "minus" && token.quantity !== null) {
      const { unit, value } = token.quantity
      joined.splice(
        -1,
        1,
        make(`${last.text} ${token.text}`, { value: -value, unit: unit === "year" ? "" : unit })
      )
      continue
    }
    const measured = measures.get(token.text)
    if (measured !== undefined && last?.quantity != null && isCount(last.quantity)) {
      // The word stays: unlike "percent", it is something that a claim speaks of ("days of quarantine").
      joined.splice(-1, 1, make(last.text, { value: last.quantity.value, unit: measured.unit }), token)
      continue
    }
    const begun = last === undefined ? null : beginning(last)
    const both = last === undefined || begun === null ? undefined : join(begun, last.text, token)
    if (last === undefined || both === undefined) joined.push(token)
    else joined.splice(-1, 1, make(`${last.text} ${token.text}`, both))
  }
  return joined
}
