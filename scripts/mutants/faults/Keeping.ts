/** Faults in what the ledger keeps, for how long, and by whose clock. */
import type { Mutant } from "../Mutant.ts"

const sqlLedger = "ledger/SqlLedger"

export const keeping: ReadonlyArray<Mutant> = [
  {
    name: "the ledger goes by another clock",
    rule: "Times of the ledger are the database's, by one function, which a test may replace.",
    source: "SECURITY.md",
    edits: [
      { within: "SqlTime.make", find: "now: sql`almanac_now()`", replace: "now: sql`clock_timestamp()`" }
    ],
    killedBy: {
      file: sqlLedger,
      test: "the ledger in PostgreSQL > reconciler and sweeper > the ledger has a clock"
    }
  },
  {
    name: "a process whose clock is wrong sweeps",
    rule: "A process whose clock is more than 5 s off the database's sweeps nothing.",
    source: "SECURITY.md",
    edits: [
      {
        within: "rounds",
        find: "Effect.whenEffect(sweepAll, clockAgrees)",
        replace: "Effect.zipRight(clockAgrees, sweepAll)"
      }
    ],
    killedBy: {
      file: "ledger/Sweeper",
      test: "the sweeper > of a process whose clock is 90000000 ms ahead sweeps: false"
    }
  },
  {
    name: "a released payment stays for as long as an unknown one",
    rule: "A released payment is deleted an hour after its reservation.",
    source: "docs/money.md",
    edits: [
      {
        within: "deleteReleased",
        find: "before(releasedRetention)",
        replace: "before(unknownRetention)"
      }
    ],
    killedBy: {
      file: sqlLedger,
      test: "the ledger in PostgreSQL > reconciler and sweeper > released payments are deleted an hour after their last reservation, oldest first; others stay"
    }
  },
  {
    name: "a payment that is reserved again keeps its old creation",
    rule: "A payment reserved again is as old as its last reservation.",
    source: "docs/money.md",
    edits: [{ within: "reserveFunction", find: "created_at = EXCLUDED.created_at,", replace: "" }],
    killedBy: {
      file: sqlLedger,
      test: "the ledger in PostgreSQL > reconciler and sweeper > released payments are deleted an hour after their last reservation, oldest first; others stay"
    }
  },
  {
    name: "a window without an end is believed",
    rule: "A payment of an older version is over an hour after its reservation.",
    source: "docs/money.md",
    edits: [{ within: "endsAt", find: "CASE WHEN", replace: "CASE WHEN FALSE AND" }],
    killedBy: {
      file: sqlLedger,
      test: "the ledger in PostgreSQL > what it tells > a window of an older version, until 2090 is over 3600 s after its reservation"
    }
  },
  {
    name: "a payment of unknown outcome stays for ever",
    rule: "Payments of unknown outcome are given up after 90 days.",
    source: "docs/money.md",
    edits: [
      {
        within: "giveUpUnknown",
        find: "state = 'unknown' AND",
        replace: "state = 'unknown' AND FALSE AND"
      }
    ],
    killedBy: {
      file: sqlLedger,
      test: "the ledger in PostgreSQL > reconciler and sweeper > payments of unknown outcome are resolved for 90 days, and then deleted, when nobody has taken them up"
    }
  },
  {
    name: "a settlement that a dead process left is not counted",
    rule: "A settlement of unknown outcome is counted as one, whoever finds it.",
    source: "`PendingPayments`",
    edits: [{ within: "takeDue", find: 'was === "settling"', replace: "was === undefined" }],
    killedBy: {
      file: sqlLedger,
      test: "the ledger in PostgreSQL > reconciler and sweeper > a settlement that a dead process left is counted as unknown, once"
    }
  },
  {
    name: "a released payment keeps its signature",
    rule: "A released payment keeps neither payload nor signature.",
    source: "docs/money.md",
    edits: [
      {
        within: "Release.make",
        find: "payment_id = NULL, signature = ''",
        replace: "payment_id = NULL"
      }
    ],
    killedBy: {
      file: sqlLedger,
      test: "the ledger in PostgreSQL > what it writes > reserved: 3. writes state, idempotencyKey, signature"
    }
  },
  {
    name: "nobody is told that the reconciler has ended a payment",
    rule: "The end of a payment, whoever brings it, wakes those that wait for it or for its payer.",
    source: "`AttemptEnd.tell`",
    edits: [{ within: "Reconciler.make", find: "tellEnd(payment),", replace: "Effect.void," }],
    killedBy: {
      file: "reconcile/RunEnds",
      test: "a settlement that a dead process left, when it is settled"
    }
  }
]
