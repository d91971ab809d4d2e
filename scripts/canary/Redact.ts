/**
 * Takes keys, contacts and query secrets out of what is written down. Pure.
 */

/** In place of what nobody may see. */
export const hidden = "REDACTED"

const secretName =
  /^(?:api[_-]?key|key|(?:access[_-]?)?token|authorization|secret|password|e-?mail|mailto|contact)$/i

/** `key` is a secret in a query (Census), and an everyday name in a body. */
const isSecretField = (name: string): boolean => secretName.test(name) && name !== "key"

const secretInQuery = /([?&](?:api_?key|key|(?:access_)?token|mailto|e-?mail)=)[^&#\s"'<>]+/gi
const emailAddress = /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi

/** Words that are hidden wherever they stand, as they are or percent-encoded. Blank ones are none. */
export type Secrets = ReadonlyArray<string>

const spellings = (secrets: Secrets): ReadonlyArray<string> =>
  secrets
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "")
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      // As `URLSearchParams` writes it.
      new URLSearchParams([["", secret]]).toString().slice(1)
    ])
    // A secret may be part of another one.
    .toSorted((a, b) => b.length - a.length)

/** A text without the secrets, e-mail addresses, and secret parameters of the addresses in it. */
export const redactText = (secrets: Secrets, text: string): string =>
  spellings(secrets)
    .reduce((rest, secret) => rest.replaceAll(secret, hidden), text)
    .replace(secretInQuery, `$1${hidden}`)
    .replace(emailAddress, hidden)

/** An address without credentials, and without the values of secret parameters. */
export const redactUrl = (secrets: Secrets, address: URL): string => {
  const url = new URL(address)
  url.username = ""
  url.password = ""
  url.hash = ""
  for (const name of new Set(url.searchParams.keys()))
    if (secretName.test(name)) url.searchParams.set(name, hidden)
  return redactText(secrets, url.href)
}

/** Parsed JSON without them, keys included. */
export const redactJson = (secrets: Secrets, json: unknown): unknown => {
  if (typeof json === "string") return redactText(secrets, json)
  if (Array.isArray(json)) return json.map((item: unknown) => redactJson(secrets, item))
  if (typeof json !== "object" || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]: [string, unknown]) => [
      redactText(secrets, name),
      isSecretField(name) && value !== null ? hidden : redactJson(secrets, value)
    ])
  )
}
