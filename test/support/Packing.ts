/** Bodies as providers pack them: values of `Content-Encoding`, and what makes the bytes. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"

/** By name; `encoding` is the header. */
export const packings = {
  gzip: { encoding: "gzip", pack: (body: string | Buffer) => gzipSync(body) },
  "x-gzip": { encoding: "x-gzip", pack: (body: string | Buffer) => gzipSync(body) },
  br: { encoding: "br", pack: (body: string | Buffer) => brotliCompressSync(body) },
  deflate: { encoding: "deflate", pack: (body: string | Buffer) => deflateSync(body) },
  "deflate without zlib's head": {
    encoding: "deflate",
    pack: (body: string | Buffer) => deflateRawSync(body)
  }
} as const

export type PackingName = keyof typeof packings

/** Eight bytes less at the end: neither a checksum nor all of the content is left. */
export const cutShort = (bytes: Buffer): Buffer => bytes.subarray(0, Math.max(1, bytes.length - 8))

/** Blanks of 64 MiB: well below the limit on the wire, far over it unpacked. */
export const bomb = (name: PackingName): Buffer => packings[name].pack(Buffer.alloc(64 * 1024 * 1024, " "))
