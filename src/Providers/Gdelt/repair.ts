/**
 * GDELT copies headlines into its JSON without escaping them (alex9smith/gdelt-doc-api #26, #28).
 */

/** A backslash with what makes an escape of it, or without. */
const backslash = /\\(["\\/bfnrt]|u[0-9a-fA-F]{4})?/g

/** Control characters, of which JSON takes none within a text and blanks alone elsewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f]/g

/** A text of JSON, whatever stands in it. */
const quoted = /"(?:[^"\\]|\\[\s\S])*"/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * The same JSON with lone backslashes as backslashes, and with the control characters and line breaks in its texts
 * escaped: whoever reads a field decides whether they are blanks there, or nothing.
 */
export const repairJson = (text: string): string =>
  text
    .replace(backslash, (found, escape: string | undefined) => (escape === undefined ? "\\\\" : found))
    .replace(quoted, (found) => found.replace(control, escaped))
    .replace(control, " ")
