/**
 * Where a text stops being JSON (RFC 8259). Messages of JSON.parse differ between versions, have no place for some
 * mistakes, and repeat the text.
 */

/** A place in a text: both from 1, in characters of UTF-16. */
export interface Place {
  readonly line: number
  readonly column: number
  /** The text ends before its JSON does. */
  readonly isEnd: boolean
}

const blank = /[ \t\r\n]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text of JSON has none
const quoted = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/
const text = new RegExp(quoted, "y")
const scalar = new RegExp(
  `${quoted.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`,
  "y"
)

/** What may come next. `first`: a value or the end of a list. `name`: a name of a member, or the end of an object. */
type Wanted = "value" | "first" | "name" | "next name" | "colon" | "more" | "nothing"

/** The length of what a pattern matches at a place. */
const lengthAt = (pattern: RegExp, json: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.exec(json)?.[0].length ?? 0
}

/** The index of the first character that does not fit; `undefined` for JSON. Linear in the length, without recursion. */
const mistakeAt = (json: string): number | undefined => {
  const open: Array<"[" | "{"> = []
  let wanted: Wanted = "value"
  let at = 0
  const after = (): Wanted => (open.length === 0 ? "nothing" : "more")
  const close = () => {
    open.pop()
    at += 1
    wanted = after()
  }
  for (;;) {
    at += lengthAt(blank, json, at)
    const next = json[at]
    if (wanted === "nothing") return next === undefined ? undefined : at
    if (next === undefined) return at
    if (wanted === "more") {
      const bracket = open.at(-1)
      if (next === ",") {
        at += 1
        wanted = bracket === "{" ? "next name" : "value"
      } else if (bracket !== undefined && next === (bracket === "{" ? "}" : "]")) close()
      else return at
    } else if (wanted === "colon") {
      if (next !== ":") return at
      at += 1
      wanted = "value"
    } else if (wanted === "name" || wanted === "next name") {
      if (next === "}" && wanted === "name") close()
      else {
        const length = lengthAt(text, json, at)
        if (length === 0) return at
        at += length
        wanted = "colon"
      }
    } else if (next === "]" && wanted === "first") close()
    else if (next === "[" || next === "{") {
      open.push(next)
      at += 1
      wanted = next === "[" ? "first" : "name"
    } else {
      const length = lengthAt(scalar, json, at)
      if (length === 0) return at
      at += length
      wanted = after()
    }
  }
}

/** Where a text that is no JSON stops being it; `undefined` for JSON. */
export const find = (json: string): Place | undefined => {
  const at = mistakeAt(json)
  if (at === undefined) return undefined
  const before = json.slice(0, at)
  const start = before.lastIndexOf("\n") + 1
  return { line: before.split("\n").length, column: at - start + 1, isEnd: at === json.length }
}
