/**
 * Lines of a given width.
 */

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u

/** Columns that a character takes on a terminal. */
const widthOfOne = (character: string): number => {
  if (/^[\x20-\x7e]$/.test(character)) return 1
  if (/^[\p{M}\p{Cf}]$/u.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

/** Columns that a text takes on a terminal. */
export const widthOf = (text: string): number => {
  let width = 0
  for (const character of text) width += widthOfOne(character)
  return width
}

/** The text, cut to a width; a cut is shown. */
export const cut = (text: string, most: number): string => {
  if (widthOf(text) <= most) return text
  let kept = ""
  let width = 0
  for (const character of text) {
    const next = widthOfOne(character)
    if (width + next > most - 1) break
    kept += character
    width += next
  }
  return `${kept}…`
}

const padded = (text: string, width: number) => text + " ".repeat(Math.max(0, width - widthOf(text)))

/** Lines of whole words. A word that is longer stands alone. */
export const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(/\s+/).filter((word) => word !== "")) {
    if (line !== "" && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  return line === "" ? lines : [...lines, line]
}

/** Rows in columns, two blanks between them. */
export const columns = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = rows.reduce<ReadonlyArray<number>>(
    (most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, widthOf(cell))),
    []
  )
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : padded(cell, widths[index] ?? 0)))
      .join("  ")
      .trimEnd()
  )
}

/** Rows of a name and a text that is wrapped beside it. */
export const described = (
  rows: ReadonlyArray<readonly [name: string, text: string]>,
  width: number
): ReadonlyArray<string> => {
  const most = Math.max(0, ...rows.map(([name]) => widthOf(name)))
  return rows.flatMap(([name, text]) => {
    const [first = "", ...rest] = wrapped(text, Math.max(30, width - most - 4))
    return [
      `  ${padded(name, most)}  ${first}`.trimEnd(),
      ...rest.map((line) => `  ${" ".repeat(most)}  ${line}`)
    ]
  })
}

/** Lines of text are no longer than this, on however wide a terminal. */
const widest = 110

/** The width of a page of text, for a terminal of this width or a pipe. */
export const pageWidth = (width: number | undefined): number => Math.min(width ?? 100, widest)
