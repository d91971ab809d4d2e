/** Faults in what a call may take before its payment is known to be good. */
import type { Mutant } from "../Mutant.ts"

const suite = "Payment/InMemoryPurchase"
const wallets = "Http/payments/ContractWallets"
const crowd = "a purchase on the ledger in memory > a crowd of one payer: >"

export const admission: ReadonlyArray<Mutant> = [
  {
    name: "sales that are not verified take every place",
    rule: "Payments that are not verified yet have at most half of the places.",
    source: "`AdmissionControl`",
    edits: [{ within: "hasRoom", find: "unverified < mostUnverified", replace: "true" }],
    killedBy: {
      file: "Http/AdmissionControl",
      test: "admission > gives half of the places, rounded up, to sales whose payment is not verified, and all to the others"
    }
  },
  {
    name: "a payment is sold that nobody has judged",
    rule: "A payment whose signature we cannot check is judged by the facilitator before it is reserved.",
    source: "`verifier`",
    edits: [{ within: "beforeReserving", find: "judge(order)", replace: "Effect.succeedNone" }],
    killedBy: {
      file: wallets,
      test: "a wallet > that signs under another domain is told which one it is"
    }
  },
  {
    name: "a payment that is being judged is joined by its payer",
    rule: "Nobody shares a purchase with a payment whose signature may be forged.",
    source: "`equalityOf`",
    edits: [{ within: "equalityOf", find: "proven ? null : signature", replace: "null" }],
    killedBy: {
      file: suite,
      test: "a purchase on the ledger in memory > a payment that only the facilitator can judge: > one that is being judged holds neither the nonce nor the key of the payer, and is not joined by it"
    }
  },
  {
    name: "forgers use up the allowance of wallets that have paid before",
    rule: "A payer that has paid before has an allowance of refused judgements of its own.",
    source: "`maxRefusals`",
    edits: [{ within: "allowancesOf", find: "isKnown ?", replace: "!isKnown ?" }],
    killedBy: {
      file: suite,
      test: "a purchase on the ledger in memory > a payment that only the facilitator can judge: > whatever forgers do in other names, a wallet that was called good goes on buying, after a restart too"
    }
  },
  {
    name: "one connection uses up the allowance of all strangers",
    rule: "A connection has a part of the allowance for payers that were never called good.",
    source: "`maxRefusals`",
    edits: [
      {
        within: "allowancesOfConnection",
        find: "allowance(maxRefusalsOfConnection)",
        replace: "allowance(maxRefusals)"
      }
    ],
    killedBy: {
      file: wallets,
      test: "a wallet > buys as others do, while forgers are refused; one connection has a part of the allowance"
    }
  },
  {
    name: "any number of calls waits for one payer's limits",
    rule: "At most 50 calls of a payer wait for its limits: one more is 503 at once.",
    source: "`maxWaiting`",
    edits: [{ within: "PayerLine.make.join", find: "line.size >= maxWaiting", replace: "false" }],
    killedBy: {
      file: suite,
      test: `${crowd} 700 at once: at most 50 wait, the others are refused at once; waiting costs the ledger what one call costs`
    }
  },
  {
    name: "every call that waits asks the ledger again and again",
    rule: "Of the calls that wait for a payer's limits only the first tries again.",
    source: "`untilFirst`",
    edits: [
      {
        within: "PayerLine.make",
        find: "Effect.zipRight(untilFirst, tries)",
        replace: "tries"
      }
    ],
    killedBy: {
      file: suite,
      test: `${crowd} 700 at once: at most 50 wait, the others are refused at once; waiting costs the ledger what one call costs`
    }
  },
  {
    name: "a run goes on until its payment's window is over",
    rule: "A run is cut 22 seconds before the end of its payment's window, whatever its length: settling has to fit.",
    source: "`settleBudget`",
    edits: [{ within: "Attempt.run", find: "- settleBudget", replace: "" }],
    killedBy: {
      file: "Http/payments/Windows",
      test: "a window > of 3600 seconds cuts what still runs 22 seconds before its end"
    }
  }
]
