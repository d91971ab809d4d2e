/**
 * What the command loads before it knows what is wanted: little, so that it starts at once.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { expect, it } from "vitest"
import { bundlePrograms } from "../../scripts/client/Package.ts"

it("the command starts with its own code alone: what signs, explains and serves is loaded when it is needed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "almanac-loaded-"))
  try {
    const { outputs } = (await bundlePrograms(folder)).metafile
    const named = (path: string) =>
      Object.entries(outputs).find(([name]) => name.endsWith(relative(folder, join(folder, path))))
    const seen = new Map<string, (typeof outputs)[string]>()
    const visit = (name: string, output: (typeof outputs)[string] | undefined) => {
      if (output === undefined || seen.has(name)) return
      seen.set(name, output)
      for (const { kind, path } of output.imports) {
        if (kind === "import-statement") visit(path, outputs[path])
      }
    }
    const [name = "", entry] = named("bin/almanac.js") ?? []
    visit(name, entry)
    const inputs = [...seen.values()].flatMap((output) => Object.keys(output.inputs))
    const bytes = [...seen.values()].reduce((sum, output) => sum + output.bytes, 0)
    expect(inputs.some((input) => input.endsWith("src/Cli/Program.ts"))).toBe(true)
    expect(inputs.filter((input) => input.includes("node_modules"))).toEqual([])
    expect(bytes).toBeLessThan(100_000)
    const all = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
    for (const later of ["viem", "effect", "@modelcontextprotocol/server"]) {
      expect(all.some((input) => input.includes(`node_modules/${later}/`))).toBe(true)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
