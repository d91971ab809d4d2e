/**
 * The programs of docs/python.md. What needs packages of Python is run where they are installed, and is skipped by that name
 * elsewhere: `pip install httpx eth-account "x402[httpx,evm]"`.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { run } from "../../scripts/process/Spawned.ts"
import { canonical } from "../../src/Client/Json.ts"
import { nonceOf } from "../../src/Client/Payment.ts"
import { blocksOf } from "../support/Pages.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Program from "../support/process/Program.ts"

const blocks = blocksOf("docs/python.md").filter(({ language }) => language === "python")

const succeeds = (code: string) => spawnSync("python3", ["-c", code]).status === 0
const has = {
  python: succeeds("pass"),
  httpx: succeeds("import httpx, eth_account"),
  x402: succeeds("import httpx, eth_account, x402.http.clients, x402.mechanisms.evm")
}

/** The programs in a folder. */
class Folder extends Context.Tag("test/Folder")<Folder, string>() {
  static readonly layer = Layer.scoped(
    Folder,
    Effect.acquireRelease(
      Effect.sync(() => {
        const folder = mkdtempSync(join(tmpdir(), "almanac-python-"))
        for (const { code, note } of blocks) writeFileSync(join(folder, note), code)
        return folder
      }),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
  )
}

const python = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(Folder, (folder) =>
    Effect.promise(async () => {
      const spawned = run("python3", args, { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" })
      return { code: await spawned.ends, output: spawned.output() }
    })
  )

const purchases = [
  { request: { base: "EUR", currencies: ["USD"] }, amount: "2000", key: "order-4711", path: "/v1/fx/rates" },
  {
    request: { query: 'Zürich "Züri" 北京 😀', limit: 3 },
    amount: "10000",
    key: "k",
    path: "/v1/news/search"
  }
].map((one) => ({ ...one, payer: `0x${"Ab".repeat(20)}`, payTo: `0x${"Cd".repeat(20)}` }))

layer(Folder.layer)("docs/python.md", (it) => {
  it.effect.skipIf(!has.python)("is Python: each of its programs compiles", () =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const compile = "import ast, sys; [ast.parse(open(name).read()) for name in sys.argv[1:]]"
      const ended = yield* python("-c", compile, ...blocks.map(({ note }) => join(folder, note)))
      expect(blocks.map(({ note }) => note)).toEqual(["purchase.py", "buy.py", "stock.py"])
      expect(ended).toEqual({ code: 0, output: "" })
    })
  )

  it.effect.skipIf(!has.python)("derives the nonce that the client derives, of the same body", () =>
    Effect.gen(function* () {
      const program = [
        "import json, sys, purchase",
        "for one in json.loads(sys.argv[1]):",
        "    body = purchase.body_of(one['request'])",
        "    print(purchase.nonce_of(one['payer'], one['key'], one['path'], body, one['amount'], one['payTo']))"
      ].join("\n")
      const { output } = yield* python("-c", program, JSON.stringify(purchases))
      const expected = yield* Effect.promise(() =>
        Promise.all(purchases.map(({ request, ...one }) => nonceOf({ ...one, body: canonical(request) })))
      )
      expect(output.trim().split("\n")).toEqual(expected)
    })
  )

  const buys = (file: string) =>
    Effect.gen(function* () {
      const folder = yield* Folder
      const url = yield* Almanac.urlOf(yield* Program.sandbox({ PORT: "0" }))
      const spawned = run("python3", [join(folder, file)], { BASE_URL: url, PYTHONPATH: folder })
      const code = yield* Effect.promise(() => spawned.ends)
      expect([code, spawned.output()]).toEqual([0, expect.stringMatching(/\{'USD': 1\.\d+\} True/)])
    })

  it.scoped.skipIf(!has.httpx)("buys with httpx and eth_account (where Python has them)", () =>
    buys("buy.py")
  )

  it.scoped.skipIf(!has.x402)("buys with x402 (where Python has it)", () => buys("stock.py"))
})
