/**
 * The verdict of `information.verify`, made again from its answer: a buyer need not believe it. The service reads whole
 * abstracts, an answer has their beginnings: an item that is cut may read otherwise here.
 */
import type { Item } from "../../Composites/Verify/Channel.ts"
import { readClaim } from "../../Composites/Verify/Claim.ts"
import { readItem } from "../../Composites/Verify/Stance.ts"
import { type Tally, tally, weightOf } from "../../Composites/Verify/Verdict.ts"
import type { Considered } from "../../Composites/Verify/Verification.ts"
import type { ClaimReport, EvidenceItem } from "../generated/types.ts"

/** An item of the answer, and how it reads. */
export interface ReadItem extends Considered<Item> {
  /** Whether its text may go on where the answer ends it. */
  readonly mayBeCut: boolean
}

/** The verdict as it follows from the answer's evidence. */
export interface Recomputed extends Tally {
  readonly claim: string
  /** In the order of the answer. */
  readonly evidence: ReadonlyArray<ReadItem>
  readonly sourcesChecked: number
  /** Whether the answer says the same: verdict, confidence and counts. Where not, some item is cut, or the answer is wrong. */
  readonly isSame: boolean
}

/** An excerpt has 500 characters at most, and ends with a word: one that is longer than this may be a beginning. */
const longestWhole = 400

/** The language that a source names; of entities only English ones are asked for. */
const languageOf = ({ data, source }: EvidenceItem): string | null => {
  if (source.provider === "knowledge.search") return "en"
  return data !== null && "language" in data ? data.language : null
}

const itemOf = (evidence: EvidenceItem): Item => {
  const { provider, title, url } = evidence.source
  return { provider, title, url, text: evidence.excerpt, language: languageOf(evidence) }
}

/** Makes the verdict again from `data` of an answer. Total: any texts have one. */
export const recompute = (report: ClaimReport): Recomputed => {
  const claim = readClaim(report.claim)
  const evidence = report.evidence.map((one): ReadItem => {
    const item = itemOf(one)
    const reading = readItem(claim, item)
    return {
      item,
      relevance: reading.relevance,
      explanation: { ...reading, weight: weightOf(reading, item.provider) },
      mayBeCut: item.provider === "academic.search" && Array.from(item.text ?? "").length > longestWhole
    }
  })
  const told = tally(evidence.map(({ explanation }) => explanation))
  return {
    ...told,
    claim: report.claim,
    evidence,
    sourcesChecked: evidence.length,
    isSame:
      told.verdict === report.verdict &&
      told.confidence === report.confidence &&
      told.agreementCount === report.agreementCount &&
      told.contradictionCount === report.contradictionCount &&
      evidence.length === report.sourcesChecked
  }
}
