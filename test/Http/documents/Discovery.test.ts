/**
 * What strangers meet first: `/`, the texts for models, and the files that programs look for at known places.
 */
import { inflateSync } from "node:zlib"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Predicate } from "effect"
import { registeredCapabilities } from "../../../src/Api/CapabilityRegistry.ts"
import { docs } from "../../../src/Http/documents/Paths.ts"
import { exchange, jsonOf } from "../../support/Exchange.ts"
import { type Running, start, world } from "../../support/Harness.ts"

const publicUrl = "https://almanac.example/below"

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}
class Sandboxed extends Context.Tag("test/Sandboxed")<Sandboxed, Running>() {}
/** Its contact is no address that anybody could be shown. */
class Nameless extends Context.Tag("test/Nameless")<Nameless, Running>() {}

const services = Layer.mergeAll(
  Layer.scoped(Almanac, start({ environment: { PUBLIC_URL: publicUrl, CONTACT: "ops@almanac.example" } })),
  Layer.scoped(Sandboxed, start({ sandbox: true })),
  Layer.scoped(Nameless, start({ environment: { CONTACT: "the operators" } }))
).pipe(Layer.provideMerge(world))

const get = (target: string, accept?: string) =>
  Effect.flatMap(Almanac, ({ url }) =>
    Effect.promise(() => exchange(url, { target, headers: accept === undefined ? {} : { accept } }))
  )
const status = ({ url }: Running, target: string, method = "GET") =>
  Effect.map(
    Effect.promise(() => exchange(url, { method, target })),
    (one) => one.status
  )

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
const ids = registeredCapabilities.map(({ facts }) => facts.id)

/** By path: the type, and the most bytes. */
const documents: ReadonlyArray<readonly [path: string, type: string, most: number]> = [
  ["/", "application/json", 8_000],
  ["/llms.txt", "text/markdown; charset=utf-8", 16_000],
  ["/llms-full.txt", "text/markdown; charset=utf-8", 60_000],
  ["/.well-known/x402", "application/json", 64_000],
  [
    "/.well-known/api-catalog",
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    2_000
  ],
  ["/.well-known/security.txt", "text/plain; charset=utf-8", 500],
  ["/robots.txt", "text/plain; charset=utf-8", 200],
  ["/sitemap.xml", "application/xml; charset=utf-8", 4_000],
  ["/icon.svg", "image/svg+xml", 1_000],
  ["/favicon.ico", "image/vnd.microsoft.icon", 2_000],
  ["/index.md", "text/markdown; charset=utf-8", 16_000],
  ["/docs", "text/html; charset=utf-8", 16_000],
  ["/docs.md", "text/markdown; charset=utf-8", 8_000],
  ["/docs/errors", "text/html; charset=utf-8", 16_000],
  ["/docs/errors.md", "text/markdown; charset=utf-8", 16_000],
  ...ids.map((id) => [`/c/${id}`, "text/markdown; charset=utf-8", 8_000] as const),
  ...ids.map((id) => [`/c/${id}.md`, "text/markdown; charset=utf-8", 8_000] as const)
]

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("a stranger", (it) => {
  it.effect("finds every document at its place, small, and for HEAD too", () =>
    Effect.gen(function* () {
      const almanac = yield* Almanac
      for (const [path, type, most] of documents) {
        const one = yield* get(path)
        expect([path, one.status, one.headers["content-type"]]).toEqual([path, 200, type])
        expect(Buffer.byteLength(one.text), path).toBeLessThan(most)
        expect(one.headers["etag"], path).toMatch(/^"[\w-]{20,}"$/)
        expect([path, yield* status(almanac, path, "HEAD")]).toEqual([path, 200])
        expect([path, yield* status(almanac, path, "POST")]).toEqual([path, 405])
      }
      for (const path of ["/c/none", "/c/fx.rates/", "/llms.TXT", "/.well-known/", "//", "/C/fx.rates"])
        expect([path, yield* status(almanac, path)]).toEqual([path, 404])
    })
  )

  it.effect("gets links at / as a program, the index as a model, and a page as a person", () =>
    Effect.gen(function* () {
      const forms = [
        yield* get("/", "application/json"),
        yield* get("/", "text/markdown"),
        yield* get("/", browser)
      ]
      for (const one of forms) {
        expect([one.status, one.headers["vary"]]).toEqual([200, "Accept, Accept-Encoding"])
        expect(one.headers["link"]).toContain(`<${publicUrl}/.well-known/api-catalog>; rel="api-catalog"`)
        expect(one.headers["link"]).toContain(`<${publicUrl}/openapi.json>; rel="service-desc"`)
        expect(one.headers["link"]).toContain(
          `<${publicUrl}/llms.txt>; rel="describedby"; type="text/markdown"`
        )
      }
      expect(new Set(forms.map(({ headers }) => headers["etag"])).size).toBe(3)
      const [links, index, page] = forms
      expect(jsonOf(links ?? (yield* get("/")))).toMatchObject({
        name: "Almanac",
        network: { name: "base-sepolia", caip2: "eip155:84532" },
        links: { capabilities: `${publicUrl}/v1/capabilities`, status: `${publicUrl}/v1/status` },
        capabilities: expect.arrayContaining([
          {
            id: "fx.rates",
            name: "Exchange rates",
            method: "POST",
            url: `${publicUrl}/v1/fx/rates`,
            price: { amount: "0.002", currency: "USDC" },
            page: `${publicUrl}/c/fx.rates`
          }
        ])
      })
      expect(index?.text).toBe((yield* get("/llms.txt")).text)
      expect(page?.headers["content-type"]).toBe("text/html; charset=utf-8")
      expect(page?.headers["content-security-policy"]).toContain("default-src 'none'")
      for (const id of ids) expect(page?.text).toContain(`<a href="/below/c/${id}">`)
    })
  )

  it.effect("is not sent a form again that it has, and is sent another one", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const tag = (yield* get("/", browser)).headers["etag"] ?? ""
      for (const [accept, expected] of [
        [browser, 304],
        ["application/json", 200]
      ] as const) {
        const again = yield* Effect.promise(() =>
          exchange(url, { target: "/", headers: { accept, "if-none-match": tag } })
        )
        expect([accept, again.status, again.headers["vary"]]).toEqual([
          accept,
          expected,
          "Accept, Accept-Encoding"
        ])
      }
    })
  )

  it.effect("gets the page of a capability as a model and as a person", () =>
    Effect.gen(function* () {
      for (const { facts, path } of registeredCapabilities) {
        const text = (yield* get(`/c/${facts.id}`)).text
        expect(text).toMatch(
          new RegExp(`^# ${facts.name} \\(${facts.id}\\)\\n\\n\`POST ${publicUrl}${path}\`: `)
        )
        expect(text).toContain(JSON.stringify(facts.example.request))
        const page = yield* get(`/c/${facts.id}`, browser)
        expect(page.headers["content-type"]).toBe("text/html; charset=utf-8")
        expect(page.text).toContain(`<h1>${facts.name}</h1>`)
      }
    })
  )

  it.effect("reads llms.txt in the form that its readers know", () =>
    Effect.gen(function* () {
      const { text } = yield* get("/llms.txt")
      expect(text).toMatch(/^# Almanac\n\n> [^\n]+\n\n/)
      expect(text.match(/^## .*$/gm)).toEqual(["## Capabilities", "## Reference", "## Optional"])
      const items = text.slice(text.indexOf("## Capabilities")).match(/^[^#\n].*$/gm) ?? []
      expect(items.length).toBe(16 + 4 + 5)
      for (const item of items)
        expect(item).toMatch(/^- \[[^\]]+\]\(https:\/\/almanac\.example\/below\/[^)]*\): \S/)
    })
  )

  it.effect("finds the catalog of the API, the robots' file and the map", () =>
    Effect.gen(function* () {
      const json = "application/json"
      expect(jsonOf(yield* get("/.well-known/api-catalog"))).toEqual({
        linkset: [
          {
            anchor: `${publicUrl}/`,
            "service-desc": [{ href: `${publicUrl}/openapi.json`, type: json }],
            "service-doc": [
              { href: `${publicUrl}/docs`, type: "text/html" },
              { href: `${publicUrl}/llms.txt`, type: "text/markdown" }
            ],
            "service-meta": [
              { href: `${publicUrl}/v1/capabilities`, type: json },
              { href: `${publicUrl}/.well-known/x402`, type: json }
            ],
            status: [
              { href: `${publicUrl}/v1/status`, type: json },
              { href: `${publicUrl}/health`, type: json }
            ]
          }
        ]
      })
      expect((yield* get("/robots.txt")).text).toBe(
        `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`
      )
      const map = (yield* get("/sitemap.xml")).text
      expect([...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)).toEqual(
        [
          "/",
          "/docs",
          "/docs/api",
          "/docs/errors",
          ...docs.map(({ path }) => path),
          "/llms.txt",
          ...ids.map((id) => `/c/${id}`)
        ].map((path) => `${publicUrl}${path}`)
      )
    })
  )

  it.effect("learns whom to tell of a weakness, where there is somebody", () =>
    Effect.gen(function* () {
      const { text } = yield* get("/.well-known/security.txt")
      const [, expires = ""] = /^Expires: (.*)$/m.exec(text) ?? []
      expect(text).toBe(
        `Contact: mailto:ops@almanac.example\nExpires: ${expires}\nPreferred-Languages: en\n` +
          `Canonical: ${publicUrl}/.well-known/security.txt\n`
      )
      const days = (Date.parse(expires) - Date.now()) / 86_400_000
      expect([days > 362, days < 365, expires.slice(10)]).toEqual([true, true, "T00:00:00.000Z"])
      for (const other of [yield* Sandboxed, yield* Nameless])
        expect(yield* status(other, "/.well-known/security.txt")).toBe(404)
    })
  )

  it.effect("is told of the sandbox in every text", () =>
    Effect.gen(function* () {
      const { url } = yield* Sandboxed
      for (const [target, accept] of [
        ["/", "application/json"],
        ["/", browser],
        ["/llms.txt", "*/*"],
        ["/llms-full.txt", "*/*"]
      ] as const) {
        const { text } = yield* Effect.promise(() => exchange(url, { target, headers: { accept } }))
        expect(text).toContain("simulated providers, each call paid in play money")
        expect(text).not.toContain("real providers")
      }
    })
  )

  it.effect("sees an icon: 32 by 32 pixels of 4 bytes in the ICO", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const ico = Buffer.from(
        yield* Effect.promise(async () => (await fetch(`${url}/favicon.ico`)).arrayBuffer())
      )
      expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6], ico[7]]).toEqual([1, 1, 32, 32])
      const png = ico.subarray(ico.readUInt32LE(18))
      expect(png.length).toBe(ico.readUInt32LE(14))
      expect(png.subarray(0, 8)).toEqual(Buffer.from("89504e470d0a1a0a", "hex"))
      expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([32, 32, 8, 6])
      const chunks: Array<Buffer> = []
      for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
        if (png.toString("latin1", at + 4, at + 8) === "IDAT")
          chunks.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
      }
      expect(inflateSync(Buffer.concat(chunks)).length).toBe(32 * (1 + 32 * 4))
    })
  )

  it.effect("finds for sale at /.well-known/x402 what the 402s offer", () =>
    Effect.gen(function* () {
      const found = jsonOf(yield* get("/.well-known/x402"))
      if (!Predicate.isRecord(found)) throw new Error("no object")
      expect(found).toMatchObject({ version: 1, x402Version: 2 })
      expect(found["resources"]).toEqual(registeredCapabilities.map(({ path }) => `${publicUrl}${path}`))
    })
  )

  /** What a text leads to within the service: links of Markdown, of HTML, of JSON and of XML, but not what is posted. */
  const linksOf = (text: string) => [
    ...[...text.matchAll(/ (?:href|src)="\/below(\/[^"#]*)/g)].map(([, path = ""]) => path),
    ...[
      ...text.matchAll(
        /(?:\]\(|href="|href":"|<loc>|<|Sitemap: |"(?:page|[a-zA-Z0-9]+)":")(https:[^\s")<>]+)/g
      )
    ]
      .map(([, url = ""]) => url)
      .filter((url) => url.startsWith(`${publicUrl}/`))
      .map((url) => url.slice(publicUrl.length).replace(/#.*$/, ""))
  ]

  it.effect("is led to nothing that is not there", () =>
    Effect.gen(function* () {
      const almanac = yield* Almanac
      const sold = new Set(["/mcp", ...registeredCapabilities.map(({ path }) => path)])
      const sources: ReadonlyArray<readonly [target: string, accept: string, least: number]> = [
        ["/llms.txt", "*/*", 24],
        ["/llms-full.txt", "*/*", 7],
        ["/", "application/json", 26],
        ["/", browser, 26],
        ["/.well-known/api-catalog", "*/*", 8],
        ["/sitemap.xml", "*/*", 20],
        ["/robots.txt", "*/*", 1],
        ["/docs", "*/*", 10],
        ...docs.map(({ path }) => [path, "*/*", 20] as const),
        ...["/docs.md", ...docs.map(({ path }) => `${path}.md`)].map((path) => [path, "*/*", 0] as const),
        ["/docs/errors", "*/*", 10],
        ...ids.flatMap((id) => [[`/c/${id}`, "*/*", 2] as const, [`/c/${id}`, browser, 12] as const])
      ]
      const led = new Set<string>()
      for (const [target, accept, least] of sources) {
        const one = yield* get(target, accept)
        const links = linksOf(`${one.text}\n${one.headers["link"] ?? ""}`)
        expect([target, accept, new Set(links).size >= least]).toEqual([target, accept, true])
        for (const link of links) led.add(link)
      }
      for (const path of led)
        expect([path, yield* status(almanac, path)]).toEqual([path, sold.has(path) ? 405 : 200])
    })
  )
})
