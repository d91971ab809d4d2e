/**
 * What a buyer got, read: status, code, receipt, and whether it is given away by the published rule.
 */
import { createHash } from "node:crypto"
import { Option, Schema } from "effect"

/** The header `PAYMENT-RESPONSE`. */
const ReceiptHeader = Schema.Struct({
  success: Schema.Boolean,
  transaction: Schema.String,
  payer: Schema.String,
  amount: Schema.optional(Schema.String),
  errorReason: Schema.optional(Schema.String)
})
export type Receipt = typeof ReceiptHeader.Type

const List = Schema.optional(Schema.Array(Schema.Unknown))

const Body = Schema.parseJson(
  Schema.Struct({
    data: Schema.optional(
      Schema.Struct({
        // Of a composite: what it has found.
        findings: List,
        subjects: List,
        evidence: List,
        composition: Schema.optional(Schema.Struct({ sourcesFailed: Schema.Array(Schema.String) }))
      })
    ),
    error: Schema.optional(
      Schema.Struct({
        code: Schema.String,
        message: Schema.String,
        details: Schema.optional(Schema.Struct({ reason: Schema.optional(Schema.String) }))
      })
    ),
    meta: Schema.optional(
      Schema.Struct({ price: Schema.optional(Schema.NullOr(Schema.Struct({ amount: Schema.String }))) })
    ),
    quote: Schema.optional(Schema.Struct({ valid: Schema.Boolean }))
  })
)
const decodeBody = Schema.decodeOption(Body)

const decodeReceipt = Schema.decodeOption(
  Schema.compose(Schema.StringFromBase64, Schema.parseJson(ReceiptHeader))
)

/** What a buyer got. */
export interface Answered {
  readonly status: number
  readonly code: string | undefined
  readonly reason: string | undefined
  readonly message: string | undefined
  readonly hasData: boolean
  /** Whether docs/charges.md says of such a 200 that it is not charged. */
  readonly isGivenAway: boolean
  /** `meta.price` of research: what was charged, in decimal USDC. `undefined`: the answer does not say. */
  readonly toldPrice: string | null | undefined
  /** `valid` of a quote. */
  readonly quote: boolean | undefined
  /** SHA-256 of the body, base64. */
  readonly hash: string
  readonly digest: string | undefined
  readonly retryAfter: string | undefined
  readonly challenged: boolean
  readonly receipt: Receipt | undefined
}

/** Reads a response. `header` gives a header's value. */
export const read = (
  status: number,
  text: string,
  header: (name: string) => string | undefined
): Answered => {
  const body = Option.getOrUndefined(decodeBody(text))
  const data = body?.data
  const found = [data?.findings, data?.subjects, data?.evidence].flatMap((list) => list ?? [])
  const failed =
    header("x-sources-failed") !== undefined || (data?.composition?.sourcesFailed.length ?? 0) > 0
  const receipt = header("payment-response")
  return {
    status,
    code: body?.error?.code,
    reason: body?.error?.details?.reason,
    message: body?.error?.message,
    hasData: data !== undefined,
    isGivenAway: status === 200 && (header("x-coverage") === "none" || (failed && found.length === 0)),
    toldPrice: body?.meta?.price === undefined ? undefined : (body.meta.price?.amount ?? null),
    quote: body?.quote?.valid,
    hash: createHash("sha256").update(text).digest("base64"),
    digest: header("content-digest"),
    retryAfter: header("retry-after"),
    challenged: header("payment-required") !== undefined,
    receipt: receipt === undefined ? undefined : Option.getOrUndefined(decodeReceipt(receipt))
  }
}

/** A word for an answer. */
export const word = (answer: Answered | undefined) =>
  answer === undefined
    ? "no answer"
    : [answer.status, answer.code ?? (answer.receipt === undefined ? "given away" : "sold"), answer.reason]
        .filter((part) => part !== undefined)
        .join(" ")
