/** Faults in what is made of a facilitator's answer. */
import type { Mutant } from "../Mutant.ts"

const facilitator = "facilitator/HttpFacilitator"
const reconciler = "Http/payments/Reconciler"

/** The end of the names of the tests of a repetition. */
const provesNothing = "to the repetition proves nothing of the first try: 503, never 402 (report 12)"

export const settling: ReadonlyArray<Mutant> = [
  {
    name: "a consent under an error status is believed",
    rule: "A 4xx may carry a refusal, never a consent.",
    source: "`verdict`",
    edits: [{ within: "verdict", find: "!isValid || isOk(status)", replace: "true" }],
    killedBy: { file: facilitator, test: "verify > valid, 400" }
  },
  {
    name: "an unknown reason is taken for a definite failure",
    rule: "Under a reason that is not listed, a new one too, the transfer may have been sent.",
    source: "x402 specification, section 9; `isFinal`",
    edits: [
      {
        within: "isFinal",
        find: "(hasTransaction ? reverted : preSubmission).has(reason)",
        replace: "!hasTransaction || reverted.has(reason)"
      }
    ],
    killedBy: { file: facilitator, test: "settle > failure, some_new_reason" }
  },
  {
    name: "a time-out of the settlement is 402",
    rule: "An unknown outcome is 503 PAYMENT_SETTLEMENT_PENDING, never 402.",
    source: "docs/charges.md; report 12",
    edits: [
      {
        within: "Settlement.make",
        find: 'outcome._tag === "Unknown"',
        replace: 'outcome._tag === "Unknown" && outcome.reason !== "timeout"'
      }
    ],
    killedBy: { file: reconciler, test: `where a chain can be asked > no answer ${provesNothing}` }
  },
  {
    name: "a payment of unknown outcome is given back",
    rule: "Only certainty ends an unknown payment; until then its answer is kept.",
    source: "docs/charges.md",
    edits: [
      {
        within: "Settlement.make",
        find: "ledger.recordUnknown(key, attempt, { ...outcome, resolveAfter: firstResolveDelay })",
        replace: "ledger.recordFailure(key, attempt, { reason: outcome.reason, refusePayer: false })"
      }
    ],
    killedBy: { file: reconciler, test: `where a chain can be asked > a nonce that is used ${provesNothing}` }
  },
  {
    name: "a revert of another transaction is believed",
    rule: "Of the first try, only a revert of the transaction that it named is proof.",
    source: "`isRevertOfFirst`; report 12",
    edits: [{ within: "isRevertOfFirst", find: "second.transaction === first.transaction", replace: "true" }],
    killedBy: {
      file: reconciler,
      test: `where a chain can be asked > a revert of another transaction ${provesNothing}`
    }
  }
]
