/**
 * What a test reads of markup: the elements and texts in it, and what makes it invalid.
 */
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import type { CapabilityId } from "../../src/Web/browser/views/View.ts"
import type { Element, Markup } from "../../src/Web/Markup.ts"

/** All elements, in the order of the document. */
export const elements = (markup: Markup): ReadonlyArray<Element> =>
  typeof markup === "string" ? [] : [markup, ...markup.children.flatMap(elements)]

/** Those of a name. */
export const named = (markup: Markup, name: string): ReadonlyArray<Element> =>
  elements(markup).filter((element) => element.name === name)

/** The text of an element. */
export const textOf = (markup: Markup): string =>
  typeof markup === "string" ? markup : markup.children.map(textOf).join("")

/** The rows of a table, their cells joined: `Alabama | 4,903,185 | 01`. */
export const rowsOf = (table: Markup): ReadonlyArray<string> =>
  named(table, "tr").map(({ children }) => children.map(textOf).join(" | "))

const isHeading = ({ name }: Element) => /^h[1-6]$/.test(name)

/** What is wrong with markup that stands under a page's `h2`; nothing when it is as it should be. */
export const problemsOf = (markup: Markup, prefix: string): ReadonlyArray<string> => {
  const all = elements(markup)
  const ids = all.flatMap(({ attributes }) => attributes["id"] ?? []).map(String)
  const levels = all.filter(isHeading).map(({ name }) => Number(name.slice(1)))
  const referred = all.flatMap(({ attributes }) => attributes["aria-labelledby"] ?? []).map(String)
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`),
    ...ids.filter((id) => !id.startsWith(`${prefix}-`)).map((id) => `${id} has another prefix`),
    ...referred.filter((id) => !ids.includes(id)).map((id) => `${id} is nowhere`),
    ...levels
      .filter((level, index) => level > (index === 0 ? 3 : (levels[index - 1] ?? 0) + 1) || level < 3)
      .map((level) => `h${level} is out of order`),
    ...all.filter(isHeading).flatMap((one) => (textOf(one).trim() === "" ? ["a heading says nothing"] : [])),
    ...all.flatMap(({ attributes, name }) =>
      Object.keys(attributes)
        .filter((key) => key === "style" || key.startsWith("on"))
        .map((key) => `${name} has ${key}`)
    ),
    ...all.flatMap((one) => (one.name === "table" ? tableProblems(one) : [])),
    ...all.flatMap((one) => (one.name === "svg" ? pictureProblems(one) : []))
  ]
}

const tableProblems = (table: Element): ReadonlyArray<string> => {
  const widths = new Set(named(table, "tr").map(({ children }) => children.length))
  const caption = named(table, "caption").map(textOf).join("")
  return [
    ...(widths.size === 1 ? [] : ["a table has rows of several widths"]),
    ...(named(table, "thead")
      .flatMap((head) => named(head, "th"))
      .some((head) => textOf(head).trim() === "")
      ? ["a column has no name"]
      : []),
    ...(/^\p{Lu}.*\.$/su.test(caption) ? [] : [`"${caption}" is no sentence`])
  ]
}

const pictureProblems = (picture: Element): ReadonlyArray<string> => {
  const [title] = picture.children
  const isNamed =
    title !== undefined &&
    typeof title !== "string" &&
    title.name === "title" &&
    textOf(title) !== "" &&
    picture.attributes["aria-labelledby"] === title.attributes["id"]
  return picture.attributes["role"] === "img" && isNamed ? [] : ["a picture has no name"]
}

const isId = (id: string): id is CapabilityId => registeredCapabilities.some(({ facts }) => facts.id === id)

/** The examples of the contract, as JSON has them. */
export const examples = registeredCapabilities.flatMap(({ facts }) => {
  const { request, response } = JSON.parse(JSON.stringify(facts.example))
  return isId(facts.id) ? [{ id: facts.id, request, response }] : []
})
