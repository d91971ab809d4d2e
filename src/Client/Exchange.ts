/**
 * One request and its answer: what was sent back whole, what failed, and what never came.
 */
import { AlmanacError, type Charged, type Code, ConnectionLost } from "./Errors.ts"
import { codes } from "./generated/errors.ts"
import type { ErrorDetails } from "./generated/types.ts"
import { member, parse, sha256Base64, textOf, urlOf } from "./Json.ts"

/** What came for a request. */
export interface Answered {
  /** 0 when nothing came. */
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Whether the body has the digest that it was sent with; so has one that was sent with none. */
  readonly isWhole: boolean
  /** Why no answer came. `isUnsent`: the request certainly never reached anybody. `isAborted`: by the caller. */
  readonly lost?: {
    readonly error: unknown
    readonly isUnsent: boolean
    readonly isAborted?: boolean | undefined
  }
}

const lost = (error: unknown, isUnsent: boolean, isAborted: boolean | undefined): Answered => ({
  status: 0,
  headers: new Headers(),
  text: "",
  isWhole: false,
  lost: { error, isUnsent, isAborted }
})

export interface Request {
  readonly method: "GET" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const digestOf = (header: string | null) => /(?:^|[,\s])sha-256=:([^:]*):/i.exec(header ?? "")?.[1]

/** Causes of a failed fetch in Node for which no byte was sent. */
const unsent = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]

const isUnsent = (error: unknown): boolean => {
  const cause = member(error, "cause")
  const one: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  return unsent.includes(String(member(one, "code")))
}

/** More milliseconds than a timer takes are none. */
const longestTimer = 2 ** 31 - 1

/** What `act` gives, in `milliseconds` at most and until the signal ends it, whether or not `act` hears of that. */
export const within = async <A>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  act: (ending: AbortSignal) => Promise<A>
): Promise<A> => {
  const ending = new AbortController()
  const onAbort = () => ending.abort(signal?.reason)
  signal?.addEventListener("abort", onAbort)
  const timer = setTimeout(
    () => ending.abort(new Error(`no answer in ${milliseconds / 1000} s`)),
    Math.min(milliseconds, longestTimer)
  )
  try {
    return await new Promise<A>((resolve, reject) => {
      ending.signal.addEventListener("abort", () => reject(ending.signal.reason))
      act(ending.signal).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", onAbort)
  }
}

/** The bytes of the largest answer: it is held in memory. */
const largest = 2 ** 24

const bytesOf = async ({ body }: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const reader = body?.getReader()
  const parts: Array<Uint8Array<ArrayBuffer>> = []
  let left = largest
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    parts.push(part.value)
    left -= part.value.length
    if (left < 0) {
      // The connection would stay open for the rest.
      reader?.cancel().catch(() => undefined)
      throw new Error("the answer is too large")
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/**
 * Sends, and waits for the whole answer, `milliseconds` at most. It never follows a redirect: a payment goes where it was
 * signed for.
 */
export const send = async (
  fetch: typeof globalThis.fetch,
  url: string,
  { body, headers = {}, method }: Request,
  milliseconds: number,
  signal?: AbortSignal
): Promise<Answered> => {
  if (signal?.aborted === true) return lost(signal.reason, true, true)
  try {
    return await within(milliseconds, signal, async (ending) => {
      const response = await fetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: ending
      })
      const bytes = await bytesOf(response)
      const digest = digestOf(response.headers.get("content-digest"))
      return {
        status: response.status,
        headers: response.headers,
        text: new TextDecoder().decode(bytes),
        isWhole: digest === undefined || digest === (await sha256Base64(bytes))
      }
    })
  } catch (error) {
    return lost(error, isUnsent(error), signal?.aborted)
  }
}

/** An error of the service. */
export interface Failure {
  readonly code: Code
  readonly message: string
  readonly retryable: boolean
  readonly status: number
  readonly details: ErrorDetails | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** What the contract says of the payment: not charged, by no call before either; by this call; or nobody knows yet. */
  readonly charged: "no" | "not by this call" | "unknown"
}

interface ErrorBody {
  readonly error: {
    readonly code: Code
    readonly message?: string
    readonly retryable?: boolean
    readonly details?: ErrorDetails
  }
  readonly meta?: { readonly requestId?: string }
}

const isCode = (code: string | undefined): code is keyof typeof codes =>
  code !== undefined && Object.hasOwn(codes, code)

/** Whole seconds of `Retry-After`. */
const retryAfter = (headers: Headers): number | undefined => {
  const text = headers.get("retry-after") ?? ""
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

/**
 * What a message of the service says of the charge. It is true of one request; an error of this client is about a purchase,
 * which others may have paid, and says it by `charged` alone.
 */
const ofCharge = /[;.] (?:nothing was charged|this call charged nothing)/i

/**
 * The service's own error in an answer; `undefined` when it is none: somebody between has answered, or nobody. What is
 * said of an unpaid request is believed whoever says it; a newer service may have codes that this version does not list.
 */
export const failureOf = (
  { headers, status, text }: Answered,
  isUnpaid: boolean = false
): Failure | undefined => {
  const code = textOf(member(member(parse(text), "error"), "code"))
  const known = isCode(code) && codes[code].status === status ? codes[code].charged : undefined
  if (code === undefined || (known === undefined && !isUnpaid)) return undefined
  const { error, meta }: ErrorBody = JSON.parse(text)
  return {
    code: error.code,
    message: String(error.message).replace(ofCharge, ""),
    retryable: error.retryable === true,
    status,
    details: error.details,
    requestId: meta?.requestId,
    retryAfterSeconds: retryAfter(headers),
    charged: known ?? "no"
  }
}

/** Of a redirect a browser tells nothing, not even its status. */
export const isRedirect = (status: number): boolean => status < 200 || (status > 299 && status < 400)

/** The error of a request that has no other answer: the service's own, or that nobody answers, or somebody between. */
export const errorOf = (
  sent: Answered,
  facts: {
    readonly charged: Charged
    readonly key?: string | undefined
    readonly nonce?: string | undefined
  }
): AlmanacError => {
  const { headers, lost, status } = sent
  if (lost !== undefined) {
    const known = { ...facts, cause: lost.error }
    return lost.isAborted === true
      ? new AlmanacError("ABORTED", "the call was aborted", known)
      : new ConnectionLost(reasonOf(lost.error), known)
  }
  const failure = failureOf(sent, facts.charged === false)
  if (failure !== undefined) {
    return new AlmanacError(failure.code, failure.message, { ...failure, ...facts })
  }
  const message = isRedirect(status)
    ? `baseUrl redirects to ${urlOf(headers.get("location"))?.origin ?? "another address"}, which is not followed`
    : `HTTP ${status} is no answer of the service`
  return new ConnectionLost(message, {
    ...facts,
    status,
    retryable: status > 499 || status === 408 || status === 429,
    retryAfterSeconds: retryAfter(headers)
  })
}

/** Why a request was lost, in words. */
const reasonOf = (error: unknown): string =>
  [error, member(error, "cause")]
    .map((one) => (one instanceof Error ? one.message : ""))
    .filter(Boolean)
    .join(": ") || "the connection was lost"
