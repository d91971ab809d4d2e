/**
 * Builds what other projects import (`exports` in package.json) into dist/lib, and the licences of what the service is
 * made of beside it, when one of them installs this package or when it is packed. An install within the clone needs none of it, and is not to take longer for it.
 */
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { createRequire } from "node:module"

const here = process.cwd()
const { INIT_CWD = here, npm_command } = process.env

if (npm_command === "pack" || npm_command === "publish" || INIT_CWD !== here) {
  rmSync("dist/lib", { recursive: true, force: true })
  const { resolve } = createRequire(import.meta.url)
  const run = (program, ...args) =>
    spawnSync(process.execPath, [resolve(program), ...args], { stdio: "inherit" }).status ?? 1
  process.exitCode =
    run("typescript/bin/tsc", "-p", "tsconfig.lib.json") || run("tsx/cli", "scripts/build.ts", "--licences")
}
