/**
 * A request body, read up to a limit. One that is too large is answered, not reset: the rest of the body passes
 * unread. A body that has not come with its headers is awaited (`AwaitedBodies`).
 */
import type { IncomingMessage } from "node:http"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { PayloadTooLarge, UnsupportedMediaType } from "../../Api/Failure.ts"
import { callback } from "../../Runtime/Bracket.ts"
import type { Awaiting } from "./AwaitedBodies.ts"
import { isCrowded, mostChunks } from "./SmallChunks.ts"

/** Bytes of a request body at most: more is 413. */
export const maxBytes = 64 * 1024

/** The 413 of a body of more bytes. */
export const tooLarge = (most = maxBytes) =>
  new PayloadTooLarge({ message: `The request body is larger than ${most / 1024} KiB.` })

const tooManyChunks = new PayloadTooLarge({
  message: `The request body comes in more than ${mostChunks} chunks.`
})

const notJson = new UnsupportedMediaType({
  message: "The request body must be JSON: Content-Type application/json."
})

/** A header's value, by its name in lower case. Node joins the values of one that was sent twice. */
export const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === "string" ? value : undefined
}

/** The client has closed the connection: no response is sent. */
const gone = Effect.failCause(Cause.interrupt(HttpServerError.clientAbortFiberId))

/** Whether a body announces more than the limit. */
const isDeclaredTooLarge = ({ headers }: IncomingMessage, most: number) =>
  Number(headers["content-length"] ?? 0) > most

/**
 * Whether a body has come with its headers. Node tells of a request as soon as it has parsed the headers. The bytes behind
 * them that came in the same read are parsed before the event loop goes on (`Pipelining`).
 */
const isWhole = (message: IncomingMessage): Effect.Effect<boolean> =>
  message.complete || message.destroyed
    ? Effect.succeed(true)
    : Effect.async((resume) => {
        setImmediate(() => resume(Effect.succeed(message.complete)))
      })

/** All bytes of a body that has come as a whole, at once. */
const readWhole = (message: IncomingMessage, most: number): Effect.Effect<Uint8Array, PayloadTooLarge> => {
  if (message.destroyed) return gone
  const bytes: unknown = message.read()
  if (!(bytes instanceof Uint8Array)) return Effect.succeed(new Uint8Array())
  return bytes.length > most ? Effect.fail(tooLarge(most)) : Effect.succeed(bytes)
}

/** All bytes of a body within the limit, as they come. */
const bytes = (message: IncomingMessage, most: number): Effect.Effect<Uint8Array, PayloadTooLarge> =>
  callback((resume) => {
    const chunks: Array<Buffer> = []
    let length = 0
    const stop = () => {
      message.off("data", onData)
      message.off("end", onEnd)
      message.off("error", onGone)
      message.off("close", onGone)
    }
    const refuse = (failure: PayloadTooLarge) => {
      stop()
      message.on("error", () => {})
      // Of too many chunks no more are read.
      if (isCrowded(message)) message.pause()
      else message.resume()
      resume(Effect.fail(failure))
    }
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > most) refuse(tooLarge(most))
      else if (isCrowded(message)) refuse(tooManyChunks)
      else chunks.push(chunk)
    }
    const onEnd = () => {
      stop()
      resume(
        Effect.succeed(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
      )
    }
    const onGone = () => {
      stop()
      resume(gone)
    }
    // The connection of a pipelined request may have closed before its turn: then no more events come.
    if (message.destroyed) {
      resume(gone)
      return undefined
    }
    if (isDeclaredTooLarge(message, most)) {
      refuse(tooLarge(most))
      return undefined
    }
    message.on("data", onData)
    message.on("end", onEnd)
    message.on("error", onGone)
    message.on("close", onGone)
    return stop
  })

const isJson = (contentType: string | undefined): boolean =>
  contentType === undefined ||
  contentType.trim() === "" ||
  /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)

/** Reads a body of `most` bytes: 413, then 415, then the failure of `awaiting`. */
export const read = <E2>(
  message: IncomingMessage,
  awaiting: Awaiting<E2>,
  most = maxBytes
): Effect.Effect<Uint8Array, PayloadTooLarge | UnsupportedMediaType | E2> => {
  const all = bytes(message, most)
  const body = isDeclaredTooLarge(message, most)
    ? all
    : Effect.flatMap(isWhole(message), (whole) => (whole ? readWhole(message, most) : awaiting(all)))
  return isJson(message.headers["content-type"])
    ? body
    : Effect.matchEffect(body, {
        onFailure: (failure): Effect.Effect<never, PayloadTooLarge | UnsupportedMediaType> =>
          failure instanceof PayloadTooLarge ? failure : notJson,
        onSuccess: () => notJson
      })
}
