/**
 * Where findings disagree.
 */
import { dedupe } from "effect/Array"
import type { Disagreement } from "../Resources/Disagreement.ts"
import { disagreements } from "./Disagreements.ts"
import type { Finding } from "./Finding.ts"

/** The disagreements of findings that come in the order of their sources. */
export const disagreementsOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<Disagreement> =>
  disagreements(
    findings.map(({ id, item: { excerpt, source } }) => ({ ...source, id, excerpt })),
    dedupe(findings.map(({ item }) => item.source.provider))
  )
