/**
 * The peers' packages are no part of the product: they are installed when they are first needed.
 */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Effect } from "effect"
import { because } from "../Failure.ts"
import { peers } from "../Machine.ts"

const run = promisify(execFile)

/** Installs them from their lock file, unless they are there. */
export const install = Effect.suspend(() =>
  existsSync(new URL("node_modules/express", peers))
    ? Effect.void
    : Effect.tryPromise({
        try: () =>
          run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: fileURLToPath(peers), timeout: 180_000 }),
        catch: because("npm ci in scripts/bench/peers")
      })
)
