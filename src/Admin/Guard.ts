/**
 * Who may ask the listener for operators. A page in a browser of this machine reaches loopback too, by its own origin or
 * by a name of its own that leads here: so the host must be ours, and nothing that a browser marks as a page's is taken.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** Bytes of a body; a change has a hundred. */
export const mostBytes = 4096

type Headers = Readonly<Record<string, string | undefined>>

/** Names of loopback, at any port: a forwarded port is another one. */
const isOwnHost = (host = "") => /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host)

const digest = (text: string) => createHash("sha256").update(text).digest()

/** Why a request is refused: status, code and words; `undefined` when it may pass. Pure. */
export const refusal = (token: Redacted.Redacted) => {
  const expected = digest(`Bearer ${Redacted.value(token)}`)
  return (headers: Headers): readonly [status: number, code: string, message: string] | undefined => {
    if (!isOwnHost(headers["host"])) return [403, "HOST", "the request names another host than loopback"]
    if (headers["origin"] !== undefined || headers["sec-fetch-site"] !== undefined)
      return [403, "PAGE", "pages may not ask here"]
    // Digests have one length, and say nothing of how much of the token is right.
    if (!timingSafeEqual(digest(headers["authorization"] ?? ""), expected))
      return [401, "TOKEN", "Authorization: Bearer, with ADMIN_TOKEN"]
    if (headers["transfer-encoding"] !== undefined)
      return [411, "LENGTH", "a body needs its length (Content-Length)"]
    if (Number(headers["content-length"] ?? 0) > mostBytes)
      return [413, "LENGTH", `a body has ${mostBytes} bytes at most`]
    return undefined
  }
}

/** Lets through what may pass. A refusal is a warning in the log, without what was sent. */
export const guard = (token: Redacted.Redacted) => {
  const refuse = refusal(token)
  return HttpMiddleware.make((app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, method }) => {
      const refused = refuse(headers)
      if (refused === undefined) return app
      const [status, code, message] = refused
      return Effect.as(
        Effect.logWarning("operator: refused").pipe(Effect.annotateLogs({ method, status, code })),
        HttpServerResponse.unsafeJson(
          { error: { code, message } },
          {
            status,
            headers: {
              // What is left of a body is not read.
              connection: "close",
              ...(status === 401 ? { "www-authenticate": "Bearer" } : {})
            }
          }
        )
      )
    })
  )
}
