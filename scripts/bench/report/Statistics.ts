/**
 * Medians and the like. Pure. Of no numbers everything is `NaN`: a figure that was not measured passes no gate.
 */
import type { Spread } from "./Results.ts"

const ascending = (numbers: ReadonlyArray<number>) => [...numbers].sort((left, right) => left - right)

/** The smallest of the numbers that at least `share` (0 to 1) of them do not exceed. */
export const percentile = (numbers: ReadonlyArray<number>, share: number): number =>
  ascending(numbers)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? Number.NaN

/** The middle one, or the mean of the two in the middle. */
export const median = (numbers: ReadonlyArray<number>): number => {
  const sorted = ascending(numbers)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2
}

/** The spread of some numbers. */
export const spread = (numbers: ReadonlyArray<number>): Spread => ({
  median: median(numbers),
  min: percentile(numbers, 0),
  max: percentile(numbers, 1)
})

/** The spread of the quotients, pair by pair; a number without its partner is left out. */
export const ratio = (dividends: ReadonlyArray<number>, divisors: ReadonlyArray<number>): Spread =>
  spread(
    dividends.flatMap((dividend, index) => {
      const divisor = divisors[index]
      return divisor === undefined ? [] : [dividend / divisor]
    })
  )

/** A moment and what was measured then. */
export interface Point {
  readonly x: number
  readonly y: number
}

const mean = (numbers: ReadonlyArray<number>) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** By how much `y` grows with one `x`, by least squares; `NaN` for fewer than two points. */
export const slope = (points: ReadonlyArray<Point>): number => {
  const x = mean(points.map(({ x }) => x))
  const y = mean(points.map(({ y }) => y))
  const covariance = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0)
  const variance = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  return variance === 0 ? Number.NaN : covariance / variance
}

/** The members in an order that begins one further with every round: none is always first, and warms up the others. */
export const rotated = <A>(members: ReadonlyArray<A>, round: number): ReadonlyArray<A> => {
  const start = members.length === 0 ? 0 : round % members.length
  return [...members.slice(start), ...members.slice(0, start)]
}
