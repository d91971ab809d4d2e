/**
 * Titles and descriptions that say nothing about a subject of their own. Measured: same titles among 1,775 records of
 * Crossref were mostly headings of journals and corrections.
 */
import { normaliseTitle } from "./Verify/Tokens.ts"
import { phrases } from "./Verify/words/WordList.ts"

const generic = new Set(
  phrases(`
    editorial
    editorial board
    issue information
    front matter
    back matter
    table of contents
    contents
    index
    preface
    foreword
    introduction
    book review
    book reviews
    reviews
    news
    medical news
    medical progress
    letters
    letter to the editor
    letters to the editor
    correspondence
    erratum
    errata
    corrigendum
    corrigenda
    correction
    corrections
    retraction
    obituary
    announcement
    announcements
    abstracts
    in this issue
    masthead
    untitled
  `)
)

/** "Correction: ..." names the work that it corrects; two such are two corrections of one work. */
const aboutAnother = /^(?:correction|corrigendum|erratum|retraction|retracted)(?: to| notice)?\s*:/iu

const characters = /[\p{L}\p{N}]/gu

/** A title of fewer than 2 letters and digits names nothing. */
export const isGenericTitle = (title: string): boolean =>
  (title.match(characters)?.length ?? 0) < 2 ||
  generic.has(normaliseTitle(title)) ||
  aboutAnother.test(title.trim())

const meta =
  /\bwiki(?:media|pedia|project)\b[^.]*\b(?:page|category|template|list|module|project|portal)\b|\bwikiproject\b|\bdisambiguation page\b|^(?:scholarly|scientific) article\b|^family name\b|^(?:male|female|unisex) given name\b/u

/** What Wikidata says of pages and names rather than of things. */
export const isMetaDescription = (description: string): boolean => meta.test(description.trim().toLowerCase())
