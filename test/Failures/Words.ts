/**
 * A provider that repeats all it was sent, in every place where a reply has room for words.
 */
import type { IncomingMessage } from "node:http"
import type { Fault } from "../support/FaultServer.ts"
import { providerText } from "./Marks.ts"

/** The provider's words: what it was sent, its keys and all, among them. */
export const wordsOf = ({ url, headers }: IncomingMessage) =>
  `${providerText} ${url} ${headers["user-agent"]} ${headers["x-cg-demo-api-key"]}`

type Headers = (words: string, request: IncomingMessage) => Readonly<Record<string, string>>

export const json = (): Readonly<Record<string, string>> => ({ "content-type": "application/json" })
export const text = () => ({ "content-type": "text/plain" })
export const page = (words: string) => ({ "content-type": `text/html; title="${words}"` })

/** The status and the headers of a reply: words in the reason phrase, and in headers that we read or do not. */
export const begin =
  (status: number, headers: Headers): Fault =>
  (response, request) => {
    const words = wordsOf(request)
    const told = { etag: words, link: words, "x-error": words }
    response.writeHead(status, words, { ...told, ...headers(words, request) })
  }

/** A whole reply: words in its head, and in its body where that makes room for them. */
export const says =
  (status: number, body: (words: string) => string | Buffer, headers: Headers = json): Fault =>
  (response, request) => {
    begin(status, headers)(response, request)
    response.end(body(wordsOf(request)))
  }

/** Words wherever one of the providers explains an error. */
export const errorBody = (words: string) =>
  JSON.stringify({
    error: { code: words, info: words, message: words },
    status: { error_code: words, error_message: words },
    message: words,
    reason: words
  })

/** Words on a page for people, as proxies send it. */
export const pageBody = (title: string) => (words: string) =>
  `<!DOCTYPE html><html><head><title>${title} ${words}</title></head><body>${title} ${words}</body></html>`

/** JSON with words for another member; a list has no room for them. */
export const joined = (body: string, words: string) =>
  body.replace(/^\{/, () => `{"said":${JSON.stringify(words)},`)

/** Half of some JSON, words first. */
export const halved = (body: string, words: string) =>
  joined(body.slice(0, Math.floor(body.length / 2)), words).replace(/^\[/, () => `[${JSON.stringify(words)},`)

/** A text, or JSON with sentences, and words after each. */
export const followed = (body: string, words: string) => {
  if (!body.startsWith("{")) return `${body} ${words}`
  const isSentence = (value: unknown) => typeof value === "string" && value.includes(" ")
  return JSON.stringify(JSON.parse(body, (_, value) => (isSentence(value) ? `${value} ${words}` : value)))
}
