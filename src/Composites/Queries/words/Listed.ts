/**
 * Words that queries treat in their own way. Origin: written for this project.
 */
import { words } from "../../Verify/words/WordList.ts"

/** What a word stands for, and further names of the same thing. */
export interface Listed {
  readonly names: readonly [string, ...ReadonlyArray<string>]
  /** "us" and "who" in lower case are pronouns. */
  readonly isUpperOnly?: boolean
}

const covid: Listed = { names: ["COVID-19", "coronavirus"] }
const usa: Listed = { names: ["United States"] }
const uk: Listed = { names: ["United Kingdom", "Britain"] }

/** Abbreviations that are too short or too ambiguous to be searched for, spelled out; spellings of one name. */
export const listed: ReadonlyMap<string, Listed> = new Map([
  ["a.i", { names: ["artificial intelligence"] }],
  ["ai", { names: ["artificial intelligence"] }],
  ["eu", { names: ["European Union"] }],
  ["uk", uk],
  ["u.k", uk],
  ["un", { names: ["United Nations"] }],
  ["us", { ...usa, isUpperOnly: true }],
  ["u.s", usa],
  ["u.s.a", usa],
  ["usa", usa],
  ["ny", { names: ["New York"], isUpperOnly: true }],
  ["n.y", { names: ["New York"] }],
  ["who", { names: ["World Health Organization"], isUpperOnly: true }],
  ["co2", { names: ["carbon dioxide"] }],
  ["covid", covid],
  ["covid-19", covid],
  ["covid19", covid],
  ["coronavirus", covid],
  ["sars-cov-2", covid]
])

/** Small words that may stand between two words of a name. */
export const particles = words("of the de del la von van el")

/** Titles before the name of a person. */
export const titles = words(`
  president chancellor senator congressman congresswoman governor mayor minister secretary king queen prince princess
  pope sir lord lady dr mr mrs ms professor general judge justice ceo prime vice former chief
`)

/** Months and days of the week: when something was is no part of what it was. */
export const dates = words(`
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
`)

/** Words after a number that belong to the amount. */
export const amounts = words(`
  hundred thousand million billion trillion mn bn tn percent per cent dollars dollar usd euros euro pounds pound
`)

/** Past forms that are verbs wherever they stand behind a noun, so that the words before them are a name. */
export const pastForms = words(`
  won bought sold started began became made wrote played died founded led joined married acquired
  fell rose grew took gave went came saw lost chose broke drove ate flew
`)

/** Plurals by form that are none, or whose singular is another word. */
export const plainS = words(`
  news series species politics physics economics mathematics means times lens diabetes measles rabies aids
  always perhaps texas kansas paris
`)
