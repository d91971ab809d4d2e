/**
 * A buyer's side: payments that are signed, calls that are made, broken off, and written down.
 */
import { createHash } from "node:crypto"
import { Option, Schema } from "effect"
import { Agent, request as ask } from "undici"
import { decodeHeader, encodeHeader } from "../../src/Resources/X402.ts"
import type { Answered, Journal, Place, Receipt } from "./Journal.ts"
import { payTo, price, type Request, requirements } from "./oracle/Terms.ts"
import type { Wallet } from "./oracle/Wallets.ts"

/** How a purchase is named. */
export interface Name {
  readonly key: string
  /** By the protocol's extension; else by the header `Idempotency-Key`. */
  readonly isExtension: boolean
}

/** A signed payment. */
export interface Payment {
  readonly payer: string
  readonly nonce: string
  readonly header: string
  readonly name: Name | undefined
  /** The request that it was made for, by number. */
  readonly request: number
}

/** Signs a payment of the price, good for so many seconds from `now` on. */
export const sign = (
  wallet: Wallet,
  nonce: string,
  now: number,
  window: number,
  request: number,
  name: Name | undefined
): Payment => {
  const authorization = {
    from: wallet.address,
    to: payTo,
    value: price,
    validAfter: "0",
    validBefore: String(Math.floor(now / 1000) + window),
    nonce
  }
  const extensions =
    name?.isExtension === true
      ? { extensions: { "payment-identifier": { info: { required: false, id: name.key } } } }
      : {}
  return {
    payer: wallet.address.toLowerCase(),
    nonce,
    name,
    request,
    header: encodeHeader({
      x402Version: 2,
      accepted: { ...requirements, payTo },
      payload: { signature: wallet.sign(authorization), authorization },
      ...extensions
    })
  }
}

const Body = Schema.parseJson(
  Schema.Struct({
    data: Schema.optional(Schema.Unknown),
    error: Schema.optional(
      Schema.Struct({
        code: Schema.String,
        message: Schema.String,
        details: Schema.optional(Schema.Struct({ reason: Schema.optional(Schema.String) }))
      })
    )
  })
)
const decodeBody = Schema.decodeOption(Body)

const Receipts = Schema.Struct({
  success: Schema.Boolean,
  transaction: Schema.String,
  payer: Schema.String,
  amount: Schema.optional(Schema.String),
  errorReason: Schema.optional(Schema.String)
})
const decodeReceipt = Schema.decodeUnknownOption(Receipts)

const receiptOf = (header: string | undefined): Receipt | undefined => {
  if (header === undefined) return undefined
  const read = Option.getOrUndefined(Option.flatMap(Option.getRight(decodeHeader(header)), decodeReceipt))
  return read === undefined
    ? undefined
    : {
        success: read.success,
        transaction: read.transaction,
        payer: read.payer,
        amount: read.amount,
        errorReason: read.errorReason
      }
}

/** Where a buyer hangs up: when his call, or any, comes by a place; or after some milliseconds of real time. */
export type HangUp = Place | "soon" | undefined

const agent = new Agent({ connections: 64, keepAliveTimeout: 30_000 })

/** Milliseconds after which the hasty hang up. */
const soon = 4

/** Sends a call; breaks it off where the buyer hangs up. `undefined`: there was no answer. */
const send = async (
  url: string,
  request: Request,
  payment: Payment,
  journal: Journal,
  hangUp: HangUp
): Promise<Answered | undefined> => {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const release =
    hangUp === undefined || hangUp === "soon" ? () => {} : journal.once(hangUp, payment.payer, stop)
  const timer = hangUp === "soon" ? setTimeout(stop, soon) : undefined
  try {
    const { statusCode, headers, body } = await ask(`${url}${request.path}`, {
      method: "POST",
      dispatcher: agent,
      signal: controller.signal,
      headersTimeout: 120_000,
      headers: {
        "content-type": "application/json",
        "payment-signature": payment.header,
        ...(payment.name?.isExtension === false ? { "idempotency-key": payment.name.key } : {})
      },
      body: request.body
    })
    const text = await body.text()
    const header = (name: string) => {
      const value = headers[name]
      return typeof value === "string" ? value : undefined
    }
    const read = Option.getOrUndefined(decodeBody(text))
    return {
      status: statusCode,
      code: read?.error?.code,
      reason: read?.error?.details?.reason,
      message: read?.error?.message,
      hasData: read?.data !== undefined,
      hash: createHash("sha256").update(text).digest("base64"),
      digest: header("content-digest"),
      retryAfter: header("retry-after"),
      challenged: header("payment-required") !== undefined,
      receipt: receiptOf(header("payment-response"))
    }
  } catch {
    return undefined
  } finally {
    release()
    clearTimeout(timer)
  }
}

/** A word for an answer. */
export const word = (answer: Answered | undefined) =>
  answer === undefined
    ? "no answer"
    : [answer.status, answer.code ?? "answer", answer.reason].filter((part) => part !== undefined).join(" ")

/** Makes a call and writes down how it went. */
export const call = async (
  url: string,
  requests: ReadonlyArray<Request>,
  index: number,
  payment: Payment,
  journal: Journal,
  hangUp: HangUp
): Promise<Answered | undefined> => {
  const request = requests[index]
  if (request === undefined) return undefined
  const began = journal.tick()
  const answer = await send(url, request, payment, journal, hangUp)
  journal.call({
    began,
    payer: payment.payer,
    nonce: payment.nonce,
    request: index,
    free: request.free,
    answer
  })
  journal.say(`${payment.nonce.slice(0, 10)} asks for ${index}: ${word(answer)}`)
  return answer
}
