/**
 * The package `almanac` as others install it: its types are strict and need nothing else, its examples buy, and browsers
 * load it.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { build } from "esbuild"
import { version } from "../../src/Api/Version.ts"
import { blocksOf } from "../support/Pages.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as ClientPackage from "../support/process/ClientPackage.ts"
import { node } from "../support/process/Node.ts"
import * as Program from "../support/process/Program.ts"

/** The sandbox, and a project with the packages that the examples import. */
class Place extends Context.Tag("test/Place")<Place, { readonly url: string; readonly folder: string }>() {
  static readonly layer = Layer.scoped(
    Place,
    Effect.gen(function* () {
      const folder = yield* ClientPackage.project("viem", "effect", "@effect/platform")
      const url = yield* Almanac.urlOf(yield* Program.sandbox({ PORT: "0" }))
      return { folder, url }
    })
  )
}

const examples = blocksOf("scripts/client/README.md").filter(({ language }) => language === "ts")

const compiler = resolve("node_modules/typescript/bin/tsc")

/** Assignments that compile when the types are exactly these. */
const sample = `
import { almanac, type Answer, AlmanacError, BudgetExceeded, type FxRatesRequest, type Journal } from "almanac"
import { type Capability, capabilities } from "almanac/capabilities"
import { explain, recompute } from "almanac/verdict"

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>() => {}

const wallet = { address: "0x00" as const, signTypedData: async () => "0x00" as const }
const buyer = almanac({ baseUrl: "https://almanac.example", network: "eip155:8453", wallet, budget: { perDay: "1" } })

export const buy = async (date: string | undefined): Promise<string | undefined> => {
  const request: FxRatesRequest = { base: "EUR", currencies: ["USD"], date }
  const { data, meta, receipt } = await buyer.fx.rates(request, { key: "order-4711" })
  holds<Same<typeof data.rates, { readonly [key: string]: number }>>()
  const rate: number | undefined = data.rates["USD"]
  const weather: Answer<"weather"> = await buyer.weather({ latitude: 1, longitude: 2 })
  const { data: report } = await buyer.call("information.verify", { claim: "Tea is warm" })
  // @ts-expect-error: a currency is a text
  await buyer.fx.rates({ base: 1, currencies: ["USD"] })
  // @ts-expect-error: there is no such capability
  await buyer.call("fx.rate", request)
  // @ts-expect-error: an amount is a text
  almanac({ baseUrl: "", network: "", budget: { perDay: 1 } })
  return [rate, meta.requestId, receipt?.transaction, weather.text, ...explain(recompute(report))].join()
}

export const told = (error: unknown): string => {
  if (error instanceof BudgetExceeded) return error.left
  if (!(error instanceof AlmanacError)) return ""
  holds<Same<typeof error.charged, boolean | "unknown">>()
  return error.code === "PROVIDER_TIMEOUT" ? error.message : error.code
}
export const first: Capability | undefined = capabilities[0]
export const journal: Journal = { change: async (owner, decide) => decide(new Map()).result }
`

/** Runs a module with what browsers have, and nothing else. */
const browser = `
import { readFileSync } from "node:fs"
import { createContext, SourceTextModule } from "node:vm"
const { console, crypto, fetch, setTimeout, clearTimeout, queueMicrotask, atob, btoa, performance } = globalThis
const { AbortController, AbortSignal, Blob, FormData, Headers, Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams } = globalThis
const context = createContext({
  console, crypto, fetch, setTimeout, clearTimeout, queueMicrotask, atob, btoa, performance,
  AbortController, AbortSignal, Blob, FormData, Headers, Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams
})
const module = new SourceTextModule(readFileSync(process.argv[2], "utf8"), { context })
await module.link(() => { throw new Error("a bundle imports nothing") })
await module.evaluate()
`

layer(Place.layer, { excludeTestServices: true, timeout: "240 seconds" })("the package", (it) => {
  it.effect("says what it is, and has the licences of what is in it", () =>
    Effect.map(Place, ({ folder }) => {
      const read = (name: string) => readFileSync(join(folder, "node_modules/almanac", name), "utf8")
      expect(JSON.parse(read("package.json"))).toMatchObject({ name: "almanac", version, license: "MIT" })
      expect(JSON.parse(read("package.json"))).not.toHaveProperty("dependencies")
      expect(read("LICENSE")).toContain("MIT License")
      expect(read("THIRD-PARTY-NOTICES")).toMatch(/^entities \S+ \(BSD-2-Clause\)$/m)
      expect(read("README.md")).toContain("# almanac")
    })
  )

  it.scoped(
    "has types that are strict, and need no other package and nothing of Node",
    () =>
      Effect.gen(function* () {
        const alone = yield* ClientPackage.project()
        ClientPackage.write(alone, { "sample.ts": sample }, { noEmit: true })
        const { status, stdout } = yield* Effect.promise(() => node(alone, [compiler, "-p", "."]))
        expect([stdout, status]).toEqual(["", 0])
      }),
    120_000
  )

  it.effect(
    "has examples that compile and do what they say",
    () =>
      Effect.gen(function* () {
        const { folder, url } = yield* Place
        const files = examples.map(({ code, note }) => [note, code.replaceAll("http://localhost:8402", url)])
        ClientPackage.write(folder, Object.fromEntries(files), { skipLibCheck: true })
        const compiled = yield* Effect.promise(() => node(folder, [compiler, "-p", "."]))
        expect([compiled.stdout, compiled.status]).toEqual(["", 0])
        const said = yield* Effect.forEach(examples, ({ note }) =>
          Effect.promise(() => node(folder, [note.replace(/\.ts$/, ".js")]))
        )
        expect(said.map(({ stderr }) => stderr)).toEqual(examples.map(() => ""))
        const [buy = "", effect = "", verdict = ""] = said.map(({ stdout }) => stdout)
        expect(buy).toMatch(/USD: 1\.\d+ \} true \{[\s\S]*today: '0\.002'/)
        expect(effect).toMatch(/rates: \{ USD: 1\.\d+ \}/)
        expect(verdict).toMatch(/^true contradicted, confidence 0\.5: /)
      }),
    120_000
  )

  it.effect("is loaded by a browser in 10 KB, packed, before it is asked for more", () =>
    Effect.gen(function* () {
      const { folder } = yield* Place
      const { metafile, outputFiles } = yield* Effect.promise(() =>
        build({
          stdin: { contents: 'export * from "almanac"', resolveDir: folder },
          bundle: true,
          splitting: true,
          minify: true,
          format: "esm",
          // Fails for a module of Node.
          platform: "browser",
          outdir: "/out",
          metafile: true,
          write: false,
          logLevel: "silent"
        })
      )
      const outputs = Object.entries(metafile.outputs)
      const [[entry = "", { imports = [] } = {}] = []] = outputs.filter(([, { entryPoint }]) => entryPoint)
      const first = [
        entry,
        ...imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path)
      ]
      const texts = outputFiles.filter(({ path }) =>
        first.some((one) => path.endsWith(one.replace(/^.*\//, "/")))
      )
      expect(texts).toHaveLength(first.length)
      expect(gzipSync(texts.map(({ text }) => text).join(""), { level: 9 }).length).toBeLessThanOrEqual(
        10 * 1024
      )
    })
  )

  it.effect(
    "buys in a browser's way, with Effect too: without Buffer and process",
    () =>
      Effect.gen(function* () {
        const { folder, url } = yield* Place
        writeFileSync(join(folder, "browser.mjs"), browser)
        for (const { code, note } of examples.filter(({ note }) => note !== "verdict.ts")) {
          const file = `browser-${note}.mjs`
          yield* Effect.promise(() =>
            build({
              stdin: {
                contents: code.replaceAll("http://localhost:8402", url),
                resolveDir: folder,
                loader: "ts"
              },
              bundle: true,
              format: "esm",
              platform: "browser",
              outfile: join(folder, file),
              logLevel: "silent"
            })
          )
          const { stderr, stdout } = yield* Effect.promise(() =>
            node(folder, ["--experimental-vm-modules", "--no-warnings", "browser.mjs", file])
          )
          expect(stderr).toBe("")
          expect(stdout).toMatch(/USD: 1\.\d+ \}/)
        }
      }),
    120_000
  )
})
