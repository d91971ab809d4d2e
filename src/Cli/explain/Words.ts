/**
 * An answer explained to a person.
 */
import { verdictLines } from "../../Client/verdict/Words.ts"
import type { Verified } from "../../Composites/ClaimVerification.ts"
import type { CompositeResult } from "../../Composites/CompositeResult.ts"
import { momentOf } from "../../Composites/Finding.ts"
import type { SourceResult } from "../../Composites/SourceResult.ts"
import { isUnasked, itemCount } from "../../Composites/SourceResults.ts"
import { type Asked, foundBy } from "./Asked.ts"

const name = ({ part, source }: SourceResult): string =>
  part === 0 ? source : `${source} (part ${part + 1})`

/** What each source was asked, and gave. */
export const sources = (
  answers: ReadonlyArray<SourceResult>,
  asked: ReadonlyArray<Asked>
): ReadonlyArray<string> =>
  answers.map((answer) => {
    const search = asked.find(({ part, source }) => part === answer.part && source === answer.source)?.search
    if (search === null || search === undefined) return `  ${name(answer)} was not asked: nothing to ask for`
    return answer.outcome._tag === "Failed"
      ? `  ${name(answer)} was asked for ${search}, and failed: ${answer.outcome.error.code}, ${answer.outcome.error.message}`
      : `  ${name(answer)} was asked for ${search}, and gave ${itemCount(answer)} result(s), asked at ${momentOf(answer.outcome.retrievedAt)}`
  })

/** Whether it costs something, and why not. */
export const charging = (
  { charged, failed }: CompositeResult<unknown>,
  answers: ReadonlyArray<SourceResult>
): string => {
  if (charged) return "charged"
  return isUnasked(answers)
    ? "not charged: there was nothing to ask for"
    : `not charged: ${failed.join(", ")} failed, and no other source had a result`
}

/** How the verdict comes about. */
export const verdict = (
  { data, verification: { evidence } }: Verified,
  asked: ReadonlyArray<Asked>
): ReadonlyArray<string> =>
  verdictLines({ ...data, evidence }, (provider) => String(foundBy(asked, provider)))
