/**
 * Where a redirect leads.
 */
import { Option, Redacted } from "effect"
import { parseUrl } from "../../Text/ParseUrl.ts"

/** The statuses whose `Location` says where the same GET is answered. */
const moved: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The `Location` of a reply that sends us elsewhere. */
export const locationOf = (reply: {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
}): Option.Option<string> =>
  moved.has(reply.status) ? Option.fromNullable(reply.headers["location"]) : Option.none()

/** Query parameters that only the provider's own origin may see. */
export type SecretQuery = Readonly<Record<string, Redacted.Redacted>>

/**
 * The URL that a `Location` means, seen from `from`. None for what is no web address, or a weaker scheme. On the
 * same origin it has our secret parameters, on another it has lost them, whatever the provider wrote into it.
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
