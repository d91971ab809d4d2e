/**
 * Pairs of words of which one excludes the other. Origin: written for this project: gradable and complementary
 * antonyms, converses and reversives of everyday, news and research English (the classes of Lyons, Semantics, 1977).
 * Each line is a pair of sides; a side may have several words, with commas. Compared by stem.
 */
import { phrases } from "./WordList.ts"

const side = (text: string): ReadonlyArray<string> => Object.freeze(text.trim().split(/\s*,\s*/))

export const antonyms: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<string>]> = Object.freeze(
  phrases(`
  increase, rise, rising, rose, grow, grew, growth, surge, climb / decrease, decline, fall, fell, drop, shrink, shrank, reduce, reduction
  higher, high, highest / lower, low, lowest
  more / fewer, less
  most, majority / least, minority, few
  many / few
  greater, larger, big, bigger, large, largest, biggest, huge / smaller, small, smallest, tiny, little
  longer, long, longest / shorter, short, shortest
  faster, fast, fastest, quick, quickly, rapid, rapidly / slower, slow, slowly, gradual, gradually
  stronger, strong, strongly, strengthen / weaker, weak, weakly, weaken
  better, best, improve, improvement / worse, worst, worsen, deteriorate, deterioration
  older, old, oldest, elderly / younger, young, youngest
  hot, hotter, hottest, warm, warmer, warming / cold, colder, coldest, cool, cooler, cooling
  early, earlier / late, later
  first / last, second, third
  before / after
  begin, began, start, launch / end, stop, cease, finish
  open / close, closed, shut
  win, won, winner, victory / lose, lost, loser, loss, defeat
  succeed, success, successful, successfully / fail, failure, unsuccessful
  alive, live, living, survive, survived, survivor / dead, die, died, death, kill, killed
  born, birth / died, death
  accept, accepted, approve, approved, approval / reject, rejected, rejection, refuse, decline
  allow, allowed, permit, legal, legalize / ban, banned, forbid, prohibit, illegal, outlaw, block, blocked
  pass, passed, approve, approved / veto, vetoed, block, blocked
  sign, signed / veto, vetoed
  support, supported, back / oppose, opposed, opposition
  agree, agreement / disagree, disagreement
  include, included / exclude, excluded
  add, added / remove, removed
  buy, bought, purchase / sell, sold
  give, gave, donate / take, took
  send, sent / receive, received
  arrive, arrived / depart, departed, leave, left
  enter, entered / exit, exited
  join, joined / quit, leave, left
  marry, married, marriage / divorce, divorced, single, unmarried
  true / false
  real, genuine, authentic / fake, counterfeit
  right, correct / wrong, incorrect
  safe, safely, safety / dangerous, danger, unsafe, hazardous, risky
  effective, effectiveness / ineffective, useless
  useful, helpful, beneficial, benefit / harmful, harm, useless, detrimental
  protect, protective, protection / endanger, vulnerable
  prevent, prevention / cause, causes, caused, promote
  positive, positively / negative, negatively
  healthy, health / sick, ill, unhealthy
  severe, serious / mild
  acute / chronic
  symptomatic / asymptomatic
  male, man, men, boy, boys / female, woman, women, girl, girls
  father, dad / mother, mom, mum
  son / daughter
  brother / sister
  husband / wife
  king / queen
  prince / princess
  actor / actress
  adult, adults / child, children, kid, kids
  rich, wealthy / poor, poverty
  public, publicly / private, privately
  urban, city / rural, countryside
  domestic / foreign
  local / global, international, worldwide
  indoor, indoors, inside / outdoor, outdoors, outside
  day / night
  morning / evening
  summer / winter
  north, northern / south, southern
  east, eastern / west, western
  left / right
  top / bottom
  front / back, rear
  above / below, under
  up, upward / down, downward
  ascend, ascending / descend, descending
  near, close / far, distant
  full / empty
  heavy / light
  dark / bright, light
  wet / dry
  clean / dirty
  hard, difficult / easy, simple
  hard / soft
  loud / quiet, silent
  thick / thin
  wide, broad / narrow
  tall / short
  deep / shallow
  rich / poor
  happy / sad, unhappy
  love, like / hate, dislike
  friend, ally / enemy, foe
  guilty, convicted / innocent, acquitted
  arrest, arrested, jailed / release, released, freed
  attack / defend, defense
  war / peace
  ally / rival
  democrat, democratic / republican
  liberal / conservative
  common, frequent, often / rare, uncommon, infrequent, rarely, seldom
  always / never
  everyone, everybody, everything, all / nobody, nothing, none
  presence, present / absence, absent
  complete, completely, entire / partial, partially, incomplete
  permanent / temporary
  natural / artificial, synthetic
  ancient / modern
  major / minor
  maximum / minimum
  superior / inferior
  active / inactive, passive
  active / retired
  awake, wake / asleep, sleep, sleeping
  sit, sitting, seated / stand, standing
  walk, walking / run, running
  smile, smiling, laugh / cry, crying, frown
  push / pull
  float / sink, sank
  expand, expansion / contract, contraction, shrink
  advance / retreat
  appear, emerge / disappear, vanish
  remember / forget
  find, found / lose, lost
  build, built, create, construct / destroy, demolish
  connect, connected / disconnect, separate
  combine, together / separate, apart
  encourage / discourage
  strengthen / undermine
  accelerate / slow, decelerate
  upgrade / downgrade
  overestimate / underestimate
  exceed, above / below
  majority / minority
  dependent / independent
  sufficient, enough / insufficient, inadequate
  possible / impossible
  likely / unlikely
  able / unable
  known / unknown
  related / unrelated
  similar, same / different, distinct
  susceptible / immune, resistant
  contagious, infectious / noncontagious
  employed / unemployed
  employer / employee
  teacher / student
  doctor / patient
  predator / prey
  protagonist / antagonist
  hero / villain
  pro / anti
  import / export
  profit, gain / loss, deficit
  surplus / deficit, shortage
  inhale / exhale
  lend / borrow
  upper / lower
  senior / junior
  internal / external
  vertical / horizontal
  odd / even
  plural / singular
  amateur / professional
  fiction / nonfiction
`).flatMap((line): ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<string>]> => {
    const [one, other] = line.split("/").map(side)
    return one === undefined || other === undefined ? [] : [[one, other]]
  })
)
