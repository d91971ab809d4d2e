/**
 * The request that a command is given: JSON, `-` for the standard input, or flags.
 */
import type { Input } from "../../Client/Call.ts"
import type { CapabilityId } from "../../Client/Capability.ts"
import { canonical } from "../../Client/Json.ts"
import * as JsonMistake from "../../Text/JsonMistake.ts"
import { isObject, type JsonObject } from "../Json.ts"
import { UsageError } from "../Usage.ts"
import { requestOf, type Written } from "./Flags.ts"

/** An object from text. `what` names the text where it is none. */
export const objectFrom = (what: string, text: string): JsonObject => {
  const mistake = JsonMistake.find(text)
  if (mistake !== undefined) {
    const place = mistake.isEnd
      ? "it ends too early"
      : `line ${mistake.line}, column ${mistake.column} does not fit`
    throw new UsageError(`${what} is no JSON: ${place}`)
  }
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new UsageError(`${what} is no JSON object`)
  return value
}

/** A request as the client takes it. The service judges it, for nothing. */
export type Request = Input<CapabilityId>

/** The request by one of the three ways. */
export const readRequest = async (
  schema: JsonObject,
  words: ReadonlyArray<string>,
  written: Written,
  readInput: () => Promise<string>
): Promise<Request> => {
  const object = await readObject(schema, words, written, readInput)
  try {
    return JSON.parse(canonical(object))
  } catch {
    throw new UsageError("the request is nested too deeply")
  }
}

const readObject = async (
  schema: JsonObject,
  words: ReadonlyArray<string>,
  written: Written,
  readInput: () => Promise<string>
): Promise<JsonObject> => {
  const [json, ...more] = words
  if (more.length > 0)
    throw new UsageError(
      `${JSON.stringify(more[0])} is one word too many`,
      "put the JSON between single quotes"
    )
  if (json === undefined) return requestOf(schema, written)
  if (written.size > 0) throw new UsageError("the request is JSON or flags, not both")
  return json === "-" ? objectFrom("the standard input", await readInput()) : objectFrom("the request", json)
}
