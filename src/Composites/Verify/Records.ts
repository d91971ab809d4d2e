/**
 * Which items are copies of each other, and which of them stays. Without that a headline that many houses print would
 * vote many times.
 */
import * as Order from "effect/Order"
import type { EvidenceProvider } from "../../Resources/facts/EvidenceProvider.ts"
import { normaliseUrl } from "../../Text/NormaliseUrl.ts"
import { byCodePoint } from "../TextOrder.ts"
import type { Channel, Item } from "./Channel.ts"
import { normaliseTitle } from "./Tokens.ts"

/** Sources in their order, then titles, then addresses; the rest of the fields so that no two items are left alike. */
export const byRecord = (sources: ReadonlyArray<EvidenceProvider>): Order.Order<Item> =>
  Order.combineAll([
    Order.mapInput(Order.number, ({ provider }: Item) => sources.indexOf(provider)),
    ...[
      ({ title }: Item) => normaliseTitle(title),
      ({ url }: Item) => url ?? "",
      ({ title }: Item) => title,
      ({ doi }: Item) => doi ?? "",
      ({ text }: Item) => text ?? "",
      ({ language }: Item) => language ?? ""
    ].map((field) => Order.mapInput(byCodePoint, field))
  ])

const normaliseDoi = (doi: string): string =>
  doi
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)/, "")

/** Titles are compared within one channel alone. An entity's name is no title: many things share one. */
const titleOf = ({ provider, text, title }: Item): string =>
  normaliseTitle(provider === "knowledge.search" ? `${title}: ${text ?? ""}` : title)

/** What two copies of a record share at least one of. */
const keysOf = (item: Item, channel: Channel): ReadonlyArray<string> => {
  const [doi, url, title] = [normaliseDoi(item.doi ?? ""), normaliseUrl(item.url ?? ""), titleOf(item)]
  return [
    ...(doi === "" ? [] : [`doi ${doi}`]),
    ...(url === "" ? [] : [`url ${url}`]),
    ...(title === "" ? [] : [`${channel} ${title}`])
  ]
}

/** The items without copies of one that comes before them. */
export const withoutCopies = <A extends { readonly item: Item; readonly channel: Channel }>(
  sorted: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return sorted.filter(({ channel, item }) => {
    const keys = keysOf(item, channel)
    if (keys.some((key) => seen.has(key))) return false
    for (const key of keys) seen.add(key)
    return true
  })
}
