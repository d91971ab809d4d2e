/**
 * Texts of providers: they may be hostile, and may be written from the right to the left.
 */
import { h, type Markup } from "../../../Markup.ts"

/** A text of somebody else within a line: its direction ends with it. */
export const quoted = (text: string): Markup => h("bdi", {}, text)

/** An address that may become a link: of the web, without a user's name or password, which would hide the host. */
export const safeUrl = (text: string | null): string | undefined => {
  if (text === null) return undefined
  try {
    const { href, password, protocol, username } = new URL(text)
    const isWeb = protocol === "https:" || protocol === "http:"
    return isWeb && username === "" && password === "" ? href : undefined
  } catch {
    return undefined
  }
}

/** A link to a page of somebody else, which learns nothing of this one; the text alone where there is no safe address. */
export const link = (url: string | null, text: string): Markup => {
  const href = safeUrl(url)
  return href === undefined ? quoted(text) : h("a", { href, rel: "noreferrer noopener" }, quoted(text))
}

/** Letters of an address that are shown at most. */
const mostShown = 60

/** An address as it is told apart from others, without its scheme: `wikidata.org/wiki/Q36724`. */
export const shortUrl = (url: string | null): string | undefined => {
  const short = safeUrl(url)?.replace(/^https?:\/\/(?:www\.)?/, "")
  return short !== undefined && short.length > mostShown ? `${short.slice(0, mostShown)}…` : short
}

/** The resolver's page of a DOI, which begins with `10.` and may have any characters. */
export const doiUrl = (doi: string): string | null =>
  doi.startsWith("10.") ? `https://doi.org/${doi.replace(/[%?#\\]/g, encodeURIComponent)}` : null
