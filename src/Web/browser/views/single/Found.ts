/**
 * What the single searches find, as cards.
 */
import type { KnowledgeEntities, NewsArticles, Work, WorkSearch } from "../../../../Client/generated/types.ts"
import { type Element, h, type Markup } from "../../../Markup.ts"
import { articleCard, entityCard, workCard } from "../parts/Cards.ts"
import { count } from "../parts/Format.ts"
import { cards, note, section } from "../parts/Layout.ts"
import { quoted } from "../parts/Text.ts"

const found = (heading: string, all: ReadonlyArray<ReadonlyArray<Markup>>, ...more: ReadonlyArray<Markup>) =>
  section(3, heading, all.length === 0 ? note("Nothing matches what was asked for.") : cards(all), ...more)

/** `academic.search` */
export const works = ({ meta, results }: WorkSearch): Element =>
  found(
    `${count(results.length, "work")} of ${count(meta.count, "hit")}`,
    results.map((work) => workCard(work))
  )

/** `academic.work` */
export const work = (data: Work): Element =>
  section(3, "The work", h("div", { class: "card" }, ...workCard(data)))

/** `news.search` */
export const articles = ({ results }: NewsArticles, attribution: string): Element =>
  found(
    count(results.length, "article"),
    results.map((article) => articleCard(article)),
    note(quoted(attribution))
  )

/** `knowledge.search` */
export const entities = ({ results }: KnowledgeEntities, attribution: string): Element =>
  found(
    count(results.length, "entity", "entities"),
    results.map((entity) => entityCard(entity)),
    note(quoted(attribution))
  )
