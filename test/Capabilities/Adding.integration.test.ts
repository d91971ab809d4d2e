/**
 * Follows docs/contributing.md, "Adding a capability", in a copy of the source: it compiles, sells, and is known everywhere.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { blocksBelow } from "../support/Pages.ts"
import { node } from "../support/process/Node.ts"

const place = mkdtempSync(join(tmpdir(), "almanac-adding-"))

/** The steps, as the page has them: what a block is followed by is the name of its file. */
const steps = blocksBelow("docs/contributing.md", "Adding a capability")

/** Writes the lines of a patch that begin with + after the line above them; imports to the top. */
const patched = (text: string, patch: string): string => {
  let done = text
  let above = ""
  for (const line of patch.split("\n").filter((line) => line !== "")) {
    const code = line.slice(1)
    if (line.startsWith(" ")) {
      if (!done.includes(`${code}\n`)) throw new Error(`the page names a line that is not there: ${code}`)
      above = code
    } else if (code.startsWith("import ")) {
      done = `${code}\n${done}`
    } else {
      done = done.replace(`${above}\n`, () => `${above}\n${code}\n`)
      above = code
    }
  }
  return done
}

/** Run in the copy: serves it on mocks, buys an answer, and tells what knows of it. */
const buyAndTell = `
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { wrapFetchWithPayment, x402Client } from "@x402/fetch"
import { ConfigProvider, Effect, Layer, Logger, Option } from "effect"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { operations } from "./scripts/canary/Operations.ts"
import { capabilities } from "./src/Capabilities/index.ts"
import { TideTable } from "./src/Providers/Tides/port.ts"
import { Settings } from "./src/Settings.ts"
import * as Testing from "./src/Testing.ts"

const table = Layer.mock(TideTable, { next: (harbour) => Effect.succeed({ harbour, metres: 6.7 }) })
const buyer = privateKeyToAccount(generatePrivateKey())
const buy = wrapFetchWithPayment(fetch, new x402Client().register("eip155:*", new ExactEvmScheme(buyer)))

const sale = (...more) =>
  Effect.gen(function* () {
    const url = yield* Testing.serve(
      Layer.mergeAll(Testing.everyProvider, ...more, Testing.agreeingFacilitator, Testing.inMemoryLedger)
    )
    return yield* Effect.promise(async () => {
      const response = await buy(url + "/v1/tides", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ harbour: "Dover" })
      })
      return {
        status: response.status,
        body: await response.json(),
        openApi: await (await fetch(url + "/openapi.json")).json(),
        list: await (await fetch(url + "/v1/capabilities")).json()
      }
    })
  }).pipe(Effect.scoped)

const read = new Set()
const noting = ConfigProvider.mapInputPath(
  ConfigProvider.fromMap(new Map([["X402_PAY_TO", "0x" + "1".repeat(40)], ["CONTACT", "a"]])),
  (name) => (read.add(name), name)
)
await Effect.runPromise(Effect.withConfigProvider(Settings.config, noting))

const { openApi, list, ...sold } = await Effect.runPromise(
  Effect.provide(sale(table), Logger.remove(Logger.defaultLogger))
)
const unexpected = await Effect.runPromise(Effect.provide(sale(), Logger.remove(Logger.defaultLogger)))
console.log(JSON.stringify({
  sold: { status: sold.status, data: sold.body.data },
  unexpected: unexpected.status,
  operation: openApi.paths["/v1/tides"]?.post?.["x-charges"],
  listed: list.data.capabilities.find(({ id }) => id === "tides")?.price,
  settings: [...read].filter((name) => name.includes("TIDES")).sort(),
  canary: operations.filter(({ provider }) => provider === "tides").map(({ name, isProbe }) => [name, isProbe]),
  asks: capabilities.all.find(({ id }) => id === "tides")?.asks(Option.none())
}))
`

const run = (...args: ReadonlyArray<string>) => node(place, args, { NO_COLOR: "1" })

beforeAll(() => {
  for (const name of [
    "src",
    "scripts",
    "test",
    "package.json",
    "tsconfig.json",
    "vitest.config.ts",
    ".env.example",
    "docs",
    "README.md",
    "Dockerfile"
  ]) {
    cpSync(name, join(place, name), { recursive: true })
  }
  symlinkSync(realpathSync("node_modules"), join(place, "node_modules"))
  for (const { code, note: file, language } of steps) {
    const target = join(place, file)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, language === "diff" ? patched(readFileSync(target, "utf8"), code) : code)
  }
  writeFileSync(join(place, "tell.ts"), buyAndTell)
})

afterAll(() => rmSync(place, { recursive: true, force: true }))

describe("a capability that is added as docs/contributing.md says", () => {
  it("touches four places: contract, definition, the provider's folder, and the lists", () => {
    expect(steps.map(({ note, language }) => `${language} ${note}`)).toEqual([
      "ts src/Capabilities/Tides/contract.ts",
      "ts src/Capabilities/Tides/index.ts",
      "ts src/Providers/Tides/port.ts",
      "ts src/Providers/Tides/index.ts",
      "diff src/Capabilities/index.ts",
      "diff src/Api/Api.ts",
      "diff src/Resources/ProviderSlug.ts"
    ])
  })

  it("compiles", { timeout: 300_000 }, async () => {
    writeFileSync(
      join(place, "tsconfig.src.json"),
      JSON.stringify({ extends: "./tsconfig.json", compilerOptions: { plugins: [] }, include: ["src"] })
    )
    const { status, stdout } = await run("node_modules/typescript/bin/tsc", "-p", "tsconfig.src.json")
    expect([stdout, status]).toEqual(["", 0])
  })

  it("is sold, and known everywhere", { timeout: 120_000 }, async () => {
    const { stderr, stdout } = await run("node_modules/tsx/dist/cli.mjs", "tell.ts")
    const told = stdout.trim().split("\n").at(-1) ?? ""
    expect(told, stderr).toMatch(/^\{/)
    const { operation, ...known } = JSON.parse(told)
    expect(known).toEqual({
      sold: { status: 200, data: { harbour: "Dover", metres: 6.7 } },
      unexpected: 500,
      listed: { amount: "0.004", currency: "USDC" },
      settings: ["PRICE_TIDES", "TIDES_URL"],
      canary: [["tides.next", true]],
      asks: ["tides.next"]
    })
    expect(operation).toContain("throttled")
    expect(operation).not.toContain("refused")
  })

  it("is asked for in .env.example, and keeps the rooms' rules", { timeout: 120_000 }, async () => {
    const unit = () =>
      run(
        "node_modules/vitest/vitest.mjs",
        "run",
        "--project",
        "unit",
        "test/Settings",
        "test/Architecture",
        "test/Capabilities/List"
      )
    const before = await unit()
    expect(`${before.stdout}${before.stderr}`).toContain("names every setting, and no other")
    expect(before.status).not.toBe(0)
    const example = join(place, ".env.example")
    writeFileSync(
      example,
      `${readFileSync(example, "utf8")}PRICE_TIDES=0.004\nTIDES_URL=https://tides.example\n`
    )
    const { stderr, stdout } = await unit()
    const failed = [...`${stdout}${stderr}`.matchAll(/^ FAIL .* > (.*)$/gm)].map(([, name]) => name)
    // What is left is its row in the table of failures.
    expect(failed).toEqual(["'tides': is in the table of failures"])
  })
})
