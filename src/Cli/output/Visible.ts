/**
 * Text from elsewhere, fit for a terminal.
 */

/**
 * Characters that steer a terminal or hide in it: C0 and C1 controls, marks that turn the direction of writing, and line
 * separators.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const steering = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** One line of text, in which nothing steers the terminal. */
export const visible = (text: string): string => text.replace(/[\t\r\n]+/g, " ").replace(steering, escaped)

/** JSON in lines of two blanks each. Characters that steer a terminal are escaped, which JSON allows. */
export const prettyJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(steering, (character) =>
    character === "\n" ? "\n" : escaped(character)
  )

/** JSON in one line, likewise. */
export const lineJson = (value: unknown): string => JSON.stringify(value).replace(steering, escaped)
