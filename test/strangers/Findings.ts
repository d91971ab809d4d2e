/**
 * What other people's linters find, against what is waived: each rule that is waived has its reason, and one that finds
 * nothing any more is to be struck out.
 */

/** A finding: the rule, and the place in the document with slashes between its steps. */
export interface Finding {
  readonly rule: string
  readonly place: string
}

/** A rule that may be broken at some places. */
export interface Waiver {
  readonly rule: string
  /** Everywhere, when absent. */
  readonly places?: RegExp
  readonly reason: string
}

const covers = ({ places, rule }: Waiver, finding: Finding) =>
  rule === finding.rule && (places === undefined || places.test(finding.place))

/** The findings that nothing waives, and the waivers that nothing needs. */
export const judge = (findings: ReadonlyArray<Finding>, waivers: ReadonlyArray<Waiver>) => ({
  findings: findings.filter((finding) => !waivers.some((waiver) => covers(waiver, finding))),
  needless: waivers.filter((waiver) => !findings.some((finding) => covers(waiver, finding)))
})
