/**
 * Parses addresses.
 */
import * as Option from "effect/Option"

/**
 * Parses an address, relative to `base` if given. It does not use `URL.canParse`: in Node 20, once optimised, that
 * rejects addresses with letters such as "ü".
 */
export const parseUrl: (text: string, base?: string | URL) => Option.Option<URL> = Option.liftThrowable(
  (text: string, base?: string | URL) => new URL(text, base)
)
