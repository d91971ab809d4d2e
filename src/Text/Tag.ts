/**
 * Recognises markup in angle brackets: tags of HTML, of JATS (the format of Crossref's abstracts) and of MathML, with
 * any namespace prefix. `<1771-1842>`, `<name>` and `a < b > c` are text.
 */

const set = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/))

/** Elements that begin or end a line, so that the texts on both sides are separate words. */
const block = set(`
  abstract address article aside blockquote body boxed-text br break caption center dd def def-item def-list details
  dialog dir disp-formula disp-quote div dl dt fieldset fig fig-group figcaption figure fn footer form h1 h2 h3 h4 h5
  h6 head header hgroup hr html label legend li list list-item main menu nav ol optgroup option p pre preformat search
  sec section speech statement summary supplementary-material table table-wrap tbody td term tfoot th thead title tr
  trans-abstract trans-title ul verse-group verse-line
`)

/** The others: HTML's, then those that JATS and Crossref allow in titles and abstracts, then presentation MathML. */
const inline = set(`
  a abbr acronym area audio b base bdi bdo big button canvas cite code col colgroup data datalist del dfn em embed font
  frame frameset i iframe img input ins kbd link map mark marquee meta meter nobr noscript object output param picture
  progress q rb rp rt rtc ruby s samp script select slot small source span strike strong style sub sup svg template
  textarea time track tt u var video wbr

  alternatives bold chem-struct chem-struct-wrap email ext-link fixed-case graphic inline-formula inline-graphic
  inline-supplementary-material italic media milestone-end milestone-start monospace named-content overline ovl
  private-char related-article related-object roman sans-serif sc scp sig speaker styled-content target tex-math
  textual-form underline uri xref

  annotation annotation-xml maction maligngroup malignmark math menclose merror mfenced mfrac mglyph mi mlabeledtr
  mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd
  mtext mtr munder munderover semantics
`)

/** MathML's elements that count as tags only with a prefix, because their names are common words. */
const prefixed = set("none")

const attributes = String.raw`(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*`
const tag = new RegExp(String.raw`^<(?:/(?<end>[\w:-]+)|(?<start>[\w:-]+)${attributes})\s*/?>$`)

/** The kind of a text from `<` to `>`. A block tag separates words, an inline tag does not. */
export const kind = (text: string): "text" | "inline" | "block" => {
  const { start, end } = tag.exec(text)?.groups ?? {}
  const [, prefix, name = ""] =
    /^([a-z][\w-]*:)?([a-z][\w-]*)$/.exec((start ?? end ?? "").toLowerCase()) ?? []
  if (block.has(name)) return "block"
  return inline.has(name) || (prefix !== undefined && prefixed.has(name)) ? "inline" : "text"
}
