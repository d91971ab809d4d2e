/**
 * A reply as it is saved: redacted, then cut, so that no cut leaves half a secret. Pure.
 */
import { Either, Option } from "effect"
import { providers } from "../../src/Capabilities/index.ts"
import { emailOf } from "../../src/Settings/Contact.ts"
import type { SettingsShape } from "../../src/Settings.ts"
import { cutJson, cutText } from "./Cut.ts"
import type { RawReply } from "./Recorder.ts"
import { redactJson, redactText, redactUrl, type Secrets } from "./Redact.ts"

/** What a file holds. */
export interface Recording {
  readonly operation: string
  readonly url: string
  readonly status: number
  /** What was cut, a line each. */
  readonly cut: ReadonlyArray<string>
  /** JSON where it is JSON, else the text. */
  readonly body: unknown
}

/** What the settings hold that only a provider may see. */
export const secretsOf = ({ contact, each }: SettingsShape["providers"]): Secrets => [
  contact,
  ...Option.toArray(emailOf(contact)),
  ...providers.secrets(each)
]

/** Parsed JSON; none for another text. */
export const parse = (text: string): Option.Option<unknown> =>
  Either.getRight(Either.try((): unknown => JSON.parse(text)))

/** The recording of a reply. */
export const recordingOf = (secrets: Secrets, operation: string, reply: RawReply): Recording => {
  const { value: body, notes: cut } = Option.match(parse(reply.text), {
    onNone: () => cutText(redactText(secrets, reply.text)),
    onSome: (json) => cutJson(redactJson(secrets, json))
  })
  return { operation, url: redactUrl(secrets, reply.url), status: reply.status, cut, body }
}
