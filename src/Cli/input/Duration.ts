/**
 * Durations as people write them: `500ms`, `60s`, `2m`, `60` (seconds).
 */
import { UsageError } from "../Usage.ts"

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, "": 1000 }

/** The longest: an hour. A payment is good for five minutes, its answer is kept for 24 hours. */
const longest = 3_600_000

/** A duration in seconds; `what` names it where it is none. */
export const secondsOf = (what: string, text: string): number => {
  const [, digits = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?(ms|s|m|h)?$/.exec(text) ?? []
  const milliseconds = digits === "" ? 0 : Number(digits) * (units[unit] ?? 0)
  if (milliseconds <= 0 || milliseconds > longest)
    throw new UsageError(
      `${what} must be a duration such as 30s or 2m, at most 1h, not ${JSON.stringify(text)}`
    )
  return milliseconds / 1000
}
