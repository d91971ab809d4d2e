/**
 * The character references of HTML ("entities"), decoded as its standard says (HTML, 13.5 and 13.2.5.80). Only with
 * the semicolon: without one, `&copy=2` in an address would be a sign of copyright.
 */
import names from "./html-entities.json" with { type: "json" }

const named: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** The longest is `&CounterClockwiseContourIntegral;`. */
export const maxLength = 33

/** 0x80 to 0x9F, as those meant them who wrote the bytes of Windows. (Node's own decoder has them wrong.) */
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

const character = (code: number): string => {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return "\ufffd"
  return windows1252[code - 0x80] ?? String.fromCodePoint(code)
}

/** What a whole reference such as `&amp;`, `&#38;` or `&#x26;` stands for; nothing when there is no such reference. */
export const decode = (reference: string): string | undefined => {
  const [, decimal, hexadecimal, name] =
    /^&(?:#(\d{1,30})|#[xX]([0-9a-fA-F]{1,29})|([a-zA-Z][a-zA-Z0-9]*));$/.exec(reference) ?? []
  if (decimal !== undefined) return character(Number.parseInt(decimal, 10))
  if (hexadecimal !== undefined) return character(Number.parseInt(hexadecimal, 16))
  return name === undefined ? undefined : named.get(name)
}
