/**
 * The service in one file, which loads in a fraction of the time of its modules.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { type BuildOptions, build, type Plugin } from "esbuild"
import { libraryNames } from "../../src/Mcp/server/Library.ts"
import { build as buildWebFiles } from "../../src/Web/build/Build.ts"
import { fileName } from "../../src/Web/WebFiles.ts"
import { knownReplies } from "./KnownReplies.ts"

/** The driver constructs a `Response` to detect Cloudflare. Node would load its own fetch for that. */
const driver: Plugin = {
  name: "driver",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/pg\/lib\/stream\.js$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8")
      const contents = code.replace("typeof Response === 'function'", "false")
      if (contents === code) throw new Error(`the driver detects Cloudflare in another way: ${path}`)
      return { contents, loader: "js" }
    })
  }
}

/** Only undici's connection pool. Its fetch, caches and WebSockets would be half a megabyte of unused code. */
const pool: Plugin = {
  name: "pool",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/undici\/index\.js$/ }, () => ({
      contents: 'exports.Agent = require("./lib/dispatcher/agent.js")',
      loader: "js"
    }))
    // HTTP/2 is off (`allowH2`). Node would load its own HTTP/2 module for it.
    onLoad({ filter: /\/undici\/lib\/dispatcher\/client-h2\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('HTTP/2 is not in the bundle') }",
      loader: "js"
    }))
  }
}

/**
 * The library of the Model Context Protocol. Most processes need it late or never, so it is a bundle of its own, which is
 * loaded with the first message.
 */
const protocolLibrary = "@modelcontextprotocol/server"
const protocolBundle = "protocol.cjs"

const protocolApart: Plugin = {
  name: "protocol apart",
  setup: ({ onResolve }) => {
    onResolve({ filter: new RegExp(`^${protocolLibrary}$`) }, () => ({
      path: `./${protocolBundle}`,
      external: true
    }))
  }
}

/** Its validator of JSON Schemas judges what clients are asked for, and here they are asked for nothing: a third of it. */
const noValidator: Plugin = {
  name: "no validator",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/ajvProvider-[\w-]+\.(?:m|c)js$/ }, () => ({
      contents: "export class AjvJsonSchemaValidator {}; export { AjvJsonSchemaValidator as n }",
      loader: "js"
    }))
  }
}

/** What makes the pages' files from sources is in no bundle: a bundle has them beside it (`writeWebFiles`). */
const noSources: Plugin = {
  name: "no sources",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/src\/Web\/build\/Build\.ts$/ }, () => ({
      contents: `export const build = () => Promise.reject(new Error("there is no ${fileName} beside the program"))`,
      loader: "js"
    }))
  }
}

/** Writes the files of the pages beside a bundle, and tells what they are made of. */
export const writeWebFiles = async (directory: string): Promise<Inputs> => {
  const { files, inputs } = await buildWebFiles()
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, fileName), JSON.stringify(files))
  return inputs
}

/** The file of the code cache, beside the bundle. */
export const codeCache = "almanac.cache"

/** The options of every bundle. */
export const options = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  sourcesContent: false,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  plugins: [driver, pool, noSources],
  // Packages that read files beside their own code, or that are loaded on demand.
  external: [
    "tiny-secp256k1",
    "secp256k1",
    "@electric-sql/pglite",
    "@electric-sql/pglite-prepopulatedfs",
    "pg-native"
  ],
  // CommonJS packages inside an ES module call `require`.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);'
  }
} satisfies BuildOptions

/**
 * The texts of Swagger UI's page. Most processes never serve its 2 MB, so they stay outside in files, which the page
 * reads on demand.
 */
const pageTexts = (outdir: string): Plugin => ({
  name: "page texts",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/internal\/httpApiSwagger\.js$/ }, async ({ path }) => {
      const texts: Readonly<Record<string, string>> = await import(pathToFileURL(path).href)
      const names = ["javascript", "css"]
      const lines = names.map(async (name) => {
        await writeFile(join(outdir, `docs.${name}`), texts[name] ?? "")
        return `export const ${name} = { toString: () => readFileSync(new URL("docs.${name}", import.meta.url), "utf8") }`
      })
      return {
        contents: ['import { readFileSync } from "node:fs"', ...(await Promise.all(lines))].join("\n")
      }
    })
  }
})

/** Those of a bundle that node runs as a script. */
const script = {
  ...options,
  format: "cjs",
  metafile: true,
  // A dynamic import becomes `require`: in a script, `import` is experimental in node and prints a warning.
  supported: { "dynamic-import": false },
  define: { "import.meta.url": "bundleUrl" },
  // A directive must come first.
  banner: { js: '"use strict"; const bundleUrl = require("node:url").pathToFileURL(__filename).href;' }
} satisfies BuildOptions

/** The files that a bundle is made of: what the metafile of esbuild says. */
export type Inputs = ReadonlyArray<string>

/**
 * Bundles the service into a directory. `main.cjs` starts the bundle `almanac.cjs`, with its code cache
 * (`CodeCache.ts`) if there is one. The files of the pages, the texts of Swagger UI and the protocol's library are beside it. `plugins` come
 * before the usual ones.
 */
export const bundle = async (directory: string, plugins: ReadonlyArray<Plugin> = []): Promise<Inputs> => {
  await mkdir(directory, { recursive: true })
  // The cache of an earlier bundle.
  await rm(join(directory, codeCache), { force: true })
  const { metafile } = await build({
    ...script,
    plugins: [...plugins, ...script.plugins, pageTexts(directory), protocolApart],
    entryPoints: ["src/main.ts"],
    outfile: join(directory, "almanac.cjs")
  })
  const protocol = await build({
    ...script,
    sourcemap: false,
    plugins: [noValidator],
    stdin: {
      contents: `export { ${libraryNames.join(", ")} } from "${protocolLibrary}"`,
      resolveDir: process.cwd()
    },
    outfile: join(directory, protocolBundle)
  })
  await build({
    platform: "node",
    format: "cjs",
    target: "node20",
    entryPoints: [fileURLToPath(new URL("boot.ts", import.meta.url))],
    outfile: join(directory, "main.cjs")
  })
  const pages = await writeWebFiles(directory)
  return [...Object.keys(metafile.inputs), ...Object.keys(protocol.metafile.inputs), ...pages]
}

/** The operator's programs beside the service, each `<name>.cjs`: the image has neither npm nor sources. */
const programs = ["doctor", "canary", "books/report", "books/reconcile", "books/refund", "books/changes"]

/** Bundles the operator's programs into a directory. */
export const bundlePrograms = async (directory: string): Promise<Inputs> => {
  const { metafile } = await build({
    ...script,
    sourcemap: false,
    plugins: [...script.plugins, knownReplies],
    entryPoints: programs.map((name) => ({
      in: `scripts/${name}.ts`,
      out: name.slice(name.lastIndexOf("/") + 1)
    })),
    outdir: directory,
    outExtension: { ".js": ".cjs" }
  })
  return Object.keys(metafile.inputs)
}
