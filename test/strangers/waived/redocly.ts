import type { Waiver } from "../Findings.ts"

/** Of `redocly lint --extends=recommended-strict`. */
export const redocly: ReadonlyArray<Waiver> = [
  {
    rule: "no-server-example.com",
    places: /^servers\/0/,
    reason: "The test asks a sandbox on this machine, and its URL is where it is."
  }
]
