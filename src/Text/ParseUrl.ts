/**
 * Addresses, where a text may be none.
 */
import { Option } from "effect"

/**
 * The address that a text means, seen from `base` where it is a relative one. In place of `URL.canParse`, which in
 * Node 20 calls addresses with letters such as "ü" invalid as soon as it has been optimised.
 */
export const parseUrl: (text: string, base?: string | URL) => Option.Option<URL> = Option.liftThrowable(
  (text: string, base?: string | URL) => new URL(text, base)
)
