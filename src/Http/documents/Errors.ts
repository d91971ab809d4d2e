/**
 * The page that every error links to: what the codes mean and what to do, made from the list of errors.
 */
import * as Effect from "effect/Effect"
import { errorHelp } from "../../Api/ErrorHelp.ts"
import { type Code, codes } from "../../Api/Failure.ts"
import type { Source } from "./Document.ts"
import { escaped } from "./Html.ts"
import * as PageSecurity from "./PageSecurity.ts"
import { paths } from "./Paths.ts"

/** The header of an error that leads to its place on the page (RFC 8288). */
export const link = (code: Code): string => `<${paths.errors}#${code}>; rel="help"`

const section = ([code, { meaning, remedy }]: [
  string,
  { readonly meaning: string; readonly remedy: string }
]) => {
  const { retryable, status } = codes[code as Code]
  return `<section id="${code}">
<h2>${code}</h2>
<p>HTTP ${status}, ${retryable ? "retryable: the same call may succeed later" : "not retryable"}</p>
<p>${escaped(meaning)}</p>
<p>${escaped(remedy)}</p>
</section>`
}

const text = () => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Almanac: errors</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem }
section:target { background: #fff3c4; color: #000 } h2 { font: bold 1rem monospace; margin-bottom: 0 }</style>
</head>
<body>
<h1>Errors</h1>
<p>Every error is <code>{ "error": { "code", "message", "retryable", "details"? }, "meta": { "requestId" } }</code>. A
charge is proved by the header PAYMENT-RESPONSE with success; without it, this call charged nothing.</p>
${Object.entries(errorHelp).map(section).join("\n")}
</body>
</html>
`

/** `/docs/errors` */
export const page: Effect.Effect<Source> = Effect.sync(() => {
  const html = text()
  return { contentType: "text/html; charset=utf-8", text: html, headers: PageSecurity.headers(html, []) }
})
