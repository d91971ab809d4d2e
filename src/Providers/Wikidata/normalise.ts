/**
 * From Wikidata's replies to the record of the port.
 */
import * as Array from "effect/Array"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { KnowledgeEntity } from "../../Resources/facts/KnowledgeEntity.ts"
import { cleanText } from "../../Text/Clean.ts"
import { ProviderBadResponse } from "../Errors.ts"
import type { EntityIndexRecord, EntityQuery } from "../ports/EntityIndex.ts"
import { FullTextHit, type Match, PrefixHit } from "./schema.ts"

type MaybeText = string | null | undefined

/** The first text that is not blank, without markup. */
const firstText = (...texts: ReadonlyArray<MaybeText>): Option.Option<string> =>
  Array.findFirst(
    texts.map((text) => cleanText(text ?? "")),
    (text) => text !== ""
  )

/** The label or alias that matched: the name of an entity without a label in the language asked for. */
const matchedName = (match: Match | null | undefined): MaybeText =>
  match?.type === "description" ? null : match?.text

/** Replies' own URLs are protocol-relative, or name an RDF resource. */
const entity = (
  id: string,
  name: Option.Option<string>,
  description: Option.Option<string>
): KnowledgeEntity => ({
  id,
  name: Option.getOrElse(name, () => id),
  description: Option.getOrNull(description),
  url: `https://www.wikidata.org/wiki/${id}`,
  source: "wikidata"
})

/** Items, properties, lexemes: what has a page of its own. */
const isEntityId = (id: string) => /^[QPL]\d+$/.test(id)

/** Entries of one kind as entities: no id twice, no more than asked for. */
const normaliser = <Hit extends { readonly id: string }, I>(
  schema: Schema.Schema<Hit, I>,
  toEntity: (hit: Hit) => KnowledgeEntity
) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (
    { limit }: Pick<EntityQuery, "limit">,
    entries: ReadonlyArray<unknown>
  ): Either.Either<EntityIndexRecord, ProviderBadResponse> => {
    const hits = Array.filterMap(entries, (entry) => decode(entry))
    if (entries.length > 0 && hits.length === 0) {
      return Either.left(new ProviderBadResponse({ provider: "wikidata", reason: "malformed entries" }))
    }
    const results = hits.filter(({ id }) => isEntityId(id)).map(toEntity)
    return Either.right({
      results: Array.take(
        Array.dedupeWith(results, (a, b) => a.id === b.id),
        limit
      )
    })
  }
}

/** The entries of `wbsearchentities`. */
export const normalisePrefix = normaliser(PrefixHit, ({ id, label, description, display, match }) =>
  entity(
    id,
    firstText(label, display?.label?.value, matchedName(match)),
    firstText(description, display?.description?.value)
  )
)

/** The entries of the full-text search. */
export const normaliseFullText = normaliser(FullTextHit, ({ id, description, match, ...hit }) =>
  entity(id, firstText(hit["display-label"]?.value, matchedName(match)), firstText(description?.value))
)
