/**
 * The client as a package that can be published: modules, types, manifest, README and licences.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Metafile, type Plugin } from "esbuild"
import ts from "typescript"
import * as Licences from "../bundle/Licences.ts"
import { fileOf, modules, peers, programs, withoutPackages } from "./Entries.ts"
import { manifest } from "./Manifest.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const sourceOf = (name: string) => join(root, "src", name)

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

/** The packages that each module imports, over any number of chunks. */
const packagesOf = (outputs: Metafile["outputs"], file: string): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const visit = (path: string): ReadonlyArray<string> => {
    if (seen.has(path)) return []
    seen.add(path)
    return (outputs[path]?.imports ?? []).flatMap((one) => (one.external ? [one.path] : visit(one.path)))
  }
  return visit(file)
}

/** Writes the modules and programs. Code that several of them need is in chunks, so that it is loaded once. */
const bundle = async (outdir: string): Promise<ReadonlyArray<string>> => {
  const entries = [
    ...Object.entries(modules).map(([module, source]) => ({ out: fileOf(module), in: sourceOf(source) })),
    ...Object.entries(programs).map(([name, source]) => ({ out: `bin/${name}`, in: sourceOf(source) }))
  ]
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [outside],
    legalComments: "none",
    metafile: true
  })
  for (const module of Object.keys(modules).filter((name) => withoutPackages.includes(name))) {
    const found = packagesOf(metafile.outputs, relative(root, join(outdir, `${fileOf(module)}.js`)))
    if (found.length > 0) throw new Error(`${module} imports ${found.join(", ")}`)
  }
  return Object.keys(metafile.inputs)
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
    outDir
  })
  const { diagnostics } = program.emit(undefined, (file, text) =>
    ts.sys.writeFile(file, withJavaScriptNames(text))
  )
  const all = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (all.length > 0) {
    throw new Error(
      ts.formatDiagnostics(all, {
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
  copyFileSync(join(root, "src/Client/README.md"), join(outdir, "README.md"))
}
