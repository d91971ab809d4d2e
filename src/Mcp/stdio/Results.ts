/**
 * What calls come to over stdio: an answer as the service gave it, or what went wrong, with what to do about the money.
 */
import type { Answer } from "../../Client/Call.ts"
import { AlmanacError, BudgetExceeded, NotOffered } from "../../Client/Errors.ts"
import type { ToolResult } from "../server/Served.ts"
import type { Json } from "../tools/CompactSchema.ts"

const text = (text: string) => [{ type: "text", text }] as const

const parsed = (json: string): Json => JSON.parse(json)

/** A free answer. */
export const given = (value: object): ToolResult => {
  const json = JSON.stringify(value)
  return { content: text(json), structuredContent: parsed(json) }
}

/** A bought answer; the text is that of HTTP. */
export const bought = ({ charged, key, nonce, receipt, text: json }: Answer): ToolResult => ({
  content: text(json),
  structuredContent: parsed(json),
  _meta: {
    "almanac/purchase": { key, nonce, charged },
    ...(receipt === undefined ? {} : { "x402/payment-response": receipt })
  }
})

/** What an agent is told to do, where the error alone does not say it. */
const advice = (error: AlmanacError): string | undefined => {
  if (error instanceof BudgetExceeded)
    return "Nothing was signed. almanac_budget shows what is left; only the person who runs this server can raise it."
  if (error instanceof NotOffered && error.reason === "NO_WALLET")
    return "This server has no wallet: it lists and quotes. To buy, it is started with ALMANAC_PRIVATE_KEY, the key of a wallet that holds USDC."
  if (error.charged !== false)
    return `The payment ${error.charged === true ? "was" : "may have been"} taken. Call almanac_resume with this key to fetch the answer${error.key === undefined ? "" : `: ${error.key}`}. Calling the tool again with the same arguments does the same.`
  return undefined
}

/** A failure of the client, or of the arguments. */
export const failed = (error: unknown): ToolResult => {
  const told =
    error instanceof AlmanacError
      ? {
          code: error.code,
          message: error.message,
          retryable: error.retryable,
          charged: error.charged,
          ...(error.details === undefined ? {} : { details: error.details }),
          ...(error.retryAfterSeconds === undefined ? {} : { retryAfter: error.retryAfterSeconds }),
          ...(error.key === undefined ? {} : { key: error.key }),
          ...(advice(error) === undefined ? {} : { advice: advice(error) })
        }
      : // Before anything is sent the client refuses what cannot be meant.
        {
          code: "VALIDATION_FAILED",
          message: error instanceof Error ? error.message : "it failed",
          charged: false
        }
  return { isError: true, content: text(JSON.stringify({ error: told })) }
}
