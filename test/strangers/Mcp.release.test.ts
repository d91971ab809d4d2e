/**
 * Clients of the Model Context Protocol that other people have written: at `/mcp` of the sandbox, and over stdio with the
 * command of ours.
 */
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { expect, layer } from "@effect/vitest"
import { x402Client } from "@x402/core/client"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { Effect } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { buyers } from "../../src/Sandbox/Accounts.ts"
import { question } from "../support/Buyer.ts"
import * as Program from "../support/process/Program.ts"
import { jsonIn, on22, type Place, ran, World } from "./McpWorld.ts"

const [buyer] = buyers

/** Both versions of the library, by the names of their modules. Most hosts have the first one. */
const libraries = [
  {
    version: "SDK v1",
    client: "@modelcontextprotocol/sdk/client/index.js",
    http: "@modelcontextprotocol/sdk/client/streamableHttp.js",
    stdio: "@modelcontextprotocol/sdk/client/stdio.js"
  },
  {
    version: "SDK v2",
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
    const { tools } = yield* Effect.promise(async () => client.listTools())
    expect(tools).toHaveLength(19)
    return (name: string, input: object, meta?: object) =>
      Effect.promise(async () =>
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
            const told = await tools
              .find(({ name }) => name === "fx_rates")
              ?.invoke(question)
              .then(String, String)
            return { names, told }
          } finally {
            await client.close()
          }
        })
        expect(names).toHaveLength(19)
        expect(told).toMatch(/"x402Version":\s*2.*"amount":\s*"2000"/s)
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

  // Its session's process has 5 seconds to start, which a busy machine exceeds: run with MCPC=1 where nothing else runs.
  it.effect.skipIf(process.env["MCPC"] === undefined)(
    "mcpc signs a payment before it is asked for one, by what the list of tools says",
    () =>
      Effect.gen(function* () {
        const { folder, home, outcomes, sandbox } = yield* World
        const before = outcomes().length
        const program = join(folder, "node_modules/.bin/mcpc")
        const tried = (...args: ReadonlyArray<string>) =>
          ran(program, args, { HOME: home, MCPC_HOME_DIR: join(home, "mcpc") })
        const held = ({ code, output }: { code: number | null; output: string }) => {
          expect(code, output).toBe(0)
          return output
        }
        const mcpc = (...args: ReadonlyArray<string>) => Effect.map(tried(...args), held)
        yield* mcpc("x402", "import", buyer.privateKey)
        // It gives the process of a session 5 seconds to start, which a busy machine exceeds.
        const connected = yield* Effect.repeat(tried("connect", `${sandbox}/mcp`, "@almanac", "--x402"), {
          until: ({ output }) => !output.includes("Bridge failed to start"),
          times: 9
        })
        held(connected)
        const args = ["fx_rates", 'base:="EUR"', 'currencies:=["USD"]']
        const bought = yield* Effect.ensuring(
          mcpc("@almanac", "tools-call", ...args, "--json"),
          Effect.ignore(mcpc("close", "@almanac"))
        )
        expect(jsonIn(bought)).toMatchObject({
          _meta: { "x402/payment-response": { success: true, amount: "2000" } },
          structuredContent: { data: { base: "EUR" } }
        })
        expect(outcomes().slice(before)).toContain("delivered")
        expect(outcomes().slice(before)).not.toContain("PAYMENT_REQUIRED")
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
