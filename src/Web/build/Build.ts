/**
 * Makes the files of `WebFiles.ts` from their sources: the modules by esbuild, each with all that it imports, one
 * stylesheet of all stylesheets below `src/Web`, and the pages of the docs. Production reads what `npm run build` has
 * made; a program that runs from its sources makes them when a page is first asked for.
 */
import { readdir, readFile } from "node:fs/promises"
import { basename, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { build as bundle } from "esbuild"
import { docsGroups, fileOf } from "../DocsList.ts"
import type { Asset, WebFiles } from "../WebFiles.ts"
import { pageOf } from "./Markdown.ts"

const sources = fileURLToPath(new URL("..", import.meta.url))

/** Browsers since 2023. Without source maps: they would be larger than all pages together. */
const options = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  legalComments: "none",
  target: "es2022",
  format: "esm",
  platform: "browser",
  outdir: join(sources, "assets"),
  entryNames: "[name]-[hash]"
} as const

/** The files, and the paths of the sources that they are made of. */
export interface Built {
  readonly files: WebFiles
  readonly inputs: ReadonlyArray<string>
}

interface Bundled {
  readonly outputFiles: ReadonlyArray<{ readonly path: string; readonly text: string }>
  readonly metafile: { readonly inputs: Readonly<Record<string, unknown>> }
}

const made = (contentType: Asset["contentType"], { metafile, outputFiles }: Bundled) => ({
  assets: outputFiles.map(({ path, text }): Asset => ({ name: basename(path), contentType, text })),
  inputs: Object.keys(metafile.inputs)
})

const named = (assets: ReadonlyArray<Asset>, name: string): Asset => {
  const found = assets.find((asset) => asset.name.startsWith(`${name}-`))
  if (found === undefined) throw new Error(`the bundle has no ${name}`)
  return found
}

/** A module that pages start. With `splitting`, what only some visits need is in modules of its own, which are loaded then. */
const script = async (name: string, splitting: boolean) => {
  const entryPoints = [join(sources, "browser", `${name}.ts`)]
  const bundled = await bundle({ ...options, splitting, entryPoints, chunkNames: "part-[name]-[hash]" })
  return made("text/javascript; charset=utf-8", bundled)
}

/** `style.css` comes first: the others add to it. */
const stylesheets = async (): Promise<ReadonlyArray<string>> => {
  const names = (await readdir(sources, { recursive: true })).filter((name) => name.endsWith(".css"))
  return names.sort(
    (left, right) => left.split(sep).length - right.split(sep).length || (left < right ? -1 : 1)
  )
}

const style = async () => {
  const imports = (await stylesheets()).map((name) => `@import "./${name.replaceAll(sep, "/")}";`)
  const stdin = { contents: imports.join("\n"), resolveDir: sources, loader: "css" } as const
  return made("text/css; charset=utf-8", await bundle({ ...options, stdin, entryNames: "style-[hash]" }))
}

/** The pages of the docs, as the repository has them. */
const docs = () =>
  Promise.all(
    docsGroups
      .flatMap(({ pages }) => pages)
      .map(async ({ about, name }) => {
        const file = fileOf(name)
        const text = await readFile(join(sources, "../..", file), "utf8")
        return { name, description: about, ...pageOf(file, text) }
      })
  )

const make = async (): Promise<Built> => {
  const [first, modules, sheet, pages] = await Promise.all([
    // It is small, and whole at once.
    script("home", false),
    script("capability", true),
    style(),
    docs()
  ])
  const [home, capability] = [named(first.assets, "home"), named(modules.assets, "capability")]
  return {
    files: {
      style: named(sheet.assets, "style"),
      scripts: { home, capability },
      parts: modules.assets.filter((asset) => asset !== capability),
      docs: pages
    },
    inputs: [...first.inputs, ...modules.inputs, ...sheet.inputs]
  }
}

let built: Promise<Built> | undefined

/** Makes them, once in a process. */
export const build = (): Promise<Built> => {
  built ??= make()
  return built
}
