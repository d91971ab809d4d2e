/**
 * The service in one file, which loads in a fraction of the time that its modules take.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type BuildOptions, build, type Plugin } from "esbuild"

/** Packages whose index gives out each of their modules under its own name. */
const indexed = ["effect", "@effect/platform", "@effect/platform-node", "@effect/sql-pg"]

/** What the index of `effect` gives out besides: members of its module `Function`. */
const functions = ["absurd", "flow", "hole", "identity", "pipe", "unsafeCoerce"]

const imported = (from: string, specifier: string): string => {
  const [, type = "", name = "", alias = name] = /^(type )?(\w+)(?: as (\w+))?$/.exec(specifier) ?? []
  if (name === "") throw new Error(`an import that is not understood: ${specifier}`)
  return from === "effect" && functions.includes(name)
    ? `import { ${name} as ${alias} } from "effect/Function"`
    : `import ${type}* as ${alias} from "${from}/${name}"`
}

/**
 * Imports from an index as imports of the modules themselves: of a module that an index gives out as a whole, esbuild
 * keeps everything; of one that is imported directly, what is used. A third of the bundle.
 */
const direct = (code: string): string =>
  code.replace(
    /^import (type )?\{([^}]*)\} from "([^"]+)"$/gm,
    (whole, type: string | undefined, names: string, from: string) =>
      indexed.includes(from)
        ? names
            .split(",")
            .map((name) => name.trim())
            .filter((name) => name !== "")
            .map((name) => imported(from, type === undefined ? name : `type ${name}`))
            // On one line: the lines below keep their numbers.
            .join("; ") + "\n".repeat(names.split("\n").length - 1)
        : whole
  )

/**
 * Writes what is no ASCII as an escape, which means the same in text and in patterns. With a single other character in
 * it, V8 keeps the source of a file at two bytes a character. esbuild does so in text, but not in patterns.
 */
export const ascii = (code: string): string =>
  code.replace(
    // A backslash before such a character is none before an escape: "\\u2019" would be six characters.
    /(?<!\\)((?:\\\\)*)\\?([^\0-\x7f])/g,
    (_, pairs: string, character: string) =>
      `${pairs}\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

const sources: Plugin = {
  name: "sources",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => ({
      contents: ascii(direct(await readFile(path, "utf8"))),
      loader: "ts"
    }))
    onLoad({ filter: /\/wink-porter2-stemmer\/.*\.js$/ }, async ({ path }) => ({
      contents: ascii(await readFile(path, "utf8")),
      loader: "js"
    }))
  }
}

/** The driver asks whether it runs at Cloudflare by making a `Response`, for which node loads a fetch of its own. */
const socket: Plugin = {
  name: "socket",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/pg\/lib\/stream\.js$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8")
      const contents = code.replace("typeof Response === 'function'", "false")
      if (contents === code) throw new Error(`the driver asks in another way: ${path}`)
      return { contents, loader: "js" }
    })
  }
}

/** Of undici only the pool of connections: its fetch, caches and sockets are half a megabyte that nobody asks for. */
const pool: Plugin = {
  name: "pool",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/undici\/index\.js$/ }, () => ({
      contents: 'exports.Agent = require("./lib/dispatcher/agent.js")',
      loader: "js"
    }))
    // Nor is HTTP/2 spoken (`allowH2`), for which node would load a part of its own.
    onLoad({ filter: /\/undici\/lib\/dispatcher\/client-h2\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('HTTP/2 is not in the bundle') }",
      loader: "js"
    }))
  }
}

/** The code that V8 made of a bundle, beside it. */
export const codeCache = "almanac.cache"

/** How a program of ours is bundled, below the packages that stay outside. */
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
  plugins: [sources, pool, socket],
  // Packages that read files beside their own code, or are loaded only when they are needed.
  external: [
    "tiny-secp256k1",
    "secp256k1",
    "@electric-sql/pglite",
    "@electric-sql/pglite-prepopulatedfs",
    "pg-native"
  ],
  // CommonJS packages inside an ES module ask for `require`.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);'
  }
} satisfies BuildOptions

/** Throws where there is anything else: `boot.ts` reads the bundle as latin1, and V8 keeps it at one byte a character. */
export const assertAscii = (code: string): void => {
  const [strange] = /.{0,40}[^\0-\x7f].{0,40}/.exec(code) ?? []
  if (strange !== undefined) throw new Error(`the bundle is not all ASCII: ${strange}`)
}

/**
 * The texts of the docs page: 2 MB that most processes are never asked for. They stay outside, as files, and are read
 * where the page puts them in.
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

/**
 * Bundles the service into a directory: `main.cjs` starts `almanac.cjs`, with the code that V8 made of it (`CodeCache.ts`) if
 * there is some. The texts of the docs page are beside it.
 */
export const bundle = async (directory: string) => {
  const outfile = join(directory, "almanac.cjs")
  await mkdir(directory, { recursive: true })
  // Of the bundle that was there before.
  await rm(join(directory, codeCache), { force: true })
  await build({
    ...options,
    plugins: [...options.plugins, pageTexts(directory)],
    format: "cjs",
    // What is loaded on demand is required then: a script's `import` is an experiment of node's, which warns of it.
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "bundleUrl" },
    // A directive is one only before everything else.
    banner: { js: '"use strict"; const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
    entryPoints: ["src/main.ts"],
    outfile
  })
  assertAscii(await readFile(outfile, "utf8"))
  await build({
    platform: "node",
    format: "cjs",
    target: "node20",
    entryPoints: ["src/boot.ts"],
    outfile: join(directory, "main.cjs")
  })
}
