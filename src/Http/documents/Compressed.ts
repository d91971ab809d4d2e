/**
 * Bytes that are compressed once and sent many times, each time with another end: the end is appended to the compressed
 * bytes as it is, in a block of its own, so that no answer costs a compression.
 */
import { constants, crc32, brotliCompress as nodeBrotli, deflateRaw as nodeDeflate } from "node:zlib"
import * as Effect from "effect/Effect"
import type { Coding } from "./ContentCoding.ts"

/** The coded bytes, and how they end when a text of at most 64 KiB follows what was coded. */
export interface Compressed {
  readonly start: Buffer
  readonly end: (text: Buffer) => Buffer
}

type Callback = (error: Error | null, coded: Buffer) => void

/** In a thread of its own. Only a lack of memory can make it fail. */
const inBackground = (compress: (done: Callback) => void): Effect.Effect<Buffer> =>
  Effect.async((resume) =>
    compress((error, coded) => resume(error === null ? Effect.succeed(coded) : Effect.die(error)))
  )

/** Magic number, deflate, no flags, no time, the best compression, any system (RFC 1952, 2.3). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff])

const gzip = (bytes: Buffer): Effect.Effect<Compressed> =>
  Effect.map(
    // A synchronous flush ends at a whole byte, and leaves the stream open (RFC 1951, 3.2.4).
    inBackground((done) => nodeDeflate(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }, done)),
    (deflated) => {
      const sum = crc32(bytes)
      return {
        start: Buffer.concat([gzipHeader, deflated]),
        end: (text) => {
          // The last block, stored: its length and the complement; then checksum and size of everything.
          const end = Buffer.alloc(5 + text.length + 8)
          end.writeUInt8(1, 0)
          end.writeUInt16LE(text.length, 1)
          end.writeUInt16LE(text.length ^ 0xffff, 3)
          text.copy(end, 5)
          end.writeUInt32LE(crc32(text, sum), 5 + text.length)
          end.writeUInt32LE(bytes.length + text.length, 5 + text.length + 4)
          return end
        }
      }
    }
  )

/** An empty last meta-block (RFC 7932, 9.2). */
const brotliLast = Buffer.from([3])

/** Our choice: higher qualities take seconds for the page of docs. */
const brotliQuality = 9

const brotli = (bytes: Buffer): Effect.Effect<Compressed> =>
  Effect.map(
    inBackground((done) =>
      nodeBrotli(
        bytes,
        {
          finishFlush: constants.BROTLI_OPERATION_FLUSH,
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
          }
        },
        done
      )
    ),
    (start) => ({
      start,
      end: (text) => {
        if (text.length === 0) return brotliLast
        // An uncompressed meta-block: not the last, 4 nibbles for its length less one, the length, the mark.
        const header = Buffer.alloc(3)
        header.writeUIntLE(((text.length - 1) << 3) | (1 << 19), 0, 3)
        return Buffer.concat([header, text, brotliLast])
      }
    })
  )

/** Codes bytes. */
export const compress = (coding: Coding, bytes: Buffer): Effect.Effect<Compressed> => {
  if (coding === "identity") return Effect.succeed({ start: bytes, end: (text) => text })
  return coding === "gzip" ? gzip(bytes) : brotli(bytes)
}
