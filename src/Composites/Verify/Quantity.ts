/** Numbers of a text. Source: the project's verification method, numbers. */

/** A number with its unit: "%", "money", "year", letters written onto it ("mg"), or "" for a count. */
export interface Quantity {
  readonly value: number
  readonly unit: string
}

const tolerance = 0.02

/** Whether two numbers are the same to a reader: 2% apart at most; years exactly. */
export const isSameQuantity = (one: Quantity, other: Quantity): boolean =>
  one.unit === "year" || other.unit === "year"
    ? one.value === other.value
    : Math.abs(one.value - other.value) <= tolerance * Math.max(one.value, other.value)

/** A whole number from 1500 to 2099 without a unit is a year. */
export const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1500 && value <= 2099

/** As it would be written: "95 %", "2014", "3". */
export const written = ({ unit, value }: Quantity): string =>
  unit === "" || unit === "year" ? `${value}` : `${value} ${unit}`
