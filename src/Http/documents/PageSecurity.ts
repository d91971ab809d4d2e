/**
 * What a page may do in a browser.
 */
import { createHash } from "node:crypto"

/** The inline scripts of a page that a browser runs: data blocks have a type. */
const scripts = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script)

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

const others = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin"
}

/**
 * The headers of the pages of our own: scripts and styles are files of this service, nothing is inline, and no text becomes
 * HTML or code. `origins` are those that a page may ask besides its own.
 */
export const strict = (origins: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${origins.join(" ")}`.trimEnd(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; "),
  ...others
})

/**
 * The headers of a page of a library, whose scripts are all inline. `origins` are those that its scripts may ask besides its own.
 * Styles may be inline, as the elements of Swagger UI have them.
 */
export const inline = (html: string, origins: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
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
  ...others
})
