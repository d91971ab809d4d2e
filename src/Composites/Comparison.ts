/**
 * Comparison: what the sources say of several subjects, attribute by attribute. Nothing is inferred: values are those
 * of the sources.
 */
import { dedupe, isArray } from "effect/Array"
import type { Comparison } from "../Resources/Comparison.ts"
import { type CompositeResult, compositeResult, type Gathered } from "./CompositeResult.ts"
import { disagreementsOf } from "./Disagreements.ts"
import { type Finding, findingsOf, referencesOf, withoutCopies } from "./Finding.ts"
import type { EvidenceSource } from "./Source.ts"
import { groupByTitle } from "./TitleGroups.ts"

export interface CompareQuestion {
  readonly query: string
  readonly sourceTypes: ReadonlyArray<EvidenceSource>
}

type Attribute = Comparison["attributes"][number]

/** Findings of one title, the first of them first. */
interface Subject {
  readonly name: string
  readonly findings: ReadonlyArray<Finding>
}

const titleOf = ({ item }: Finding): string => item.source.title

const subjectsIn = (findings: ReadonlyArray<Finding>): ReadonlyArray<Subject> =>
  groupByTitle(findings, titleOf).map((same) => ({ name: same.map(titleOf)[0] ?? "", findings: same }))

/** A value as text; none of what has none. */
const textOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined
  const text = isArray(value) ? value.join("; ") : String(value)
  return text === "" ? undefined : text
}

const facts = ({ item }: Finding): ReadonlyArray<readonly [key: string, value: unknown]> => [
  ["excerpt", item.excerpt],
  ...Object.entries(item.data ?? {})
]

/** The excerpts first, then field by field of the data, in the order in which the fields first appear. */
const attributesOf = ({ findings, name }: Subject): ReadonlyArray<Attribute> =>
  dedupe(findings.flatMap((finding) => facts(finding).map(([key]) => key))).flatMap((key) =>
    findings.flatMap((finding) => {
      const value = textOf(new Map(facts(finding)).get(key))
      return value === undefined
        ? []
        : [{ subject: name, key, value, provider: finding.item.source.provider }]
    })
  )

/** The comparison of a query's subjects. */
export const compareSubjects = (
  { query, sourceTypes }: CompareQuestion,
  gathered: Gathered
): CompositeResult<Comparison> =>
  compositeResult(gathered, dedupe(sourceTypes), (answers) => {
    const findings = withoutCopies(findingsOf(answers))
    const subjects = subjectsIn(findings)
    return {
      query,
      subjects: subjects.map(({ findings, name }) => ({
        name,
        sources: dedupe(findings.map(({ item }) => item.source.provider))
      })),
      attributes: subjects.flatMap(attributesOf),
      sources: referencesOf(findings),
      disagreements: disagreementsOf(findings)
    }
  })
