/**
 * What the client's package consists of.
 */
import { existsSync } from "node:fs"
import { Record } from "effect"

const present = (sources: Readonly<Record<string, string>>) =>
  Record.filter(sources, (source) => existsSync(new URL(`../../src/${source}`, import.meta.url)))

/** The modules that others import, by what stands behind the package's name: each with its file below `src`. */
export const modules: Readonly<Record<string, string>> = present({
  ".": "Client/index.ts",
  "./capabilities": "Client/capabilities/index.ts",
  "./effect": "Client/effect/index.ts",
  "./verdict": "Client/verdict/index.ts",
  "./mcp": "Mcp/index.ts"
})

/** The programs by name, each with its file below `src`. */
export const programs: Readonly<Record<string, string>> = present({ almanac: "Cli/main.ts" })

/** Packages that are not bundled: who imports `./effect` has them. */
export const peers: ReadonlyArray<string> = ["effect", "@effect/platform"]

/** The modules that import no package, and nothing of Node: they run in browsers as they are. */
export const withoutPackages: ReadonlyArray<string> = [".", "./capabilities", "./verdict"]

/** The name of a module's file in the package, without its ending. */
export const fileOf = (module: string): string => (module === "." ? "index" : module.slice(2))
