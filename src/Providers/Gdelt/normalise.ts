/**
 * From GDELT's replies to the records of the port.
 */
import * as Array from "effect/Array"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { NewsArticle } from "../../Resources/facts/NewsArticle.ts"
import { cleanText } from "../../Text/Clean.ts"
import { normaliseUrl } from "../../Text/NormaliseUrl.ts"
import { ProviderBadResponse } from "../Errors.ts"
import { firstWebUrl } from "../parsing/WebUrl.ts"
import type { ArticlesRecord, VolumeRecord } from "../ports/NewsArchive.ts"
import { joinPunctuation } from "./punctuation.ts"
import { Article, type ArticlesReply, Slot, type VolumeReply } from "./schema.ts"
import { timestamp } from "./timestamp.ts"

const badResponse = (reason: string) => Either.left(new ProviderBadResponse({ provider: "gdelt", reason }))

/** The well-formed of some items; none when there were items and every one was malformed. */
const wellFormed = <A, I>(
  items: ReadonlyArray<unknown>,
  schema: Schema.Schema<A, I>
): Option.Option<ReadonlyArray<A>> => {
  const decode = Schema.decodeUnknownOption(schema)
  const good = Array.filterMap(items, (item) => decode(item))
  return good.length === 0 && items.length > 0 ? Option.none() : Option.some(good)
}

/** GDELT writes "" for what it does not know. */
const textOrNull = (value: unknown): string | null => {
  const text = Predicate.isString(value) ? cleanText(value) : ""
  return text === "" ? null : text
}

/** Addresses have been seen with raw line breaks; no address has a control character. */
const withoutBreaks = (url: string): string => url.replace(/\p{Cc}/gu, "").trim()

const host = (url: string): string => new URL(url).hostname.replace(/^www\./, "")

/** None for an article that cannot be shown: without a title, or without a web address. */
const article = (raw: Article): Option.Option<NewsArticle> => {
  const title = joinPunctuation(cleanText(raw.title))
  if (title === "") return Option.none()
  return Option.map(Option.fromNullable(firstWebUrl([withoutBreaks(raw.url)])), (url) => ({
    title,
    url,
    source: textOrNull(raw.domain) ?? host(url),
    publishedAt: Option.getOrNull(
      Option.map(
        Option.flatMap(Option.liftPredicate(Predicate.isString)(raw.seendate), timestamp),
        ({ iso }) => iso
      )
    ),
    language: textOrNull(raw.language),
    country: textOrNull(raw.sourcecountry)
  }))
}

/** Lets the first of each key through. */
const firstBy = (key: (article: NewsArticle) => string) => {
  const seen = new Set<string>()
  return (article: NewsArticle): boolean => seen.size < seen.add(key(article)).size
}

/** At most `limit` articles in GDELT's order; of copies, by address or by headline and publisher, the first. */
export const articles = (
  limit: number,
  reply: ArticlesReply
): Either.Either<ArticlesRecord, ProviderBadResponse> => {
  const raw = wellFormed("articles" in reply ? reply.articles : [], Article)
  if (Option.isNone(raw)) return badResponse("malformed articles")
  return Either.right(
    Array.filterMap(raw.value, article)
      .filter(firstBy(({ url }) => normaliseUrl(url)))
      .filter(firstBy(({ title, source }) => `${source}\n${title.toLowerCase()}`))
      .slice(0, limit)
  )
}

/**
 * The share of each day's articles, in percent: sums over the day, since the slots are shorter than a day. A slot in
 * which GDELT saw no article says nothing; without one that says something a day is left out.
 */
export const volume = (reply: VolumeReply): Either.Either<VolumeRecord, ProviderBadResponse> => {
  const slots = wellFormed("timeline" in reply ? (reply.timeline[0]?.data ?? []) : [], Slot)
  if (Option.isNone(slots)) return badResponse("malformed timeline")
  // A series of another mode: tone, or a share that cannot be added up.
  if (slots.value.length > 0 && slots.value.every(({ norm }) => norm == null))
    return badResponse("counts without a norm")

  const days = new Map<string, { readonly value: number; readonly norm: number }>()
  for (const { date, value, norm } of slots.value) {
    const at = timestamp(date)
    if (Option.isNone(at) || norm == null || norm === 0) continue
    const { day } = at.value
    const sum = days.get(day) ?? { value: 0, norm: 0 }
    days.set(day, { value: sum.value + value, norm: sum.norm + norm })
  }
  return Either.right(
    Array.sort(
      days,
      Order.mapInput(Order.string, ([day]: readonly [string, unknown]) => day)
    ).map(([date, { value, norm }]) => ({ date, volume: (100 * value) / norm }))
  )
}
