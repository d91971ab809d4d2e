/** Every error leads to its place on a page of what to do. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { codes } from "../../src/Api/Failure.ts"
import { start, world } from "../support/Harness.ts"

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
