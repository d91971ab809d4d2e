/**
 * Markup as nodes of the document. Nothing is parsed, so the page works under trusted types.
 */
import { drawing, type Markup, present } from "../Markup.ts"

const svg = "http://www.w3.org/2000/svg"

/** Makes the nodes. `title` belongs to the drawing that it is in. */
export const node = (markup: Markup, inDrawing = false): Node => {
  if (typeof markup === "string") return document.createTextNode(markup)
  const isDrawn = inDrawing || drawing.has(markup.name)
  const made = isDrawn ? document.createElementNS(svg, markup.name) : document.createElement(markup.name)
  for (const [name, value] of present(markup.attributes)) made.setAttribute(name, value)
  made.append(...markup.children.map((child) => node(child, isDrawn)))
  return made
}

/** Puts markup in the place of what an element holds. */
export const fill = (element: Element, ...content: ReadonlyArray<Markup>): void =>
  element.replaceChildren(...content.map((one) => node(one)))
