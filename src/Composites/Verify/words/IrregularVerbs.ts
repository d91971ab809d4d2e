/**
 * Verbs whose past forms do not end in "-ed": the infinitive first. Origin: written for this project from the verbs of
 * headlines. Verbs with one form for all ("cut", "set") are left out, since their past cannot be told.
 */
import { groups } from "./WordList.ts"

export const irregularVerbs = groups(`
  be was were been
  become became
  begin began begun
  break broke broken
  bring brought
  build built
  buy bought
  catch caught
  choose chose chosen
  come came
  deal dealt
  do did done
  draw drew drawn
  drive drove driven
  eat ate eaten
  fall fell fallen
  fight fought
  find found
  flee fled
  fly flew flown
  forbid forbade forbidden
  forget forgot forgotten
  freeze froze frozen
  get got gotten
  give gave given
  go went gone
  grow grew grown
  have had
  hide hid hidden
  hold held
  keep kept
  know knew known
  lead led
  leave left
  lend lent
  lose lost
  make made
  meet met
  pay paid
  rebuild rebuilt
  ride rode ridden
  ring rang rung
  rise rose risen
  run ran
  say said
  see saw seen
  sell sold
  send sent
  shoot shot
  show showed shown
  shrink shrank shrunk
  sing sang sung
  sink sank sunk
  speak spoke spoken
  spend spent
  stand stood
  steal stole stolen
  strike struck stricken
  swear swore sworn
  swim swam swum
  take took taken
  teach taught
  tear tore torn
  tell told
  throw threw thrown
  win won
  withdraw withdrew withdrawn
  write wrote written
`)
