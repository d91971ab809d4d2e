/**
 * What sources found, a card each: works, articles, entities, and any of them as evidence.
 */
import type {
  EvidenceItem,
  EvidenceProvider,
  KnowledgeEntity,
  NewsArticle,
  Work
} from "../../../../Client/generated/types.ts"
import { h, type Markup } from "../../../Markup.ts"
import { moment, number } from "./Format.ts"
import { type Fact, facts } from "./Layout.ts"
import { doiUrl, link, quoted } from "./Text.ts"

type Card = ReadonlyArray<Markup>

/** What a card or a section begins with. */
type Level = 4 | 5

const heading = (level: Level, url: string | null, title: string): Markup =>
  h(`h${level}`, {}, link(url, title === "" ? "Without a title" : title))

/** So many authors are named; works may have hundreds. */
const mostAuthors = 6

const authorsOf = (authors: ReadonlyArray<string>): string => {
  const named = authors.slice(0, mostAuthors).join(", ")
  return authors.length > mostAuthors ? `${named} and ${authors.length - mostAuthors} more` : named
}

const doiLink = (doi: string | null): Markup | null => (doi === null ? null : link(doiUrl(doi), doi))

const text = (value: string | null): Markup | null => (value === null || value === "" ? null : quoted(value))

const workFacts = ({
  authors,
  citations,
  doi,
  journal,
  openAccess,
  publicationYear
}: Pick<
  Work,
  "authors" | "citations" | "doi" | "journal" | "openAccess" | "publicationYear"
>): ReadonlyArray<Fact> => [
  ["Authors", text(authorsOf(authors))],
  ["Year", publicationYear === null ? null : String(publicationYear)],
  ["Appeared in", text(journal)],
  ["Cited by", citations === null ? null : number(citations)],
  ["DOI", doiLink(doi)],
  ["Free copy", openAccess ? "yes" : "none known"]
]

const time = (at: string | null): Markup | null =>
  at === null ? null : h("time", { datetime: at }, moment(at))

/** A scholarly work. */
export const workCard = (work: Work, level: Level = 4): Card => [
  heading(level, work.url, work.title),
  ...facts([...workFacts(work), ["Source", work.source === "openalex" ? "OpenAlex" : "Crossref"]])
]

const articleFacts = (
  domain: string | null,
  { country, language, publishedAt }: Pick<NewsArticle, "country" | "language" | "publishedAt">
): ReadonlyArray<Fact> => [
  ["Publisher", text(domain)],
  ["First seen", time(publishedAt)],
  ["Language", text(language)],
  ["Country of the publisher", text(country)]
]

/** A news article. */
export const articleCard = (article: NewsArticle, level: Level = 4): Card => [
  heading(level, article.url, article.title),
  ...facts(articleFacts(article.source, article))
]

/** An entity. */
export const entityCard = ({ description, id, name, url }: KnowledgeEntity, level: Level = 4): Card => [
  heading(level, url, name),
  h("p", {}, description === null ? "Nobody has written down what it is." : quoted(description)),
  ...facts([["Identifier", text(id)]])
]

/** What each capability finds, in a word. */
export const kinds: Readonly<Record<EvidenceProvider, string>> = {
  "academic.search": "Scholarly work",
  "news.search": "News article",
  "knowledge.search": "Entity"
}

const evidenceFacts = (data: EvidenceItem["data"]): ReadonlyArray<Fact> => {
  if (data === null) return []
  if ("authors" in data) return workFacts(data)
  return "domain" in data ? articleFacts(data.domain, data) : [["Identifier", text(data.id)]]
}

/** A sentence ends so, with quotes or brackets behind it. */
const isEnded = (text: string): boolean => /[.!?…。！？]["'”’»)\]]*$/u.test(text.trimEnd())

/** An excerpt; of a work it is an abstract's beginning, and may end within a sentence. */
const excerpt = (value: string | null, provider: EvidenceProvider): ReadonlyArray<Markup> => {
  if (value === null || value === "") return []
  const goesOn = provider === "academic.search" && !isEnded(value)
  return [h("blockquote", {}, h("p", { dir: "auto" }, value, ...(goesOn ? [" …"] : [])))]
}

/** A finding, whatever found it. */
export const evidenceCard = (
  { data, excerpt: said, retrievedAt, source }: EvidenceItem,
  level: Level = 4
): Card => [
  heading(level, source.url, source.title),
  ...excerpt(said, source.provider),
  ...facts([["Kind", kinds[source.provider]], ...evidenceFacts(data), ["Asked for", time(retrievedAt)]])
]
