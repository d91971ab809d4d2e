/**
 * Which coding a client gets by its header `Accept-Encoding`.
 */
import { expect, it } from "@effect/vitest"
import { negotiate } from "../../../src/Http/documents/ContentCoding.ts"

const cases: ReadonlyArray<readonly [header: string | undefined, coding: string]> = [
  [undefined, "identity"],
  ["", "identity"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["gzip ; q=0.5 , br ; q=0.5", "br"],
  ["deflate, zstd", "identity"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["br;q=0, gzip;q=0, *", "identity"],
  ["identity", "identity"],
  ["identity;q=1, gzip;q=0.5", "identity"],
  ["identity;q=0, gzip;q=0.001", "gzip"],
  ["gzip;q=0", "identity"],
  // Nothing of ours may be sent: then it is sent as it is.
  ["identity;q=0", "identity"],
  ["*;q=0", "identity"],
  ["gzip;q=x, br", "br"],
  ["gzip;quality=1", "identity"],
  [",,;q=1,", "identity"]
]

it.each(cases)("%j gets %s", (header, coding) => {
  expect(negotiate(header)).toBe(coding)
})
