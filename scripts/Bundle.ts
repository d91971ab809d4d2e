/**
 * The service in one file, which loads in a fraction of the time that its modules take.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { type BuildOptions, build, type Plugin } from "esbuild"

/**
 * Writes what is no ASCII as an escape, which means the same in text and in patterns. With a single other character in
 * it, V8 keeps the source of a file at two bytes a character. esbuild does so in text, but not in patterns.
 */
const ascii: Plugin = {
  name: "ascii",
  setup: ({ onLoad }) => {
    onLoad({ filter: /(\/src\/.*\.ts|\/wink-porter2-stemmer\/.*\.js)$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(
        /[^\0-\x7f]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
      ),
      loader: path.endsWith(".ts") ? "ts" : "js"
    }))
  }
}

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
  plugins: [ascii],
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

/** Bundles `src/main.ts` into a file, with the texts of the docs page beside it. */
export const bundle = async (outfile: string) => {
  await mkdir(dirname(outfile), { recursive: true })
  await build({
    ...options,
    plugins: [...options.plugins, pageTexts(dirname(outfile))],
    entryPoints: ["src/main.ts"],
    outfile
  })
}
