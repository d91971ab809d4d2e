/** Every error leads to its place on a page of what to do. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { codes } from "../../src/Api/Failure.ts"
import { start, world } from "../support/Harness.ts"
import { browserAccept } from "../Web/ServedPages.ts"

layer(world, { excludeTestServices: true, timeout: "60 seconds" })("the page of errors", (it) => {
  it.scoped("has a place for every code, and nothing that a browser would run", () =>
    Effect.gen(function* () {
      const { url } = yield* start()
      const page = yield* Effect.promise(() => fetch(`${url}/docs/errors`))
      const text = yield* Effect.promise(() => page.text())
      expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
      expect([...text.matchAll(/<section id="(\w+)"/g)].map(([, code]) => code)).toEqual(Object.keys(codes))
      expect(text).not.toMatch(/<script/)
    })
  )

  it.scoped("has a 404 for people at a path that is no route; programs get the error as it is", () =>
    Effect.gen(function* () {
      const { url } = yield* start()
      const get = (path: string, headers: Record<string, string>, method = "GET") =>
        Effect.promise(async () => {
          const response = await fetch(`${url}${path}`, {
            method,
            headers: { "x-request-id": "same", ...headers }
          })
          return { status: response.status, headers: response.headers, text: await response.text() }
        })
      const error = {
        error: {
          code: "NOT_FOUND",
          message: "There is no such route. GET /v1/capabilities lists what is sold.",
          retryable: false
        },
        meta: { requestId: "same" }
      }
      for (const path of ["/nowhere", "/v1/nowhere", "/Docs", "/v1/fx/rates/"]) {
        const home = yield* get("/", { accept: browserAccept })
        const page = yield* get(path, { accept: browserAccept, "if-none-match": "*" })
        expect([path, page.status, page.headers.get("content-type")]).toEqual([
          path,
          404,
          "text/html; charset=utf-8"
        ])
        for (const name of [
          "content-security-policy",
          "x-content-type-options",
          "access-control-allow-origin"
        ])
          expect([name, page.headers.get(name)]).toEqual([name, home.headers.get(name)])
        expect(page.headers.get("link")).toBe('</docs/errors#NOT_FOUND>; rel="help"')
        expect(["cache-control", "etag", "x-request-id"].map((name) => page.headers.get(name))).toEqual([
          "no-store",
          null,
          "same"
        ])
        expect(page.text).toContain('<nav aria-label="Site">')
        expect(page.text).toContain("There is nothing here")
        expect(page.text).not.toMatch(/<script|markdown|undefined/i)
        const head = yield* get(path, { accept: browserAccept }, "HEAD")
        expect([head.status, head.text, head.headers.get("content-type")]).toEqual([
          404,
          "",
          "text/html; charset=utf-8"
        ])
        const plain = yield* get(path, {})
        for (const accept of ["*/*", "application/json", "application/json, text/html", "image/png"])
          expect((yield* get(path, { accept })).text).toBe(plain.text)
        expect(JSON.parse(plain.text)).toEqual(error)
      }
      const sent = yield* get("/nowhere", { accept: browserAccept }, "DELETE")
      expect(JSON.parse(sent.text)).toEqual(error)
      // What is a route has its errors as JSON, whoever asks.
      const unknown = `/v1/payments/0x${"1".repeat(40)}/0x${"2".repeat(64)}`
      for (const [path, status] of [
        [unknown, 404],
        ["/assets/none.js", 404],
        ["/v1/fx/rates", 405]
      ] as const) {
        const { headers, status: told } = yield* get(path, { accept: browserAccept })
        expect([path, told, headers.get("content-type")]).toEqual([path, status, "application/json"])
      }
    })
  )

  it.scoped("is where errors lead, whichever way they go out", () =>
    Effect.gen(function* () {
      const { url } = yield* start()
      const linkOf = (path: string, init: RequestInit) =>
        Effect.promise(async () => (await fetch(`${url}${path}`, init)).headers.get("link"))
      const post = (headers: Record<string, string>) => ({ method: "POST", headers, body: "{}" })
      for (const [path, init, code] of [
        ["/v1/fx/rates", post({}), "PAYMENT_REQUIRED"],
        ["/v1/fx/rates", post({ prefer: "quote" }), "PAYMENT_REQUIRED"],
        ["/v1/fx/rates", post({ "payment-signature": "x" }), "PAYMENT_INVALID"],
        ["/v1/fx/rates", { method: "GET" }, "METHOD_NOT_ALLOWED"],
        ["/nowhere", { method: "GET" }, "NOT_FOUND"],
        ["/v1/payments/x/y", { method: "GET" }, "VALIDATION_FAILED"]
      ] as const) {
        expect([path, yield* linkOf(path, init)]).toEqual([path, `</docs/errors#${code}>; rel="help"`])
      }
      expect(yield* linkOf("/health", { method: "GET" })).toBeNull()
    })
  )
})
