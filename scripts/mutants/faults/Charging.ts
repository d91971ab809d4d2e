/** Faults in what is charged and what is not. */
import type { Mutant } from "../Mutant.ts"

const composites = "Http/Composites"

export const charging: ReadonlyArray<Mutant> = [
  {
    name: "a 404 is settled",
    rule: "Every status but 200 is free: nothing is settled, the reservation is released.",
    source: "docs/charges.md",
    edits: [
      {
        within: "fulfil",
        find: "const released = yield* release(key, attempt, reason)",
        replace:
          'if (Exit.isFailure(exit)) { yield* Effect.ignore(settle(order, attempt, { body: new Uint8Array(), headers: {}, hash: "" })); return yield* Effect.failCause(exit.cause) } const released = yield* release(key, attempt, reason)'
      }
    ],
    killedBy: { file: "Charges/Charges", test: "what is charged > for academic.work" }
  },
  {
    name: "an answer that is not charged is settled",
    rule: "A 200 that is not charged is not settled, and its payment can be used again.",
    source: "docs/charges.md",
    edits: [{ within: "fulfil", find: "exit.value.charged", replace: "true" }],
    killedBy: {
      file: composites,
      test: "a composite > is not charged when every source fails; the payment can be used again"
    }
  },
  {
    name: "a composite is charged though nothing came of it",
    rule: "Free when every source failed, or one failed and none returned an item.",
    source: "docs/charges.md",
    edits: [
      {
        within: "isCharged",
        find: "!answers.some(hasFailed) || answers.some((answer) => itemCount(answer) > 0)",
        replace: "answers.length > 0"
      }
    ],
    killedBy: {
      file: composites,
      test: "a composite > is not charged when one fails and the others are empty; the payment can be used again"
    }
  },
  {
    name: "a composite that had nothing to ask for is charged",
    rule: "Free when no source was asked: a claim that is not English, a text without a word.",
    source: "docs/charges.md",
    edits: [{ within: "isCharged", find: "!isUnasked(answers) &&", replace: "" }],
    killedBy: {
      file: composites,
      test: 'a composite > verify of "Der Eiffelturm ist 330 Meter hoch" asks nobody, has nothing, and is not charged'
    }
  },
  {
    name: "empty results of sources that worked are free",
    rule: "An empty result is an answer, and is charged.",
    source: "docs/charges.md",
    edits: [{ within: "isCharged", find: "!answers.some(hasFailed) ||", replace: "" }],
    killedBy: { file: composites, test: "a composite > is charged when every source works and has nothing" }
  },
  {
    name: "holidays of a year that is not covered are charged",
    rule: "A year outside the provider's coverage is not charged, with X-Coverage: none.",
    source: "docs/charges.md; nager/Nager.Date #812",
    edits: [{ within: "deliverCovered", find: "charged: covered", replace: "charged: true" }],
    killedBy: {
      file: "Capabilities/HolidaysDelivery",
      test: "deliverCovered > #812: gives away a year that is not covered ('almanac; fwd=miss')"
    }
  },
  {
    name: "a provider's failure is remembered",
    rule: "Records and refusals are kept, failures never.",
    source: "docs/failures.md",
    edits: [
      {
        within: "ask",
        find: 'Effect.catchTag("QueryRefused", (refusal) => Effect.succeed(Either.left(refusal)))',
        replace:
          "Effect.catchAll((error) => Effect.succeed(Either.left(new QueryRefused({ provider: error.provider, problems: [{ pointer: '', message: '' }] }))))"
      }
    ],
    killedBy: {
      file: "Capabilities/Cached",
      test: "a cached operation > remembers a refusal for 5 minutes, a failure never"
    }
  },
  {
    name: "one caller's odd query takes the provider from the others",
    rule: "Strange replies open a circuit when three different requests got them.",
    source: "docs/failures.md",
    edits: [
      {
        within: "count",
        find: "(malformedRequests.size >= leastRequests ? malformed : 0)",
        replace: "malformed"
      }
    ],
    killedBy: {
      file: "Providers/Circuit",
      test: "a circuit > is not opened by malformed replies to one caller's request, but by those to three"
    }
  }
]
