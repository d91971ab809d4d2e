/**
 * Bundles the programs that tests start as processes of their own: each once for a whole run, when it is first asked
 * for. From a bundle a process starts in a fifth of the time that its modules take, and production runs one. Other
 * people's programs are installed in the same way.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { build } from "esbuild"
import type { TestProject } from "vitest/node"
import { bundle, options, writeWebFiles } from "../../../scripts/bundle/Bundle.ts"
import * as Strangers from "./Strangers.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Answers the path of an entry point with the path of its bundle, `strangers` with the folder of theirs, and `client` with that of the client's package. */
    readonly programs: string
  }
}

/** A folder of this run's own, below the packages that stay outside of a bundle, and ignored by git. */
const makePlace = (root: string) => {
  mkdirSync(join(root, "dist"), { recursive: true })
  return mkdtempSync(join(root, "dist/test-"))
}

export default async (project: TestProject) => {
  const place = makePlace(project.config.root)
  const built = new Map<string, Promise<string>>()
  const service = async () => {
    await bundle(join(place, "service"))
    return join(place, "service/main.cjs")
  }
  const program = async (entryPoint: string) => {
    const outfile = join(place, entryPoint.replaceAll("/", "-").replace(/\.ts$/, ".js"))
    await build({ ...options, entryPoints: [entryPoint], outfile, sourcemap: false })
    if (entryPoint === "src/Sandbox/main.ts") await writeWebFiles(place)
    return outfile
  }
  const client = async () => {
    // It loads the compiler, which few runs need.
    const { writePackage } = await import("../../../scripts/client/Package.ts")
    await writePackage(join(place, "client"))
    return join(place, "client")
  }
  /** As the client's package has it. */
  const commandLine = async () => {
    const { bundlePrograms } = await import("../../../scripts/client/Package.ts")
    await bundlePrograms(join(place, "programs"))
    return join(place, "programs/bin/almanac.js")
  }
  const make = (entryPoint: string) => {
    if (entryPoint === "src/Cli/main.ts") return commandLine()
    if (entryPoint === "strangers") return Strangers.install(project.config.root)
    if (entryPoint === "client") return client()
    // The service as `npm run build` makes it; programs that people run from their sources, in one file each.
    return entryPoint === "src/main.ts" ? service() : program(entryPoint)
  }
  const bundleOf = (entryPoint: string) => {
    const present = built.get(entryPoint)
    if (present !== undefined) return present
    const path = make(entryPoint)
    built.set(entryPoint, path)
    return path
  }
  const server = createServer((request, response) => {
    // No connection is kept: a test would send its next question on one that the server is about to close.
    response.setHeader("connection", "close")
    bundleOf((request.url ?? "/").slice(1)).then(
      (outfile) => response.end(outfile),
      (error) => response.writeHead(500).end(String(error))
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  project.provide("programs", `http://127.0.0.1:${Object(server.address()).port}`)
  return () => {
    server.closeAllConnections()
    server.close()
    rmSync(place, { recursive: true, force: true })
  }
}
