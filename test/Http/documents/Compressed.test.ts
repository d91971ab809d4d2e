/**
 * What was compressed once is a whole stream with any end.
 */
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { compress } from "../../../src/Http/documents/Compressed.ts"

const decoders = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync } as const

const texts: ReadonlyArray<readonly [name: string, text: string]> = [
  ["nothing", ""],
  ["a letter", "a"],
  ["much of the same", "almanac ".repeat(50_000)],
  ["letters of more than a byte", "čaj 茶 ☕".repeat(3_000)]
]
const ends = ["", "x", "}", '"}}', "r".repeat(128), "z".repeat(65_535)]

for (const coding of ["identity", "gzip", "br"] as const) {
  it.effect.each(texts)(`${coding} of %s`, ([, text]) =>
    Effect.gen(function* () {
      const { start, end } = yield* compress(coding, Buffer.from(text))
      for (const last of ends) {
        const whole = Buffer.concat([start, end(Buffer.from(last))])
        expect(decoders[coding](whole).toString()).toBe(text + last)
      }
      if (coding !== "identity" && text.length > 10_000) expect(start.length).toBeLessThan(text.length / 10)
    })
  )
}
