/**
 * How far this machine's clock is from other people's. Payments are good for seconds around an instant, so a clock that
 * is off refuses good ones, or takes some that the chain refuses.
 */
import { HttpClient } from "@effect/platform"
import { Clock, Effect, Option } from "effect"
import { parseUrl } from "../../src/Text/ParseUrl.ts"
import { type Finding, fail, ok, warn } from "./Finding.ts"

/** Seconds that are told, and seconds that lose payments: a payment needs 45 s of validity. */
const noticeable = 5
const harmful = 30

/** Seconds that this clock is ahead, by how many others' word. */
export interface Skew {
  readonly seconds: number
  readonly sources: number
}

const middle = (numbers: ReadonlyArray<number>): Option.Option<number> =>
  Option.fromNullable(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)])

/** A client that notes the `Date` of every reply, and what they say: the middle one, for a cached reply has an old date. */
export const watched = (client: HttpClient.HttpClient) => {
  const seen = new Map<string, number>()
  return {
    client: HttpClient.transform(client, (effect, request) =>
      Effect.flatMap(effect, (response) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          // Dates have whole seconds: half of one is the least error.
          const date = Date.parse(response.headers["date"] ?? "") + 500
          const asked = parseUrl(request.url)
          if (Number.isFinite(date) && Option.isSome(asked)) {
            seen.set(asked.value.host, (now - date) / 1000)
          }
          return response
        })
      )
    ),
    skew: Effect.sync(
      (): Option.Option<Skew> =>
        Option.map(middle([...seen.values()]), (seconds) => ({ seconds, sources: seen.size }))
    )
  }
}

/** The verdict on a clock; `than` names the others. */
export const judge = (check: string, seconds: number, than: string): Finding => {
  const off = Math.abs(seconds)
  const told = `${off < 1 ? "within a second of" : `${off.toFixed(1)} s ${seconds > 0 ? "ahead of" : "behind"}`} ${than}`
  if (off < noticeable) return ok(check, told)
  const advice = "set the clock of this machine by NTP: payments are good for a short time only"
  return off < harmful ? warn(check, told, advice) : fail(check, told, advice)
}

/** The verdict on this machine's clock. */
export const finding = (skew: Option.Option<Skew>): Finding =>
  Option.match(skew, {
    onNone: () => warn("clock", "nobody told the time", "make sure that this machine keeps its clock by NTP"),
    onSome: ({ seconds, sources }) =>
      judge("clock", seconds, `the time of ${sources} other${sources === 1 ? "" : "s"}`)
  })
