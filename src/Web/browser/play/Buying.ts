/**
 * A purchase from the form to its answer: price, account, signature, payment.
 */
import type { Answer, Input } from "../../../Client/Call.ts"
import type { CapabilityId } from "../../../Client/Capability.ts"
import { system } from "../../../Client/Clock.ts"
import { listed } from "../../../Client/generated/listed.ts"
import type { JsonObject } from "../../../Client/Json.ts"
import type { Quote } from "../../../Client/Offer.ts"
import type { Pending } from "../../../Client/Run.ts"
import type { Asset } from "../../../Resources/Assets.ts"
import type { Wallet } from "../wallet/Discovery.ts"
import { accountOf, signerOf } from "../wallet/Signer.ts"
import { clientOf } from "./Purchases.ts"
import { recording } from "./Recording.ts"
import type { Stage } from "./Stage.ts"
import * as Steps from "./Steps.ts"
import { OutOfPatience } from "./Words.ts"

/** The service as this page knows it. */
export interface Service extends Steps.Place {
  readonly asset: Asset
}

export interface Buyer {
  readonly service: Service
  readonly stage: Stage
  /** Decimal USDC. */
  readonly perDay: string
  /** Ends what is under way. */
  readonly ending: AbortController
}

/** Nobody who pays has this address: it stands where nothing is paid. */
const nobody = "0x0000000000000000000000000000000000000000"

const isPaid = (sent: ReadonlyArray<readonly [string, string]>) =>
  sent.some(([name]) => name === "payment-signature")

/** `fetch` that shows what it sends and gets as steps. */
const shown = ({ service, stage }: Pick<Buyer, "service" | "stage">): typeof globalThis.fetch =>
  recording(
    (input, init) => fetch(input, init),
    (exchange) => {
      if (exchange.method !== "POST") return
      if (isPaid(exchange.sent)) return stage.step(4, Steps.answered(exchange, service))
      stage.step(1, Steps.asked(exchange))
      if (exchange.status === 402) stage.step(2, Steps.offered(exchange))
    }
  )

/** What was typed, as a request of any capability: it is the service that judges it. */
const judged = (input: JsonObject): Input<CapabilityId> => {
  const typed: Input<CapabilityId> = JSON.parse(JSON.stringify(input))
  return typed
}

/** What a request costs, and what is wrong with it. Free. */
export const quote = (
  { asset, baseUrl }: Service,
  id: CapabilityId,
  input: JsonObject,
  { fetch, signal }: { readonly fetch?: typeof globalThis.fetch; readonly signal?: AbortSignal } = {}
): Promise<Quote> => {
  const client = clientOf(
    { baseUrl, network: asset.network, payer: nobody },
    { perDay: "0", ...(fetch === undefined ? {} : { fetch }) }
  )
  return client.quote(id, judged(input), signal === undefined ? {} : { signal })
}

/**
 * How long the client may wait. A person may take minutes to sign, and a signature is good for five; what then keeps
 * failing is given up after `patience` milliseconds.
 */
const maxWait = "5 minutes"
const patience = 30_000

/** Tells that the client waits, and ends it when that takes too long. */
const waiting = ({ ending, stage }: Buyer) => {
  let since: number | undefined
  return ({ message, retryAfterSeconds }: Pending) => {
    since ??= system.now()
    if (system.now() + retryAfterSeconds * 1000 > since + patience) {
      return ending.abort(new OutOfPatience(message))
    }
    const sentence = message.replace(/\.?$/, ".")
    const seconds = Math.ceil(retryAfterSeconds)
    stage.say(`${sentence} The same payment is sent again in ${seconds} s; it can be charged only once.`)
  }
}

/** The client of the account that the wallet shows. */
const connected = async (buyer: Buyer, wallet: Wallet, payTo?: string) => {
  const { ending, perDay, service, stage } = buyer
  const { signal } = ending
  const { asset, baseUrl } = service
  stage.say(`Waiting for the account of ${wallet.name}.`)
  const payer = await accountOf(wallet.provider, signal)
  const signer = signerOf(wallet.provider, payer, asset, {
    signal,
    onSign: (typed) => {
      stage.step(3, Steps.signing(typed, Math.floor(system.now() / 1000)))
      stage.say(`Waiting for the signature of ${wallet.name}.`)
    },
    onSigned: () => stage.say("Signed. Waiting for the answer.")
  })
  const client = clientOf(
    { baseUrl, network: asset.network, payer },
    { wallet: signer, perDay, fetch: shown(buyer), ...(payTo === undefined ? {} : { payTo }) }
  )
  return { client, payer }
}

/** The request as it is asked first, with its steps shown. */
export const ask = (buyer: Buyer, id: CapabilityId, input: JsonObject): Promise<Quote> => {
  buyer.stage.say("Asking for the price.")
  return quote(buyer.service, id, input, { fetch: shown(buyer), signal: buyer.ending.signal })
}

/** An answer, what it answers, and who has paid. */
export interface Bought {
  readonly id: CapabilityId
  readonly input: unknown
  readonly payer: string
  readonly answer: Answer
}

/** Buys on the terms of the quote, or not at all. */
export const buy = async (
  buyer: Buyer,
  wallet: Wallet,
  id: CapabilityId,
  input: JsonObject,
  { payTo, price }: Quote
): Promise<Bought> => {
  const { client, payer } = await connected(buyer, wallet, payTo)
  const { signal } = buyer.ending
  const answer = await client.call(id, judged(input), {
    maxPrice: price,
    signal,
    maxWait,
    onPending: waiting(buyer)
  })
  return { id, input, payer, answer }
}

/** The purchase is another account's. */
export class OtherAccount extends Error {}

/** Sends the payment of a purchase again: its answer, without another charge. */
export const fetchAgain = async (
  buyer: Buyer,
  wallet: Wallet,
  { key, payer: owner }: { readonly key: string; readonly payer: string }
): Promise<Bought> => {
  const { client, payer } = await connected(buyer, wallet)
  const purchase = await client.find(key)
  const bought = listed.find(({ id }) => id === purchase?.id)
  if (payer.toLowerCase() !== owner.toLowerCase() || purchase === undefined || bought === undefined) {
    throw new OtherAccount(owner)
  }
  const { ending, stage } = buyer
  stage.step(3, Steps.signedBefore)
  stage.say("Sending the same payment again.")
  const answer = await client.resume(key, {
    signal: ending.signal,
    maxWait,
    onPending: waiting(buyer)
  })
  return { id: bought.id, input: JSON.parse(purchase.body), payer, answer }
}
