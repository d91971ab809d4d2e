/**
 * Turns titles, names and abstracts of providers into plain text: without tags, character references and runs of
 * blanks. Nothing else is removed, and nothing is added.
 *
 * Markup comes in layers (`&amp;lt;i&amp;gt;`, `<<b>i>`). The text is therefore read once from left to right, and the
 * part already read is always in its final form: a `>` or `;` that completes a tag or a reference replaces it at
 * once. The result cannot be reduced further, and the time is linear, however deep the layers are.
 */
import { decodeHTMLStrict } from "entities/decode"
import * as Tag from "./Tag.ts"

/** Control characters separate words as blanks do. */
const blank = /[\s\p{Cc}]/u
const blanks = /[\s\p{Cc}]+/gu

/**
 * Windows-1252 that was taken for ISO 8859-1 on its way: no text has these control characters, and `\u0092` was an
 * apostrophe. `\u0085` is a line break as well, but in the titles that we get it was three dots.
 */
const misread = /[\u0080-\u009f]/g

/** A byte order mark, which is no blank: within a word it joins. */
const byteOrderMark = "\ufeff"

/** The length of `&CounterClockwiseContourIntegral;`, the longest character reference. */
const longestReference = 33

/**
 * Decodes a character reference of HTML such as `&amp;`, `&#38;` or `&#x26;`; `undefined` for an unknown one. Only with a
 * semicolon: without that rule, `&copy=2` in an address would become a copyright sign.
 */
const decodeReference = (reference: string): string | undefined => {
  if (!/^&#?[a-zA-Z0-9]+;$/.test(reference)) return undefined
  const decoded = decodeHTMLStrict(reference)
  return decoded === reference ? undefined : decoded
}

/** Read as HTML reads `&#146;`; the five bytes without a meaning stay control characters. */
const asWindows1252 = (character: string): string => decodeHTMLStrict(`&#${character.charCodeAt(0)};`)

/** `heading` matches a heading that is left out when it is a block of its own at the beginning. */
const reduce = (written: string, heading?: RegExp): string => {
  const text = written.replace(misread, asWindows1252).replaceAll(byteOrderMark, "")
  if (!/[<&]/.test(text)) return text.replace(blanks, " ").trim()

  const out: Array<string> = []
  // Where in `out` a tag or a reference may have begun. None extends past the end of another.
  const tags: Array<number> = []
  const references: Array<number> = []
  // Characters to read before the rest of the text, the next one last.
  const pending: Array<string> = []

  const cut = (start: number): void => {
    out.length = start
    while ((tags.at(-1) ?? -1) >= start) tags.pop()
    while ((references.at(-1) ?? -1) >= start) references.pop()
  }

  const endTag = (): void => {
    const start = tags.at(-1)
    if (start === undefined) return
    const kind = Tag.kind(out.slice(start).join(""))
    if (kind === "text") {
      tags.length = 0
      return
    }
    cut(start)
    if (kind === "block") {
      if (out.length <= longestHeading && heading?.test(out.join(""))) cut(0)
      pending.push(" ")
    }
  }

  const endReference = (): void => {
    const start = references.at(-1)
    // A semicolon inside a possible tag (`&<a href="x;y">amp;`) may still be removed with the tag.
    if (start === undefined || (tags.at(-1) ?? -1) > start) return
    const decoded =
      out.length - start > longestReference ? undefined : decodeReference(out.slice(start).join(""))
    if (decoded === undefined) {
      references.length = 0
      return
    }
    cut(start)
    pending.push(...Array.from(decoded).reverse())
  }

  for (const character of text) {
    pending.push(character)
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next === byteOrderMark) continue
      if (blank.test(next)) {
        if (out.length > 0 && out.at(-1) !== " ") out.push(" ")
        continue
      }
      if (next === "<") tags.push(out.length)
      if (next === "&") references.push(out.length)
      out.push(next)
      if (next === ">") endTag()
      if (next === ";") endReference()
    }
  }
  return out.join("").trimEnd()
}

/** A title or a name as plain text; "" when nothing is left. */
export const cleanText = (text: string): string => reduce(text)

const longestHeading = 10
const abstractBlock = /^(?:abstract|Abstract|ABSTRACT) ?[:.]? ?$/

/**
 * "Abstract" as a heading that has lost its tags, as in OpenAlex's word lists: alone, before a punctuation mark,
 * before a sentence ("Abstract We show"), or joined with one ("AbstractWe show"). "Abstract algebra is" does not
 * match.
 */
const abstractWord =
  /^(?:abstract|Abstract|ABSTRACT)(?: ?[:.|\u2013\u2014] ?| ?- (?=\p{Lu})| (?=["'\u201c\u2018([]*[\p{Lu}\p{N}])|(?=\p{Lu}[\p{Ll} ])|$)/u

/** An abstract as plain text, without the heading "Abstract"; "" when nothing is left. */
export const cleanAbstract = (text: string): string => {
  let rest = reduce(text, abstractBlock)
  for (let found = abstractWord.exec(rest); found !== null; found = abstractWord.exec(rest)) {
    rest = rest.slice(found[0].length)
  }
  return rest
}
