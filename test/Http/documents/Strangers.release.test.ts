/**
 * The service in the eyes of other people's programs for discovery: the audit of AgentCash, and the validators of the
 * x402 bazaar, which read the live 402s and what crawlers find.
 */
import { expect, layer } from "@effect/vitest"
import { decodePaymentRequiredHeader } from "@x402/core/http"
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from "@x402/extensions/bazaar"
import { Context, Effect, Layer, Predicate } from "effect"
import { freePort } from "../../../scripts/process/FreePort.ts"
import { registeredCapabilities } from "../../../src/Api/CapabilityRegistry.ts"
import { exchange, jsonOf } from "../../support/Exchange.ts"
import { type Running, start, world } from "../../support/Harness.ts"
import * as Stranger from "../../support/process/Stranger.ts"

/** It names itself by the port that it listens at: the programs follow its links. */
class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}

const services = Layer.scoped(
  Almanac,
  Effect.flatMap(freePort, (port) =>
    start({ environment: { PORT: String(port), CONTACT: "mailto:ops@almanac.example" } })
  )
).pipe(Layer.provideMerge(world))

type Block = Parameters<typeof validateDiscoveryExtension>[0]

const isBlock = (value: unknown): value is Block =>
  Predicate.isRecord(value) && "info" in value && "schema" in value

const blockOf = (extensions: unknown): Block => {
  const block = Predicate.isRecord(extensions) ? extensions["bazaar"] : undefined
  if (!isBlock(block)) throw new Error("no discovery block")
  return block
}

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("a stranger", (it) => {
  it.effect(
    "AgentCash finds every capability with its price, and nothing to complain of",
    () =>
      Effect.gen(function* () {
        const { settings } = yield* Almanac
        const audit = yield* Effect.promise(() => Stranger.start("discovery", [settings.listen.publicUrl]))
        yield* Effect.promise(() => audit.ends)
        const output = audit.output()
        for (const { facts, path } of registeredCapabilities)
          expect(output).toMatch(new RegExp(`^ +POST +${path} +paid +${facts.price} USD +\\[x402\\]$`, "m"))
        const found = [...output.matchAll(/^ {2}\[(error|warn|info)\] (\w+)(?: \(.*\))?$/gm)].map(([line]) =>
          line.trim()
        )
        expect(found).toEqual([])
      }),
    // The first call of a run installs the programs.
    600_000
  )

  it.effect("the bazaar's validators take the blocks of the 402s and of /.well-known/x402", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const listed = jsonOf(yield* Effect.promise(() => exchange(url, { target: "/.well-known/x402" })))
      const items = Predicate.isRecord(listed) && Array.isArray(listed["items"]) ? listed["items"] : []
      const live = yield* Effect.forEach(registeredCapabilities, ({ path }) =>
        Effect.map(
          Effect.promise(() => exchange(url, { method: "POST", target: path })),
          ({ headers }) => decodePaymentRequiredHeader(headers["payment-required"] ?? "").extensions
        )
      )
      const blocks = [...items.map(({ extensions }) => extensions), ...live].map(blockOf)
      expect(blocks.length).toBe(2 * registeredCapabilities.length)
      for (const block of blocks) {
        expect(validateDiscoveryExtension(block)).toEqual({ valid: true })
        expect(validateDiscoveryExtensionSpec({ ...block })).toEqual({ valid: true })
      }
    })
  )
})
