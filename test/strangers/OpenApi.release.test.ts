/**
 * The OpenAPI document as other people's linters and generators see it.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import * as Almanac from "../support/process/Almanac.ts"
import * as Program from "../support/process/Program.ts"
import * as Stranger from "../support/process/Stranger.ts"
import { type Finding, judge } from "./Findings.ts"
import { redocly } from "./waived/redocly.ts"
import { spectral } from "./waived/spectral.ts"

/** The document in a file, in a folder from which their packages are found. */
class Document extends Context.Tag("test/Document")<
  Document,
  { readonly folder: string; readonly file: string }
>() {
  static readonly layer = Layer.scoped(
    Document,
    Effect.gen(function* () {
      const url = yield* Almanac.urlOf(yield* Program.sandbox({ PORT: "0" }))
      const folder = join(yield* Effect.promise(Stranger.folder), "document")
      mkdirSync(folder, { recursive: true })
      const file = join(folder, "openapi.json")
      writeFileSync(file, yield* Effect.promise(async () => (await fetch(`${url}/openapi.json`)).text()))
      return { folder, file }
    })
  )
}

const Redocly = Schema.parseJson(
  Schema.Struct({
    problems: Schema.Array(
      Schema.Struct({
        ruleId: Schema.String,
        location: Schema.Array(Schema.Struct({ pointer: Schema.optional(Schema.String) }))
      })
    )
  })
)

const Spectral = Schema.parseJson(
  Schema.Array(
    Schema.Struct({ code: Schema.String, path: Schema.Array(Schema.Union(Schema.String, Schema.Number)) })
  )
)

/** The JSON that a program writes, without what it says before and after. */
const jsonIn = (output: string): string =>
  output.slice(output.search(/[[{]/), output.search(/[\]}][^\]}]*$/) + 1)

const run = (name: string, ...args: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const spawned = await Stranger.start(name, args)
    await spawned.ends
    return spawned.output()
  })

/** What the compiler says of a file in a strict project of somebody else's. */
const compile = (folder: string, file: string, options: object) => {
  const project = join(folder, `tsconfig.${file}.json`)
  const strict = {
    noEmit: true,
    strict: true,
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    types: []
  }
  writeFileSync(project, JSON.stringify({ compilerOptions: { ...strict, ...options }, files: [file] }))
  return run("tsc", "-p", project)
}

layer(Document.layer, { timeout: "10 minutes" })("the OpenAPI document", (it) => {
  it.effect(
    "breaks no rule of redocly that is not waived",
    () =>
      Effect.gen(function* () {
        const { file } = yield* Document
        const output = yield* run("redocly", "lint", file, "--extends=recommended-strict", "--format=json")
        const { problems } = yield* Schema.decodeUnknown(Redocly)(
          jsonIn(output.split("openapi.json: validated")[0] ?? "")
        )
        const findings = problems.map(
          ({ location, ruleId }): Finding => ({
            rule: ruleId,
            place: location[0]?.pointer?.replace("#/", "") ?? ""
          })
        )
        expect(judge(findings, redocly)).toEqual({ findings: [], needless: [] })
      }),
    300_000
  )

  it.effect(
    "breaks no rule of spectral and OWASP that is not waived",
    () =>
      Effect.gen(function* () {
        const { file, folder } = yield* Document
        const rules = join(folder, "rules.json")
        writeFileSync(
          rules,
          JSON.stringify({ extends: ["spectral:oas", "@stoplight/spectral-owasp-ruleset"] })
        )
        const output = yield* run("spectral", "lint", file, "-r", rules, "-f", "json", "-q")
        const problems = yield* Schema.decodeUnknown(Spectral)(jsonIn(output))
        const findings = problems.map(({ code, path }): Finding => ({ rule: code, place: path.join("/") }))
        expect(judge(findings, spectral)).toEqual({ findings: [], needless: [] })
      }),
    300_000
  )

  it.effect(
    "gives types by openapi-typescript that tell nulls, codes and headers",
    () =>
      Effect.gen(function* () {
        const { file, folder } = yield* Document
        const types = join(folder, "types.ts")
        yield* run("openapi-typescript", file, "-o", types)
        writeFileSync(join(folder, "sample.mts"), typesSample)
        const options = {
          module: "nodenext",
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true
        }
        expect(yield* compile(folder, "sample.mts", options)).toBe("")
      }),
    300_000
  )

  it.effect(
    "gives a client by @hey-api/openapi-ts that compiles, with the errors of each status",
    () =>
      Effect.gen(function* () {
        const { file, folder } = yield* Document
        const client = join(folder, "client")
        yield* run("openapi-ts", "-i", file, "-o", client, "-s")
        writeFileSync(join(folder, "buy.ts"), clientSample)
        const options = { module: "esnext", moduleResolution: "bundler" }
        expect(yield* compile(folder, "buy.ts", options)).toBe("")
      }),
    300_000
  )
})

/** Assignments that compile when the types are exactly these. */
const typesSample = `
import createClient from "openapi-fetch"
import type { components, operations, paths } from "./types.js"

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>() => {}
type Schemas = components["schemas"]

holds<Same<Schemas["Work"]["citations"], number | null>>()
holds<Same<Schemas["NewsArticle"]["source"], string | null>>()
holds<Same<Schemas["EvidenceItem"]["data"], Schemas["EvidenceData"] | null>>()
holds<Same<Schemas["ClaimReport"]["verdict"], "supported" | "contradicted" | "mixed" | "insufficient">>()
holds<Same<Schemas["FxRatesRequest"]["date"], string | null | undefined>>()
holds<Same<Schemas["ProviderTimeoutError"]["error"]["code"], "PROVIDER_TIMEOUT">>()
holds<
  Same<
    operations["fx.rates"]["responses"][429]["content"]["application/json"]["error"]["code"],
    "PROVIDER_RATE_LIMITED" | "TOO_MANY_REQUESTS"
  >
>()
holds<Same<operations["fx.rates"]["responses"][429]["headers"]["Retry-After"], number>>()

const { POST } = createClient<paths>({ baseUrl: "https://almanac.example" })
export const buy = async () => {
  const { data, error, response } = await POST("/v1/fx/rates", {
    body: { base: "EUR", currencies: ["USD"] },
    params: { header: { "PAYMENT-SIGNATURE": "e30=", "Idempotency-Key": "0123456789abcdef" } }
  })
  // @ts-expect-error: a currency is a text
  await POST("/v1/fx/rates", { body: { base: 1, currencies: ["USD"] } })
  if (error !== undefined) return error.error.code
  const rate: number | undefined = data.data.rates["USD"]
  return [rate, data.meta.requestId, response.headers.get("PAYMENT-RESPONSE")]
}
`

const clientSample = `
import { fxRates, informationVerify } from "./client"
import type { FxRatesErrors, Work } from "./client"

export const buy = async () => {
  const { data, error } = await fxRates({
    body: { base: "EUR", currencies: ["USD"], date: null },
    headers: { "PAYMENT-SIGNATURE": "e30=" }
  })
  const code: "PROVIDER_TIMEOUT" = (null as unknown as FxRatesErrors[504]).error.code
  const citations: number | null = (null as unknown as Work).citations
  // @ts-expect-error: a claim is a text
  await informationVerify({ body: { claim: 1 } })
  return error === undefined ? [data.data.rates["USD"], data.data.date] : [error, code, citations]
}
`
