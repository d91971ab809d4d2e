/** A point in decimal degrees. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Mean radius of the Earth in kilometres. */
const radius = 6371

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Kilometres between two points, over the antimeridian too (haversine formula). */
export const distance = (from: Point, to: Point): number => {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const share = north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(share)))
}
