/**
 * What a page may do in a browser: run its own inline scripts and ask this service, nothing else.
 */
import { createHash } from "node:crypto"

/** The inline scripts of a page that a browser runs: data blocks have a type. */
const scripts = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script)

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

/**
 * The headers of an HTML page whose scripts are all inline. `origins` are those that its scripts may ask besides its own.
 * Styles may be inline, as the elements of Swagger UI have them.
 */
export const headers = (html: string, origins: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${scripts(html).map(hashOf).join(" ")}`,
    "style-src 'unsafe-inline'",
    // The icon.
    "img-src 'self' data:",
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
