/**
 * The header `Prefer` (RFC 7240): preferences with commas between, each with an optional value and parameters.
 */

/** The header's preferences as they are written: a comma within quotes separates nothing. */
const preferences = (header: string): ReadonlyArray<string> =>
  header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/gs) ?? []

/** A bare token. An empty value is none, and parameters say nothing that this service knows. */
const bare = /^\s*([!#$%&'*+.^_`|~0-9a-z-]+)\s*(?:=\s*(?:""\s*)?)?(?:;|$)/i

/** Whether the header names a preference without a value; the case of its name does not count. */
export const prefers = (header: string | undefined, preference: string): boolean =>
  header !== undefined &&
  preferences(header).some((written) => bare.exec(written)?.[1]?.toLowerCase() === preference)
