/**
 * From values to places in a drawing.
 */

/** An interval of values. */
export interface Domain {
  readonly low: number
  readonly high: number
  /** The values at which lines are drawn: whole steps of 1, 2 or 5 times a power of ten. */
  readonly ticks: ReadonlyArray<number>
}

/** The step of 1, 2 or 5 times a power of ten that makes at most `most` of a span. */
const stepOf = (span: number, most: number): number => {
  const power = 10 ** Math.floor(Math.log10(span / most))
  return power * ([1, 2, 5, 10].find((factor) => span / (power * factor) <= most) ?? 10)
}

/** Rounds away what binary fractions add: 0.1 + 0.2. */
const clean = (value: number): number => Number(value.toPrecision(12))

/** Smaller numbers have too few digits to be counted with. */
const tiniest = 1e-300

/** An interval around values that begins and ends at a tick. Values that are all equal, or none, have one around them. */
export const domainOf = (values: ReadonlyArray<number>, fromZero = false): Domain => {
  const all = fromZero || values.length === 0 ? [0, ...values] : values
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const size = Math.max(Math.abs(least), Math.abs(most))
  // Below this part of its size a difference is no more than rounding.
  const isFlat = most - least <= Math.max(size * 1e-9, tiniest)
  const margin = size <= tiniest ? 1 : Math.abs(least) / 2 || 1
  const [low, high] = isFlat ? [fromZero ? Math.min(0, least) : least - margin, most + margin] : [least, most]
  const step = stepOf(high - low, 4)
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step))
  return { low: Math.min(low, ticks[0] ?? low), high: Math.max(high, ticks.at(-1) ?? high), ticks }
}

/** Maps an interval to another, straight; a point to its middle. */
export const scale = (low: number, high: number, from: number, to: number) => (value: number) =>
  high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from)

/** At most `most` of the indices of a list, evenly, the first and the last among them. */
export const spread = (length: number, most: number): ReadonlyArray<number> => {
  const shown = Math.min(length, most)
  if (shown <= 1) return Array.from({ length: shown }, () => 0)
  const all = Array.from({ length: shown }, (_, index) => Math.round((index * (length - 1)) / (shown - 1)))
  return [...new Set(all)]
}
