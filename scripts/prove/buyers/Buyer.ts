/**
 * A buyer's side: payments that are signed, calls that are made, broken off, and written down. And a stranger's, who
 * sends what he reads of a payment on the chain.
 */
import { Agent, request as ask } from "undici"
import type { Request } from "../oracle/Requests.ts"
import { payTo, requirements } from "../oracle/Terms.ts"
import type { Authorization } from "../oracle/TypedData.ts"
import { forgeries, type Wallet } from "../oracle/Wallets.ts"
import { type Answered, read, word } from "./Answer.ts"
import type { Journal, Place } from "./Journal.ts"
import * as Mcp from "./Mcp.ts"

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
  readonly authorization: Authorization
  readonly signature: string
  readonly price: string
  readonly name: Name | undefined
  /** The request that it was made for, by number. */
  readonly request: number
}

/** Signs a payment for a request, good for so many seconds from `now` on. */
export const sign = async (
  wallet: Wallet,
  nonce: string,
  now: number,
  window: number,
  request: readonly [number: number, request: Request],
  name: Name | undefined
): Promise<Payment> => {
  const [number, { price }] = request
  const authorization: Authorization = {
    from: wallet.address,
    to: payTo,
    value: price,
    validAfter: "0",
    validBefore: String(Math.ceil(now / 1000) + window),
    nonce
  }
  return {
    payer: wallet.address.toLowerCase(),
    nonce,
    authorization,
    signature: await wallet.sign(authorization),
    price,
    name,
    request: number
  }
}

/** How a payment is sent: with which signature, under which name. */
export interface Sending {
  readonly payment: Payment
  readonly signature: string
  readonly name: Name | undefined
}

/** As its buyer sends it. */
export const own = (payment: Payment): Sending => ({
  payment,
  signature: payment.signature,
  name: payment.name
})

/** Its buyer sends it under another name than it was made for, or under one for the first time. */
export const renamed = (payment: Payment, name: Name | undefined): Sending => ({ ...own(payment), name })

/** What a stranger has of a payment: authorization and signature as the chain shows them, or no signature. */
export const strangerWays = ["as on the chain", "forged key", "forged contract"] as const
export type StrangerWay = (typeof strangerWays)[number]

/** A stranger sends a payment. */
export const stranger = (payment: Payment, way: StrangerWay, name: Name | undefined): Sending => ({
  payment,
  name,
  signature:
    way === "as on the chain"
      ? payment.signature
      : forgeries[way === "forged key" ? "key" : "contract"](payment.nonce)
})

/** The payment as the protocol has it. */
const payloadOf = ({ name, payment, signature }: Sending) => ({
  x402Version: 2,
  accepted: requirements(payment.price),
  payload: { signature, authorization: payment.authorization },
  ...(name?.isExtension === true
    ? { extensions: { "payment-identifier": { info: { required: false, id: name.key } } } }
    : {})
})

/** The buyer's key where it goes beside the payment. */
const keyBeside = ({ name }: Sending) => (name?.isExtension === false ? name.key : undefined)

const headersOf = (sending: Sending): Record<string, string> => {
  const key = keyBeside(sending)
  return {
    "payment-signature": Buffer.from(JSON.stringify(payloadOf(sending))).toString("base64"),
    ...(key === undefined ? {} : { "idempotency-key": key })
  }
}

/** Whether a call goes to `/mcp`: one of five does. The same payment may go there once, and over HTTP another time. */
const isByMcp = ({ payment: { nonce } }: Sending, spelling: number) =>
  (Number.parseInt(nonce.slice(-4), 16) + spelling) % 5 === 0

/** Where a buyer hangs up: when his call, or any, comes by a place; or after some milliseconds of real time. */
export type HangUp = Place | "soon" | undefined

const agent = new Agent({ connections: 128, keepAliveTimeout: 30_000 })

/** A stranger has connections of his own. */
const strangers = new Agent({ connections: 128, keepAliveTimeout: 30_000 })

/** Milliseconds after which the hasty hang up. */
const soon = 4

const send = async (
  url: string,
  method: "GET" | "POST",
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  dispatcher: Agent = agent,
  signal: AbortSignal | undefined = undefined
): Promise<{ readonly answer: Answered; readonly text: string } | undefined> => {
  try {
    const response = await ask(url, {
      method,
      dispatcher,
      headersTimeout: 120_000,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal })
    })
    const header = (name: string) => {
      const value = response.headers[name]
      return typeof value === "string" ? value : undefined
    }
    const text = await response.body.text()
    const came = { status: response.statusCode, text, header }
    const told = url.endsWith("/mcp") ? Mcp.overHttp(came) : came
    return { answer: read(told.status, told.text, told.header), text }
  } catch (error) {
    // A fault of the proof's own would look like a buyer who always hangs up.
    if (error instanceof TypeError && !("code" in error)) throw error
    return undefined
  }
}

/** Where and how a call is made: `spelling` counts around the ways to write the request. */
export interface Sent {
  readonly url: string
  readonly requests: ReadonlyArray<Request>
  readonly request: number
  readonly spelling: number
  readonly hangUp: HangUp
}

/** Makes a paid call and writes down how it went. `now` in Unix milliseconds. */
export const call = async (
  sending: Sending,
  { hangUp, request: index, requests, spelling, url }: Sent,
  journal: Journal,
  now: () => number
): Promise<Answered | undefined> => {
  const request = requests[index]
  if (request === undefined) return undefined
  const { payment, signature } = sending
  const controller = new AbortController()
  const stop = () => controller.abort()
  const release =
    hangUp === undefined || hangUp === "soon" ? () => {} : journal.once(hangUp, payment.payer, stop)
  const timer = hangUp === "soon" ? setTimeout(stop, soon) : undefined
  const body = request.spellings[spelling % request.spellings.length] ?? request.spellings[0]
  const began = journal.tick()
  const from = now()
  const isOwn = signature === payment.signature
  const isMcp = isByMcp(sending, spelling)
  const [path, headers, text] = isMcp
    ? ["/mcp", Mcp.headers, Mcp.message(request, body, payloadOf(sending), keyBeside(sending))]
    : [request.path, headersOf(sending), body]
  const got = await send(`${url}${path}`, "POST", headers, text, isOwn ? agent : strangers, controller.signal)
  release()
  clearTimeout(timer)
  journal.call({
    began,
    from,
    time: now(),
    payer: payment.payer,
    nonce: payment.nonce,
    request: index,
    key: sending.name?.key,
    isPayers: isOwn,
    way: isMcp ? "MCP" : "HTTP",
    answer: got?.answer
  })
  const under = sending.name === undefined ? "" : ` as ${sending.name.key.slice(0, 10)}`
  const by = isOwn ? "" : "forged "
  const where = isMcp ? " by MCP" : ""
  journal.say(`${by}${payment.nonce.slice(0, 10)}${under} asks for ${index}${where}: ${word(got?.answer)}`)
  return got?.answer
}

/** Asks what a call would cost, and whether its body is one. */
export const quote = async (url: string, request: Request, isBody: boolean, journal: Journal) => {
  const body = isBody ? request.spellings[0] : '{"surely":"not"}'
  const got = await send(`${url}${request.path}`, "POST", { prefer: "quote" }, body)
  if (got === undefined) return
  journal.quoted.push({ answer: got.answer, isBody })
  journal.say(`a quote: ${word(got.answer)}, valid ${got.answer.quote}`)
}

/** Asks for the state of a payment. */
export const status = async (url: string, { nonce, payer }: Payment, journal: Journal) => {
  const began = journal.tick()
  const got = await send(`${url}/v1/payments/${payer}/${nonce}`, "GET", {}, undefined)
  if (got === undefined || ![200, 404].includes(got.answer.status)) return
  const data: { state?: string; transaction?: string | null } = JSON.parse(got.text).data ?? {}
  const state = data.state ?? "not known"
  journal.tell({ began, nonce, state, transaction: data.transaction ?? undefined })
  journal.say(`${nonce.slice(0, 10)} is told to be ${state}`)
}
