/**
 * A verdict made again from its answer is the answer's.
 */
import { FastCheck, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { explain, recompute } from "../../src/Client/verdict/index.ts"
import { verifyClaim } from "../../src/Composites/ClaimVerification.ts"
import type { SourceResult } from "../../src/Composites/SourceResult.ts"
import { ClaimReport } from "../../src/Resources/ClaimReport.ts"
import {
  academic,
  anyAnswer,
  article,
  entity,
  knowledge,
  news,
  now,
  someText,
  work
} from "../Composites/Outcomes.ts"

const sourceTypes = ["academic", "news", "knowledge"] as const

/** The answer's `data`, as it is sent. */
const reportOf = (claim: string, answers: ReadonlyArray<SourceResult>) =>
  Schema.encodeSync(ClaimReport)(verifyClaim({ claim, sourceTypes, maxSources: 12 }, { answers, now }).data)

const coffee = "Coffee causes cancer"
const long = `Coffee causes cancer in mice. ${"Tea was warm and nothing else was seen in it. ".repeat(12)}`

describe("a verdict made again", () => {
  it("is the one of the answer, whatever the sources said", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.constantFrom(coffee, "Mercury is a planet", "30 studies found no lower risk in 2014"),
        FastCheck.tuple(...sourceTypes.map((source) => anyAnswer(source, 0))),
        someText,
        (claim, answers, more) => {
          const report = reportOf(`${claim} ${more}`.trim(), answers)
          expect(recompute(report)).toMatchObject({ ...tallyOf(report), isSame: true })
        }
      )
    )
  })

  const tallyOf = ({ evidence: _, ...told }: ReturnType<typeof reportOf>) => told

  it.each([
    ["supported", [news([article(`${coffee} again`), article(`${coffee}, study says`)])]],
    [
      "contradicted",
      [news([article("Coffee does not cause cancer"), article("No, coffee is not causing cancer")])]
    ],
    ["mixed", [news([article(coffee), article("Coffee does not cause cancer, doctors")])]],
    ["insufficient", [knowledge([entity("Q1", "Coffee", "brewed drink")])]]
  ] as const)("is %s like the answer, and says why", (verdict, answers) => {
    const report = reportOf(coffee, answers)
    const again = recompute(report)
    expect([report.verdict, again.verdict, again.isSame]).toEqual([verdict, verdict, true])
    const lines = explain(again)
    expect(lines[0]).toMatch(new RegExp(`^${verdict}, confidence ${report.confidence}: `))
    expect(lines.at(-1)).toBe("the answer says the same")
    for (const { source } of report.evidence) expect(lines.join("\n")).toContain(source.title)
  })

  it("says that an abstract may be cut, and that an answer is not what its evidence says", () => {
    const cut = reportOf(coffee, [academic([work("Coffee and cancer: a study", { abstract: long })])])
    expect(recompute(cut).evidence.map(({ mayBeCut }) => mayBeCut)).toEqual([true])
    const told = { ...cut, verdict: "contradicted" as const }
    expect(explain(recompute(told)).at(-1)).toMatch(/something else: of 1 item/)
    const whole = { ...reportOf(coffee, [news([article(coffee)])]), agreementCount: 9 }
    expect(recompute(whole).isSame).toBe(false)
    expect(explain(recompute(whole)).at(-1)).toBe("the answer says something else, and nothing in it is cut")
  })
})
