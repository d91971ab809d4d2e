/**
 * No document says anything else than the live 402: price, path, network, token, payee and schema of every capability, in
 * every document, by whatever settings. README has the prices of the contract (Docs/Pages.test.ts): they hold without
 * settings.
 */
import { expect, layer } from "@effect/vitest"
import { decodePaymentRequiredHeader } from "@x402/core/http"
import { Context, Effect, Layer, Predicate } from "effect"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { exchange, jsonOf } from "../support/Exchange.ts"
import { type Running, start, world } from "../support/Harness.ts"
import { payTo } from "../support/SignedPayment.ts"

interface Setting {
  readonly environment: Readonly<Record<string, string>>
  readonly publicUrl: string
  readonly name: string
  readonly network: string
  readonly asset: string
  readonly domain: { readonly name: string; readonly version: string }
  readonly payTo: string
}

const payee = "0x29a9000000000000000000000000000000000001"

const settings: Readonly<Record<string, Setting>> = {
  testnet: {
    environment: {},
    publicUrl: "http://localhost:0",
    name: "base-sepolia",
    network: "eip155:84532",
    asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    domain: { name: "USDC", version: "2" },
    payTo
  },
  mainnet: {
    environment: {
      PUBLIC_URL: "https://almanac.example/below",
      X402_NETWORK: "eip155:8453",
      X402_FACILITATOR_URL: "https://facilitator.example",
      X402_PAY_TO: payee,
      ...Object.fromEntries(
        registeredCapabilities.map(({ facts }, at) => [
          `PRICE_${facts.id.toUpperCase().replaceAll(".", "_")}`,
          `0.1${String(at).padStart(2, "0")}`
        ])
      )
    },
    publicUrl: "https://almanac.example/below",
    name: "base",
    network: "eip155:8453",
    asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    domain: { name: "USD Coin", version: "2" },
    payTo: payee
  }
}

class Services extends Context.Tag("test/Services")<Services, ReadonlyMap<string, Running>>() {}

const services = Layer.scoped(
  Services,
  Effect.map(
    Effect.forEach(Object.entries(settings), ([name, { environment }]) =>
      Effect.map(start({ environment }), (running) => [name, running] as const)
    ),
    (all) => new Map(all)
  )
).pipe(Layer.provideMerge(world))

type Json = Readonly<Record<string, unknown>>
const object = (value: unknown): Json => (Predicate.isRecord(value) ? value : {})
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, key) => object(inner)[key], value)

/** A type that may be null, written as one list of types, whichever of the two ways it was written. */
const withNull = (schema: Json): Json => {
  const { anyOf: alternatives, ...rest } = schema
  const [own, ...others] = list(alternatives).filter((one) => at(one, "type") !== "null")
  return own !== undefined && others.length === 0 && list(alternatives).length === 2
    ? { ...rest, ...object(own), type: [at(own, "type"), "null"] }
    : schema
}

/** A schema of which only what it demands is left: references are followed, texts and formats dropped. */
const demands = (schema: unknown, document: unknown = {}): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => demands(one, document))
  if (!Predicate.isRecord(schema)) return schema
  const { $ref: reference } = schema
  if (typeof reference === "string") return demands(at(document, ...reference.slice(2).split("/")), document)
  const texts = ["$schema", "$defs", "title", "description", "examples", "format"]
  const bare = Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !texts.includes(keyword))
      .map(([keyword, value]) => [
        keyword,
        keyword === "properties"
          ? Object.fromEntries(
              Object.entries(object(value)).map(([field, one]) => [field, demands(one, document)])
            )
          : demands(value, document)
      ])
  )
  return withNull(bare)
}

const fetched = (setting: string, target: string, accept = "*/*", method = "GET") =>
  Effect.flatMap(Services, (all) =>
    Effect.promise(() => exchange(all.get(setting)?.url ?? "", { method, target, headers: { accept } }))
  )

/** The live 402 of a capability. */
const challenge = (setting: string, path: string) =>
  Effect.map(fetched(setting, path, "*/*", "POST"), (one) => {
    const challenge = decodePaymentRequiredHeader(one.headers["payment-required"] ?? "")
    const [terms] = challenge.accepts
    if (one.status !== 402 || terms === undefined) throw new Error(`no 402 at ${path}`)
    return { ...challenge, terms, decimal: Number(terms.amount) / 1e6 }
  })

/** The part of a text from a heading of a capability to the next heading. */
const sectionOf = (text: string, id: string): string => {
  const found = new RegExp(`^##? [^\\n]*\\(${id.replaceAll(".", "\\.")}\\)\\n(?:(?!^#)[^])*`, "m").exec(text)
  return found?.[0] ?? ""
}

const html = "text/html"

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("live", (it) => {
  for (const [name, setting] of Object.entries(settings)) {
    it.effect(`the 402s of ${name} ask for what is set`, () =>
      Effect.gen(function* () {
        for (const { facts, path } of registeredCapabilities) {
          const { decimal, resource, terms } = yield* challenge(name, path)
          if (name === "testnet") expect([facts.id, decimal]).toEqual([facts.id, Number(facts.price)])
          expect(resource.url).toBe(`${setting.publicUrl}${path}`)
          expect(terms).toMatchObject({
            network: setting.network,
            asset: setting.asset,
            payTo: setting.payTo,
            extra: setting.domain
          })
        }
      })
    )

    it.effect(`the documents for programs of ${name} are the 402s`, () =>
      Effect.gen(function* () {
        const openApi = jsonOf(yield* fetched(name, "/openapi.json"))
        const capabilities = jsonOf(yield* fetched(name, "/v1/capabilities"))
        const x402 = jsonOf(yield* fetched(name, "/.well-known/x402"))
        const home = jsonOf(yield* fetched(name, "/", "application/json"))
        expect(list(at(openApi, "servers"))).toMatchObject([{ url: setting.publicUrl }])
        expect(at(capabilities, "data", "network")).toMatchObject({
          name: setting.name,
          caip2: setting.network
        })
        expect(at(home, "network")).toEqual({ name: setting.name, caip2: setting.network })
        const sold = Object.keys(object(at(openApi, "paths"))).filter(
          (path) => at(openApi, "paths", path, "post") !== undefined
        )
        expect(sold).toEqual(registeredCapabilities.map(({ path }) => path))
        for (const [many, all] of [
          ["capabilities", at(capabilities, "data", "capabilities")],
          ["x402", at(x402, "items")],
          ["resources", at(x402, "resources")],
          ["home", at(home, "capabilities")]
        ] as const)
          expect([many, list(all).length]).toEqual([many, registeredCapabilities.length])

        for (const [place, { facts, path }] of registeredCapabilities.entries()) {
          const { accepts, decimal, extensions, resource } = yield* challenge(name, path)
          const asked = demands(
            at(extensions, "bazaar", "schema", "properties", "input", "properties", "body")
          )

          const operation = at(openApi, "paths", path, "post")
          const info = at(operation, "x-payment-info")
          expect([facts.id, Number(at(info, "price", "amount"))]).toEqual([facts.id, decimal])
          const networks = [
            at(info, "network"),
            ...list(at(info, "protocols")).map((one) => at(one, "x402", "network"))
          ]
          expect(networks.filter(Predicate.isString), facts.id).toEqual([
            expect.stringMatching(new RegExp(`^(${setting.network}|${setting.name})$`))
          ])
          const body = at(operation, "requestBody", "content", "application/json", "schema")
          expect(demands(body, openApi), facts.id).toEqual(asked)
          expect(at(operation, "operationId")).toBe(facts.id)

          const listed = list(at(capabilities, "data", "capabilities"))[place]
          expect(listed).toMatchObject({ id: facts.id, path, method: "POST" })
          expect(Number(at(listed, "price", "amount"))).toBe(decimal)
          expect(demands(at(listed, "requestSchema"), at(listed, "requestSchema")), facts.id).toEqual(asked)

          const item = list(at(x402, "items"))[place]
          const { url, ...described } = resource
          expect(item).toEqual({
            resource: url,
            type: "http",
            method: "POST",
            x402Version: 2,
            accepts,
            ...described,
            extensions
          })
          expect(list(at(x402, "resources"))[place]).toBe(url)

          expect(list(at(home, "capabilities"))[place]).toMatchObject({ id: facts.id, method: "POST", url })
          expect(Number(at(list(at(home, "capabilities"))[place], "price", "amount"))).toBe(decimal)
        }
      })
    )

    it.effect(`the texts and pages of ${name} are the 402s`, () =>
      Effect.gen(function* () {
        const index = (yield* fetched(name, "/llms.txt")).text
        const full = (yield* fetched(name, "/llms-full.txt")).text
        const page = (yield* fetched(name, "/", html)).text
        for (const { facts, path } of registeredCapabilities) {
          const { decimal, extensions, resource } = yield* challenge(name, path)
          const asked = demands(
            at(extensions, "bazaar", "schema", "properties", "input", "properties", "body")
          )
          const prices = (text: string) =>
            [...text.matchAll(/([\d.]+) USDC/g)].map(([, amount]) => Number(amount))

          const entry = index.split("\n").filter((line) => line.includes(`\`POST ${path}\``))
          expect(entry.map(prices), facts.id).toEqual([[decimal]])
          const row = page.split("<tr>").filter((row) => row.includes(`<code>${path}</code></td></tr>`))
          expect(
            row.map((text) => prices(text)[0]),
            facts.id
          ).toEqual([decimal])

          const own = (yield* fetched(name, `/c/${facts.id}`)).text
          for (const text of [sectionOf(full, facts.id), own]) {
            expect(text, facts.id).toContain(`\`POST ${resource.url}\``)
            expect(prices(text), facts.id).toEqual([decimal])
            const [, schema = "{}"] = /```json\n(.*)\n```/.exec(text) ?? []
            expect(demands(JSON.parse(schema), JSON.parse(schema)), facts.id).toEqual(asked)
          }
          const shown = (yield* fetched(name, `/c/${facts.id}`, html)).text
          expect(new Set(prices(shown)), facts.id).toEqual(new Set([decimal]))
          expect(shown).toContain(`curl -i -X POST ${resource.url} `)
        }
        // Nothing of another chain, payee or host.
        const shown = [setting.asset, setting.payTo]
        for (const [text, addresses] of [
          [index, []],
          [full, []],
          [page, shown]
        ] as const) {
          expect(new Set(text.match(/eip155:\d+/g))).toEqual(new Set([setting.network]))
          expect(text.match(/0x[0-9a-fA-F]{40}\b/g) ?? []).toEqual(addresses)
          expect(
            text.match(/https?:\/\/localhost[^\s)"<]*/g)?.every((url) => url.startsWith(setting.publicUrl)) ??
              true
          ).toBe(true)
        }
      })
    )
  }
})
