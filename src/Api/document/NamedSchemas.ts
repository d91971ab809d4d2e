/**
 * Schemas that have a title, written once by that name: everywhere else a reference stands in their place. So a document
 * is a fifth as long, and what is generated from it has the names of the contract.
 *
 * Only schemas may be given: an example with the fields `type` and `title` would be taken for one.
 */
import * as Record from "effect/Record"
import { asRecord, everywhere, isJson, type Json, without } from "./Json.ts"

/** `Academic search request` is `AcademicSearchRequest`. */
const nameOf = (title: string): string =>
  title
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

/** What a place may say in its own words of a schema that stands elsewhere. */
const remarks = ["description", "examples"] as const

const reference = "#/components/schemas/"

/** A schema, and all remarks of its places. */
interface Named {
  readonly schema: Json
  readonly remarks: ReadonlyArray<Json>
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

const isDefined = (value: unknown) => value !== undefined

/** A place for schemas by name. */
export const make = () => {
  const named = new Map<string, Named>()
  const keep = (object: Json): Json => {
    const { title } = object
    if (typeof title !== "string") return object
    const name = nameOf(title)
    const schema = without(object, "title", ...remarks)
    const own = Record.filter({ description: object["description"], examples: object["examples"] }, isDefined)
    const present = named.get(name) ?? { schema, remarks: [] }
    if (!same(present.schema, schema)) throw new Error(`Two schemas have the title ${title}.`)
    named.set(name, { schema, remarks: [...present.remarks, own] })
    return { $ref: reference + name, ...own }
  }
  return {
    /** A schema in which references stand for those with a title, itself among them. */
    refer: everywhere((object) => ("type" in object || "anyOf" in object ? keep(object) : object)),
    /** Those that were named. What all their places say, they say themselves. */
    schemas: (): Json =>
      Record.map(Object.fromEntries(named), ({ remarks: all, schema }) => ({
        ...schema,
        ...Object.fromEntries(
          remarks.flatMap((key) => {
            const first = all[0]?.[key]
            return first !== undefined && all.every((one) => same(one[key], first)) ? [[key, first]] : []
          })
        )
      }))
  }
}

/** A value whose references say nothing that their schema says too. */
export const withoutRepetition = (schemas: Json) =>
  everywhere((object) => {
    const { $ref: target } = object
    if (typeof target !== "string" || !target.startsWith(reference)) return object
    const schema = asRecord(schemas[target.slice(reference.length)])
    return Record.filter(object, (value, key) => key === "$ref" || !same(value, schema[key]))
  })

/** The schema of a response or of a request body, in which `refer` stands for its named parts. */
export const inContent =
  (refer: (schema: unknown) => unknown) =>
  (holder: Json): Json =>
    isJson(holder["content"])
      ? {
          ...holder,
          content: Record.map(holder["content"], (media) => {
            const { schema, ...rest } = asRecord(media)
            return schema === undefined ? rest : { schema: refer(schema), ...rest }
          })
        }
      : holder
