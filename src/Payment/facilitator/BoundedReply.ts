/**
 * A JSON reply up to a limit. A facilitator or node may send anything: HTML, junk, a body without end.
 */
import * as Option from "effect/Option"

/** A status and its JSON body; `None` for any other body (HTML, junk, too long). */
export interface BoundedReply {
  readonly status: number
  readonly json: Option.Option<unknown>
}

const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A reply with JSON of at most `limit` characters. The client limits the bytes that are read at all (`PooledClient`). */
export const make =
  (limit: number) =>
  (status: number, text: string): BoundedReply => ({
    status,
    json: text.length > limit ? Option.none() : parseJson(text)
  })
