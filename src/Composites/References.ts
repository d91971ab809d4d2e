import { dedupeWith } from "effect/Array"
import type { SourceReference } from "../Resources/Evidence.ts"
import type { Finding } from "./Finding.ts"

const isSame = (one: SourceReference, other: SourceReference): boolean =>
  one.provider === other.provider && one.title === other.title && one.url === other.url

/** Where findings were found, each place once. */
export const referencesOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<SourceReference> =>
  dedupeWith(
    findings.map(({ item }) => item.source),
    isSame
  )
