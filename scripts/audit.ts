/**
 * Asks the registry what is known of the packages that production runs:
 *
 *   npm run audit
 *
 * Exits with 0 when nothing high or critical is known of one, with 1 when something is, and with 2 when the audit could
 * not be made: the registry has none (a mirror: HTTP 404 or 405), is out of reach, or npm fails.
 */
import "./process/Pipe.ts"
import { spawnSync } from "node:child_process"
import { exitCode, lines, verdict } from "./audit/Verdict.ts"

const { error, stdout } = spawnSync("npm", ["audit", "--omit=dev", "--audit-level=high", "--json"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024
})
const found = error === undefined ? verdict(stdout) : ({ _tag: "NotMade", reason: error.message } as const)
for (const line of lines(found)) console.log(line)
process.exitCode = exitCode(found)
