/**
 * What makes two requests the same, for the ledger and for the calls that share a purchase.
 */
import { hash } from "node:crypto"

/** Object keys in order, so that equal values have equal text. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)])
  )
}

/**
 * What makes two requests the same: SHA-256 (hex) of method, route and the canonical JSON of the decoded body
 * (trimmed, defaults filled in, keys sorted).
 */
export const requestHash = (method: string, route: string, body: unknown): string =>
  hash("sha256", `${method} ${route}\n${JSON.stringify(sorted(body))}`, "hex")
