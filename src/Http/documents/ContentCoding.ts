/**
 * The content codings that documents are sent in, and which of them a client gets (RFC 9110, 12.5.3).
 */

/** Ours, the smallest first: of two that a client likes as much, it gets the first. */
const codings = ["br", "gzip", "identity"] as const
export type Coding = (typeof codings)[number]

/** A coding and its weight. */
const element = /^\s*([\w*!#$%&'.^`|~+-]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/i

/** The weights that a header gives, by coding in lower case. Malformed elements are left out. */
const weightsOf = (header: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const written of header.split(",")) {
    const [, name, weight = "1"] = element.exec(written) ?? []
    if (name !== undefined) weights.set(name.toLowerCase().replace(/^x-/, ""), Number(weight))
  }
  return weights
}

/** The coding for the header `Accept-Encoding`. Without one, and where it allows none of ours, nothing is coded. */
export const negotiate = (acceptEncoding: string | undefined): Coding => {
  if (acceptEncoding === undefined) return "identity"
  const weights = weightsOf(acceptEncoding)
  // What nobody named is allowed only as itself, and then liked least.
  const weightOf = (coding: Coding) =>
    weights.get(coding) ?? weights.get("*") ?? (coding === "identity" ? 0.0001 : 0)
  const best = Math.max(...codings.map(weightOf))
  return best > 0 ? (codings.find((coding) => weightOf(coding) === best) ?? "identity") : "identity"
}
