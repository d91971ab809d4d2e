/**
 * A latitude or longitude in decimal degrees, to `decimals` places (at most 6, which is a tenth of a metre): never
 * -0, and never so small that its text would have an exponent.
 */
export const roundedDegrees = (degrees: number, decimals: number): number =>
  Number(degrees.toFixed(decimals)) + 0
