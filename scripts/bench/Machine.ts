/**
 * Where and with what a run is made.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { cpus, loadavg, platform, release, totalmem } from "node:os"
import { Either, Schema } from "effect"
import type { Cores } from "./servers/Cores.ts"

const Package = Schema.parseJson(Schema.Struct({ version: Schema.String }))

/** Where the peers' packages are. */
export const peers = new URL("./peers/", import.meta.url)

const versionIn = (directory: URL) => (name: string) =>
  Either.try(() => readFileSync(new URL(`node_modules/${name}/package.json`, directory), "utf8")).pipe(
    Either.flatMap(Schema.decodeUnknownEither(Package)),
    Either.match({ onLeft: () => [], onRight: ({ version }): Array<[string, string]> => [[name, version]] })
  )

const commit = () =>
  Either.getOrElse(
    Either.try(() =>
      execFileSync("git", ["describe", "--always", "--dirty"], { stdio: ["ignore", "pipe", "ignore"] })
        .toString()
        .trim()
    ),
    () => "unknown"
  )

/** Facts about the machine; `load` is the one-minute average when the run began. */
export const facts = (cores: Cores, postgres: string): Readonly<Record<string, string>> => ({
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: String(cpus().length),
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  os: `${platform()} ${release()}`,
  bound: cores.server === undefined ? "no" : `server to core ${cores.server}, load to core ${cores.load}`,
  load: (loadavg()[0] ?? 0).toFixed(1),
  postgres
})

/** Versions of what was measured, as installed. */
export const versions = (): Readonly<Record<string, string>> => {
  const root = new URL("../../", import.meta.url)
  return {
    node: process.versions.node,
    almanac: commit(),
    ...Object.fromEntries(
      [
        "effect",
        "@effect/platform",
        "@effect/platform-node",
        "@effect/sql-pg",
        "pg",
        "undici",
        "autocannon"
      ].flatMap(versionIn(root))
    ),
    ...Object.fromEntries(["express", "@x402/express", "@x402/core", "zod"].flatMap(versionIn(peers)))
  }
}
