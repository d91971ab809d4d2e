/**
 * Verbs by which a headline undoes what was done or planned, in the forms that headlines have. Origin: written for this
 * project. Compared as they stand.
 */
import { phrases } from "./WordList.ts"

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
`)
