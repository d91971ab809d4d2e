/**
 * What the operator's contact (`CONTACT`) is: an e-mail address, or a page.
 */
import * as Option from "effect/Option"

/** The e-mail address of a contact (`ops@example.org`, `mailto:ops@example.org`). */
export const emailOf = (contact: string): Option.Option<string> =>
  Option.fromNullable(/^(?:mailto:)?([^\s@/:?&<>]+@[^\s@/:?&<>]+\.[^\s@/:?&<>]+)$/i.exec(contact.trim())?.[1])

const pageOf = Option.liftThrowable((contact: string) => new URL(contact.trim()))

/** A contact as a URI that anybody may be shown: `mailto:`, or a page by https. None of any other text. */
export const uriOf = (contact: string): Option.Option<string> =>
  Option.orElse(
    Option.map(emailOf(contact), (address) => `mailto:${address}`),
    () =>
      pageOf(contact).pipe(
        Option.filter(
          ({ password, protocol, username }) => protocol === "https:" && username + password === ""
        ),
        Option.map(({ href }) => href)
      )
  )
