/**
 * GDELT copies headlines into its JSON without escaping them (alex9smith/gdelt-doc-api #26, #28).
 */

/** A backslash with what makes an escape of it, or without. */
const backslash = /\\(["\\/bfnrt]|u[0-9a-fA-F]{4})?/g

/** Control characters, of which JSON takes none within a text and blanks alone elsewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f]/g

/** The same JSON with control characters and line breaks as blanks, and lone backslashes as backslashes. */
export const repairJson = (text: string): string =>
  text
    .replace(control, " ")
    .replace(backslash, (found, escape: string | undefined) => (escape === undefined ? "\\\\" : found))
