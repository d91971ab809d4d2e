/**
 * The page of the interactive reference in a browser's eyes: what its headers let it do.
 */
import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../support/Harness.ts"

describe("the interactive reference", () => {
  it.scopedLive("may run its own scripts and ask this service, and nothing else", () =>
    Effect.gen(function* () {
      const { url } = yield* Service.start({ environment: { PUBLIC_URL: "https://almanac.example/below" } })
      for (const path of ["/docs/api", "/docs/api?x=1", "/docs/api"]) {
        const page = yield* Effect.promise(() => fetch(`${url}${path}`))
        const html = yield* Effect.promise(() => page.text())
        const policy = new Map(
          (page.headers.get("content-security-policy") ?? "").split("; ").map((rule) => {
            const [name = "", ...values] = rule.split(" ")
            return [name, values] as const
          })
        )
        const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
          ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`
        )
        expect(inline.length).toBe(1)
        expect(Object.fromEntries(policy)).toEqual({
          "default-src": ["'none'"],
          "script-src": inline,
          "style-src": ["'unsafe-inline'"],
          "img-src": ["'self'", "data:"],
          "font-src": ["data:"],
          "connect-src": ["'self'", "https://almanac.example"],
          "base-uri": ["'none'"],
          "form-action": ["'none'"],
          "frame-ancestors": ["'none'"]
        })
        expect(page.headers.get("x-content-type-options")).toBe("nosniff")
        expect(page.headers.get("referrer-policy")).toBe("no-referrer")
      }
    }).pipe(Effect.provide(Service.world))
  )
})
