/**
 * Faults that show in what many buyers meet one after another: planted in the program that the proof's histories are
 * made with. The proof must report them. Two of them a former proof let pass; the others are what attackers found.
 */
import type { Edit } from "../Mutant.ts"
import { mutants } from "../mutants.ts"

/** A planted fault, and the rules of `scripts/prove/rules/Rules.ts` by one of which it must be reported. */
export interface ProvedFault {
  readonly name: string
  readonly rule: string
  readonly source: string
  readonly edits: readonly [Edit, ...ReadonlyArray<Edit>]
  readonly breaks: readonly [string, ...ReadonlyArray<string>]
  /** It shows only after many histories: looked for where `RARE_FAULTS` is set. */
  readonly isRare?: true
}

const promises = 'docs/money.md, "What is promised"'

/** Faults that no single test was made for. */
export const own: ReadonlyArray<ProvedFault> = [
  {
    name: "what may be stored is told as not charged, and is settled",
    rule: "Where nobody knows whether the answer is stored, the buyer is told to wait, and nobody settles.",
    source: "`giveBack`",
    edits: [
      {
        within: "Settlement.make",
        find: "yield* giveBack(dependencies, key, attempt)",
        replace:
          'return yield* Effect.flatMap(Effect.promise(() => import("../Failures.ts")), (failures) => Effect.fail(failures.ledgerDown({})))'
      }
    ],
    breaks: ["no means no", "transfers and answers come to the same"],
    isRare: true
  },
  {
    name: "five faults at once",
    rule: "Signatures are judged, types and hashes are those of the standards, and the limits of a payer are kept.",
    source: promises,
    edits: [
      { within: "proves", find: "payment.proven ||", replace: "true || payment.proven ||" },
      {
        within: "transferTypeHash",
        find: "TransferWithAuthorization(address from",
        replace: "TransferWithAuthorisation(address from"
      },
      { within: "hashOfText", find: "Buffer.from(text)", replace: "Buffer.from(text + ' ')" },
      { within: "Limits.maxExposure", find: "2_000_000n", replace: "2_000_000_000n" },
      { within: "Limits.maxUncharged", find: "20", replace: "20_000" }
    ],
    breaks: [
      "no answer without its payment",
      "runs for nothing are counted",
      "exposure is held",
      "every row has come to its end"
    ],
    isRare: true
  },
  {
    name: "every successful settlement is 503, nothing was charged",
    rule: "What is told as not charged is not charged.",
    source: "docs/charges.md",
    edits: [
      {
        within: "Settlement.make",
        find: "yield* Call.noteCharge(challenge.price.amount)",
        replace:
          'return yield* Effect.flatMap(Effect.promise(() => import("../Failures.ts")), (failures) => Effect.fail(failures.facilitatorDown({})))'
      }
    ],
    breaks: ["no means no", "transfers and answers come to the same"]
  },
  {
    name: "a range of blocks that is refused is not made narrower",
    rule: "A transfer is found whatever range of blocks the node allows.",
    source: promises,
    edits: [{ within: "ask", find: "width === 1 ?", replace: "true ?" }],
    breaks: ["every row has come to its end"],
    isRare: true
  },
  {
    name: "a receipt without a transaction is believed",
    rule: "A success without a transaction proves nothing.",
    source: "`Replies.judgeReceipt`",
    edits: [
      {
        within: "Replies.judgeReceipt",
        find: 'onNone: () => unproven("receipt_transaction", "unusable")',
        replace: "onNone: () => Either.right({ transaction: String(receipt.transaction) })"
      }
    ],
    breaks: [
      "settled rows are whole and true",
      "no answer without its payment",
      "every charge is in the ledger"
    ]
  },
  {
    name: "a replica sweeps by its own clock",
    rule: "An answer is kept for 24 hours by the database's clock, whatever a replica's says.",
    source: promises,
    edits: [
      {
        within: "SqlRetention.make",
        find: "const { before, now } = SqlTime.make(sql)",
        replace:
          "const { before, now } = SqlTime.make(sql); const its = yield* Effect.clock; const ended = () => " +
          "sql.literal(`'` + new Date(its.unsafeCurrentTimeMillis() - 86_400_000).toISOString() + `'::timestamptz`)"
      },
      {
        within: "dropResponses",
        find: "before(retention)",
        replace: "ended()"
      },
      {
        within: "Sweeper.make",
        find: "Effect.whenEffect(sweepAll, clockAgrees)",
        replace: "sweepAll"
      }
    ],
    breaks: ["settled rows are whole and true", "what is paid for can be fetched"]
  },
  {
    name: "forgers use up the allowance of all",
    rule: "What strangers send in anybody's name takes nothing from wallets that have paid before.",
    source: "`allowancesOf`",
    edits: [
      {
        within: "allowancesOf",
        find: "return Effect.succeed([own, inGoodNames])",
        replace: "return Effect.succeed([ofStrangers])"
      },
      { within: "allowancesOf", find: "[remember(key.payer), inGoodNames]", replace: "[ofStrangers]" }
    ],
    breaks: ["refusals are one's own"],
    isRare: true
  }
]

/** A fault that a test kills as well, by its name. */
const also = (name: string, ...breaks: ProvedFault["breaks"]): ReadonlyArray<ProvedFault> =>
  mutants.flatMap((mutant) => (mutant.name === name ? [{ ...mutant, breaks }] : []))

/** All that the histories must find. */
export const proved: ReadonlyArray<ProvedFault> = [
  ...own,
  ...also("a payment is taken whose window ends in years", "windows are held"),
  ...also("an answer that is joined is not counted", "repeats are counted"),
  ...also(
    "a purchase with a key is told of to who does not have the key",
    "a name closes its answer",
    "refusals are one's own"
  ),
  ...also("runs that may all end without a charge are let in at once", "runs for nothing are counted"),
  ...also("a key that comes later is forgotten", "a name that comes late is kept"),
  ...also("a payer's reservations are made side by side", "exposure is held")
]
