/**
 * What other projects import: built as for `npm pack`, the example of docs/contributing.md compiles in a strict project and buys an answer;
 * so it does within the clone.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { blocksBelow } from "./support/Pages.ts"
import { node } from "./support/process/Node.ts"

const packages = realpathSync("node_modules")
const place = mkdtempSync(join(tmpdir(), "almanac-package-"))
const within = join("dist", `example-${process.pid}.ts`)

const example = {
  code: "",
  ...blocksBelow("docs/contributing.md", "Swapping layers").find(({ language }) => language === "ts")
}

/** Uses what the example does not: the contract by the typed client, and the list. */
const more = `
import { HttpApiClient } from "@effect/platform"
import { capabilities, providers } from "almanac-service/capabilities"
import { Api } from "almanac-service/contract"
import { Effect, Option } from "effect"

export const price = Effect.gen(function* () {
  const { fx } = yield* HttpApiClient.make(Api, { baseUrl: "http://localhost:8402" })
  const { data } = yield* fx.rates({ payload: { base: "EUR", currencies: ["USD"], date: Option.none() } })
  const rates: { readonly [currency: string]: number } = data.rates
  return rates
})
export const ids: ReadonlyArray<string> = [...capabilities.all.map(({ id }) => id), ...providers.all.map(({ slug }) => slug)]
`.replace("import { Effect }", "import { Effect, Option }")

const lastLine = (stdout: string) => JSON.parse(stdout.trim().split("\n").at(-1) ?? "")
const bought = { status: 200, body: { data: { base: "EUR", date: "2022-06-29", rates: { USD: 1.0517 } } } }

beforeAll(async () => {
  rmSync("dist/THIRD-PARTY-NOTICES", { force: true })
  const prepared = await node(".", ["scripts/prepare.js"], { npm_command: "pack" })
  expect(prepared).toMatchObject({ status: 0 })
  const modules = join(place, "node_modules")
  mkdirSync(join(modules, "almanac-service"), { recursive: true })
  for (const name of readdirSync(packages)) symlinkSync(join(packages, name), join(modules, name))
  cpSync("package.json", join(modules, "almanac-service", "package.json"))
  cpSync("dist/lib", join(modules, "almanac-service", "dist", "lib"), { recursive: true })
  writeFileSync(join(place, "package.json"), '{"type":"module"}')
  writeFileSync(join(place, "example.ts"), example.code)
  writeFileSync(join(place, "more.ts"), more)
  writeFileSync(
    join(place, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        target: "ES2022",
        module: "NodeNext",
        strict: true,
        outDir: "out",
        skipLibCheck: false
      },
      files: ["example.ts", "more.ts"]
    })
  )
}, 300_000)

afterAll(() => {
  rmSync(place, { recursive: true, force: true })
  rmSync(within, { force: true })
})

describe("the paid call on mocks of docs/contributing.md", () => {
  it("has no type errors in another project, those of our declarations included", {
    timeout: 120_000
  }, async () => {
    const { status, stdout } = await node(place, [join(packages, "typescript/bin/tsc"), "-p", "."])
    expect([stdout, status]).toEqual(["", 0])
  })

  it("buys an answer there", { timeout: 60_000 }, async () => {
    const { stderr, stdout } = await node(place, ["out/example.js"])
    expect(stderr).toBe("")
    expect(lastLine(stdout)).toMatchObject(bought)
  })

  it("buys an answer within the clone", { timeout: 60_000 }, async () => {
    const code = example.code
      .replace("almanac-service/ports/ReferenceRates", "../src/Providers/ports/ReferenceRates.ts")
      .replace("almanac-service/testing", "../src/Testing.ts")
    expect(code).not.toContain("almanac-service")
    writeFileSync(within, code)
    const { stderr, stdout } = await node(".", [join(packages, "tsx/dist/cli.mjs"), within])
    expect(stderr).toBe("")
    expect(lastLine(stdout)).toMatchObject(bought)
  })

  it("has the licences of what the service is made of", () => {
    const { files } = JSON.parse(readFileSync("package.json", "utf8"))
    expect(files).toEqual(["dist/lib", "dist/THIRD-PARTY-NOTICES"])
    expect(readFileSync("dist/THIRD-PARTY-NOTICES", "utf8")).toMatch(
      /^=+\neffect \S+ \(MIT\)\n=+\n\nMIT License\n/m
    )
  })

  it("is built for nobody who installs within the clone", async () => {
    const prepared = await node(".", ["scripts/prepare.js"], {
      npm_command: "install",
      INIT_CWD: process.cwd()
    })
    expect(prepared).toEqual({ status: 0, stdout: "", stderr: "" })
    expect(readdirSync("dist")).toContain("lib")
  })
})
