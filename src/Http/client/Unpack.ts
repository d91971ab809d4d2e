/**
 * Unpacks the body of a reply while it comes (`Content-Encoding`, RFC 9110, 8.4): a body that is small on the wire and
 * grows without end stops at the limit, and not at the end of the download.
 */
import type { Transform } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib"
import * as Data from "effect/Data"

/**
 * Why a body cannot be unpacked. `broken`: not what its packing makes. `cut`: the packing ends too early. `long`: it
 * unpacks to more than the limit. `unknown`: a packing that we did not ask for and do not know, or more than `mostPackings`.
 */
export class UnpackError extends Data.TaggedError("UnpackError")<{
  readonly reason: "broken" | "cut" | "long" | "unknown"
}> {}

/** What comes of unpacking. Nothing is called any more after `close`, `onEnd` or `onError`. */
export interface Receiver {
  readonly onData: (chunk: Buffer) => void
  readonly onEnd: () => void
  readonly onError: (error: UnpackError) => void
}

/** Takes the packed body. */
export interface Unpacker {
  readonly write: (chunk: Buffer) => void
  readonly end: () => void
  readonly close: () => void
}

/**
 * "deflate" is zlib's format by the standard, and a raw stream to some servers: the first byte tells. Its
 * lower half is zlib's method 8; in a raw stream that would be a stored block with something in its padding.
 */
const inflateBy = (first: number | undefined): Transform =>
  ((first ?? 0) & 0x0f) === 0x08 ? createInflate() : createInflateRaw()

const makers: Readonly<Record<string, (first: number | undefined) => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: inflateBy,
  br: () => createBrotliDecompress()
}

/** The packings of a body, the outermost first. `identity` is none. */
export const packings = (header: string | undefined): ReadonlyArray<string> =>
  (header ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity")
    .reverse()

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""

/** Unpacks one packing. A body without a byte is empty, whatever its packing. */
const layer = (packing: string, limit: number, receiver: Receiver): Unpacker => {
  let stream: Transform | undefined
  let closed = false
  let length = 0
  const close = () => {
    closed = true
    stream?.destroy()
  }
  const fail = (reason: UnpackError["reason"]) => {
    if (closed) return
    close()
    receiver.onError(new UnpackError({ reason }))
  }
  const open = (first: number | undefined): Transform | undefined => {
    const make = Object.hasOwn(makers, packing) ? makers[packing] : undefined
    if (make === undefined) {
      fail("unknown")
      return undefined
    }
    const opened = make(first)
    opened.on("data", (chunk: Buffer) => {
      if (closed) return
      length += chunk.length
      if (length >= limit) return fail("long")
      receiver.onData(chunk)
    })
    opened.on("end", () => {
      if (closed) return
      closed = true
      receiver.onEnd()
    })
    opened.on("error", (cause) => fail(codeOf(cause) === "Z_BUF_ERROR" ? "cut" : "broken"))
    return opened
  }
  return {
    write: (chunk) => {
      if (closed || chunk.length === 0) return
      stream ??= open(chunk[0])
      stream?.write(chunk)
    },
    end: () => {
      if (closed) return
      if (stream === undefined) {
        closed = true
        receiver.onEnd()
      } else stream.end()
    },
    close
  }
}

/**
 * Packings of one body at most, as in curl. Each takes tens of kilobytes of memory while it is unpacked, and a header has
 * room for thousands of names.
 */
const mostPackings = 5

/** Unpacks a body. The result of each of its packings has fewer bytes than `limit`. */
export const unpacker = (names: ReadonlyArray<string>, limit: number, receiver: Receiver): Unpacker => {
  const [outermost, ...rest] = names.length > mostPackings ? ["too many"] : names
  if (outermost === undefined) {
    return { write: receiver.onData, end: receiver.onEnd, close: () => {} }
  }
  const inner = unpacker(rest, limit, receiver)
  const outer = layer(outermost, limit, {
    onData: inner.write,
    onEnd: inner.end,
    onError: (error) => {
      inner.close()
      receiver.onError(error)
    }
  })
  return {
    ...outer,
    close: () => {
      outer.close()
      inner.close()
    }
  }
}
