/**
 * `npm run check` in what it must not let pass: Effect's diagnostics are part of the compiler's pass, and a warning
 * fails it as an error does.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

/** What the compiler says to a file of a project with our options. */
const compile = (code: string) => {
  mkdirSync("dist", { recursive: true })
  // Below the project, so that its packages are found.
  const place = mkdtempSync(join("dist", "check-"))
  try {
    writeFileSync(join(place, "planted.ts"), code)
    writeFileSync(
      join(place, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", include: ["planted.ts"] })
    )
    const patched = spawnSync("npx", ["effect-language-service", "patch"], { encoding: "utf8" })
    const { status, stdout } = spawnSync("npx", ["tsc", "-p", place], { encoding: "utf8" })
    return { status, text: `${patched.stderr}${stdout}` }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const begin = 'import { Effect } from "effect"\n'

describe("npm run check", { timeout: 120_000 }, () => {
  it("runs the patched compiler over everything, and the linter with warnings as errors", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
    expect(scripts.check).toBe(
      "effect-language-service patch && tsc --noEmit && tsc --noEmit -p tsconfig.web.json && biome check --error-on-warnings ."
    )
  })

  it.each([
    {
      kind: "an effect that nobody runs (an error)",
      code: `${begin}export const main = () => { Effect.log("lost") }`,
      says: "floatingEffect"
    },
    {
      kind: "a failure that holds an effect (a warning)",
      code: `${begin}export const main = Effect.fail(Effect.succeed(1))`,
      says: "effectInFailure"
    },
    {
      kind: "an effect in a void result (a warning)",
      code: `${begin}export const main: Effect.Effect<void> = Effect.succeed(Effect.log("lost"))`,
      says: "effectInVoidSuccess"
    },
    { kind: "a wrong type", code: "export const n: number = 'one'", says: "TS2322" }
  ])("fails at $kind", ({ code, says }) => {
    const { status, text } = compile(code)
    expect(text).toContain(says)
    expect(status).not.toBe(0)
  })

  it("passes what is right", () => {
    expect(compile(`${begin}export const main = Effect.log("run by main")`)).toEqual({ status: 0, text: "" })
  })
})
