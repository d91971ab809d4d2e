/**
 * Replies that come packed: `Content-Encoding` changes nothing of what a reply means.
 */
import type { Fault } from "../support/FaultServer.ts"
import { bomb, cutShort, type PackingName, packings } from "../support/Packing.ts"
import type { Play } from "./Faults.ts"
import { begin, errorBody, json, says } from "./Words.ts"

const packed = (name: PackingName) => () => ({ ...json(), "content-encoding": packings[name].encoding })

/** The good reply, packed. */
const well =
  (name: PackingName): Play =>
  ({ good }) =>
    says(200, () => packings[name].pack(good), packed(name))

/** The provider's words, packed. */
const error = (status: number, name: PackingName) => () =>
  says(status, (words) => packings[name].pack(errorBody(words)), packed(name))

/** Sends some bytes, and breaks off with the connection, or stays. */
const unfinished =
  (name: PackingName, body: Buffer, end: "lost" | "open"): Fault =>
  (response, request) => {
    begin(200, packed(name))(response, request)
    response.write(body, () => {
      if (end === "lost") response.destroy()
    })
  }

/** Made once: a play is asked for by every operation. */
const bombs = { gzip: bomb("gzip"), br: bomb("br") }

export const packedFaults = {
  "good reply in gzip": well("gzip"),
  "good reply in br": well("br"),
  "good reply in deflate": well("deflate"),
  "good reply in deflate without zlib's head": well("deflate without zlib's head"),
  "good reply in x-gzip": well("x-gzip"),
  "403 in gzip": error(403, "gzip"),
  "429 in br": error(429, "br"),
  "500 in deflate": error(500, "deflate"),
  "packing that is broken": () => says(200, (words) => words, packed("gzip")),
  "packing cut short": ({ good }) => says(200, () => cutShort(packings.gzip.pack(good)), packed("gzip")),
  "packing reset in mid-body": ({ good }) =>
    unfinished("gzip", packings.gzip.pack(good).subarray(0, 20), "lost"),
  "packing that we do not know": ({ good }) =>
    says(
      200,
      () => good,
      () => ({ ...json(), "content-encoding": "zstd" })
    ),
  "bomb in gzip, its connection open": () => unfinished("gzip", bombs.gzip, "open"),
  "bomb in br": () => says(200, () => bombs.br, packed("br")),
  "203 with a good reply": ({ good }) => says(203, () => good)
} satisfies Readonly<Record<string, Play>>
