/**
 * What the canary says. Pure.
 */
import * as Drift from "./Drift.ts"

/** How an operation fared. */
export type Verdict =
  /** It answers, and our schemas read the answer. */
  | { readonly _tag: "Answered"; readonly drift: Drift.Drift }
  /** It answers JSON that our schemas no longer read, at these paths. */
  | { readonly _tag: "Unreadable"; readonly paths: ReadonlyArray<string>; readonly drift: Drift.Drift }
  /** It does not answer, or not with a value: the error that a purchase would meet. */
  | { readonly _tag: "Failed"; readonly error: string; readonly reason: string }

/** An operation and its verdict. */
export interface Finding {
  readonly operation: string
  readonly verdict: Verdict
}

const mostPaths = 25

const list = (title: string, paths: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...paths.slice(0, mostPaths).map((path) => `    ${title} ${path}`),
  ...(paths.length > mostPaths ? [`    ${title} ${paths.length - mostPaths} more`] : [])
]

const driftLines = ({ disappeared, appeared, retyped }: Drift.Drift): ReadonlyArray<string> => [
  ...list("- disappeared", disappeared),
  ...list("~ changed type", retyped),
  ...list("+ appeared", appeared)
]

/** The lines of one operation. */
export const lines = ({ operation, verdict }: Finding): ReadonlyArray<string> => {
  switch (verdict._tag) {
    case "Answered":
      return Drift.isNone(verdict.drift)
        ? [`ok       ${operation}`]
        : [`changed  ${operation} (still decodes)`, ...driftLines(verdict.drift)]
    case "Unreadable":
      return [
        `changed  ${operation} (NO LONGER DECODES)`,
        ...list("! unreadable", verdict.paths),
        ...driftLines(verdict.drift)
      ]
    case "Failed":
      return [`failed   ${operation}: ${verdict.error}: ${verdict.reason}`]
  }
}

/** Whether an operation serves its buyers as before. */
const isServing = ({ verdict }: Finding): boolean => verdict._tag === "Answered"

/** The last line. */
export const summary = (findings: ReadonlyArray<Finding>): string => {
  const count = (is: (verdict: Verdict) => boolean) => findings.filter(({ verdict }) => is(verdict)).length
  const ok = count((verdict) => verdict._tag === "Answered" && Drift.isNone(verdict.drift))
  const changed = count((verdict) => verdict._tag === "Answered") - ok
  const unreadable = count((verdict) => verdict._tag === "Unreadable")
  const failed = count((verdict) => verdict._tag === "Failed")
  return `${findings.length} operations: ${ok} ok, ${changed} changed, ${unreadable} no longer decoding, ${failed} failed`
}

/** 0 when every reply decodes, else 1. */
export const exitCode = (findings: ReadonlyArray<Finding>): 0 | 1 => (findings.every(isServing) ? 0 : 1)
