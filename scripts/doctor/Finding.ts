/**
 * What the doctor finds, and how it says so. Pure.
 */

/** `off` is something that the settings leave out. */
export type Verdict = "ok" | "off" | "warn" | "fail"

/** One check. */
export interface Finding {
  /** What was looked at: `database`, `openalex`. */
  readonly check: string
  readonly verdict: Verdict
  /** What was found. No secret, and no text of a third party. */
  readonly told: string
  /** What to do about it, for `warn` and `fail`. */
  readonly advice?: string
}

/** A check with nothing to do. */
export const ok = (check: string, told: string): Finding => ({ check, verdict: "ok", told })

/** A check of something that is not there, and need not be. */
export const off = (check: string, told: string): Finding => ({ check, verdict: "off", told })

/** Something that works, but not as it should. */
export const warn = (check: string, told: string, advice: string): Finding => ({
  check,
  verdict: "warn",
  told,
  advice
})

/** Something that does not work. */
export const fail = (check: string, told: string, advice: string): Finding => ({
  check,
  verdict: "fail",
  told,
  advice
})

/** The table: check, verdict, what was found; what to do stands below its row. */
export const table = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return findings.flatMap(({ check, verdict, told, advice }) => [
    `${check.padEnd(width)}  ${verdict.padEnd(4)}  ${told}`,
    ...(advice === undefined ? [] : [`${" ".repeat(width)}        -> ${advice}`])
  ])
}

/** The last line. */
export const summary = (findings: ReadonlyArray<Finding>): string => {
  const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length
  return `${findings.length} checks: ${count("ok")} ok, ${count("off")} off, ${count("warn")} warn, ${count("fail")} fail`
}

/** 1 when something does not work. */
export const exitCode = (findings: ReadonlyArray<Finding>): 0 | 1 =>
  findings.some(({ verdict }) => verdict === "fail") ? 1 : 0
