/**
 * Further faults, and a good reply: places where a reply has room for words that no fault of the matrix makes use of.
 */
import type { Fault } from "../support/FaultServer.ts"
import type { Play } from "./Faults.ts"
import { providerText } from "./Marks.ts"
import { errorBody, says, text, wordsOf } from "./Words.ts"

/** What the client's parser of HTTP chokes on. */
const noHttp: Fault = (response, request) => {
  const words = wordsOf(request)
  response.socket?.end(`HTTP/1.1 200 OK\r\nContent-Length: ${words}\r\n\r\n${words}`)
}

/** A good reply with other values of a kind. */
const altered = (good: string, kind: "string" | "number", value: unknown) =>
  JSON.stringify(JSON.parse(good, (_, before) => (typeof before === kind ? value : before)))

const redirect = (location: (words: string, path: string) => string) => () =>
  says(
    302,
    (words) => words,
    (words, { url = "" }) => ({ location: location(words, url.replace(/\?.*/, "")) })
  )

export const moreFaults = {
  "400 with text": () => says(400, (words) => `error: unknown variable '${words}'`, text),
  "400 as JSON": () => says(400, errorBody),
  "403 as JSON": () => says(403, errorBody),
  "404 with text": () => says(404, (words) => words, text),
  "200 with an error": () => says(200, errorBody),
  "200 with an error in a sentence": () =>
    says(200, (words) => JSON.stringify({ error: true, reason: words })),
  "200 with text": () => says(200, (words) => words, text),
  "no HTTP": () => noHttp,
  "words for numbers": ({ good }) => says(200, () => altered(good, "number", providerText)),
  "objects for words": ({ good }) => says(200, () => altered(good, "string", { said: providerText })),
  "redirect to nowhere": redirect(
    (words) => `http://${providerText}.invalid/?said=${encodeURIComponent(words)}`
  ),
  "redirect without end": redirect((words, path) => `${path}?said=${encodeURIComponent(words)}`),
  "redirect to no address": redirect((words) => `ftp://${words}`),
  "a good reply": ({ good }) => says(200, () => good)
} satisfies Readonly<Record<string, Play>>

export type MoreFaultName = keyof typeof moreFaults
