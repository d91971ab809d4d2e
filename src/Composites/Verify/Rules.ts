/**
 * The rules of stance that were measured one by one (docs/composites.md has what each gains). The scorer can switch each
 * off; the service has all of them.
 */

/** Each rule by its number, in a few words. S4 took a rule away: terms may stand apart in a long text. */
export const ruleNames = {
  S1: "a headline that calls the claim untrue denies it, though it has little of it",
  S2: "a headline with another number of the same unit tells of something else",
  S3: "letters and particles of names do not make a text foreign",
  S5: "opposites of WordNet",
  S6: "a headline that undoes what is claimed denies it",
  S7: "more and less belong to their nouns",
  S8: "a headline that asks, and says little more, says nothing",
  S9: "names alone affirm nothing"
} as const

export type Rule = keyof typeof ruleNames

export type Rules = ReadonlySet<Rule>

const isRule = (name: string): name is Rule => name in ruleNames

export const allRules: Rules = new Set(Object.keys(ruleNames).filter(isRule))

/** All rules but some, by their numbers. */
export const rulesWithout = (names: ReadonlyArray<string>): Rules =>
  new Set([...allRules].filter((rule) => !names.includes(rule)))
