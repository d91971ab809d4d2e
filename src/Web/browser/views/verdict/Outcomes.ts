/**
 * The exact reading of a claim, from a file of saved outcomes (`OUTCOMES_DIR`), which has the whole texts.
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { ClaimReport } from "../../../../Client/generated/types.ts"
import { verifyClaim } from "../../../../Composites/ClaimVerification.ts"
import { Saved } from "../../../../Composites/SavedOutcomes.ts"
import { ClaimReport as Report } from "../../../../Resources/ClaimReport.ts"
import { h, type Markup } from "../../../Markup.ts"
import { note, type Prefix, section } from "../parts/Layout.ts"
import { quoted } from "../parts/Text.ts"
import { comparison, itemsOf, type Reading } from "./Reading.ts"
import { weights } from "./Weights.ts"

/** A request of `information.verify` as it was decoded when it was saved. */
const Question = Schema.Struct({
  claim: Schema.String,
  sourceTypes: Schema.Array(Schema.Literal("academic", "news", "knowledge")),
  maxSources: Schema.Int
}).annotations({ identifier: "a request of information.verify" })

const File = Schema.Struct({ ...Saved.fields, requestId: Schema.optional(Schema.String) }).annotations({
  identifier: "saved outcomes"
})

/** Problems that are named, and letters of each, at most. */
const [mostProblems, mostLetters] = [5, 200]

const clipped = (text: string): string =>
  text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text

const refused = (reason: string, problems: ReadonlyArray<string> = []): ReadonlyArray<Markup> => [
  h("p", { class: "problem" }, h("strong", {}, "The file cannot be read. "), quoted(reason)),
  ...(problems.length === 0
    ? []
    : [
        h(
          "ul",
          {},
          problems.map((problem) => h("li", {}, quoted(problem)))
        )
      ])
]

const decoded = <A, I>(
  schema: Schema.Schema<A, I>,
  value: unknown,
  at: string
): Either.Either<A, ReadonlyArray<string>> =>
  Either.mapLeft(Schema.decodeUnknownEither(schema, { errors: "all" })(value), (error) => {
    const all = ParseResult.ArrayFormatter.formatErrorSync(error)
    const told = all
      .slice(0, mostProblems)
      .map(({ message, path }) =>
        clipped(
          `${[at, ...path.map(String)].filter((key) => key !== "").join(".") || "The file"}: ${message}`
        )
      )
    return all.length > mostProblems ? [...told, `and ${all.length - mostProblems} more`] : told
  })

const parsed = (text: string): Either.Either<unknown, string> =>
  Either.try({ try: (): unknown => JSON.parse(text), catch: (error) => clipped(String(error)) })

/** How the file belongs to the answer that is shown. */
const belonging = (
  report: ClaimReport,
  data: unknown,
  requestId: string | undefined,
  shownRequestId: string
): string => {
  if (JSON.stringify(data) === JSON.stringify(report))
    return "The answer that is shown follows from it, to the letter."
  return requestId === shownRequestId
    ? "It is of this very call, but another answer follows from it."
    : "It is of another call than the answer that is shown."
}

/** The reading of a file's text, or what is wrong with it. */
export const outcomesView = (
  text: string,
  report: ClaimReport,
  requestId: string,
  prefix: Prefix
): ReadonlyArray<Markup> => {
  const json = parsed(text)
  if (Either.isLeft(json)) return refused(`It is no JSON: ${json.left}`)
  const file = decoded(File, json.right, "")
  if (Either.isLeft(file)) return refused("It holds no saved outcomes:", file.left)
  const { answers, capability, now, request } = file.right
  if (capability !== "information.verify")
    return refused(`It is of a call of ${capability}, and here verdicts of information.verify are read.`)
  const question = decoded(Question, request, "request")
  if (Either.isLeft(question)) return refused("Its request is none of information.verify:", question.left)
  const { data, verification } = verifyClaim(question.right, { answers, now })
  const exact = Schema.encodeSync(Report)(data)
  const reading: Reading = {
    ...verification,
    claim: exact.claim,
    evidence: verification.evidence.flatMap((read, index) => {
      const shown = exact.evidence[index]
      return shown === undefined ? [] : [{ shown, read, mayBeCut: false }]
    })
  }
  return [
    section(
      4,
      "The exact reading, from the file",
      note(h("strong", {}, "The claim: "), quoted(reading.claim)),
      note(belonging(report, exact, file.right.requestId, requestId)),
      comparison(report, reading, prefix),
      ...weights(reading, reading.evidence, prefix)
    ),
    ...itemsOf(reading)
  ]
}
