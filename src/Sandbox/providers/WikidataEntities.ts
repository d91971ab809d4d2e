/**
 * The recorded entities of the simulated Wikidata, and how a search finds them: in the order of the data.
 */
import * as Array from "effect/Array"
import * as Option from "effect/Option"
import entities from "../data/wikidata-entities.json" with { type: "json" }

interface Entity {
  readonly id: string
  readonly pageid?: number
  readonly label: string
  readonly description?: string
  readonly aliases?: ReadonlyArray<string>
}

const all: ReadonlyArray<Entity> = entities

interface Match {
  readonly type: "label" | "alias" | "description" | "entityId"
  readonly language?: "en"
  readonly text: string
}

/** An entity and what matched. */
export type Hit = Entity & { readonly match: Match }

const fold = (text: string): string => text.trim().toLowerCase()

const beginsWith = (text: string) => {
  const wanted = fold(text)
  const matching = (name: string) => wanted !== "" && fold(name).startsWith(wanted)
  return (entity: Entity): Option.Option<Hit> => {
    if (fold(entity.id) === wanted)
      return Option.some({ ...entity, match: { type: "entityId", text: entity.id } })
    if (matching(entity.label)) {
      return Option.some({ ...entity, match: { type: "label", language: "en", text: entity.label } })
    }
    return Option.map(Array.findFirst(entity.aliases ?? [], matching), (alias) => ({
      ...entity,
      match: { type: "alias", language: "en", text: alias }
    }))
  }
}

const words = (text: string): ReadonlyArray<string> => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

const hasWords = (text: string) => {
  const wanted = words(text)
  const covers = (candidate: string) => {
    const found = new Set(words(candidate))
    return wanted.length > 0 && wanted.every((word) => found.has(word))
  }
  return (entity: Entity): Option.Option<Hit> => {
    const hit = (type: Match["type"], matched: string): Hit => ({
      ...entity,
      match: { type, language: "en", text: matched }
    })
    if (covers(entity.label)) return Option.some(hit("label", entity.label))
    const alias = Array.findFirst(entity.aliases ?? [], covers)
    if (Option.isSome(alias)) return Option.some(hit("alias", alias.value))
    const everything = [entity.label, ...(entity.aliases ?? []), entity.description ?? ""].join(" ")
    return covers(everything)
      ? Option.some(hit("description", entity.description ?? entity.label))
      : Option.none()
  }
}

/** Entities whose label or an alias begins with the text, or whose identifier it is. */
export const findByPrefix = (text: string): ReadonlyArray<Hit> => Array.filterMap(all, beginsWith(text))

/** Entities that have all words of the text, in any order, in their label, aliases and description. */
export const findByWords = (text: string): ReadonlyArray<Hit> => Array.filterMap(all, hasWords(text))
