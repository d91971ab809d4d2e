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
export const particles = words("of the de del della la da di du von van der den el al bin")

/** Offices before the name of a person, also between the name of a house and the person's. */
export const offices = words(`
  president chancellor senator congressman congresswoman governor mayor minister secretary ceo cfo cto chairman
  chairwoman pope dr mr mrs ms professor
`)

/** Further titles before the name of a person. They are also the last words of other names ("Burger King"). */
export const titles = words(`
  king queen prince princess sir lord lady general judge justice prime vice former chief
`)

/** What belongs to the office behind it: "Prime Minister". */
export const beforeOffices = words("prime vice deputy former acting foreign")

/** Function words that are names behind another name: "Theresa May". */
export const modals = words("may will")

/** Before a name they have a capital only where a text begins. */
export const occupations = words(`
  artist actor actress singer rapper musician journalist reporter author writer comedian director player coach
  footballer quarterback athlete astronaut scientist researcher photographer model officer sheriff lawyer attorney
  soldier pilot teacher student billionaire activist
`)

/** How a company is registered is no part of what it is called. */
export const legalForms = [
  "AB",
  "AG",
  "Co",
  "Corp",
  "GmbH",
  "Inc",
  "LLC",
  "Ltd",
  "NV",
  "PLC",
  "plc",
  "SA",
  "SE"
]

/** Months and days of the week: when something was is no part of what it was. */
export const dates = words(`
  january february march april may june july august september october november december
  jan feb apr aug sept oct nov dec
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
  always perhaps paris
`)
