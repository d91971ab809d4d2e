/**
 * The unpaid request: what a call costs, whether its input would be taken, and on which terms. It commits to nothing.
 */
import * as Usdc from "../Resources/Usdc.ts"
import { AlmanacError, ConnectionLost, NotOffered } from "./Errors.ts"
import { type Answered, errorOf, failureOf, isRedirect, send } from "./Exchange.ts"
import type { Quote as Asked } from "./generated/types.ts"
import { isObject, member, parse } from "./Json.ts"
import type { Settings } from "./Options.ts"
import { type Expected, read, type Terms } from "./Terms.ts"

/** A request of the service: where it is sold, and the body as it is sent. */
export interface Wanted {
  readonly path: string
  readonly body: string
}

/** What is known of a call before it is paid. */
export interface Quote {
  /** Decimal USDC. */
  readonly price: string
  /** CAIP-2. */
  readonly network: string
  readonly payTo: string
  /** Whether the paid call would take the input; `"unknown"` when the service was too busy to look. */
  readonly valid: boolean | "unknown"
  readonly problems: Asked["problems"]
  /** Providers that are known to be out. */
  readonly unavailableProviders: Asked["unavailableProviders"]
}

/** Sends the request, with these headers. */
export const post = (
  { baseUrl, fetch }: Settings,
  { body, path }: Wanted,
  headers: Readonly<Record<string, string>>,
  milliseconds: number,
  signal: AbortSignal | undefined
): Promise<Answered> =>
  send(
    fetch,
    `${baseUrl}${path}`,
    { method: "POST", headers: { "content-type": "application/json", ...headers }, body },
    milliseconds,
    signal
  )

/** Without a payment. */
export const unpaid = { prefer: "quote" }

/** The part of a 402's body that answers `Prefer: quote`. */
const quoteIn = ({ text }: Answered): Asked | undefined => {
  const body: unknown = parse(text)
  if (!isObject(member(body, "quote"))) return undefined
  const { quote }: { readonly quote: Asked } = JSON.parse(text)
  return quote
}

/**
 * The terms in an answer to the unpaid request.
 *
 * @throws NotOffered when they are not as expected; AlmanacError `VALIDATION_FAILED` when the input would be refused.
 */
export const termsIn = (answer: Answered, expected: Expected, key: string): Terms => {
  const terms = read(answer.headers.get("payment-required"), expected, key)
  const quote = quoteIn(answer)
  if (quote?.valid === false) {
    const message = quote.problems.map((problem) => `${problem.pointer} ${problem.message}`.trim()).join("; ")
    throw new AlmanacError("VALIDATION_FAILED", message, {
      charged: false,
      status: 400,
      details: { problems: quote.problems },
      requestId: failureOf(answer)?.requestId,
      key
    })
  }
  return terms
}

/** What it costs, and whether the input would be taken. */
export const quote = async (settings: Settings, wanted: Wanted, signal?: AbortSignal): Promise<Quote> => {
  const answer = await post(settings, wanted, unpaid, settings.maxWait, signal)
  if (answer.status !== 402) throw unexpected(answer)
  const { asset, payTo } = settings
  const terms = read(answer.headers.get("payment-required"), {
    path: wanted.path,
    asset,
    payTo,
    most: undefined
  })
  const asked = quoteIn(answer)
  return {
    price: Usdc.format(terms.amount),
    network: asset.network,
    payTo: terms.payTo,
    valid: asked?.valid ?? "unknown",
    problems: asked?.problems ?? [],
    unavailableProviders: asked?.unavailableProviders ?? []
  }
}

/** The error of an answer to the unpaid request that asks for no payment. */
export const unexpected = (answer: Answered, key?: string): AlmanacError => {
  const error = errorOf(answer, { charged: false, key })
  const { message, retryable, status } = error
  if (retryable || !(error instanceof ConnectionLost)) return error
  return new NotOffered(isRedirect(status) ? "REDIRECT" : "NO_CHALLENGE", message, { key, status })
}
