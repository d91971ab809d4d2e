/**
 * A buyer by hand: payments signed with viem, requests by fetch, answers as a test compares them.
 */
import { Schema } from "effect"
import { generatePrivateKey, type PrivateKeyAccount } from "viem/accounts"
import type { Authorization, PaymentRequirements } from "../../src/Resources/X402.ts"
import { buyers } from "./Harness.ts"
import { requirements, typedData } from "./SignedPayment.ts"

/** What `POST /v1/fx/rates` asks for, but for what a test wants otherwise. */
export const terms: PaymentRequirements = { ...requirements, amount: "2000" }

export interface Wanted {
  readonly payTo?: string
  /** The price, in atomic units. */
  readonly amount?: string
  readonly account?: PrivateKeyAccount
  readonly authorization?: Partial<Authorization>
  readonly accepted?: Partial<Record<keyof PaymentRequirements, unknown>>
  readonly members?: Readonly<Record<string, unknown>>
}

const now = () => Math.floor(Date.now() / 1000)

/** The header of a good payment with a fresh nonce, but for what is wanted otherwise. */
export const payment = async (wanted: Wanted = {}): Promise<string> => {
  const account = wanted.account ?? buyers[0]
  if (account === undefined) throw new Error("no buyer")
  const authorization: Authorization = {
    from: account.address,
    to: wanted.payTo ?? terms.payTo,
    value: wanted.amount ?? terms.amount,
    validAfter: "0",
    validBefore: String(now() + 300),
    nonce: generatePrivateKey(),
    ...wanted.authorization
  }
  const signature = await account.signTypedData(typedData(authorization, terms))
  return encode({
    x402Version: 2,
    accepted: {
      ...terms,
      payTo: wanted.payTo ?? terms.payTo,
      amount: wanted.amount ?? terms.amount,
      ...wanted.accepted
    },
    payload: { signature, authorization },
    ...wanted.members
  })
}

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64")
export const decode = (header: string): unknown => JSON.parse(Buffer.from(header, "base64").toString())

const Body = Schema.Struct({
  data: Schema.optional(Schema.Unknown),
  error: Schema.optional(
    Schema.Struct({
      code: Schema.String,
      message: Schema.String,
      retryable: Schema.Boolean,
      details: Schema.optional(
        Schema.Struct({
          reason: Schema.optional(Schema.String),
          problems: Schema.optional(
            Schema.Array(Schema.Struct({ pointer: Schema.String, message: Schema.String }))
          ),
          provider: Schema.optional(Schema.String)
        })
      )
    })
  ),
  meta: Schema.Struct({ requestId: Schema.String })
})

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: typeof Body.Type
}

export const question = { base: "EUR", currencies: ["USD", "GBP"] }

/** Sends a call for exchange rates; `header` is the payment. */
export const call = (
  url: string,
  header: string | undefined,
  body: unknown = question,
  headers: Record<string, string> = {},
  signal?: AbortSignal
): Promise<Answer> => post(`${url}/v1/fx/rates`, header, body, headers, signal)

/** How many buyers took their turn. */
let turns = 0

/** Each time another buyer: one alone may not run many calls uncharged. */
export const nextBuyer = (): PrivateKeyAccount => {
  const account = buyers[turns++ % buyers.length]
  if (account === undefined) throw new Error("no buyer")
  return account
}

/** Pays for a call of any capability. */
export const buy = async (
  url: string,
  { path, amount, body }: { readonly path: string; readonly amount: string; readonly body: object }
): Promise<Answer> => post(`${url}${path}`, await payment({ amount, account: nextBuyer() }), body)

/** Sends a call to a URL. */
export const post = async (
  url: string,
  header: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal
): Promise<Answer> => {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(header === undefined ? {} : { "payment-signature": header }),
      ...headers
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal })
  })
  return answerOf(response.status, response.headers, await response.text())
}

/** An answer from its parts. */
export const answerOf = (status: number, headers: Headers, text: string): Answer => ({
  status,
  headers,
  text,
  body: Schema.decodeUnknownSync(Body)(JSON.parse(text))
})
