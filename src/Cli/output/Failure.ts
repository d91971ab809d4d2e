/**
 * A failure, for programs and for people.
 */
import { AlmanacError, BudgetExceeded, type Charged, NotOffered } from "../../Client/Errors.ts"
import { exitOf } from "../Exit.ts"
import type { JsonObject } from "../Json.ts"
import { Unreachable } from "../Service.ts"
import { Unwritten, UsageError } from "../Usage.ts"
import { visible } from "./Visible.ts"

/** A failure, and the command that finishes the purchase, where there is one to finish. */
export interface Failed {
  readonly error: unknown
  readonly resume?: string | undefined
  /** Whether the command pays nothing: it may be about a payment all the same. */
  readonly isFree?: boolean
}

const chargedOf = (error: unknown): Charged =>
  error instanceof AlmanacError || error instanceof Unwritten ? error.charged : false

const codeOf = (error: unknown): string =>
  error instanceof AlmanacError ||
  error instanceof UsageError ||
  error instanceof Unreachable ||
  error instanceof Unwritten
    ? error.code
    : "UNEXPECTED"

const hintOf = (error: unknown): string | undefined => {
  if (error instanceof NotOffered && error.reason === "PRICE") return "--max names the most that is paid"
  if (error instanceof NotOffered && error.reason === "REDIRECT") return "use that address as --url"
  return error instanceof UsageError || error instanceof Unreachable ? error.hint : undefined
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What a program can act on; members that say nothing are left out. */
const factsOf = (error: unknown): JsonObject => {
  if (error instanceof Unwritten) return { key: error.key }
  if (!(error instanceof AlmanacError)) return {}
  const { details, key, nonce, requestId, retryAfterSeconds, retryable, status } = error
  return {
    ...(status === 0 ? {} : { status }),
    retryable,
    retryAfterSeconds,
    details,
    requestId,
    key,
    nonce,
    ...(error instanceof BudgetExceeded ? { limit: error.limit, asked: error.asked, left: error.left } : {}),
    ...(error instanceof NotOffered ? { reason: error.reason } : {})
  }
}

/** The document of a failure: `{"error":{"code", "message", "charged", ...},"exit":6}`. */
export const failureDocument = ({ error, resume }: Failed): JsonObject => ({
  error: {
    code: codeOf(error),
    message: messageOf(error),
    charged: chargedOf(error),
    ...factsOf(error),
    hint: hintOf(error),
    resume
  },
  exit: exitOf(error)
})

/** Codes of failures that say nothing of a purchase: it is in another journal, or in one that cannot be read. */
const elsewhere: ReadonlyArray<string> = ["UNKNOWN_KEY", "JOURNAL_UNUSABLE", "NOT_FOUND"]

/** Whether money moved, in words. */
const chargeOf = (
  { charged, code }: Pick<AlmanacError, "charged"> & { readonly code: string },
  isFree: boolean
): string =>
  charged === false && (isFree || elsewhere.includes(code))
    ? "This command charged nothing."
    : (charges[String(charged)] ?? "")

const charges: Readonly<Record<string, string>> = {
  false: "Nothing was charged.",
  true: "It was charged.",
  unknown:
    "It is not known whether it was charged. A payment is good for one charge, however often it is sent."
}

/** The lines for a person: what happened, whether money moved, what to do. */
export const failureLines = ({ error, isFree = false, resume }: Failed): ReadonlyArray<string> => {
  const told = visible(messageOf(error))
  const hint = hintOf(error)
  const isOurs = error instanceof AlmanacError
  const retryable = isOurs && error.retryable && error.charged === false
  const wait = isOurs ? error.retryAfterSeconds : undefined
  return [
    error instanceof UsageError ? told : `${visible(codeOf(error))}: ${told}`,
    ...(hint === undefined ? [] : [visible(hint)]),
    ...(isOurs || error instanceof Unwritten ? [chargeOf(error, isFree)] : []),
    ...(isOurs && error.details?.reason !== undefined ? [`Reason: ${visible(error.details.reason)}`] : []),
    ...(isOurs && error.requestId !== undefined ? [`Request: ${visible(error.requestId)}`] : []),
    ...(retryable ? [`The same command may succeed${wait === undefined ? " later" : ` in ${wait} s`}.`] : []),
    ...(resume === undefined ? [] : [`To finish it: ${resume}`])
  ]
}
