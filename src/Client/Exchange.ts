/**
 * One request and its answer: what was sent back whole, what failed, and what never came.
 */
import { AlmanacError, type Charged, type Code } from "./Errors.ts"
import { codes } from "./generated/errors.ts"
import type { ErrorDetails } from "./generated/types.ts"
import { member, parse, sha256Base64 } from "./Json.ts"

/** An answer that came whole. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Whether the body has the digest that it was sent with; so has one that was sent with none. */
  readonly isWhole: boolean
}

/** No answer came. `isUnsent`: the request certainly never reached anybody. */
export interface Lost {
  readonly error: unknown
  readonly isUnsent: boolean
}

export interface Request {
  readonly method: "GET" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const digestOf = (header: string | null) => /(?:^|[,\s])sha-256=:([^:]*):/i.exec(header ?? "")?.[1]

/** Causes of a failed fetch in Node for which no byte was sent. */
const unsent = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]

const isUnsent = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  const one = cause instanceof AggregateError ? cause.errors[0] : cause
  return one instanceof Error && "code" in one && unsent.includes(String(one.code))
}

/** More milliseconds than a timer takes are none. */
const longestTimer = 2 ** 31 - 1

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
): Promise<Answered | Lost> => {
  const ending = new AbortController()
  const onAbort = () => ending.abort(signal?.reason)
  if (signal?.aborted === true) return { error: signal.reason, isUnsent: true }
  signal?.addEventListener("abort", onAbort)
  const timer = setTimeout(
    () => ending.abort(new Error(`no answer in ${Math.ceil(milliseconds / 1000)} seconds`)),
    Math.min(milliseconds, longestTimer)
  )
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: "error",
      signal: ending.signal
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const digest = digestOf(response.headers.get("content-digest"))
    return {
      status: response.status,
      headers: response.headers,
      text: new TextDecoder().decode(bytes),
      isWhole: digest === undefined || digest === (await sha256Base64(bytes))
    }
  } catch (error) {
    return { error, isUnsent: isUnsent(error) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", onAbort)
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
  readonly error: { readonly message?: string; readonly retryable?: boolean; readonly details?: ErrorDetails }
  readonly meta?: { readonly requestId?: string }
}

const isCode = (code: unknown): code is keyof typeof codes =>
  typeof code === "string" && Object.hasOwn(codes, code)

/** Whole seconds of `Retry-After`. */
const retryAfter = (headers: Headers): number | undefined => {
  const text = headers.get("retry-after") ?? ""
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

/** The service's own error in an answer; `undefined` when it is none: somebody between has answered. */
export const failureOf = ({ headers, status, text }: Answered): Failure | undefined => {
  const code = member(member(parse(text), "error"), "code")
  if (!isCode(code) || codes[code].status !== status) return undefined
  const { error, meta }: ErrorBody = JSON.parse(text)
  return {
    code,
    message: String(error.message),
    retryable: error.retryable === true,
    status,
    details: error.details,
    requestId: meta?.requestId,
    retryAfterSeconds: retryAfter(headers),
    charged: codes[code].charged
  }
}

/** The error of a call that ended like this. */
export const errorOf = (
  failure: Failure,
  facts: { readonly charged: Charged; readonly key?: string; readonly nonce?: string | undefined }
): AlmanacError => new AlmanacError(failure.code, failure.message, { ...failure, ...facts })

/** Why a request was lost, in words. */
export const reasonOf = (error: unknown): string => {
  const { cause } = error instanceof Error ? error : { cause: undefined }
  return (
    [error, cause]
      .map((one) => (one instanceof Error ? one.message : ""))
      .filter(Boolean)
      .join(": ") || "the connection was lost"
  )
}
