/**
 * Claims and evidence of the kinds that people ask, each with the stance that a reader would give it.
 */
import { describe, expect, it } from "vitest"
import { type Item, readClaim, readItem } from "../../../src/Composites/Verify/index.ts"

type Row = readonly [claim: string, evidence: string, stance: "affirms" | "denies" | "neutral"]

const stanceOf = (claim: string, item: Pick<Item, "provider" | "title" | "text">): string =>
  readItem(readClaim(claim), { ...item, url: null, language: null }).stance

describe("of headlines", () => {
  it.each<Row>([
    // A verb that undoes some things alone.
    ["Federal Reserve raises interest rates", "Federal Reserve lifts interest rates", "affirms"],
    ["Argentina won the World Cup", "Argentina lifts World Cup", "affirms"],
    ["Trump imposed tariffs on steel", "Trump lifts tariffs on steel", "denies"],
    ["Beyoncé releases new country album", "Beyoncé drops new country album", "affirms"],
    ["Dow Jones tumbled 500 points", "Dow Jones drops 500 points", "affirms"],
    ["The Swiss franc lost value against the dollar", "Swiss franc drops in value against dollar", "affirms"],
    ["EU will ban petrol cars from 2035", "EU drops plan for petrol cars ban from 2035", "denies"],
    // The claim tells of an end itself.
    ["EU ends ban on poultry imports", "EU lifts ban on poultry imports", "affirms"],
    ["UK abolishes the fuel tax", "UK scraps fuel tax", "affirms"],
    ["Company cuts 500 jobs in Wales", "Company axes 500 jobs in Wales", "affirms"],
    ["Musk resigned as CEO of Twitter", "Musk quits as CEO of Twitter", "affirms"],
    ["Musk is CEO of Twitter", "Musk quits as CEO of Twitter", "denies"],
    ["The EU bans petrol cars", "EU scraps ban on petrol cars", "denies"],
    ["The EU left the ban on petrol cars in place", "EU left ban on petrol cars, then scraps ban", "denies"],
    // What stopped is no longer so.
    ["Apple stopped selling the iPod", "Apple no longer sells the iPod", "affirms"],
    ["Twitter no longer offers free API access", "Twitter stops offering free API access", "affirms"],
    ["Apple sells the iPod", "Apple has stopped selling the iPod", "denies"],
    ["Apple still sells the iPod", "Apple discontinues the iPod", "denies"],
    ["Train to Rome was delayed by snow", "Train stops in Rome delayed by snow", "affirms"],
    // Opposites, where all else is there.
    ["Unemployment is higher than last year", "Unemployment is lower than last year", "denies"],
    ["Michael Schumacher is dead", "Michael Schumacher is alive", "denies"],
    ["Marijuana is illegal in Canada", "Marijuana is legal in Canada", "denies"],
    ["Abortion is illegal in Poland", "Abortion is not legal in Poland", "neutral"],
    ["Trump wins the Iowa caucus", "Trump loses the Iowa caucus", "denies"],
    ["Biden signed the climate bill", "Biden vetoes climate bill", "denies"],
    ["Senate passes immigration bill", "Senate blocks immigration bill", "denies"],
    ["Court allows the deportation of migrants", "Court blocks deportation of migrants", "denies"],
    ["Trump wins the Iowa caucus", "Trump wins, DeSantis loses in Iowa caucus", "affirms"],
    ["Prices in Paris rise in winter", "Prices fall: Paris hotels", "neutral"],
    // Comparisons and ranks.
    ["China has more people than India", "India has more people than China", "denies"],
    ["China has fewer people than India", "India has more people than China", "affirms"],
    ["Electric cars are cheaper than petrol cars", "Electric cars are cheaper than petrol cars", "affirms"],
    ["Electric cars are cheaper than petrol cars", "Petrol cars are cheaper than electric cars", "denies"],
    ["The Amazon is the largest river", "Amazon is the second-largest river", "denies"],
    // Who did it, and to whom.
    ["Microsoft acquires Activision Blizzard", "Activision Blizzard acquires Microsoft", "neutral"],
    ["Microsoft acquired Activision Blizzard", "Activision Blizzard acquired by Microsoft", "affirms"],
    ["Broadcom bought VMware", "VMware was bought by Broadcom", "affirms"],
    ["Broadcom bought VMware", "VMware acquires Broadcom", "neutral"],
    ["Djokovic defeated Alcaraz", "Djokovic defeated by Alcaraz", "neutral"],
    ["Djokovic defeated Alcaraz", "Alcaraz defeated by Djokovic in final", "affirms"],
    ["Iran attacked Israel", "Israel attacked by Iran", "affirms"],
    ["Iran attacked Israel", "Israel attacked Iran", "neutral"],
    ["Tesla sued Elon Musk", "Elon Musk sues Tesla", "neutral"],
    ["Australia was defeated by India", "India defeated Australia", "affirms"],
    ["Smoking causes lung cancer", "Lung cancer causes include smoking", "affirms"],
    ["In 1971 Asylum Records was founded by Geffen", "Asylum Records founded in 1971 by Geffen", "affirms"],
    // What is wanted, planned or asked for has not happened.
    ["Sweden joined NATO", "Sweden wants to join NATO", "neutral"],
    ["Sweden joined NATO", "Sweden officially joins NATO", "affirms"],
    ["Tesla opened a factory in Berlin", "Tesla to open factory in Berlin", "neutral"],
    ["Tesla will open a factory in Berlin", "Tesla to open factory in Berlin", "affirms"],
    ["Britain banned disposable vapes", "Calls to ban disposable vapes in Britain grow", "neutral"],
    ["Britain banned disposable vapes", "Why Britain should ban disposable vapes", "neutral"],
    ["WHO declared monkeypox an emergency", "WHO declines to declare monkeypox an emergency", "neutral"],
    ["Elon Musk bought Twitter", "Elon Musk offers to buy Twitter", "neutral"],
    ["Elon Musk bought Twitter", "Elon Musk buys Twitter", "affirms"],
    ["Trump met Kim in Hanoi", "Trump will meet Kim in Hanoi", "neutral"],
    ["Boeing built a factory in Ohio", "Boeing to build factory in Ohio", "neutral"],
    ["Google has sold its robot unit", "Google plans to sell robot unit", "neutral"],
    ["The president adopted a boy", "Werewolf legend leads president to adopt boy", "affirms"],
    // Another number of a name, another ordinal.
    ["iPhone 15 has USB-C", "iPhone 14 lacks USB-C", "neutral"],
    ["iPhone 15 has USB-C", "iPhone 15 has USB-C port", "affirms"],
    ["Support for Labour rises 5%", "Support for Labour rises 5 percentage points", "neutral"],
    ["At least 100 people died in the flood", "99 people died in flood", "neutral"],
    ["The summit takes place on 12 May 2026", "Summit takes place on 12 June 2026", "neutral"],
    ["The summit takes place on 12 May 2026", "Summit takes place on May 12th", "affirms"],
    ["Smoking raises cancer risk", "Smoking cessation lowers cancer risk", "affirms"],
    ["Djokovic wins 24th Grand Slam", "Djokovic wins 23rd Grand Slam title", "neutral"],
    // What names alone would not affirm, they do not deny.
    ["Apple did not acquire OpenAI", "Apple and OpenAI announce partnership", "neutral"],
    ["Apple did not acquire OpenAI", "Apple acquires OpenAI", "denies"]
  ])("%j by %j: %s", (claim, title, stance) => {
    expect(stanceOf(claim, { provider: "news.search", title, text: null })).toBe(stance)
  })
})

describe("of sentences", () => {
  it.each<Row>([
    ["The lake has a mean temperature of 20 °C", "The lake has a mean temperature of 20 °F.", "denies"],
    ["Water boils at 100 degrees Celsius", "Water boils at 212 °F.", "affirms"],
    ["The lowest temperature recorded was -40 °C", "The lowest temperature recorded was 40 °C.", "denies"],
    ["The population of the city is 6.8 × 10^7", "The population of the city is 68 million.", "affirms"],
    ["The population of the city is 6.8 × 10^7", "The population of the city is 6.8 × 10^5.", "denies"],
    ["The trial lasted 5 years", "The trial lasted 5 days.", "denies"],
    [
      "Global temperature has risen by 1.1 degrees since 1900",
      "Global temperature has risen by 0.5 degrees since 1900.",
      "denies"
    ],
    ["The castle was built in the 15th century", "The castle was built in the 14th century.", "denies"],
    [
      "The castle was built in the 19th century",
      "The castle was built in the nineteenth century.",
      "affirms"
    ],
    ["Women live longer than men", "Men live longer than women.", "denies"],
    ["Women live longer than men", "Men live shorter lives than women.", "affirms"],
    ["Women live longer than men", "Men do not live longer than women.", "affirms"],
    [
      "The risk of stroke was higher in men than in women",
      "The risk of stroke was higher in women than in men.",
      "denies"
    ],
    [
      "The risk of stroke was higher in men than in women",
      "The risk of stroke was lower in women than in men.",
      "affirms"
    ],
    [
      "The Nile is the longest river in the world",
      "The Nile is the second longest river in the world.",
      "denies"
    ],
    ["Apollo 11 landed on the Moon", "Apollo 11 did not land on the Moon.", "denies"],
    ["Apollo 11 landed on the Moon", "Apollo 13 did not land on the Moon.", "neutral"],
    ["Metformin cures type 2 diabetes", "Metformin does not cure type 1 diabetes.", "neutral"],
    ["The war began on July 28 in Serbia", "The war began on July 30 in Serbia.", "denies"],
    ["The factory has stopped making cars", "The factory no longer makes cars.", "affirms"],
    ["The factory has stopped making cars", "The factory did not stop making cars.", "denies"],
    // A number within the bounds of the other is no other number.
    ["More than 50% of patients recovered", "In all, 72% of patients recovered.", "affirms"],
    ["Over 50% of patients recovered", "In all, 32% of patients recovered.", "denies"],
    ["No more than 50% of patients recovered", "In all, 72% of patients recovered.", "denies"],
    ["72% of patients recovered", "At least 50% of patients recovered.", "affirms"],
    ["Between 10 and 20 percent of patients recovered", "In all, 15% of patients recovered.", "neutral"],
    ["Between 10 and 20 percent of patients recovered", "In all, 25% of patients recovered.", "denies"],
    ["The river is more than 100 km long", "The river is 70 miles long.", "affirms"],
    // A number on the other side of a bound is another one, however near it is.
    ["More than 50% of patients recovered", "In all, 49.5% of patients recovered.", "denies"],
    ["49.5% of patients recovered", "At least 50% of patients recovered.", "denies"],
    ["At least 50% of patients recovered", "In all, 50% of patients recovered.", "affirms"],
    ["At least 50% of patients recovered", "Fewer than 50% of patients recovered.", "denies"],
    ["At least 50% of patients recovered", "Over 50% of patients recovered.", "affirms"],
    ["More than 50% of patients recovered", "In all, 50.5% of patients recovered.", "affirms"],
    // The lack of a thing, and the thing.
    ["Smoking cessation lowers the risk of cancer", "Smoking raises the risk of cancer.", "affirms"],
    ["Smoking raises the risk of cancer", "Quitting smoking lowers the risk of cancer.", "affirms"],
    ["Lack of sleep increases the risk of obesity", "Sleep decreases the risk of obesity.", "affirms"],
    ["Sleep increases the risk of obesity", "Sleep deprivation decreases the risk of obesity.", "affirms"],
    ["Smoking cessation does not lower the risk of cancer", "Smoking raises the risk of cancer.", "denies"],
    ["Smoking cessation lowers the risk of cancer", "Smoking cessation raises the risk of cancer.", "denies"],
    ["Smoking raises the risk of cancer", "Smoking lowers the risk of cancer.", "denies"],
    // Another month, or another day of a month.
    ["The battle took place on 12 May 1820", "The battle took place on 12 March 1820.", "denies"],
    ["The battle took place on 12 May 1820", "The battle took place on May 14, 1820.", "denies"],
    ["The battle took place on 12 May 1820", "The battle took place on the 12th of May.", "affirms"],
    ["The battle took place in May 1820", "The battle took place on 12 May 1820.", "affirms"],
    ["The battle was over by June 1820", "The battle was over on 12 May 1820.", "affirms"],
    ["Five may march to London in 1820", "Five may march to London in 1820.", "affirms"],
    // The same figure of something else.
    ["Support rose by 5% in Ohio", "Support rose by 5 percentage points in Ohio.", "neutral"],
    ["Support rose by 5 percentage points in Ohio", "Support rose by 500 basis points in Ohio.", "affirms"],
    ["Support rose by 5 percentage points in Ohio", "Support rose by 3 percentage points in Ohio.", "denies"],
    ["The bridge in Ohio cost $5 billion", "The bridge in Ohio cost 5 billion euros.", "neutral"],
    ["The bridge in Ohio cost $5 billion", "The bridge in Ohio cost 5 billion dollars.", "affirms"],
    ["The stone in Ohio weighs 200 pounds", "The stone in Ohio weighs 200 lbs.", "affirms"],
    // What is not known, or is to be found out, says nothing.
    ["Vitamin D prevents colds", "It is unclear whether vitamin D prevents colds.", "neutral"],
    ["Vitamin D prevents colds", "It is not clear if vitamin D prevents colds.", "neutral"],
    ["Vitamin D prevents colds", "Whether vitamin D prevents colds is still largely unknown.", "neutral"],
    ["Vitamin D prevents colds", "We will test whether vitamin D prevents colds.", "neutral"],
    ["Vitamin D prevents colds", "We hypothesized that vitamin D prevents colds.", "neutral"],
    [
      "Vitamin D lowers the risk of colds",
      "We aimed to assess the effect of vitamin D on the risk of colds.",
      "neutral"
    ],
    [
      "Vitamin D prevents colds",
      "We tested whether vitamin D prevents colds. We gave it to ten. It prevents colds by means of vitamin D.",
      "affirms"
    ],
    [
      "Vitamin D prevents colds",
      "We tested whether vitamin D prevents colds and found that it prevents colds.",
      "affirms"
    ],
    ["Vitamin D prevents colds", "The mechanism by which vitamin D prevents colds is unclear.", "affirms"],
    ["Vitamin D prevents colds", "Vitamin D prevents colds of unknown origin.", "affirms"],
    ["Vitamin D prevents colds", "Vitamin D prevents colds whether or not it is taken in winter.", "affirms"],
    [
      "Vitamin D prevents colds",
      "Vitamin D prevents colds, but whether it prevents flu is unknown.",
      "affirms"
    ],
    ["Vitamin D prevents colds", "Whether taken daily or weekly, vitamin D prevents colds.", "affirms"],
    ["Vitamin D prevents colds", "It is, however, unclear whether vitamin D prevents colds.", "neutral"],
    [
      "It is unclear whether vitamin D prevents colds",
      "It is unclear whether vitamin D prevents colds.",
      "affirms"
    ],
    // "But not" denies what stands behind it alone.
    ["Exercise improves memory", "Exercise improves memory but not attention.", "affirms"],
    ["Exercise improves attention", "Exercise improves memory but not attention.", "denies"]
  ])("%j by %j: %s", (claim, text, stance) => {
    expect(stanceOf(claim, { provider: "academic.search", title: "", text })).toBe(stance)
  })
})

describe("of entities", () => {
  it.each<readonly [claim: string, name: string, description: string, stance: Row[2]]>([
    ["Sydney is the capital of Australia", "Sydney", "largest city in Australia", "neutral"],
    ["Sydney is not the capital of Australia", "Sydney", "largest city in Australia", "neutral"],
    ["Canberra is the capital of Australia", "Canberra", "capital city of Australia", "affirms"],
    ["Canberra is not the capital of Australia", "Canberra", "capital city of Australia", "denies"],
    ["Marie Curie was born in 1867", "Marie Curie", "Polish-French physicist (1867-1934)", "affirms"],
    [
      "Barack Obama was the 43rd president of the United States",
      "Barack Obama",
      "44th president of the United States",
      "denies"
    ],
    [
      "Mount Everest is more than 8,000 metres high",
      "Mount Everest",
      "mountain 8,848 metres high",
      "affirms"
    ],
    [
      "Mount Everest is more than 10,000 metres high",
      "Mount Everest",
      "mountain 8,848 metres high",
      "denies"
    ],
    ["K2 is the highest mountain on Earth", "K2", "second-highest mountain on Earth", "denies"]
  ])("%j by %j, %j: %s", (claim, title, text, stance) => {
    expect(stanceOf(claim, { provider: "knowledge.search", title, text })).toBe(stance)
  })
})
