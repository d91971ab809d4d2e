/**
 * A service that answers as a test writes it, and a client of it in a time of its own.
 */
import { make } from "../../src/Client/Almanac.ts"
import type { Clock } from "../../src/Client/Clock.ts"
import { codes } from "../../src/Client/generated/errors.ts"
import type { Options } from "../../src/Client/Options.ts"
import type { Signer, TypedData } from "../../src/Client/Signer.ts"
import { encodeHeader as encode } from "../../src/Resources/X402.ts"
import { payer as account, requirements } from "../support/SignedPayment.ts"

/** What a call for exchange rates costs. */
export const terms = { ...requirements, amount: "2000" }

export const input = { base: "EUR", currencies: ["USD"] }
export const path = "/v1/fx/rates"

export type Json = { readonly [member: string]: unknown }

/** What comes for a request: an answer, or nothing. */
export type Reply = Response | Error

/** No byte was sent. */
export const refused = () =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) })

/** It was sent, and nothing came. */
export const cut = () => new TypeError("fetch failed", { cause: new Error("other side closed") })

/** The challenge of a 402, but for what is wanted otherwise. */
export const challenge = (
  {
    accepted = {},
    resource = {},
    ...members
  }: { accepted?: Json; resource?: Json; [member: string]: unknown } = {},
  quote: Json | null = { valid: true, problems: [], unavailableProviders: [] }
): Response => {
  const value = {
    x402Version: 2,
    error: "Payment required",
    resource: { url: `http://service.test${path}`, ...resource },
    accepts: [{ ...terms, ...accepted }],
    extensions: {},
    ...members
  }
  return answer(402, error("PAYMENT_REQUIRED", quote === null ? {} : { quote }), {
    "payment-required": encode(value)
  })
}

export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers })

const error = (code: string, members: Json = {}, details: Json = {}) => ({
  error: {
    code,
    message: `it is ${code}`,
    retryable: Object.entries(codes).some(([name, { retryable }]) => name === code && retryable),
    details
  },
  meta: { requestId: "req_1" },
  ...members
})

/** The service's own failure. */
export const failure = (code: keyof typeof codes, headers: Record<string, string> = {}, details: Json = {}) =>
  answer(codes[code].status, error(code, {}, details), headers)

const receipt = {
  success: true,
  transaction: `0x${"ab".repeat(32)}`,
  network: terms.network,
  payer: "0x",
  amount: "2000"
}

export const body = {
  data: { base: "EUR", date: "2026-11-27", rates: { USD: 1.05 } },
  meta: { requestId: "req_1" }
}

/** The answer that was paid for. */
export const sold = (headers: Record<string, string> = {}) =>
  answer(200, body, { "payment-response": encode(receipt), ...headers })

/** The answer, uncharged. */
export const given = () => answer(200, body)

/** What became of a payment. */
export const state = (nonce: string, state: string): Response =>
  answer(200, {
    data: {
      state,
      payer: account.address.toLowerCase(),
      nonce: nonce.toLowerCase(),
      network: terms.network,
      amount: { atomic: "2000", decimal: "0.002" },
      transaction: null,
      createdAt: "2026-11-29T12:00:00.000Z",
      settledAt: null,
      validBefore: "2026-11-29T12:05:00.000Z"
    },
    meta: { requestId: "req_1" }
  })

/** A payment as it was sent. */
export interface Sent {
  readonly header: string
  readonly key: string | null
  readonly body: string
  readonly nonce: string
  readonly value: string
  readonly validBefore: number
}

interface Paid {
  readonly payload: {
    readonly authorization: { readonly nonce: string; readonly value: string; readonly validBefore: string }
  }
}

const sentIn = (headers: Headers, body: string): Sent => {
  const header = headers.get("payment-signature") ?? ""
  const { payload }: Paid = JSON.parse(Buffer.from(header, "base64").toString())
  const { nonce, validBefore, value } = payload.authorization
  return { header, key: headers.get("idempotency-key"), body, nonce, value, validBefore: Number(validBefore) }
}

/** The n-th reply, and the last one from then on. */
const nth = <A>(replies: ReadonlyArray<() => A>, n: number): A => {
  const reply = replies[Math.min(n, replies.length - 1)]
  if (reply === undefined) throw new Error("the script has no reply")
  return reply()
}

export interface Script {
  readonly unpaid?: ReadonlyArray<() => Reply>
  readonly paid?: ReadonlyArray<() => Reply>
  /** What the status of a payment is; a missing one is 404. */
  readonly states?: ReadonlyArray<string | undefined>
}

/** The beginning of the tests' time. */
export const start = Date.parse("2026-11-29T12:00:00Z")

/** A clock that a wait puts forward. */
export const clockAt = (begin = start): Clock & { time: number; readonly waits: Array<number> } => {
  const clock = {
    time: begin,
    waits: [] as Array<number>,
    now: () => clock.time,
    sleep: async (milliseconds: number) => {
      clock.time += milliseconds
      clock.waits.push(milliseconds)
    }
  }
  return clock
}

/** A wallet that counts; it signs for real. */
export const walletOf = (): Signer & { readonly signed: Array<TypedData> } => {
  const signed: Array<TypedData> = []
  return {
    address: account.address,
    signed,
    signTypedData: (typed) => {
      signed.push(typed)
      return account.signTypedData(typed)
    }
  }
}

/** A client of a service with this script. */
export const scripted = (script: Script = {}, options: Partial<Options> = {}, clock = clockAt()) => {
  const wallet = walletOf()
  const sent: Array<Sent> = []
  const seen = { unpaid: 0, status: 0 }
  const fetch: typeof globalThis.fetch = async (target, init) => {
    const url = new URL(String(target))
    const headers = new Headers(init?.headers)
    const reply = ((): Reply => {
      if (url.pathname.startsWith("/v1/payments/")) {
        const now = nth(
          (script.states ?? [undefined]).map((one) => () => one),
          seen.status++
        )
        return now === undefined ? failure("NOT_FOUND") : state(url.pathname.split("/")[4] ?? "", now)
      }
      if (!headers.has("payment-signature")) return nth(script.unpaid ?? [challenge], seen.unpaid++)
      sent.push(sentIn(headers, String(init?.body)))
      return nth(script.paid ?? [sold], sent.length - 1)
    })()
    if (reply instanceof Error) throw reply
    return reply
  }
  const client = make(
    { baseUrl: "http://service.test", network: terms.network, wallet, fetch, ...options },
    clock
  )
  return { client, clock, fetch, sent, seen, wallet, signed: wallet.signed }
}
