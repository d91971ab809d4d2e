/**
 * Words by which a headline holds back from asserting what it tells: it may be so, someone says so, it is being
 * looked into. Origin: written for this project; epistemic modals, adverbs, adjectives
 * and verbs as in Hyland, Hedging in Scientific Research Articles (1998), and verbs of attribution as in style guides
 * for news. Left out on purpose: words that assert ("confirms"), that look ahead ("plans", "set to"), and modals of
 * ability and duty ("can", "should").
 */
import { words } from "./WordList.ts"

/** Compared as they stand: "report" holds back, "reporter" does not. */
export const hedges = words(`
  may might could
  possible possibly possibility perhaps maybe probable probably potential potentially likely likelihood apparent
  apparently seemingly presumably supposed supposedly purported purportedly ostensibly
  unconfirmed unverified unclear uncertain uncertainty unsure unknown unproven doubt doubts doubted doubtful
  questionable skeptical sceptical
  seem seems seemed seemingly appear appears appeared
  believe believes believed suspected think thinks speculation speculate speculates speculated
  expect expects expected expecting anticipate anticipates anticipated predict predicts predicted prediction
  predictions forecast forecasts estimate estimates estimated
  suggest suggests suggested suggesting imply implies implied implying hint hints hinted hinting
  whether consider considers considered considering mull mulls mulling weigh weighs weighing talks
  reportedly reported report reports reporting allege alleges alleged allegedly allegation allegations
  rumor rumors rumored rumour rumours rumoured
  claim claims claimed claiming say says said saying according source sources analyst analysts insist insists
  insisted assert asserts asserted accuse accuses accused accusing
  investigate investigates investigated investigating investigation investigations probe probes probed probing
  inquiry inquiries question questions questioned questioning
`)

/** Before an infinitive ("wants to join") these tell what somebody intends, is asked to do, or does not do. */
export const intentions = words(`
  want wants wanted plan plans planned planning hope hopes hoped hoping offer offers offered threaten threatens threatened
  seek seeks sought aim aims aimed aiming vow vows vowed pledge pledges pledged promise promises promised intend intends
  intended intention try tries tried trying attempt attempts attempted bid bids call calls called urge urges urged set
  ready prepare prepares prepared preparing propose proposes proposed proposal apply applies applied decline declines
  declined push pushes pushed pressure ask asks asked willing wish wishes need needs about poised demand demands
  unable reluctant agree agrees agreed decide decides
`)

/** Before a verb these tell what is to be, not what is. */
export const modals = words("will would shall should can must")
