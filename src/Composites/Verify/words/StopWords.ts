/**
 * English words that carry no content of a claim: articles, pronouns, prepositions, conjunctions, auxiliaries, adverbs
 * of degree, and the verbs and nouns by which texts report. Origin: written for this project from the closed word
 * classes of English grammar. Negation words are not among them: they have a list of their own.
 */
import { words } from "./WordList.ts"

/** Closed classes. */
export const functionWords = words(`
  a an the this that these those
  i me my mine myself we our ours ourselves you your yours yourself he him his himself she her hers herself
  it its itself they them their theirs themselves who whom whose which what someone anyone everyone something anything
  everything one ones other others another each every either both all any some such same own
  of in on at by for from to into onto with within about against between among through during before after above below
  over under up down out off upon toward towards across along around behind beside besides beyond despite per since
  until till via amid
  and or but if then else so than as because while although though whereas unless when where how why whether once
  be am is are was were been being have has had having do does did doing done
  will would shall should can could may might must ought
  there here now just also too very more most much many less least few several enough still yet already again even
  ever only quite rather almost however therefore thus hence etc
`)

/** Words of reporting: they belong to the speaker, not to the statement. */
export const reportingWords = words(`
  say says said saying report reports reported reporting claim claims claimed claiming according tell tells told
  new
`)
