/**
 * Verbs by which a headline undoes what was done or planned, in the forms that headlines have. Origin: written for this
 * project. Compared as they stand.
 */
import { phrases, words } from "./WordList.ts"

export const undoings = phrases(`
  scraps
  scrapped
  scrap
  ends
  ended
  halts
  halted
  drops
  dropped
  cancels
  cancelled
  canceled
  abandons
  abandoned
  reverses
  reversed
  repeals
  repealed
  lifts
  lifted
  revokes
  revoked
  withdraws
  withdrew
  shelves
  shelved
  axes
  axed
  overturns
  overturned
  pulls out of
  pulled out of
  backs down on
  backed down on
  quits
  quit
  exits
  exited
  bails on
  bailed on
  calls off
  called off
  stops
  stopped
  discontinues
  discontinued
`)

/**
 * Other words of a claim for the same: "abolishes the tax" and "scraps tax" agree. Compared by stem, those above too.
 */
export const endings = words(`
  abolish abolishes abolished remove removes removed removal cut cuts stop stops stopped cease ceases ceased discontinue
  discontinues discontinued terminate terminates terminated suspend suspends suspended eliminate eliminates eliminated
  leave leaves left resign resigns resigned resignation departs departed lose loses lost fall falls fell fallen decline
  declines declined tumble tumbles tumbled plunge plunges plunged strikes struck closes closed shuts shut
`)

/** What is no longer done has ended: "stopped selling" and "no longer sells" agree. Compared by stem. */
export const cessations = words(`
  stop stops stopped cease ceases ceased discontinue discontinues discontinued end ends ended quit quits abandon abandons
  abandoned abolish abolishes abolished
`)

/** What is undone when it is lifted; whatever else is lifted goes up ("lifts rates", "lifts the cup"). */
export const restraints = words(`
  ban bans sanctions sanction embargo restriction restrictions curbs curb lockdown lockdowns moratorium siege blockade
  freeze suspension tariff tariffs mandate mandates injunction curfew quarantine emergency limits limit cap caps controls
  rule rules order orders stay visa requirement requirements hold prohibition barriers barrier
`)

/** Directly behind "drops" these tell that something falls. */
export const behindFalls = words("to by from below under in at on after over above amid as against")

/** What comes out when it is dropped. */
export const releases = words("album albums single song songs track mixtape video trailer teaser remix")
