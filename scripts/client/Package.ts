/**
 * The client as a package that can be published: modules, types, manifest, README and licences.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild"
import ts from "typescript"
import * as Licences from "../bundle/Licences.ts"
import { fileOf, modules, peers, programs, withoutPackages } from "./Entries.ts"
import { manifest } from "./Manifest.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const sourceOf = (name: string) => join(root, "src", name)

const common = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  legalComments: "none",
  metafile: true
} satisfies BuildOptions

/** Leaves the peers outside, and imports of them that nothing needs too. */
const outside: Plugin = {
  name: "peers",
  setup: ({ onResolve }) => {
    onResolve({ filter: new RegExp(`^(?:${peers.join("|")})(?:/|$)`) }, ({ path }) => ({
      path,
      external: true,
      sideEffects: false
    }))
  }
}

/** What a module loads from elsewhere, over any number of chunks. What it loads when it is asked for does not count. */
const packagesOf = (outputs: Metafile["outputs"], file: string): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const visit = (path: string): ReadonlyArray<string> => {
    if (seen.has(path)) return []
    seen.add(path)
    return (outputs[path]?.imports ?? [])
      .filter(({ kind }) => kind === "import-statement")
      .flatMap((one) => (one.external ? [one.path] : visit(one.path)))
  }
  return visit(file)
}

/** Writes the modules. Code that several of them need is in chunks, so that it is loaded once. */
const bundleModules = async (outdir: string) => {
  const built = await build({
    ...common,
    entryPoints: Object.entries(modules).map(([module, source]) => ({
      out: fileOf(module),
      in: sourceOf(source)
    })),
    outdir,
    chunkNames: "chunks/[name]-[hash]",
    plugins: [outside]
  })
  for (const module of withoutPackages) {
    const found = packagesOf(built.metafile.outputs, relative(root, join(outdir, `${fileOf(module)}.js`)))
    if (found.length > 0) throw new Error(`${module} imports ${found.join(", ")}`)
  }
  return built
}

/** Writes the programs, whole: who runs one has none of the packages. What one run needs is loaded, and no more. */
export const bundlePrograms = (outdir: string) =>
  build({
    ...common,
    entryPoints: Object.entries(programs).map(([name, source]) => ({ out: name, in: sourceOf(source) })),
    outdir: join(outdir, "bin"),
    chunkNames: "chunks/[name]-[hash]",
    minifySyntax: true,
    minifyWhitespace: true
  })

const bundle = async (outdir: string): Promise<ReadonlyArray<string>> => {
  const built = [await bundleModules(outdir), await bundlePrograms(outdir)]
  return built.flatMap(({ metafile }) => Object.keys(metafile.inputs))
}

/** Node runs them by their first line. */
const makeRunnable = (outdir: string) => {
  for (const name of Object.keys(programs)) {
    const file = join(outdir, "bin", `${name}.js`)
    writeFileSync(file, `#!/usr/bin/env node\n${readFileSync(file, "utf8").replace(/^#!.*\n/, "")}`)
    chmodSync(file, 0o755)
  }
}

/** A declaration as older compilers read it too: they know a file by the name of its code. */
const withJavaScriptNames = (text: string) => text.replaceAll(/((?:from|import\() ?"\.[^"]*)\.ts"/g, '$1.js"')

/** Writes the types of the modules, and of what they import. */
const declare = (outDir: string) => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.lib.json"), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root)
  const stemmer = sourceOf("Composites/Verify/wink-porter2-stemmer.d.ts")
  const program = ts.createProgram([...Object.values(modules).map(sourceOf), stemmer], {
    ...options,
    emitDeclarationOnly: true,
    // The compiler has checked them with everything else.
    noCheck: true,
    outDir
  })
  const { diagnostics } = program.emit(undefined, (file, text) =>
    ts.sys.writeFile(file, withJavaScriptNames(text))
  )
  if (diagnostics.length > 0) {
    throw new Error(
      ts.formatDiagnostics(diagnostics, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => root,
        getNewLine: () => "\n"
      })
    )
  }
}

/** Writes the package into a directory, in the place of what is there. */
export const writePackage = async (outdir: string): Promise<void> => {
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  const inputs = await bundle(outdir)
  makeRunnable(outdir)
  declare(join(outdir, "types"))
  writeFileSync(join(outdir, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(outdir, Licences.file), Licences.ofBundles(inputs))
  copyFileSync(join(root, "LICENSE"), join(outdir, "LICENSE"))
  copyFileSync(join(root, "scripts/client/README.md"), join(outdir, "README.md"))
}
