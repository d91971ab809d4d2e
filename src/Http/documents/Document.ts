/**
 * A document: text that is the same for every client, made when it is first asked for and kept in every coding that was
 * asked for. An answer with it costs no more than writing it, and a client that does not read it keeps nothing in memory
 * that the others do not share.
 */
import { createHash } from "node:crypto"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SharedAnswer from "../../Runtime/SharedAnswer.ts"
import { type Compressed, compress } from "./Compressed.ts"
import { type Coding, negotiate } from "./ContentCoding.ts"

/** What a document is made of. */
export interface Source {
  readonly contentType: string
  readonly text: string | Buffer
  /** What follows the text in an answer: ASCII, a few hundred bytes at most. */
  readonly end?: (requestId: string) => string
  /** The request header by which another document may be sent in its place. */
  readonly varies?: "Accept"
  /** Headers of its own. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What is read of a request. */
export interface Request {
  readonly accept: string | undefined
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly requestId: string
}

/** An answer, and what only one with a body has. */
export interface Answer {
  readonly status: 200 | 304
  /** Without those that describe the body's type and length. */
  readonly headers: Readonly<Record<string, string>>
  readonly content?: {
    readonly type: string
    readonly length: number
    readonly chunks: ReadonlyArray<Buffer>
  }
}

/** A document in one coding. */
type Representation = (request: Request) => Answer

/** A document that is made when it is first asked for. */
export interface Document {
  /** The answer, when the document has been made in the coding of the request. */
  readonly ready: (request: Request) => Answer | undefined
  readonly answer: (request: Request) => Effect.Effect<Answer>
}

/** The entity tag of a text. */
const tagOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64url").slice(0, 22)

/** Representations differ in their bytes, and have tags of their own; documents with an end differ always. */
const entityTag = (tag: string, coding: Coding, isWeak: boolean): string =>
  isWeak ? `W/"${tag}"` : `"${tag}${coding === "identity" ? "" : `-${coding}`}"`

const opaque = (tag: string) => tag.trim().replace(/^W\//, "")

/** Whether the client has this version already (RFC 9110, 13.1.2: weak comparison). */
const isKnown = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag)))

const representation = (
  { contentType, end, headers: own = {}, varies }: Omit<Source, "text">,
  tag: string,
  coding: Coding,
  { start, end: close }: Compressed
): Representation => {
  const etag = entityTag(tag, coding, end !== undefined)
  const lasting = {
    etag,
    "cache-control": own["cache-control"] ?? "public, max-age=60",
    vary: varies === undefined ? "Accept-Encoding" : `${varies}, Accept-Encoding`
  }
  const headers = { ...lasting, ...own, ...(coding === "identity" ? {} : { "content-encoding": coding }) }
  const known: Answer = { status: 304, headers: lasting }
  const whole = (chunks: ReadonlyArray<Buffer>): Answer => {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    return { status: 200, headers, content: { type: contentType, length, chunks } }
  }
  const constant = end === undefined ? whole([Buffer.concat([start, close(Buffer.alloc(0))])]) : undefined
  return ({ ifNoneMatch, requestId }) =>
    isKnown(etag, ifNoneMatch)
      ? known
      : (constant ?? whole([start, close(Buffer.from(end?.(requestId) ?? "", "latin1"))]))
}

/** A document whose source is asked for once. */
export const make = (source: Effect.Effect<Source>): Document => {
  // Who hangs up while it is made must not spoil it for the others.
  const once = <A>(made: Effect.Effect<A>) => SharedAnswer.make(made, Duration.infinity)
  const read = once(
    Effect.map(source, ({ text, ...facts }) => {
      const bytes = typeof text === "string" ? Buffer.from(text) : text
      return { facts, bytes, tag: tagOf(bytes) }
    })
  )
  const made = new Map<Coding, Representation>()
  const code = (coding: Coding) =>
    Effect.flatMap(read, ({ facts, bytes, tag }) =>
      Effect.map(compress(coding, bytes), (compressed) => {
        const one = representation(facts, tag, coding, compressed)
        made.set(coding, one)
        return one
      })
    )
  const makers = { br: once(code("br")), gzip: once(code("gzip")), identity: once(code("identity")) }
  return {
    ready: (request) => made.get(negotiate(request.acceptEncoding))?.(request),
    answer: (request) => Effect.map(makers[negotiate(request.acceptEncoding)], (one) => one(request))
  }
}
