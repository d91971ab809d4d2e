/** Faults in how a provider's reply is read: what is broken must not be sold as empty, nor as something else. */
import type { Mutant } from "../Mutant.ts"

const upstream = "Providers/Upstream"
const works = "OpenAlex/normalise"
const rates = "Frankfurter/normalise"

export const answers: ReadonlyArray<Mutant> = [
  {
    name: "a provider's Retry-After is lost",
    rule: "The time that a provider names reaches the caller.",
    source: "docs/failures.md",
    edits: [
      {
        within: "statusError",
        find: "Option.isSome(named) ? { retryAfter: named.value } : {}",
        replace: "{}"
      }
    ],
    killedBy: { file: upstream, test: "Upstream: faults of a provider > 429 with Retry-After in seconds" }
  },
  {
    name: "a body that was cut is taken for whole",
    rule: "A connection that is lost amid the body is a failure of the provider.",
    source: "docs/failures.md",
    edits: [
      {
        within: "onResponseError",
        find: "resume(Effect.fail(failure(cause)))",
        replace: "resume(reply === undefined ? Effect.fail(failure(cause)) : Effect.succeed(replied()))"
      }
    ],
    killedBy: { file: upstream, test: "Upstream: faults of a provider > a reset amid a chunked body" }
  },
  {
    name: "a dropped connection is an empty answer",
    rule: "A body of less than its declared length is no answer: empty is one, and is charged.",
    source: "`readText`",
    edits: [{ within: "readText", find: "buffer.byteLength < declared", replace: "false" }],
    killedBy: {
      file: "Providers/ReplyBody",
      test: "readText > nothing came of a body that was announced"
    }
  },
  {
    name: "a page of unreadable items is an empty page",
    rule: "When every item is malformed, the reply is: 502, not an empty list.",
    source: "docs/failures.md",
    edits: [{ within: "normaliseSearch", find: "results.length > 0 && read.length === 0", replace: "false" }],
    killedBy: { file: works, test: "a search > with every work mis-shaped" }
  },
  {
    name: "a search that was cut off is an empty one",
    rule: "A search that ran out of its own time has not found that there is nothing.",
    source: "`normaliseSearch`",
    edits: [{ within: "normaliseSearch", find: "meta.timed_out === true", replace: "false" }],
    killedBy: { file: works, test: "a search > cut off, with nothing found" }
  },
  {
    name: "an item without a title is shown",
    rule: "Works without a title are left out.",
    source: "`normaliseSearch`",
    edits: [
      {
        within: "normaliseSearch",
        find: "Option.toArray(Option.map(titleOf(raw), (title) => record(raw, title)))",
        replace: '[record(raw, Option.getOrElse(titleOf(raw), () => ""))]'
      }
    ],
    killedBy: { file: works, test: "a search > with works without a title, and no other" }
  },
  {
    name: "another work than the one asked for is sold",
    rule: "The record of a look-up has the DOI that was asked for.",
    source: "`normaliseWork`",
    edits: [{ within: "normaliseWork", find: "Option.contains(doiOf(raw), doi)", replace: "true" }],
    killedBy: { file: works, test: "a look-up > of another work" }
  },
  {
    name: "no work in the fallback is a 404 though the primary failed",
    rule: "A lack is only proven when the primary said so: 502 otherwise.",
    source: "`conclude`",
    edits: [
      {
        within: "conclude",
        find: "Either.isLeft(first) && absent",
        replace: "false"
      }
    ],
    killedBy: {
      file: "Capabilities/AcademicWork",
      test: "academic.work > OpenAlex fails, Crossref has none: its absence is not proven"
    }
  },
  {
    name: "rates of a later day are sold for an earlier one",
    rule: "Rates are of the day asked for or of the last working day before it.",
    source: "`normalise`",
    edits: [{ within: "normalise", find: "reply.date > asked", replace: "false" }],
    killedBy: { file: rates, test: "normalise > 'a later day'" }
  },
  {
    name: "a rate of 0 is sold",
    rule: "A rate is a positive number, else the whole reply is malformed.",
    source: "`Rate`",
    edits: [{ within: "normalise", find: "!isRate(rate)", replace: "rate === undefined" }],
    killedBy: { file: rates, test: "normalise > 'the rate 0'" }
  },
  {
    name: "a row of another length is read by the header",
    rule: "A row that does not fit the header is dropped: its values would stand under wrong names.",
    source: "the replies of the Census Data API: `TableReply`",
    edits: [
      {
        within: "normalise",
        find: "isRow(row) && row.length === header.length",
        replace: "isRow(row)"
      }
    ],
    killedBy: { file: "Census/normalise", test: "normalise > a row that is too short" }
  },
  {
    name: "an unknown asset is left out in silence",
    rule: "Assets that the provider leaves out are named as missing.",
    source: "`normalise`",
    edits: [{ within: "normalise", find: "{ markets, missing }", replace: "{ markets, missing: [] }" }],
    killedBy: {
      file: "CoinGecko/normalise",
      test: "normalise > 'missing assets in the order of the qu…'"
    }
  },
  {
    name: "a second copy of a record is shown",
    rule: "Of two records with the same DOI, entity or address the first is shown.",
    source: "`withoutCopies`",
    edits: [{ within: "withoutCopies", find: "isSameRecord(one.keys, other.keys)", replace: "false" }],
    killedBy: {
      file: "Composites/Evidence",
      test: "packEvidence > drops the second of two records with the same record by a DOI"
    }
  },
  {
    name: "a source that failed keeps its places empty",
    rule: "The places of a source that failed go to the others.",
    source: "`verifyClaimSteps`",
    edits: [
      {
        within: "verifyClaimSteps",
        find: "!failedSources(answers, sources).includes(source)",
        replace: "source.length > 0"
      }
    ],
    killedBy: {
      file: "Composites/ClaimVerification",
      test: "verifyClaim: places > of a source that failed go to the others"
    }
  }
]
