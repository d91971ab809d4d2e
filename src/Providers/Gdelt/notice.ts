/**
 * The sentences that GDELT sends in place of JSON, mostly with status 200 and as `text/html`.
 */
import * as Option from "effect/Option"
import { ProviderRateLimited, QueryRefused } from "../Errors.ts"

/** "Please limit requests to one every 5 seconds", "You are making too many requests". */
const throttling = /limit requests|too many requests|rate.?limit|one every \d+ seconds/i

/** A notice is one sentence; longer texts are none. */
const longest = 300

/** With what it repeats of a search, a notice is no longer than this. */
const longestWhole = 2_000

const oneLine = /^[\p{Lu}"].*$/u
const sentence = /[.!?)]["'\u201d]?$/
/** What GDELT complains about; not all of its complaints end with a full stop. */
const subject = /quer(?:y|ies)|keyword|phrase|search|parenthe|timespan|character|country|clause/i
/** The words of a server in trouble, which the caller cannot mend. */
const trouble =
  /unavailable|internal|server|gateway|upstream|maintenance|overload|timed? ?out|try again|exception/i

/** The words of the search that a complaint repeats at its end: `... or too common: (locationcc:br)`. */
const repeated = /: ?\(.*\)\.?$/su

const complaint = (text: string): { readonly pointer: string; readonly message: string } => {
  if (/timespan/i.test(text))
    return { pointer: "/timespan", message: "is not one that the news archive takes" }
  const message = /too short|too long|too common/i.test(text)
    ? "is too short or too long for the news archive, or has a word that is, or one too common"
    : "is not a search that the news archive can make"
  return { pointer: "/query", message }
}

/**
 * What a reply of GDELT's says that is no JSON: it throttles us, or does not take the search. None for JSON, for HTML,
 * for nothing, and for replies that GDELT has never been seen to send. What it repeats of the search is not judged: a
 * caller's words would make a throttle of a complaint, which keeps everybody from the news.
 */
export const notice = (body: string): Option.Option<ProviderRateLimited | QueryRefused> => {
  const whole = body.trim()
  if (/^[{[<]/.test(whole) || whole === "") return Option.none()
  const text = whole.length > longestWhole ? whole : whole.replace(repeated, "")
  if (throttling.test(text)) {
    return Option.some(new ProviderRateLimited({ provider: "gdelt", reason: "throttled" }))
  }
  const isComplaint = sentence.test(text) || subject.test(text)
  return text.length < longest && oneLine.test(text) && isComplaint && !trouble.test(text)
    ? Option.some(new QueryRefused({ provider: "gdelt", problems: [complaint(text)] }))
    : Option.none()
}
