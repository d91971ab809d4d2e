/**
 * Units of measure: what each measures, and how much of the first unit of its kind one of it is. Origin: written for this
 * project; the factors are those of the International Yard and Pound Agreement (1959) and of the SI. "Pounds" are money or mass,
 * "m" is a million or metres, "tons" differ by country, and "second" is an ordinal: they are left out.
 */
import { words } from "./WordList.ts"

/** A unit. Of temperatures zero is not at the same place, which `offset` makes up for. */
export interface Measure {
  readonly unit: string
  readonly kind: "length" | "mass" | "temperature" | "time" | "speed" | "points"
  readonly factor: number
  readonly offset: number
}

const measure = (
  kind: Measure["kind"],
  unit: string,
  factor: number,
  names: string,
  offset = 0
): ReadonlyArray<readonly [string, Measure]> =>
  words(names).map((name) => [name, { unit, kind, factor, offset }] as const)

/** By the words after a number. */
export const measures: ReadonlyMap<string, Measure> = new Map([
  ...measure("length", "m", 1, "metre metres meter meters"),
  ...measure("length", "km", 1_000, "km kilometre kilometres kilometer kilometers"),
  ...measure("length", "cm", 0.01, "cm centimetre centimetres centimeter centimeters"),
  ...measure("length", "mm", 0.001, "mm millimetre millimetres millimeter millimeters"),
  ...measure("length", "mi", 1_609.344, "mile miles"),
  ...measure("length", "ft", 0.3048, "ft foot feet"),
  ...measure("length", "in", 0.0254, "inch inches"),
  ...measure("mass", "kg", 1, "kg kilogram kilograms kilogramme kilogrammes"),
  ...measure("mass", "g", 0.001, "gram grams gramme grammes"),
  ...measure("mass", "mg", 0.000_001, "mg milligram milligrams"),
  ...measure("mass", "t", 1_000, "tonne tonnes"),
  ...measure("mass", "lb", 0.453_592_37, "lb lbs"),
  ...measure("temperature", "°C", 1, "celsius centigrade"),
  ...measure("temperature", "°F", 5 / 9, "fahrenheit", -32),
  ...measure("speed", "km/h", 1, "kmh kph"),
  ...measure("speed", "mph", 1.609_344, "mph"),
  ...measure("points", "pp", 1, "pp ppt ppts"),
  ...measure("points", "bp", 0.01, "bp bps"),
  ...measure("time", "min", 1, "min mins minute minutes"),
  ...measure("time", "h", 60, "hr hrs hour hours"),
  ...measure("time", "days", 1_440, "day days"),
  ...measure("time", "weeks", 10_080, "week weeks"),
  ...measure("time", "months", 43_830, "month months"),
  ...measure("time", "years", 525_960, "yr yrs year years")
])
