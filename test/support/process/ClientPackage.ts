/**
 * The client's package in a project of somebody else's, packed and unpacked as npm does it.
 */
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"
import { bundleOf } from "./Program.ts"

/** Packs it; gives the archive's path, in a folder that ends with the scope. */
export const packed = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = mkdtempSync(join(tmpdir(), "almanac-packed-"))
    const { stdout } = await promisify(execFile)("npm", ["pack", "--json", "--pack-destination", folder], {
      cwd: await bundleOf("client")
    })
    return join(folder, String(JSON.parse(stdout)[0].filename))
  }),
  (archive) => Effect.sync(() => rmSync(dirname(archive), { recursive: true, force: true }))
)

/** A project that has the package and these of ours, and nothing else. It ends with the scope. */
export const project = (...packages: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const archive = yield* packed
    return yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const folder = realpathSync(mkdtempSync(join(tmpdir(), "almanac-buyer-")))
        const almanac = join(folder, "node_modules/almanac")
        mkdirSync(almanac, { recursive: true })
        await promisify(execFile)("tar", ["-xzf", archive, "-C", almanac, "--strip-components=1"])
        for (const name of packages) {
          const link = join(folder, "node_modules", name)
          mkdirSync(dirname(link), { recursive: true })
          symlinkSync(realpathSync(join("node_modules", name)), link)
        }
        writeFileSync(join(folder, "package.json"), '{"type":"module"}')
        return folder
      }),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
  })

/** The options of a strict project, with all checks on what others declare. */
export const strict = {
  target: "es2022",
  module: "nodenext",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [] as ReadonlyArray<string>,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false
}

/** Writes files into a project, with the options of their compiler. */
export const write = (folder: string, files: Readonly<Record<string, string>>, options: object = {}) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const compilerOptions = { ...strict, ...options }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(files) }))
}
