/**
 * A facilitator over HTTP (x402 version 2, `POST /verify` and `POST /settle`). `Replies` reads its replies.
 */
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isOutOfDescriptors } from "../../Http/client/Descriptors.ts"
import { Pool } from "../../Http/client/PooledClient.ts"
import * as Reply from "../../Http/client/Reply.ts"
import { annotateEnd, span } from "../../Runtime/Span.ts"
import { type Credentials, headers } from "../../Settings/Credentials.ts"
import * as Attributes from "../../Telemetry/Attributes.ts"
import { parseUrl } from "../../Text/ParseUrl.ts"
import { Facilitator, FacilitatorUnavailable, SettlementUnknown, type Submission } from "./Facilitator.ts"
import * as Replies from "./Replies.ts"

/** Where the facilitator is and how long it may take. The time-outs include reading the reply. */
export interface Options {
  /** Without query; `/verify` and `/settle` are appended. */
  readonly url: string
  readonly credentials: Credentials
  readonly verifyTimeout: Duration.Duration
  readonly settleTimeout: Duration.Duration
}

/** The most characters of a reply that are read. */
const replyLimit = 64 * 1024

const bounded = Reply.bounded(replyLimit)

const unavailable = (reason: "timeout" | "connection" | "descriptors") => () =>
  new FacilitatorUnavailable({ reason })

const outcome = (outcome: string, reason?: string) => ({
  "facilitator.outcome": outcome,
  ...(reason === undefined ? {} : { "facilitator.reason": reason })
})

const bodyOf = ({ payloadText, paymentRequirements }: Submission) =>
  `{"x402Version":2,"paymentPayload":${payloadText},"paymentRequirements":${JSON.stringify(paymentRequirements)}}`

/** A facilitator at a URL. Asks once: the caller decides about retries. */
export const make = (options: Options): Effect.Effect<Facilitator["Type"], never, Pool> =>
  Effect.gen(function* () {
    const base = options.url.replace(/\/+$/, "")
    const { exchange } = yield* Pool
    const credentials = headers(options.credentials)
    const at = Option.match(parseUrl(base), {
      onNone: () => ({ attributes: {}, prefix: "" }),
      onSome: (url) => ({
        attributes: { [Attributes.urlScheme]: url.protocol.slice(0, -1), ...Attributes.server(url) },
        prefix: url.pathname.replace(/\/$/, "")
      })
    })

    const ask = (path: string, duration: Duration.Duration) => {
      const url = `${base}${path}`
      const request = HttpClientRequest.acceptJson(HttpClientRequest.post(url))
      // A settlement that is under way goes on when its client hangs up: the caller is uninterruptible.
      const limit = { duration, onTimeout: unavailable("timeout") }
      const send = (text: string, headers: Readonly<Record<string, string>>) =>
        exchange(
          HttpClientRequest.bodyText(
            HttpClientRequest.setHeaders(request, headers),
            text,
            "application/json"
          ),
          limit
        ).pipe(
          annotateEnd({
            onSuccess: ({ status }) => ({ [Attributes.statusCode]: status }),
            onFailure: () => ({})
          }),
          Effect.matchEffect({
            onFailure: (error) =>
              Effect.fail(
                error._tag === "FacilitatorUnavailable"
                  ? error
                  : unavailable(isOutOfDescriptors(error) ? "descriptors" : "connection")()
              ),
            onSuccess: ({ status, wholeText }) =>
              Either.mapBoth(wholeText, {
                onLeft: unavailable("connection"),
                onRight: (text) => bounded(status, text)
              })
          })
        )
      return (submission: Submission) =>
        Effect.flatMap(credentials("POST", url), (headers) => send(bodyOf(submission), headers))
    }

    const spanned = (operation: string) => {
      const path = `${at.prefix}/${operation}`
      return span(`POST ${path}`, {
        kind: "client",
        attributes: { [Attributes.requestMethod]: "POST", [Attributes.urlTemplate]: path, ...at.attributes }
      })
    }
    const askToVerify = ask("/verify", options.verifyTimeout)
    const askToSettle = ask("/settle", options.settleTimeout)

    return {
      verify: (submission) =>
        Effect.flatMap(askToVerify(submission), Replies.verdict(submission)).pipe(
          annotateEnd({
            onSuccess: (verdict) => (verdict.isValid ? outcome("valid") : outcome("invalid", verdict.reason)),
            onFailure: ({ reason }) => outcome("unavailable", reason)
          }),
          spanned("verify")
        ),
      settle: (submission) =>
        askToSettle(submission).pipe(
          Effect.mapError(({ reason }) => new SettlementUnknown({ reason })),
          Effect.flatMap(Replies.settlement(submission)),
          annotateEnd({
            onSuccess: () => outcome("settled"),
            onFailure: ({ _tag, reason }) =>
              outcome(_tag === "SettlementFailed" ? "failed" : "unknown", reason)
          }),
          spanned("settle")
        )
    }
  })

/** The same as a layer. */
export const layer = (options: Options): Layer.Layer<Facilitator, never, Pool> =>
  Layer.effect(Facilitator, make(options))
