/**
 * A request body, read up to a limit and decoded. One that is too large is answered, not reset: the rest of the body passes
 * unread. A call that waits for its body holds no place among the sales, so the bodies that have not come with their headers
 * have limits of their own: of their number and their time.
 */
import type { IncomingMessage } from "node:http"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import {
  PayloadTooLarge,
  RequestTimeout,
  UnsupportedMediaType,
  type ValidationFailed
} from "../../Api/Failure.ts"
import { decodeBytes, type RequestDecoder } from "../../Api/RequestDecoder.ts"
import { callback } from "../../Runtime/Bracket.ts"
import { limitPerTick } from "../../Runtime/TickBudget.ts"

/** Bytes of a request body at most: more is 413. */
export const maxBytes = 64 * 1024

/** The 413 of a body of more bytes. */
export const tooLarge = (most = maxBytes) =>
  new PayloadTooLarge({ message: `The request body is larger than ${most / 1024} KiB.` })

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
 * Whether a body has come with its headers. Node tells of a request as soon as it has parsed the headers, and parses
 * the bytes behind them, which came in the same read, before the event loop goes on.
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

/** All bytes of a body within the limit. */
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
    const refuse = () => {
      stop()
      message.on("error", () => {})
      message.resume()
      resume(Effect.fail(tooLarge(most)))
    }
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > most) refuse()
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
      refuse()
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

/** Waits for a body that has not come with its headers, within limits. */
export type Awaiting<E2> = <A, E>(body: Effect.Effect<A, E>) => Effect.Effect<A, E | E2>

/** How long a body may take to arrive. */
export const patience = Duration.seconds(5)

const late = new RequestTimeout({
  message: `The request body did not arrive within ${Duration.toSeconds(patience)} seconds, or the server stopped waiting because too many bodies were outstanding; this call charged nothing.`
})

/** A body that is awaited: who sends it for which payment, and the function that ends the wait. */
interface Wait {
  readonly key: string
  readonly lose: () => void
}

/**
 * Awaits `most` bodies at a time. When there are as many and one more comes:
 *
 * - the key that awaits more of them than the new one's loses the one that began last
 * - where all keys await one each, the one that has waited longest ends
 * - otherwise the new one is refused
 *
 * A wait ends with 408. A key is a payment and the address that sends it. Anybody can read a settled payment from the
 * chain and repeat it on many connections: that is in the way of no other payment, of the same one only where the
 * address is the payer's as well, and never ends an earlier wait for the same one.
 */
export const awaiter = (most: number) => {
  /** In the order in which they began. */
  const waits = new Set<Wait>()
  /** How many bodies each key awaits. */
  const counts = new Map<string, number>()

  const count = (key: string, by: 1 | -1) => {
    const now = (counts.get(key) ?? 0) + by
    if (now === 0) counts.delete(key)
    else counts.set(key, now)
  }

  /** Makes room for one more body of a key, if it may have it. */
  const makeRoom = (key: string): boolean => {
    if (waits.size < most) return true
    const largest = Math.max(...counts.values())
    if ((counts.get(key) ?? 0) >= largest) return false
    const candidates = [...waits].filter((wait) => counts.get(wait.key) === largest)
    candidates.at(largest === 1 ? 0 : -1)?.lose()
    return true
  }

  /** Takes a place among the awaited bodies, and fails when there is none or it is lost. */
  const untilLost = (key: string) =>
    Effect.async<never, RequestTimeout>((resume) => {
      if (!makeRoom(key)) {
        resume(late)
        return
      }
      const leave = () => {
        clearTimeout(timer)
        if (waits.delete(wait)) count(key, -1)
      }
      const wait: Wait = {
        key,
        lose: () => {
          leave()
          resume(late)
        }
      }
      const timer = setTimeout(wait.lose, Duration.toMillis(patience))
      waits.add(wait)
      count(key, 1)
      return Effect.sync(leave)
    })

  return (key: string): Awaiting<RequestTimeout> =>
    (body) =>
      Effect.raceFirst(body, untilLost(key))
}

/**
 * Lets bodies wait, before they are parsed, for a turn of the event loop: `perTick` have one together. `most` wait at a time;
 * of more, one loses its wait as by `awaiter`.
 */
export const line = (perTick: number, most: number) => {
  const turn = limitPerTick(perTick)
  const waiting = awaiter(most)
  return (key: string): Effect.Effect<void, RequestTimeout> => waiting(key)(turn)
}

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

/** Reads and decodes a body: the failures of `read`, then 400. */
export const decode = <A, E2>(
  message: IncomingMessage,
  decoder: RequestDecoder<A>,
  awaiting: Awaiting<E2>
): Effect.Effect<A, PayloadTooLarge | UnsupportedMediaType | ValidationFailed | E2> =>
  Effect.flatMap(read(message, awaiting), (body) => decodeBytes(body, decoder))
