/**
 * What a page may do in a browser: run its own inline scripts and ask this service, nothing else.
 */
import { createHash } from "node:crypto"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"

/** The inline scripts of a page that a browser runs: data blocks have a type. */
const scripts = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script)

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

/**
 * The headers of an HTML page whose scripts are all inline. `origins` are those that its scripts may ask besides its own.
 * Styles may be inline, as the elements of Swagger UI have them.
 */
const headers = (html: string, origins: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${scripts(html).map(hashOf).join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    `connect-src 'self' ${origins.join(" ")}`.trimEnd(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin"
})

const textOf = ({ body }: HttpServerResponse.HttpServerResponse): string =>
  body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : ""

/** Puts the headers on a page that is always the same. They are made once: the page is megabytes long. */
export const withSecurityHeaders = (origins: ReadonlyArray<string>) => {
  let made: Readonly<Record<string, string>> | undefined
  return (page: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
    made ??= headers(textOf(page), origins)
    return HttpServerResponse.setHeaders(page, made)
  }
}
