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
  /** Whether the bound itself is left out: "more than 50". */
  readonly isStrict: boolean
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

/** These leave the number itself in. */
const inclusive = new Set(
  phrases(`
  no less than
  no fewer than
  not less than
  at least
  no more than
  not more than
  at most
  up to
`)
)

/** The longer first: "no more than" ends in "more than". */
const bounds = [
  ...lowerBounds.map((text) => ({ words: text.split(" "), isLower: true, isStrict: !inclusive.has(text) })),
  ...upperBounds.map((text) => ({ words: text.split(" "), isLower: false, isStrict: !inclusive.has(text) }))
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
  const isStrict = bound?.isStrict === true
  return [{ ...quantity, least: Math.min(least, rangeStart(tokens, index) ?? value), most, isStrict }]
}

/** The numbers of a sentence. */
export const amountsOf = ({ tokens }: Sentence): ReadonlyArray<Amount> =>
  tokens.flatMap((_, index) => amountAt(tokens, index))

/** Whether all of a number is below all of another one of its kind. */
const isBelow = (one: Amount, other: Amount): boolean => {
  const [most, least] = [inBase({ ...one, value: one.most }), inBase({ ...other, value: other.least })]
  // "Less than 50" and "more than 50" meet nowhere; "50" is near enough to either.
  const isApart = one.least !== one.most && other.least !== other.most && (one.isStrict || other.isStrict)
  return most < least || (most === least && isApart)
}

/** Whether a bound of one number leaves out the other, however near they are: "more than 50 %" and "49.5 %". */
const isLeftOut = (one: Amount, other: Amount): boolean =>
  (one.least !== one.most || other.least !== other.most) &&
  isSameKind(one, other) &&
  (isBelow(one, other) || isBelow(other, one))

/** Whether both lists have a number in common. */
export const shareNumber = (some: ReadonlyArray<Amount>, others: ReadonlyArray<Amount>): boolean =>
  some.some((one) => others.some((other) => isSameQuantity(one, other) && !isLeftOut(one, other)))

const hasUnit = ({ unit }: Quantity): boolean => unit !== "" && unit !== "year"

/** Whether a number has nothing but its figure in common with the other list: "5 %" with "5 percentage points". */
export const hasOtherUnit = (some: ReadonlyArray<Amount>, others: ReadonlyArray<Amount>): boolean =>
  some.some(
    (one) =>
      hasUnit(one) &&
      !shareAmount([one], others) &&
      others.some((other) => hasUnit(other) && !isSameKind(one, other) && one.value === other.value)
  )

/** Of a number without a unit nobody knows what it counts, and a year is of no range. */
const isBounded = ({ least, most, unit }: Amount): boolean => least !== most && unit !== "" && unit !== "year"

/** Whether one number is within the bounds of another one of the same kind. */
const isWithin = (one: Amount, other: Amount): boolean =>
  (isBounded(one) || isBounded(other)) && isSameKind(one, other) && !isLeftOut(one, other)

/** Whether both lists have a number in common, or one within the bounds of the other. */
export const shareAmount = (some: ReadonlyArray<Amount>, others: ReadonlyArray<Amount>): boolean =>
  shareNumber(some, others) || some.some((one) => others.some((other) => isWithin(one, other)))
