/**
 * Amounts: the numbers of a sentence with their bounds. "More than 50 %" is no other number than 72 %, and "between 10
 * and 20" none than 15.
 */
import { inBase, isSameKind, isSameQuantity, type Quantity } from "../Numerals.ts"
import type { Sentence } from "../Sentence.ts"
import type { Token } from "../Tokens.ts"
import { phrases } from "../words/WordList.ts"

/** A number, and from where to where it may be. Both are the number itself where nothing bounds it. */
export interface Amount extends Quantity {
  readonly least: number
  readonly most: number
}

const lowerBounds = phrases(`
  more than
  greater than
  higher than
  no less than
  no fewer than
  not less than
  at least
  over
  above
  exceeding
`)
const upperBounds = phrases(`
  less than
  fewer than
  lower than
  no more than
  not more than
  at most
  up to
  under
  below
`)

/** The longer first: "no more than" ends in "more than". */
const bounds = [
  ...lowerBounds.map((text) => ({ words: text.split(" "), isLower: true })),
  ...upperBounds.map((text) => ({ words: text.split(" "), isLower: false }))
].toSorted((one, other) => other.words.length - one.words.length)

/** The bound whose words stand directly before a token. */
const boundBefore = (tokens: ReadonlyArray<Token>, index: number) =>
  bounds.find(({ words }) =>
    words.every((word, offset) => tokens[index - words.length + offset]?.text === word)
  )

/** Where a range begins that ends at a token: the 10 of "between 10 and 20 percent". */
const rangeStart = (tokens: ReadonlyArray<Token>, index: number): number | undefined => {
  const [between, first, and] = tokens.slice(Math.max(0, index - 3), index)
  return between?.text === "between" && and?.text === "and" ? first?.quantity?.value : undefined
}

const amountAt = (tokens: ReadonlyArray<Token>, index: number): ReadonlyArray<Amount> => {
  const quantity = tokens[index]?.quantity
  if (quantity == null) return []
  const { value } = quantity
  const bound = boundBefore(tokens, index)
  const least = bound?.isLower === false ? Number.NEGATIVE_INFINITY : value
  const most = bound?.isLower === true ? Number.POSITIVE_INFINITY : value
  return [{ ...quantity, least: Math.min(least, rangeStart(tokens, index) ?? value), most }]
}

/** The numbers of a sentence. */
export const amountsOf = ({ tokens }: Sentence): ReadonlyArray<Amount> =>
  tokens.flatMap((_, index) => amountAt(tokens, index))

/** Whether both lists have a number in common. */
export const shareNumber = (some: ReadonlyArray<Amount>, others: ReadonlyArray<Amount>): boolean =>
  some.some((one) => others.some((other) => isSameQuantity(one, other)))

/** Of a number without a unit nobody knows what it counts, and a year is of no range. */
const isBounded = ({ least, most, unit }: Amount): boolean => least !== most && unit !== "" && unit !== "year"

/** Whether one number is within the bounds of another one of the same kind. */
const isWithin = (one: Amount, other: Amount): boolean =>
  (isBounded(one) || isBounded(other)) &&
  isSameKind(one, other) &&
  inBase({ ...one, value: one.least }) <= inBase({ ...other, value: other.most }) &&
  inBase({ ...other, value: other.least }) <= inBase({ ...one, value: one.most })

/** Whether both lists have a number in common, or one within the bounds of the other. */
export const shareAmount = (some: ReadonlyArray<Amount>, others: ReadonlyArray<Amount>): boolean =>
  shareNumber(some, others) || some.some((one) => others.some((other) => isWithin(one, other)))
