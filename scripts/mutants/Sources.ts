/**
 * The sources as trees, and what they declare by name: a declaration keeps its name when its file moves, and when its
 * lines are formatted anew.
 */
import { readdirSync, readFileSync } from "node:fs"
import { basename, join, sep } from "node:path"
import ts from "typescript"

/** Something with a name, and a body that can be changed. */
export interface Declaration {
  /** Its name behind the names of what it stands in, its file first: `Attempt.make.fulfil`. */
  readonly path: string
  readonly node: ts.Node
  readonly file: ts.SourceFile
}

/** Files, and all that they declare: what stands in another thing comes after it. */
export interface Sources {
  readonly files: ReadonlyArray<ts.SourceFile>
  readonly declarations: ReadonlyArray<Declaration>
}

/** The name of a declaration; a pattern (`const { a, b } = …`) has none. */
const nameOf = (node: ts.Node): string | undefined => {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node)
  return isDeclaration && node.name !== undefined && ts.isMemberName(node.name) ? node.name.text : undefined
}

const declarationsOf = (file: ts.SourceFile): ReadonlyArray<Declaration> => {
  const found: Array<Declaration> = []
  const visit = (node: ts.Node, around: ReadonlyArray<string>): void => {
    const name = nameOf(node)
    const names = name === undefined ? around : [...around, name]
    if (name !== undefined) found.push({ path: names.join("."), node, file })
    ts.forEachChild(node, (child) => visit(child, names))
  }
  visit(file, [basename(file.fileName, ".ts")])
  return found
}

/** Sources by the names of their files. */
export const parse = (codes: Readonly<Record<string, string>>): Sources => {
  const files = Object.entries(codes).map(([name, code]) =>
    ts.createSourceFile(name, code, {
      languageVersion: ts.ScriptTarget.Latest,
      // Else a comment would be a part of what it stands before.
      jsDocParsingMode: ts.JSDocParsingMode.ParseNone
    })
  )
  return { files, declarations: files.flatMap(declarationsOf) }
}

/** The sources of a project, by paths from its root. */
export const read = (root: string): Sources =>
  parse(
    Object.fromEntries(
      readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => `src/${name.split(sep).join("/")}`)
        .map((name) => [name, readFileSync(join(root, name), "utf8")])
    )
  )

/** The declarations of a name, or of a longer end of their paths: one is called `fulfil`, `make.fulfil`, `Attempt.make.fulfil`. */
export const called = ({ declarations }: Sources, name: string): ReadonlyArray<Declaration> =>
  declarations.filter(({ path }) => `.${path}`.endsWith(`.${name}`))
