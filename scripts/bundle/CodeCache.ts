/**
 * Makes the code cache of a bundle for `boot.ts`: V8's compiled code of all functions that a start calls. A cache is
 * valid for one version of V8 with the same flags, so the bundle is started with the flags of `npm start`.
 */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Schema } from "effect"
import { codeCache } from "./Bundle.ts"

const PackageFile = Schema.parseJson(Schema.Struct({ scripts: Schema.Struct({ start: Schema.String }) }))

/** The V8 flags of `npm start`. */
export const flags = (): ReadonlyArray<string> => {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8")
  const { start } = Schema.decodeUnknownSync(PackageFile)(file).scripts
  return start.split(" ").filter((word) => word.startsWith("--"))
}

const freePort = () =>
  new Promise<number>((found, failed) => {
    const server = createServer().once("error", failed)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => found(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** The longest time of a start, in milliseconds. */
const startLimit = 60_000

/** Starts the bundle of a directory, without any services behind it, and writes its code cache. */
export const write = async (directory: string) => {
  const port = await freePort()
  const program = fileURLToPath(new URL("./keep-code.js", import.meta.url))
  await promisify(execFile)(
    process.execPath,
    [...flags(), program, resolve(directory, "main.cjs"), resolve(directory, codeCache), String(port)],
    {
      // There is no file `.env`.
      cwd: resolve(directory),
      env: {
        HOST: "127.0.0.1",
        PORT: String(port),
        CONTACT: "https://example.org",
        X402_PAY_TO: `0x${"1".repeat(40)}`,
        DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
        X402_FACILITATOR_URL: "http://127.0.0.1:1"
      },
      timeout: startLimit
    }
  )
}
