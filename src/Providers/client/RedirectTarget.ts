/**
 * The target of a redirect.
 */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { parseUrl } from "../../Text/ParseUrl.ts"

/** The statuses whose `Location` answers the same GET. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The `Location` of a redirect. */
export const locationOf = (reply: {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
}): Option.Option<string> =>
  redirects.has(reply.status) ? Option.fromNullable(reply.headers["location"]) : Option.none()

/** Query parameters for the provider's own origin alone. */
export type SecretQuery = Readonly<Record<string, Redacted.Redacted>>

/**
 * Resolves a `Location` against `from`. None for a malformed address, a scheme besides http and https, or a downgrade
 * to http. The result has our secret parameters on the same origin, and never on another one, whatever the provider
 * sent.
 */
export const redirectTarget = (from: URL, location: string, secrets: SecretQuery): Option.Option<URL> => {
  const meant = parseUrl(location, from)
  if (Option.isNone(meant)) return Option.none()
  const target = meant.value
  if (target.protocol !== "https:" && (target.protocol !== "http:" || from.protocol === "https:")) {
    return Option.none()
  }
  target.hash = ""
  target.username = ""
  target.password = ""
  const values = new Set(Object.values(secrets).map(Redacted.value))
  for (const [name, value] of [...target.searchParams]) {
    if (Object.hasOwn(secrets, name) || values.has(value)) target.searchParams.delete(name)
  }
  if (target.origin === from.origin) {
    for (const [name, value] of Object.entries(secrets)) target.searchParams.set(name, Redacted.value(value))
  }
  return Option.some(target)
}
