/**
 * What holds for each page of our own: how it is built, what it loads, where it leads, and its text in Markdown.
 */
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Predicate } from "effect"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { exchange } from "../support/Exchange.ts"
import { type Running, start, world } from "../support/Harness.ts"
import { browserAccept, pages } from "./ServedPages.ts"

const publicUrl = "https://almanac.example/below"

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}

const services = Layer.scoped(Almanac, start({ sandbox: true, environment: { PUBLIC_URL: publicUrl } })).pipe(
  Layer.provideMerge(world)
)

const get = (target: string, accept = browserAccept) =>
  Effect.flatMap(Almanac, ({ url }) => Effect.promise(() => exchange(url, { target, headers: { accept } })))

/** What a pattern's first group finds. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found)

/** The names of the fields of an object, or of those that it may be. */
const namesOf = (schema: unknown): ReadonlyArray<string> => {
  if (!Predicate.isRecord(schema)) return []
  const forms: unknown = schema["anyOf"]
  const own = Predicate.isRecord(schema["properties"]) ? Object.keys(schema["properties"]) : []
  return Array.isArray(forms) ? [...own, ...forms.flatMap(namesOf)] : own
}

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("a page", (it) => {
  it.effect.each(pages)("%s has one heading, a title, a description, and landmarks", (path) =>
    Effect.gen(function* () {
      const { headers, status, text } = yield* get(path)
      expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
      expect(text.startsWith('<!DOCTYPE html>\n<html lang="en">')).toBe(true)
      expect(all(text, /<h1[ >](.*?)<\/h1>/g)).toHaveLength(1)
      expect(all(text, /<title>(.*?)<\/title>/g)).toEqual([expect.stringMatching(/.{10}/)])
      expect(all(text, /<meta name="description" content="(.*?)">/g)).toEqual([
        expect.stringMatching(/.{20}/)
      ])
      for (const landmark of ["header", "main", "footer"])
        expect([landmark, all(text, new RegExp(`<${landmark}( |>)`, "g")).length]).toEqual([landmark, 1])
      const ids = all(text, / id="(.*?)"/g)
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    })
  )

  it.effect.each(pages)("%s has no style or script in it, and may load only files of this service", (path) =>
    Effect.gen(function* () {
      const { headers, text } = yield* get(path)
      expect(text).not.toMatch(/<style| style=| on[a-z]+=|javascript:/)
      const scripts = all(text, /<script (.*?)>/g)
      for (const script of scripts)
        expect(script).toMatch(
          /^type="(?:module" src="\/below\/assets\/[a-z]+-\w+\.js"|application\/json" id="[a-z]+")$/
        )
      for (const loaded of all(text, /(?:src|<link rel="(?:icon|stylesheet)" href)="(.*?)"/g))
        expect(loaded).toMatch(/^\/below\/(?:assets\/[a-z]+-\w+\.(?:js|css)|icon\.svg)$/)
      const policy = (headers["content-security-policy"] ?? "").split("; ")
      expect(policy).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self' https://almanac.example",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'"
      ])
      expect(headers["x-content-type-options"]).toBe("nosniff")
    })
  )

  it.effect.each(pages)("%s is there as Markdown, by its path and by what is asked for", (path) =>
    Effect.gen(function* () {
      const { headers, text } = yield* get(path)
      const [href = ""] = all(text, /<link rel="alternate" type="text\/markdown" href="\/below(.*?)">/g)
      const own = yield* get(href, "*/*")
      expect([own.status, own.headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"])
      expect(own.text).toMatch(/^# /)
      expect((yield* get(path, "text/markdown")).text).toBe(own.text)
      if (path !== "/") expect(headers["link"]).toContain(`<${publicUrl}${href}>; rel="alternate"`)
      expect(headers["vary"]).toContain("Accept")
    })
  )

  it.effect("leads to places that are there, on other pages too", () =>
    Effect.gen(function* () {
      const places = new Map<string, ReadonlyArray<string>>()
      const led: Array<readonly [from: string, to: string, place: string]> = []
      for (const path of pages) {
        const { text } = yield* get(path)
        places.set(path, all(text, / id="(.*?)"/g))
        for (const href of all(text, /<a [^>]*href="(.*?)"/g)) {
          const [, to = "", place = ""] = /^(?:\/below)?([^#]*)#?(.*)$/.exec(href) ?? []
          led.push([path, to === "" ? path : to, place])
        }
      }
      const lost = led.filter(([, to, place]) => place !== "" && !places.get(to)?.includes(place))
      expect(lost).toEqual([])
      expect(led.filter(([, , place]) => place !== "").length).toBeGreaterThan(100)
    })
  )

  it.effect("has a title of its own", () =>
    Effect.gen(function* () {
      const titles = yield* Effect.forEach(pages, (path) =>
        Effect.map(get(path), ({ text }) => all(text, /<title>(.*?)<\/title>/g).join())
      )
      expect(new Set(titles).size).toBe(pages.length)
    })
  )

  it.effect("of a capability shows each field of its request, and the data that its script reads", () =>
    Effect.gen(function* () {
      for (const { facts, path, requestSchema } of registeredCapabilities) {
        const { text } = yield* get(`/c/${facts.id}`)
        const names = namesOf(requestSchema)
        expect(names.length).toBeGreaterThan(0)
        const [table = ""] = all(text, /<caption>Fields of the request<\/caption>(.*?)<\/table>/g)
        for (const name of names) expect(table).toContain(`<th scope="row"><code>${name}</code>`)
        const [data = "{}"] = all(text, /<script type="application\/json" id="capability">(.*?)<\/script>/g)
        expect(data).not.toContain("<")
        expect(JSON.parse(data)).toMatchObject({
          descriptor: { id: facts.id, path, requestSchema },
          network: { name: "sandbox", caip2: "eip155:84532" },
          sandbox: true,
          publicUrl
        })
      }
    })
  )

  it.effect("loads files that never change, and no others", () =>
    Effect.gen(function* () {
      const { text } = yield* get("/c/fx.rates")
      const names = all(text, /\/below(\/assets\/[\w.-]+)/g)
      expect(names).toHaveLength(2)
      for (const name of names) {
        const { headers, status } = yield* get(name)
        expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"])
        expect(headers["content-type"]).toBe(
          `text/${name.endsWith("js") ? "javascript" : "css"}; charset=utf-8`
        )
      }
      for (const other of ["/assets/style.css", "/assets/", "/assets/..%2fpackage.json", "/assets/a/b"])
        expect([other, (yield* get(other)).status]).toEqual([other, 404])
    })
  )
})
