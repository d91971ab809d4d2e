/**
 * Closed classes: of each, what is one member is not another. A line is a member with its other names (a country and
 * its people). Origin: written for this project: the calendar, countries and
 * continents, states of the USA, colours, compass points, ordinals, and a few professions and kinds of works.
 */
import { groups } from "./WordList.ts"

type Member = ReadonlyArray<string>

const mostOrdinal = 200
const endings = new Map([
  [1, "st"],
  [2, "nd"],
  [3, "rd"]
])
const isTeen = (value: number): boolean => value % 100 >= 11 && value % 100 <= 13

/** In figures alone, from 21st on: of "twenty-first", "first" is read. */
const higherOrdinals: ReadonlyArray<Member> = Array.from(
  { length: mostOrdinal - 20 },
  (_, index) => index + 21
).map((value) => [`${value}${isTeen(value) ? "th" : (endings.get(value % 10) ?? "th")}`])

/** Class name to members. "May" and "march" are left out: they are verbs as well. Compared by stem. */
export const closedClasses: Readonly<Record<string, ReadonlyArray<Member>>> = Object.freeze({
  month: groups(`
    january jan
    february feb
    april apr
    june jun
    july jul
    august aug
    september sept
    october oct
    november nov
    december dec
  `),
  weekday: groups(`
    monday
    tuesday
    wednesday
    thursday
    friday
    saturday
    sunday
  `),
  season: groups(`
    spring springtime
    summer summertime
    autumn
    winter wintertime
  `),
  ordinal: [
    ...groups(`
      first 1st
      second 2nd
      third 3rd
      fourth 4th
      fifth 5th
      sixth 6th
      seventh 7th
      eighth 8th
      ninth 9th
      tenth 10th
      eleventh 11th
      twelfth 12th
      thirteenth 13th
      fourteenth 14th
      fifteenth 15th
      sixteenth 16th
      seventeenth 17th
      eighteenth 18th
      nineteenth 19th
      twentieth 20th
    `),
    ...higherOrdinals
  ],
  nation: groups(`
    usa american americans
    uk british briton britons britain
    england english
    scotland scottish
    wales welsh
    ireland irish
    france french
    germany german germans
    italy italian italians
    spain spanish spaniard
    portugal portuguese
    netherlands dutch holland
    belgium belgian
    switzerland swiss
    austria austrian
    sweden swedish swede
    norway norwegian
    denmark danish dane
    finland finnish finn
    iceland icelandic
    poland polish
    czech czechia
    slovakia slovak
    hungary hungarian
    romania romanian
    bulgaria bulgarian
    greece greek
    turkey turkish
    russia russian russians
    ukraine ukrainian
    belarus belarusian
    serbia serbian
    croatia croatian
    bosnia bosnian
    albania albanian
    israel israeli
    palestine palestinian
    lebanon lebanese
    syria syrian
    iraq iraqi
    iran iranian persian
    jordan jordanian
    egypt egyptian
    libya libyan
    tunisia tunisian
    algeria algerian
    morocco moroccan
    yemen yemeni
    qatar qatari
    kuwait kuwaiti
    afghanistan afghan
    pakistan pakistani
    india indian
    bangladesh bangladeshi
    nepal nepalese nepali
    china chinese
    japan japanese
    korea korean
    taiwan taiwanese
    vietnam vietnamese
    thailand thai
    indonesia indonesian
    malaysia malaysian
    philippines filipino philippine
    australia australian
    canada canadian
    mexico mexican
    cuba cuban
    jamaica jamaican
    haiti haitian
    colombia colombian
    venezuela venezuelan
    brazil brazilian
    argentina argentine argentinian
    chile chilean
    peru peruvian
    bolivia bolivian
    nigeria nigerian
    ghana ghanaian
    kenya kenyan
    ethiopia ethiopian
    somalia somali
    sudan sudanese
    uganda ugandan
    zimbabwe zimbabwean
    liberia liberian
  `),
  continent: groups(`
    africa african
    asia asian
    europe european
    antarctica antarctic
    arctic
    oceania
  `),
  "state of the USA": groups(`
    alabama
    alaska
    arizona
    arkansas
    california californian
    colorado
    connecticut
    delaware
    florida
    hawaii
    idaho
    illinois
    indiana
    iowa
    kansas
    kentucky
    louisiana
    maine
    maryland
    massachusetts
    michigan
    minnesota
    mississippi
    missouri
    montana
    nebraska
    nevada
    ohio
    oklahoma
    oregon
    pennsylvania
    tennessee
    texas texan
    utah
    vermont
    virginia
    wisconsin
    wyoming
  `),
  colour: groups(`
    red
    orange
    yellow
    green
    blue
    purple violet
    pink
    brown
    black
    white
    gray grey
  `),
  "compass point": groups(`
    north northern
    south southern
    east eastern
    west western
  `),
  profession: groups(`
    actor actress
    musician singer songwriter rapper guitarist drummer pianist violinist composer vocalist
    dancer choreographer
    comedian
    politician senator congressman governor
    footballer
    painter sculptor
    scientist physicist chemist biologist mathematician
    architect
    lawyer
    journalist
    novelist writer author poet playwright
    chef
    boxer wrestler
    swimmer
  `),
  work: groups(`
    film movie
    album
    song
    novel book
    magazine
    newspaper
    painting
    opera
  `),
  genre: groups(`
    comedy comedic
    drama dramatic
    horror
    thriller
    western
    documentary
    romance romantic
  `),
  sport: groups(`
    football soccer
    basketball
    baseball
    tennis
    golf
    cricket
    rugby
    volleyball
    hockey
    boxing
  `),
  religion: groups(`
    christian christianity
    muslim islam islamic
    jewish judaism
    hindu hinduism
    buddhist buddhism
  `),
  planet: groups(`
    mercury
    venus
    mars
    jupiter
    saturn
    uranus
    neptune
  `)
})
