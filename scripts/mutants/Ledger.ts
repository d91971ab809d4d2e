/** Faults in reservations, leases and limits. */
import type { Mutant } from "./Mutant.ts"

const limits = "Http/Limits"
const reconciler = "Http/Reconciler"

export const ledger: ReadonlyArray<Mutant> = [
  {
    name: "a payment is verified before it is reserved",
    rule: "First the reservation, then the facilitator: a refused payer costs no call.",
    source: "decisions, payment, 4",
    edits: [
      {
        within: "Attempt.make",
        find: "const terms = yield* reservation(",
        replace: "yield* verify(order); const terms = yield* reservation("
      }
    ],
    killedBy: {
      file: limits,
      test: "a payer > whose settlement failed is refused for ten minutes; a purchase of the past is not"
    }
  },
  {
    name: "a run that has lost its payment settles it",
    rule: "Only the run that holds the reservation moves to settling.",
    source: "`Ledger`",
    edits: [
      {
        within: "settling",
        find: "AND attempt =",
        replace: "AND 'x' <>"
      },
      {
        within: "settling",
        find: "AND state = 'reserved'",
        replace: ""
      }
    ],
    killedBy: {
      file: reconciler,
      test: "where a chain can be asked > a run that lost its payment settles nothing by it"
    }
  },
  {
    name: "a running lease is not renewed",
    rule: "A run holds its payment for as long as it lives, longer than one lease too.",
    source: "`Ledger`",
    edits: [{ within: "Leases.make", find: "held.add(lease)", replace: "" }],
    killedBy: {
      file: reconciler,
      test: "where a chain can be asked > a run that takes longer than its lease keeps its payment"
    }
  },
  {
    name: "a payment whose answer may be stored or not is left to the reconciler",
    rule: "When it is not certain that the answer was stored, the payment is given back, and nobody settles it.",
    source: "`GiveBack`",
    edits: [{ within: "Settlement.make", find: "yield* giveBack(key, attempt)", replace: "" }],
    killedBy: {
      file: "Payment/Purchase",
      test: "a purchase on the ledger in memory > an answer of which it is not certain that it is stored: > the write is carried out, and its result lost; giving back fails 0 times"
    }
  },
  {
    name: "what a dead run had reserved is settled",
    rule: "A reservation whose run has died is given back: its answer was never stored.",
    source: "`Ledger`",
    edits: [
      {
        within: "releaseStale",
        find: "SET state = 'released'",
        replace: "SET state = 'settling'"
      }
    ],
    killedBy: {
      file: reconciler,
      test: "where a chain can be asked > what a dead process had reserved is given back"
    }
  },
  {
    name: "a payer's open payments are not summed up",
    rule: "Unsettled exposure per payer is $2 at most.",
    source: "decisions, payment, limits; reports 14, 15",
    edits: [{ within: "reserve", find: "WHEN exposure > 0 AND", replace: "WHEN FALSE AND" }],
    killedBy: {
      file: limits,
      test: "a payer's exposure > is waited for: what settles makes room within the wait"
    }
  },
  {
    name: "runs without a charge are not counted",
    rule: "More than 20 uncharged runs of a payer in 10 minutes are 429.",
    source: "decisions, payment, limits",
    edits: [{ within: "ran", find: "reason = ReleaseReason.RanUncharged()", replace: "" }],
    killedBy: { file: limits, test: "a payer > may cause 20 runs without a charge in ten minutes" }
  }
]
