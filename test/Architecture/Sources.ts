/**
 * The files of `src`, as the tests of the architecture read them.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

/** The repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

const src = join(root, "src")

/** A file of `src`. */
export interface File {
  /** The path below `src`, with slashes: `Payment/Paywall.ts`. */
  readonly name: string
  readonly text: string
  /** The text without comments. */
  readonly code: string
  /** The files of `src` that it imports. */
  readonly own: ReadonlyArray<string>
  /** The packages that it imports. */
  readonly packages: ReadonlyArray<string>
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "")

const specifiers = (code: string) =>
  [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g)].flatMap(([, specifier]) => specifier ?? [])

/** The files below a folder, with slashes. */
export const namesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))

/** All files of `src`. */
export const files: ReadonlyArray<File> = namesBelow(src)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => {
    const text = readFileSync(join(src, name), "utf8")
    const code = withoutComments(text)
    const all = specifiers(code)
    const own = all
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) =>
        relative(src, join(src, name, "..", specifier))
          .split(sep)
          .join("/")
      )
    return { name, text, code, own, packages: all.filter((specifier) => !specifier.startsWith(".")) }
  })

/** The files of the contract that stand with their capability: a client imports them. */
export const isContract = (name: string) => /^Capabilities\/\w+\/(contract|fields|example)\.ts$/.test(name)

/** The capabilities that ask other capabilities. */
const isComposite = (name: string) =>
  /^Capabilities\/(Composite\.ts|(Research|Verify|Evidence|Compare)\/)/.test(name)

/** What is sold, and who is asked. */
const list = "Capabilities/index.ts"

/**
 * The room of a file: its folder, or the file itself at the top. The HTTP client, the limits of the HTTP server, what runs
 * in a browser, the capabilities that ask others, and the list of all capabilities are rooms of their own. A capability's contract belongs to the room Api.
 */
export const roomOf = (name: string) => {
  if (name === list) return "the list"
  if (isContract(name)) return "Api"
  if (isComposite(name)) return "composite capabilities"
  return /^(?:Http\/(?:client|limits)|Web\/browser)(?=\/)/.exec(name)?.[0] ?? name.split("/")[0] ?? name
}

/** `file -> import` for every import that a rule forbids. */
export const offences = (of: (file: File) => boolean, isForbidden: (imported: string) => boolean) =>
  files
    .filter(of)
    .flatMap(({ name, own }) => own.filter(isForbidden).map((imported) => `${name} -> ${imported}`))
