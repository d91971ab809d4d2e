/**
 * A facilitator over HTTP (x402 version 2, `POST /verify` and `POST /settle`). `FacilitatorReply` reads its words.
 */
import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { type Duration, Effect, Layer, Option } from "effect"
import * as Attributes from "../Telemetry/Attributes.ts"
import { annotate, span } from "../Telemetry/Span.ts"
import { parseUrl } from "../Text/ParseUrl.ts"
import * as TimeLimit from "../TimeLimit.ts"
import { read } from "./BoundedReply.ts"
import { Facilitator, FacilitatorUnavailable, SettlementUnknown, type Submission } from "./Facilitator.ts"
import { type Credentials, headers } from "./FacilitatorCredentials.ts"
import * as FacilitatorReply from "./FacilitatorReply.ts"

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

const annotateOutcome = (outcome: string, reason?: string) =>
  annotate({
    "facilitator.outcome": outcome,
    ...(reason === undefined ? {} : { "facilitator.reason": reason })
  })

/** A `Facilitator` at a URL. Asks once: repeating is the caller's to decide. */
export const layer = (options: Options): Layer.Layer<Facilitator, never, HttpClient.HttpClient> =>
  Layer.effect(
    Facilitator,
    Effect.gen(function* () {
      const base = options.url.replace(/\/+$/, "")
      // The client's own span would carry the URL, and `traceparent` is not for a third party.
      const client = HttpClient.withTracerDisabledWhen(yield* HttpClient.HttpClient, () => true)
      const credentials = headers(options.credentials)

      const ask = (path: string, timeout: Duration.Duration, submission: Submission) =>
        Effect.flatMap(credentials("POST", `${base}${path}`), (headers) =>
          HttpClientRequest.post(`${base}${path}`).pipe(
            HttpClientRequest.setHeaders(headers),
            HttpClientRequest.acceptJson,
            HttpClientRequest.bodyJson({
              x402Version: 2,
              paymentPayload: submission.paymentPayload,
              paymentRequirements: submission.paymentRequirements
            })
          )
        ).pipe(
          Effect.flatMap((request) => Effect.mapError(exchange(request), unavailable("connection"))),
          // Only the fetch client follows redirects unasked; others ignore this.
          Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
          // A settlement on its way is not cut with the client that waits for it: it is asked for uninterruptibly.
          TimeLimit.cut({ duration: timeout, onTimeout: unavailable("timeout") })
        )

      const spanned = (operation: string) =>
        span(`facilitator.${operation}`, {
          kind: "client",
          attributes: {
            [Attributes.requestMethod]: "POST",
            ...Option.match(parseUrl(base), { onNone: () => ({}), onSome: Attributes.server })
          }
        })

      const exchange = (request: HttpClientRequest.HttpClientRequest) =>
        client.execute(request).pipe(
          Effect.tap(({ status }) => annotate({ [Attributes.statusCode]: status })),
          Effect.flatMap(read(replyLimit))
        )

      return {
        verify: (submission) =>
          ask("/verify", options.verifyTimeout, submission).pipe(
            Effect.flatMap(FacilitatorReply.verdict),
            // JSON that a parser takes may be nested too deep to be written again: the payer's doing.
            Effect.catchTag("HttpBodyError", () =>
              Effect.succeed(FacilitatorReply.invalid("invalid_payload"))
            ),
            Effect.tapBoth({
              onSuccess: (verdict) =>
                verdict.isValid ? annotateOutcome("valid") : annotateOutcome("invalid", verdict.reason),
              onFailure: ({ reason }) => annotateOutcome("unavailable", reason)
            }),
            spanned("verify")
          ),
        settle: (submission) =>
          ask("/settle", options.settleTimeout, submission).pipe(
            Effect.mapError(
              (error) =>
                new SettlementUnknown({ reason: error._tag === "HttpBodyError" ? "malformed" : error.reason })
            ),
            Effect.flatMap(FacilitatorReply.settlement(submission.paymentRequirements.network)),
            Effect.tapBoth({
              onSuccess: () => annotateOutcome("settled"),
              onFailure: ({ _tag, reason }) =>
                annotateOutcome(_tag === "SettlementFailed" ? "failed" : "unknown", reason)
            }),
            spanned("settle")
          )
      }
    })
  )
