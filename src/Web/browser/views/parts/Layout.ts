/**
 * The forms in which all views show things: sections, tables, lists of facts.
 */
import { type Element, h, type Markup } from "../../../Markup.ts"

/** What a view gives the ids of its elements, so that several may stand in a page. */
export type Prefix = string

/** A section under a heading. `level` 3 stands under the playground's own. */
export const section = (level: 3 | 4, heading: Markup, ...content: ReadonlyArray<Markup>): Element =>
  h("section", {}, h(`h${level}`, {}, heading), ...content)

/** A column: what stands at its head, and whether it has numbers, which are aligned at their ends. */
export interface Column {
  readonly head: Markup
  readonly isNumber?: boolean
}

/** Rows at most: more make a page slow, and nobody reads them. */
export const mostRows = 500

/**
 * A table that scrolls by itself where it is too wide. The first cell of a row is its head.
 *
 * @param id of the caption, which names what scrolls
 */
export const table = (
  id: string,
  caption: string,
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<Markup>>
): Element => {
  const classAt = (index: number) => (columns[index]?.isNumber === true ? { class: "number" } : {})
  const shown = rows.slice(0, mostRows)
  const told = rows.length > mostRows ? `${caption} The first ${mostRows} of ${rows.length} rows.` : caption
  return h(
    "div",
    { class: "scrolls", role: "group", tabindex: 0, "aria-labelledby": id },
    h(
      "table",
      {},
      h("caption", { id }, told),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          columns.map(({ head }, index) => h("th", { scope: "col", ...classAt(index) }, head))
        )
      ),
      h(
        "tbody",
        {},
        shown.map((cells) =>
          h(
            "tr",
            {},
            cells.map((cell, index) =>
              index === 0 ? h("th", { scope: "row" }, cell) : h("td", classAt(index), cell)
            )
          )
        )
      )
    )
  )
}

/** A fact: its name, and what it is; left out when there is nothing. */
export type Fact = readonly [name: string, value: Markup | null | undefined]

/** Facts by their names. */
export const facts = (all: ReadonlyArray<Fact>): ReadonlyArray<Markup> => {
  const known = all.flatMap(([name, value]) =>
    value === null || value === undefined || value === ""
      ? []
      : [h("div", {}, h("dt", {}, name), h("dd", {}, value))]
  )
  return known.length === 0 ? [] : [h("dl", { class: "known" }, known)]
}

/** Cards, in their order. */
export const cards = (all: ReadonlyArray<ReadonlyArray<Markup>>): Element =>
  h(
    "ol",
    { class: "cards" },
    all.map((content) => h("li", { class: "card" }, ...content))
  )

/** A sentence of the page itself. */
export const note = (...content: ReadonlyArray<Markup>): Element => h("p", { class: "note" }, ...content)
