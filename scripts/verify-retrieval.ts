/**
 * Measures on labelled pairs how often the questions that `verify` asks find the evidence that people linked to a claim,
 * and how often its verdict is theirs:
 *
 *     npm run verify:retrieval -- FILE
 *
 * FILE is as for `verify:score`. Headlines (of the set `emergent`) make an archive of news, titles with abstracts (of
 * `check-covid-abs`) one of literature. The texts of the articles are not in the file: news are searched twice, by the
 * headline alone, and by the headline with five others of the same story, which stand for the text.
 */
import { readFileSync } from "node:fs"
import { Array, Option } from "effect"
import { askClaim } from "../src/Composites/QueryPlan.ts"
import { verify } from "../src/Composites/Verify/index.ts"
import { newsQuery } from "../src/Text/NewsQuery.ts"
import { matchesNews, searchWorks, type Work, worksOf } from "./retrieval/Archives.ts"
import { decodeRow } from "./retrieval/Row.ts"
import type { Row } from "./StanceScore.ts"

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error("usage: npm run verify:retrieval -- FILE")
  process.exit(2)
}

const rows = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => decodeRow(line))

/** As many as verify asks for when nothing else is said, and how many of them it keeps. */
const maxSources = 12

/** Headlines of a story that stand for the text of an article: with five, other queries find what they find in texts. */
const othersOfStory = 5

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`

const byClaim = Object.entries(
  Array.groupBy(
    rows.filter(({ dataset }) => dataset === "emergent"),
    ({ claim }) => claim
  )
)

/** The verdict of people: by the number of headlines for and against. */
const verdictOf = (linked: ReadonlyArray<Row>): string => {
  const count = (label: Row["label"]) => linked.filter((row) => row.label === label).length
  const [support, refute] = [count("SUPPORT"), count("REFUTE")]
  if (support + refute === 0) return "insufficient"
  if (Math.min(support, refute) * 3 >= support + refute) return "mixed"
  return support > refute ? "supported" : "contradicted"
}

const ourVerdict = (claim: string, found: ReadonlyArray<Row>): string =>
  verify({
    claim,
    items: found.map(({ evidenceTitle, id }) => ({
      provider: "news.search",
      title: evidenceTitle,
      url: `https://news.example/${id}`,
      text: null,
      language: "English"
    })),
    sources: ["news.search"],
    maxSources
  }).verdict

const searchOf = (claim: string): string | null => {
  const [ask] = askClaim(claim, ["news"], maxSources)
  return ask?.source === "news" && ask.search !== null ? Option.getOrNull(newsQuery(ask.search)) : null
}

const measureNews = (name: string, others: number): void => {
  const articles = byClaim.flatMap(([, linked]) =>
    linked.map((row, index) => ({
      row,
      // Those that follow it in the file, round the end: no choice of ours.
      texts: [...linked.slice(index), ...linked.slice(0, index)]
        .slice(0, others + 1)
        .map(({ evidenceTitle }) => evidenceTitle)
    }))
  )
  let [linkedCount, matched, without, right, decided, decidedRight] = [0, 0, 0, 0, 0, 0]
  for (const [claim, linked] of byClaim) {
    const search = searchOf(claim)
    const found = search === null ? [] : articles.filter(({ texts }) => matchesNews(search, texts))
    const hits = found.filter(({ row }) => row.claim === claim).length
    linkedCount += linked.length
    matched += hits
    if (hits === 0) without += 1
    const verdict = ourVerdict(
      claim,
      found.slice(0, maxSources * 3).map(({ row }) => row)
    )
    const isRight = verdict === verdictOf(linked)
    const isDecided = verdict === "supported" || verdict === "contradicted"
    if (isRight) right += 1
    if (isDecided) decided += 1
    if (isDecided && isRight) decidedRight += 1
  }
  console.log(
    `${name}: linked articles matched ${percent(matched, linkedCount)}, claims with none ${percent(without, byClaim.length)}, right verdicts ${percent(right, byClaim.length)}, right when decided ${percent(decidedRight, decided)}`
  )
}

const measureWorks = (): void => {
  const some = rows.filter(({ dataset }) => dataset === "check-covid-abs")
  const works: ReadonlyArray<Work> = worksOf(some)
  const gold = some.filter(({ label }) => label !== "NEI")
  let [matched, among, nothing] = [0, 0, 0]
  for (const { claim, evidenceTitle } of gold) {
    const [ask] = askClaim(claim, ["academic"], maxSources)
    const found = ask?.source === "academic" && ask.search !== null ? searchWorks(works, ask.search) : []
    const place = found.indexOf(evidenceTitle)
    if (found.length === 0) nothing += 1
    if (place >= 0) matched += 1
    if (place >= 0 && place < maxSources) among += 1
  }
  console.log(
    `literature of ${works.length} abstracts: gold abstract matched ${percent(matched, gold.length)}, among the first ${maxSources} ${percent(among, gold.length)}, nothing found ${percent(nothing, gold.length)}`
  )
}

const ceiling = (): void => {
  const right = byClaim.filter(([claim, linked]) => ourVerdict(claim, linked) === verdictOf(linked)).length
  console.log(`news, the linked headlines themselves: right verdicts ${percent(right, byClaim.length)}`)
}

measureNews("news by headline", 0)
measureNews("news by story", othersOfStory)
ceiling()
measureWorks()
