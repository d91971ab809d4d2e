/** Faults in reservations, leases and limits. */
import type { Mutant } from "../Mutant.ts"

const limits = "Http/Limits"
const reconciler = "Http/payments/Reconciler"
const sqlLedger = "ledger/SqlLedger"

export const ledger: ReadonlyArray<Mutant> = [
  {
    name: "a payment that we can check is verified before it is reserved",
    rule: "Where the payer is recovered from the signature: first the reservation, then the facilitator, so that a refused payer costs no call.",
    source: 'docs/paying.md, "Paying once"',
    edits: [
      {
        within: "Attempt.make",
        find: "const number = yield* Random.nextIntBetween(",
        replace:
          "if (order.payment.proven) yield* verify(order); const number = yield* Random.nextIntBetween("
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
        within: "storeAnswer",
        find: "AND attempt =",
        replace: "AND 'x' <>"
      },
      {
        within: "storeAnswer",
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
    source: "`giveBack`",
    edits: [{ within: "Settlement.make", find: "yield* giveBack(dependencies, key, attempt)", replace: "" }],
    killedBy: {
      file: "Payment/InMemoryPurchase",
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
    source: "SECURITY.md; reports 14, 15",
    edits: [{ within: "reserveFunction", find: "WHEN open.exposure > 0 AND", replace: "WHEN FALSE AND" }],
    killedBy: {
      file: limits,
      test: "a payer's exposure > is waited for: what settles makes room within the wait"
    }
  },
  {
    name: "runs without a charge are not counted",
    rule: "More than 20 uncharged runs of a payer in 10 minutes are 429.",
    source: "SECURITY.md",
    edits: [
      {
        within: "releaseReasonOf",
        find: ": ReleaseReason.RanUncharged()",
        replace: ": ReleaseReason.NotRun()"
      }
    ],
    killedBy: { file: limits, test: "a payer > may cause 20 runs without a charge in ten minutes" }
  },
  {
    name: "a provider's failures are held against the payer",
    rule: "Runs that end by a provider's failure, or a fault of ours, count for nothing.",
    source: "SECURITY.md",
    edits: [
      {
        within: "releaseReasonOf",
        find: "? ReleaseReason.NotRun()",
        replace: "? ReleaseReason.RanUncharged()"
      }
    ],
    killedBy: { file: limits, test: "a payer > is not held to account for a provider that fails" }
  },
  {
    name: "open runs are not counted",
    rule: "At most 50 open runs of a payer, over all replicas.",
    source: "SECURITY.md",
    edits: [
      { within: "reserveFunction", find: "WHEN open.runs >= max_open THEN", replace: "WHEN FALSE THEN" }
    ],
    killedBy: { file: sqlLedger, test: "the ledger in PostgreSQL > a payer's limits > 50 open runs do not" }
  },
  {
    name: "runs that may all end without a charge are let in at once",
    rule: "From the first uncharged run on, uncharged and open ones together are at most 20.",
    source: "SECURITY.md",
    edits: [{ within: "reserveFunction", find: "memory.recent + open.runs >=", replace: "memory.recent >=" }],
    killedBy: { file: sqlLedger, test: "the ledger in PostgreSQL > a payer's limits > and 19 do not" }
  },
  {
    name: "the key of a dead run stays taken",
    rule: "What a dead run has reserved is nobody's, and neither is its key.",
    source: "`reservePaymentFunction`",
    edits: [
      { within: "reservePaymentFunction", find: "payments.lease_until < almanac_now()", replace: "false" }
    ],
    killedBy: {
      file: sqlLedger,
      test: "the ledger in PostgreSQL > what it tells > an idempotency key of a payment that is lapsed: Reserved (0x02 0xusdc)"
    }
  },
  {
    name: "a run for nothing that ends while the ledger is away is forgotten",
    rule: "A run without a charge counts against its payer, after the answer where the ledger is away.",
    source: "`Attempt.make`",
    edits: [{ within: "Attempt.make", find: "Effect.tapError(write, () => later)", replace: "write" }],
    killedBy: {
      file: "Payment/InMemoryPurchase",
      test: "a purchase on the ledger in memory > an attempt, where > a run without a charge that ends while the ledger is away is released, and counts, when that is back"
    }
  },
  {
    name: "a payer's reservations are made side by side",
    rule: "Limits are counted under a lock of the payer, so that they hold over replicas.",
    source: "SECURITY.md",
    edits: [
      {
        within: "reserveFunction",
        find: "PERFORM pg_advisory_xact_lock(hashtextextended('almanac payer ' || its_payer, 0));",
        replace: ""
      }
    ],
    killedBy: {
      file: sqlLedger,
      test: "the ledger in PostgreSQL > a payer's limits > exposure: payments that are sent at once do not pass together what one after the other would not"
    }
  },
  {
    name: "a payment that was refused stays in the ledger",
    rule: "A reservation that verification refused is deleted: anyone can make up such payments.",
    source: "SECURITY.md",
    edits: [{ within: "Attempt.make", find: "setReason(refusal(", replace: "void (refusal(" }],
    killedBy: {
      file: "Http/payments/Purchase",
      test: "a purchase > is not made by a buyer without money: 402, nothing runs, nothing stays"
    }
  }
]
