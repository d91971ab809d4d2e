/**
 * The documents as clients get them: in the coding that they ask for, with a tag of its own, and not again when they have
 * it.
 */
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, it, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import * as Document from "../../../src/Http/documents/Document.ts"
import { type Running, start, world } from "../../support/Harness.ts"
import { raw } from "../../support/Raw.ts"

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}

const decoders = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync } as const
const codings = ["identity", "gzip", "br"] as const
const paths = [
  "/openapi.json",
  "/docs/api",
  "/docs/errors",
  "/v1/capabilities",
  "/",
  "/llms.txt",
  "/.well-known/x402"
] as const
const varyOf = (path: string) =>
  ["/", "/docs/errors"].includes(path) ? "Accept, Accept-Encoding" : "Accept-Encoding"

const ask = (path: string, headers: ReadonlyArray<string>, method = "GET") =>
  Effect.gen(function* () {
    const { url } = yield* Almanac
    const answer = yield* raw(url, [`${method} ${path} HTTP/1.1`, "X-Request-Id: mine", ...headers])
    const [head = ""] = answer.split("\r\n\r\n", 1)
    const [line = "", ...fields] = head.split("\r\n")
    return {
      status: Number(line.split(" ")[1]),
      headers: new Map(
        fields.map((field) => [
          field.slice(0, field.indexOf(":")).toLowerCase(),
          field.slice(field.indexOf(":") + 2)
        ])
      ),
      body: Buffer.from(answer.slice(head.length + 4), "latin1")
    }
  })

layer(Layer.scoped(Almanac, start()).pipe(Layer.provideMerge(world)), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a document", (it) => {
  it.effect.each(paths)("%s is the same in every coding, and is small in two", (path) =>
    Effect.gen(function* () {
      const plain = yield* ask(path, [])
      const tags = new Set<string | undefined>()
      for (const target of [path, path, `${path}?x=1`]) {
        for (const coding of codings) {
          const { status, headers, body } = yield* ask(target, [`Accept-Encoding: ${coding}`])
          expect([status, headers.get("vary"), headers.get("cache-control")]).toEqual([
            200,
            varyOf(path),
            "public, max-age=60"
          ])
          expect(headers.get("content-encoding")).toBe(coding === "identity" ? undefined : coding)
          expect(headers.get("content-length")).toBe(String(body.length))
          expect(headers.get("content-type")).toBe(plain.headers.get("content-type"))
          expect(decoders[coding](body).equals(plain.body)).toBe(true)
          if (coding !== "identity") expect(body.length).toBeLessThan(plain.body.length / 2)
          tags.add(headers.get("etag"))
        }
      }
      // A strong tag is that of one representation; the list differs from call to call anyhow.
      const isWeak = path === "/v1/capabilities"
      expect(tags.size).toBe(isWeak ? 1 : 3)
      for (const tag of tags) expect(tag).toMatch(isWeak ? /^W\/"[\w-]{20,}"$/ : /^"[\w-]{20,}"$/)
    })
  )

  it.effect.each(paths)("%s is not sent again to who has it in that coding", (path) =>
    Effect.gen(function* () {
      const tags = new Map<string, string>()
      for (const coding of codings) {
        const { headers } = yield* ask(path, [`Accept-Encoding: ${coding}`])
        tags.set(coding, headers.get("etag") ?? "")
      }
      for (const [has, tag] of tags) {
        for (const wants of codings) {
          for (const method of ["GET", "HEAD"]) {
            const received = yield* ask(
              path,
              [`Accept-Encoding: ${wants}`, `If-None-Match: "x", ${tag}`],
              method
            )
            const isKnown = tag === tags.get(wants)
            expect([has, wants, received.status]).toEqual([has, wants, isKnown ? 304 : 200])
            expect(received.headers.get("etag")).toBe(tags.get(wants))
            expect(received.headers.get("vary")).toBe(varyOf(path))
            if (isKnown)
              expect([received.body.length, received.headers.get("content-encoding")]).toEqual([0, undefined])
          }
        }
      }
    })
  )

  it.effect("asked for by many at once is made once, and whole for everyone", () =>
    Effect.gen(function* () {
      const all = yield* Effect.all(
        Array.from({ length: 24 }, (_, at) => ask("/docs/api", [`Accept-Encoding: ${codings[at % 3]}`])),
        { concurrency: "unbounded" }
      )
      const texts = all.map(({ body }, at) => decoders[codings[at % 3] ?? "identity"](body).toString())
      expect(new Set(texts).size).toBe(1)
      expect(texts[0]).toContain("/v1/fx/rates")
    })
  )
})

it.scopedLive("a document whose first reader hangs up while it is made is made for the next", () =>
  Effect.gen(function* () {
    let made = 0
    const document = Document.make(
      Effect.delay(
        Effect.sync(() => {
          made += 1
          return { contentType: "text/plain", text: "the document" }
        }),
        "50 millis"
      )
    )
    const request = { accept: undefined, acceptEncoding: "br", ifNoneMatch: undefined, requestId: "mine" }
    const first = yield* Effect.fork(document.answer(request))
    const second = yield* Effect.fork(document.answer(request))
    yield* Effect.sleep("10 millis")
    yield* Fiber.interrupt(first)
    expect(document.ready(request)).toBeUndefined()
    const answer = yield* Fiber.join(second)
    const bytes = Buffer.concat(answer.content?.chunks ?? [])
    expect([made, brotliDecompressSync(bytes).toString()]).toEqual([1, "the document"])
    expect(document.ready(request)).toEqual(answer)
  })
)
