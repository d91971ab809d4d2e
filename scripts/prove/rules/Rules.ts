/**
 * What must hold of every history, as pure functions of its facts.
 */
import type { Facts } from "../history/Facts.ts"
import * as NotYet from "../NotYet.ts"
import * as Answers from "./Answers.ts"
import * as Client from "./Client.ts"
import * as Ledger from "./Ledger.ts"
import * as Limits from "./Limits.ts"
import type { Rule } from "./Rule.ts"
import * as Told from "./Told.ts"

/** Every rule by its name. */
export const rules: Readonly<Record<string, Rule>> = {
  "nothing is charged twice": Ledger.chargedOnce,
  "every charge is in the ledger": Ledger.chargesAreKnown,
  "settled rows are whole and true": Ledger.settledRowsAreWhole,
  "every row has come to its end": Ledger.rowsHaveEnded,
  "purses and ledger come to the same": Ledger.pursesAreEqual,
  "no answer without its payment": Answers.answersArePaid,
  "a purchase has one answer": Answers.copiesAreEqual,
  "repeats are counted": Answers.repeatsAreCounted,
  "a name closes its answer": Answers.namesAreKept,
  "a name that comes late is kept": Answers.lateNamesAreKept,
  "what is paid for can be fetched": Answers.answersAreKept,
  "transfers and answers come to the same": Answers.sumsAreEqual,
  "no means no": Told.noMeansNo,
  "no unknown outcome is told as a failure": Told.failuresAreTrue,
  "the state of a payment is told as it is": Told.statesAreTrue,
  "refusals are well formed": Told.refusalsAreWellFormed,
  "quotes are true": Told.quotesAreTrue,
  "exposure is held": Limits.exposureIsHeld,
  "runs for nothing are counted": Limits.freeRunsAreCounted,
  "windows are held": Limits.windowsAreHeld,
  "refusals are one's own": Limits.refusalsAreOwn,
  "the client pays once": Client.paysOnce,
  "the client's word is true": Client.wordIsTrue,
  "the client's budget is held": Client.budgetIsHeld,
  "the client has one nonce for a purchase": Client.nonceIsDerived
}

/** What is wrong with a history. */
export const violations = (facts: Facts): ReadonlyArray<string> =>
  Object.entries(rules)
    .filter(([name]) => !NotYet.rules.has(name))
    .flatMap(([name, rule]) => rule(facts).map((violation) => `${name}: ${violation}`))
