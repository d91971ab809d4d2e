/**
 * Digital object identifiers (ISO 26324): a prefix `10.` with the number of a registrant, a slash, and a suffix of
 * the registrant's own making. Their case tells nothing; here they are in lower case.
 */
import * as Option from "effect/Option"

/** The resolvers that a DOI is written with, as an address or as a word. */
const resolver = /^(?:https?:\/\/)?(?:(?:dx|www)\.)?doi\.org\//i
const label = /^doi:\s*/i

const form = /^10\.\d{4,9}(?:\.\d+)*\/[^\s\p{Cc}\p{Cf}\p{Cs}]+$/u

/** An address would lose them on its way: `10.1000/../x` names nothing that can be asked for. */
const hasDotSegment = (doi: string): boolean =>
  doi.split("/").some((segment) => segment === "." || segment === "..")

const decodeUri = Option.liftThrowable(decodeURIComponent)

/**
 * An address is percent-encoded as a rule, and a DOI is not. A query or a fragment of the address (`?utm_source=…`,
 * `#abstract`) is no part of the DOI: there `?` and `#` are encoded (DOI Handbook, 3.8).
 */
const bare = (text: string): string =>
  resolver.test(text)
    ? text
        .replace(resolver, "")
        .replace(/[?#].*/s, "")
        .replace(/.*/s, (rest) => Option.getOrElse(decodeUri(rest), () => rest))
    : text.replace(label, "")

const wellFormed = (text: string): Option.Option<string> =>
  Option.some(text.toLowerCase()).pipe(Option.filter((doi) => form.test(doi) && !hasDotSegment(doi)))

/** The bare DOI in lower case, whether it comes alone, after `doi:` or in an address; none when it is malformed. */
export const parse = (text: string): Option.Option<string> => wellFormed(bare(text.trim()))

/** The same of a DOI that stands behind a resolver's address as it is, without any encoding: `https://doi.org/10.1000/a#b`. */
export const parseUnencoded = (text: string): Option.Option<string> =>
  wellFormed(text.trim().replace(resolver, ""))

/** A DOI as the end of an address: percent-encoded, its slashes left as they are. */
export const toPath = (doi: string): string => doi.split("/").map(encodeURIComponent).join("/")

/** Where a DOI resolves to. */
export const toUrl = (doi: string): string =>
  `https://doi.org/${encodeURI(doi).replace(/[?#]/g, encodeURIComponent)}`
