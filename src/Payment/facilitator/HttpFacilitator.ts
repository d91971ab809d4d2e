/**
 * A facilitator over HTTP (x402 version 2, `POST /verify` and `POST /settle`). `FacilitatorReply` reads its words.
 */
import { HttpClientRequest } from "@effect/platform"
import { Data, type Duration, Effect, Either, Layer, Option, Predicate } from "effect"
import { Pool } from "../../Http/client/PooledClient.ts"
import * as Attributes from "../../Telemetry/Attributes.ts"
import { annotate, annotateEnd, span } from "../../Telemetry/Span.ts"
import { parseUrl } from "../../Text/ParseUrl.ts"
import { read } from "./BoundedReply.ts"
import { type Credentials, headers } from "./Credentials.ts"
import { Facilitator, FacilitatorUnavailable, SettlementUnknown, type Submission } from "./Facilitator.ts"
import * as Replies from "./Replies.ts"

/** Where the facilitator is and how long it may take. The time-outs span the whole exchange, body included. */
export interface Options {
  /** Without query; `/verify` and `/settle` are appended. */
  readonly url: string
  readonly credentials: Credentials
  readonly verifyTimeout: Duration.Duration
  readonly settleTimeout: Duration.Duration
}

/** The most characters of a reply that are read. */
const replyLimit = 64 * 1024

const unavailable = (reason: "timeout" | "connection") => () => new FacilitatorUnavailable({ reason })

const outcome = (outcome: string, reason?: string) => ({
  "facilitator.outcome": outcome,
  ...(reason === undefined ? {} : { "facilitator.reason": reason })
})

/** JSON that a parser takes may be nested too deep to be written again: the payer's doing. */
class Unwritable extends Data.TaggedError("Unwritable") {}

/** What is shown twice, to verify and to settle, is written once. */
const texts = new WeakMap<object, string>()

const textOf = (payload: unknown): string => {
  if (!Predicate.isRecord(payload)) return JSON.stringify(payload)
  const known = texts.get(payload)
  if (known !== undefined) return known
  const text = JSON.stringify(payload)
  texts.set(payload, text)
  return text
}

const written = ({ paymentPayload, paymentRequirements }: Submission) =>
  Either.try({
    try: () =>
      `{"x402Version":2,"paymentPayload":${textOf(paymentPayload)},"paymentRequirements":${textOf(paymentRequirements)}}`,
    catch: () => new Unwritable()
  })

/** A `Facilitator` at a URL. Asks once: repeating is the caller's to decide. */
export const layer = (options: Options): Layer.Layer<Facilitator, never, Pool> =>
  Layer.effect(
    Facilitator,
    Effect.gen(function* () {
      const base = options.url.replace(/\/+$/, "")
      const { exchange } = yield* Pool
      const credentials = headers(options.credentials)
      const server = Option.match(parseUrl(base), { onNone: () => ({}), onSome: Attributes.server })
      const attributes = { [Attributes.requestMethod]: "POST", ...server }

      const ask = (path: string, duration: Duration.Duration) => {
        const url = `${base}${path}`
        const request = HttpClientRequest.acceptJson(HttpClientRequest.post(url))
        // A settlement on its way is not cut with the client that waits for it: it is asked for uninterruptibly.
        const limit = { duration, onTimeout: unavailable("timeout") }
        const send = (text: string, headers: Readonly<Record<string, string>>) =>
          Effect.matchEffect(
            exchange(
              HttpClientRequest.bodyText(
                HttpClientRequest.setHeaders(request, headers),
                text,
                "application/json"
              ),
              limit
            ),
            {
              onFailure: (error) =>
                Effect.fail(error._tag === "FacilitatorUnavailable" ? error : unavailable("connection")()),
              onSuccess: (response) =>
                Effect.zipRight(
                  annotate({ [Attributes.statusCode]: response.status }),
                  Effect.mapError(read(replyLimit)(response), unavailable("connection"))
                )
            }
          )
        return (submission: Submission) =>
          Effect.flatMap(written(submission), (text) =>
            Effect.flatMap(credentials("POST", url), (headers) => send(text, headers))
          )
      }

      const spanned = (operation: string) => span(`facilitator.${operation}`, { kind: "client", attributes })
      const askToVerify = ask("/verify", options.verifyTimeout)
      const askToSettle = ask("/settle", options.settleTimeout)

      return {
        verify: (submission) =>
          Effect.flatMap(askToVerify(submission), Replies.verdict).pipe(
            Effect.catchTag("Unwritable", () => Effect.succeed(Replies.invalid("invalid_payload"))),
            annotateEnd({
              onSuccess: (verdict) =>
                verdict.isValid ? outcome("valid") : outcome("invalid", verdict.reason),
              onFailure: ({ reason }) => outcome("unavailable", reason)
            }),
            spanned("verify")
          ),
        settle: (submission) =>
          askToSettle(submission).pipe(
            Effect.mapError(
              (error) =>
                new SettlementUnknown({ reason: error._tag === "Unwritable" ? "malformed" : error.reason })
            ),
            Effect.flatMap(Replies.settlement(submission.paymentRequirements.network)),
            annotateEnd({
              onSuccess: () => outcome("settled"),
              onFailure: ({ _tag, reason }) =>
                outcome(_tag === "SettlementFailed" ? "failed" : "unknown", reason)
            }),
            spanned("settle")
          )
      }
    })
  )
