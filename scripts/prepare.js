/**
 * Builds what other projects import (`exports` in package.json) into dist/lib, when one of them installs this package or
 * when it is packed. An install within the clone needs none of it, and is not to take longer for it.
 */
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { createRequire } from "node:module"

const here = process.cwd()
const { INIT_CWD = here, npm_command } = process.env

if (npm_command === "pack" || npm_command === "publish" || INIT_CWD !== here) {
  rmSync("dist/lib", { recursive: true, force: true })
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc")
  const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.lib.json"], { stdio: "inherit" })
  process.exitCode = status ?? 1
}
