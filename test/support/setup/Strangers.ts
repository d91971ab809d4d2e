/**
 * Other people's programs, which the release tier runs against the service. They are no dependencies of the project: 700
 * packages would make everybody's `npm ci` slow. They have a lock file of their own, and are installed when first needed.
 *
 * The MCP inspector is installed without what its web page and its terminal need (`overrides`): half of its size, and its
 * vite names an optional package that cannot be had, so that `npm ci` refuses any lock file with it.
 */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

const manifests = ["package.json", "package-lock.json"] as const

/** Milliseconds for 250 MB of packages, on a slow line; less than `fetch` waits for an answer (5 minutes). */
const patience = 290_000

/** Installs them, unless these versions are there; gives the folder that has their `node_modules`. */
export const install = async (root: string): Promise<string> => {
  const source = join(root, "test/strangers")
  const cache = join(root, ".cache/strangers")
  const lock = readFileSync(join(source, "package-lock.json"))
  const place = join(cache, createHash("sha256").update(lock).digest("hex").slice(0, 16))
  if (existsSync(place)) return place
  const unfinished = `${place}.unfinished`
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  for (const manifest of manifests) copyFileSync(join(source, manifest), join(unfinished, manifest))
  await promisify(execFile)("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: unfinished,
    timeout: patience
  })
  renameSync(unfinished, place)
  return place
}
