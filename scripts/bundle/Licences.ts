/**
 * The licences of other people's code in the bundles, and beside them in the image: each package's own text.
 */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Schema } from "effect"
import { type Inputs, options } from "./Bundle.ts"

/** The file's name, beside the bundles. */
export const file = "THIRD-PARTY-NOTICES"

const Package = Schema.parseJson(
  Schema.Struct({
    name: Schema.String,
    version: Schema.String,
    license: Schema.String,
    dependencies: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), {
      default: () => ({})
    })
  })
)

const describe = (directory: string) =>
  Schema.decodeUnknownSync(Package)(readFileSync(join(directory, "package.json"), "utf8"))

/** The directories of the packages that files are of. A package within another one's `node_modules` is its own. */
const packagesOf = (inputs: Inputs): ReadonlyArray<string> =>
  inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])

/** Where a package lies that one in this directory asks for; none where it is left out, as an optional one may be. */
const find = (name: string, from: string): ReadonlyArray<string> => {
  const directory = join(from, "node_modules", name)
  try {
    describe(directory)
    return [directory]
  } catch {
    return dirname(from) === from ? [] : find(name, dirname(from))
  }
}

/** The packages outside of the bundles, which the image has as they are, and what they need. */
const outside = (names: ReadonlyArray<string>, from: string): ReadonlyArray<string> =>
  names.flatMap((name) =>
    find(name, from).flatMap((directory) => [
      directory,
      ...outside(Object.keys(describe(directory).dependencies), directory)
    ])
  )

/** The section on the licence in a README: some packages have their text nowhere else. */
const section = (readme: string): string | undefined =>
  /^#+ *licen[cs]e *$([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(readme)?.[1]?.trim()

/** The texts in a package's directory: its licence, and notices that must go with it. */
const textsIn = (directory: string): ReadonlyArray<string> => {
  const names = readdirSync(directory)
  const read = (pattern: RegExp) =>
    names
      .filter((name) => pattern.test(name))
      .map((name) => readFileSync(join(directory, name), "utf8").trim())
  const files = read(/^(licen[cs]e|copying|notice)(\.(md|txt))?$/i)
  return files.length > 0 ? files : read(/^readme\.md$/i).flatMap((readme) => section(readme) ?? [])
}

/**
 * What `@effect/platform` carries within its own files: the docs page. It tells no version, and its licence
 * (https://github.com/swagger-api/swagger-ui/blob/master/NOTICE) has the same words wherever it stands.
 */
const embedded = (): Entry => [
  "swagger-ui, within @effect/platform: docs.javascript, docs.css (Apache-2.0)",
  ["Copyright 2020-2021 SmartBear Software Inc.", ...find("detect-libc", process.cwd()).flatMap(textsIn)]
]

const line = "=".repeat(80)

const entry = (directory: string): Entry => {
  const { license, name, version } = describe(directory)
  const texts = textsIn(directory)
  if (texts.length === 0) throw new Error(`${name} ${version} has no text of its licence (${license})`)
  return [`${name} ${version} (${license})`, texts]
}

type Entry = readonly [title: string, texts: ReadonlyArray<string>]

/** A title and the licence of each package, in the order of the names. */
const document = (entries: ReadonlyArray<Entry>): string =>
  [
    "Almanac is distributed with the code of these packages. Each is under its own licence.",
    ...[...new Map(entries)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([title, texts]) => [line, title, line, "", texts.join("\n\n")].join("\n"))
  ]
    .map((part) => `${part}\n`)
    .join("\n")

const entries = (directories: ReadonlyArray<string>) => [...new Set(directories)].map(entry)

/** The text for bundles that are made of these files. Fails for a package without a text. */
export const ofBundles = (inputs: Inputs): string => document(entries(packagesOf(inputs)))

/** The text for the service's bundles, which are made of these files, and for what stands beside them. */
export const licences = (inputs: Inputs): string =>
  document([...entries([...packagesOf(inputs), ...outside(options.external, process.cwd())]), embedded()])
