/**
 * Code as a row of words, whatever the space between them: names, numbers, operators, and every other character by
 * itself. Of a template and of any text the inside too, so that a statement's SQL is words as well. Comments are none.
 */
import type ts from "typescript"

/** A stretch of a file's text. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface Word extends Span {
  readonly text: string
}

/** Operators of several characters are one word: `=` is not found in `===`. */
const word = /\w+|[=!]==?|=>|[<>]=|&&=?|\|\|=?|\?\?=?|\?\.|\.{3}|\*\*|\+\+|--|[-+*/%]=|::|<>|[^\w\s]/g

const splitAt = (text: string, offset: number): ReadonlyArray<Word> =>
  [...text.matchAll(word)].map(({ 0: text, index }) => ({
    text,
    start: offset + index,
    end: offset + index + text.length
  }))

const wordsOf = (node: ts.Node, file: ts.SourceFile): ReadonlyArray<Word> => {
  const children = node.getChildren(file)
  return children.length === 0
    ? splitAt(node.getText(file), node.getStart(file))
    : children.flatMap((child) => wordsOf(child, file))
}

/** Where a fragment of code stands within a node. */
export const find = (fragment: string, node: ts.Node, file: ts.SourceFile): ReadonlyArray<Span> => {
  const sought = splitAt(fragment, 0)
  if (sought.length === 0) return []
  const words = wordsOf(node, file)
  return words.flatMap(({ start }, index) => {
    const last = words[index + sought.length - 1]
    return last !== undefined && sought.every(({ text }, place) => words[index + place]?.text === text)
      ? [{ start, end: last.end }]
      : []
  })
}
