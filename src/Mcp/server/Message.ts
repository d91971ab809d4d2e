/**
 * What is wrong with a client's message, before the protocol's library has it: over stdio the library leaves a message that
 * is none without an answer, and its own errors repeat the whole report of its schemas.
 */
import type { StandardSchemaV1Sync } from "@modelcontextprotocol/server"
import { isObject, type JsonObject, member } from "../../Client/Json.ts"
import type { Library } from "./Library.ts"

/** An error of JSON-RPC. */
export interface Refusal {
  readonly jsonrpc: "2.0"
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

/** Characters of a message's error: a name in it may be the client's. */
const longest = 500

/**
 * Values in a message at most: members and items, at whatever depth. The library looks at each of them several times, and
 * tells of each that is wrong. A call with a payment that repeats its whole challenge has three hundred.
 */
const mostValues = 1000

/** Whether there are too many values in one. It looks at no more than that, and does not recurse. */
const hasTooMany = (message: JsonObject): boolean => {
  const rest: Array<unknown> = [message]
  let count = 0
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next !== "object" || next === null) continue
    const values = Object.values(next)
    count += values.length
    if (count > mostValues) return true
    rest.push(...values)
  }
  return false
}

/** A refusal. Where the message's id is not known, it is null. */
export const refuse = (code: number, message: string, id: Refusal["id"] = null): Refusal => ({
  jsonrpc: "2.0",
  id,
  error: { code, message: message.length > longest ? `${message.slice(0, longest)}…` : message }
})

/** What is no JSON at all. */
export const noJson = (what: string): Refusal => refuse(-32700, `Parse error: the ${what} is not JSON`)

/** The id that a member `id` is, as far as an answer can repeat it. */
export const idOf = (value: unknown): Refusal["id"] =>
  typeof value === "string" || typeof value === "number" ? value : null

/** The requests whose parameters the library judges. */
const paramsOf = {
  initialize: "InitializeRequest",
  "tools/call": "CallToolRequest",
  "tools/list": "ListToolsRequest"
} as const

const isJudged = (method: unknown): method is keyof typeof paramsOf =>
  typeof method === "string" && Object.hasOwn(paramsOf, method)

const isAnswer = (message: JsonObject) =>
  !Object.hasOwn(message, "method") && (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"))

const formOf = (message: JsonObject) => {
  if (isAnswer(message))
    return Object.hasOwn(message, "error") ? "JSONRPCErrorResponse" : "JSONRPCResultResponse"
  return Object.hasOwn(message, "id") ? "JSONRPCRequest" : "JSONRPCNotification"
}

type Issue = NonNullable<Awaited<ReturnType<StandardSchemaV1Sync["~standard"]["validate"]>>["issues"]>[number]

/** A broken rule in a few words, after the place where it stands. */
const sentence = ({ message, path = [] }: Issue): string => {
  const place = path.map((step) => `/${String(typeof step === "object" ? step.key : step)}`).join("")
  const rule = message
    .replace(/^Invalid input(?:: |$)/, "")
    .replace("expected record", "expected object")
    .replace(/received undefined$/, "received nothing")
  // Of the rules with alternatives the library tells none; they are those of names that a client gives.
  return `${place === "" ? "the message" : place}: ${rule === "" ? "expected a text or a whole number" : rule}`
}

/** Judges a message, which is JSON: the error that it is answered with, or `undefined`. */
export const judge =
  ({ specTypeSchemas }: Pick<Library, "specTypeSchemas">) =>
  (message: unknown): Refusal | undefined => {
    if (Array.isArray(message)) return refuse(-32600, "Batches are not taken: send one message")
    if (!isObject(message)) return refuse(-32600, "Invalid request: a message is an object")
    const id = isAnswer(message) ? null : idOf(member(message, "id"))
    if (hasTooMany(message))
      return refuse(-32600, `Invalid request: a message has ${mostValues} values at most`, id)
    const broken = (form: ReturnType<typeof formOf> | (typeof paramsOf)[keyof typeof paramsOf]) =>
      specTypeSchemas[form]["~standard"].validate(message).issues?.map(sentence).join("; ")
    const form = formOf(message)
    const problem = broken(form)
    if (problem !== undefined) return refuse(-32600, `Invalid request: ${problem}`, id)
    const { method } = message
    const wrong = form === "JSONRPCRequest" && isJudged(method) ? broken(paramsOf[method]) : undefined
    return wrong === undefined ? undefined : refuse(-32602, `Invalid params: ${wrong}`, id)
  }
