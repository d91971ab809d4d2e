/**
 * The client: buys from Almanac once for each purchase, never over budget, whatever breaks.
 */
import * as Usdc from "../Resources/Usdc.ts"
import {
  type Answer,
  type Call,
  type CallOptions,
  callNames,
  type Input,
  type Methods,
  methodsOf,
  type Tool
} from "./Call.ts"
import type { CapabilityId } from "./Capability.ts"
import { claim, type Order } from "./Claim.ts"
import { type Clock, dayOf } from "./Clock.ts"
import { deliver } from "./Delivery.ts"
import { NotOffered } from "./Errors.ts"
import { listed } from "./generated/listed.ts"
import type { PaymentStatus } from "./generated/types.ts"
import { canonical, isObject } from "./Json.ts"
import {
  isUnfinished,
  type Owner,
  type Purchase,
  type Purchases,
  type State,
  stateOf
} from "./journal/Journal.ts"
import { type Quote, quote } from "./Offer.ts"
import { amount, type Options, only, read, wait, wrong } from "./Options.ts"
import type { Spent } from "./Spent.ts"
import * as Status from "./Status.ts"

/** A purchase of the journal. Amounts are decimal USDC. */
export interface JournalledPurchase {
  readonly key: string
  readonly id: string
  /** `open`: it may be charged; `resume` finishes it. `charged` and `free` are certain. */
  readonly state: State
  readonly amount: string
  readonly payTo: string
  readonly nonce: string
  /** The request's body. */
  readonly body: string
  /** When its amount was reserved. */
  readonly at: string
  /** When its payment can no longer be taken; absent while nothing is signed. */
  readonly validBefore?: string
  readonly transaction?: string
}

export interface Almanac extends Methods {
  /** Buys an answer. */
  readonly call: Call
  /** What a call costs, and whether its input would be taken. Free. */
  readonly quote: <Id extends CapabilityId>(
    id: Id,
    input: Input<Id>,
    options?: Pick<CallOptions, "signal">
  ) => Promise<Quote>
  /** What became of a payment, by payer and nonce. Free. */
  readonly payment: (
    payer: string,
    nonce: string,
    options?: Pick<CallOptions, "signal">
  ) => Promise<PaymentStatus>
  /** Finishes a purchase of the journal, with the payment that it has. */
  readonly resume: (key: string, options?: Omit<CallOptions, "key">) => Promise<Answer>
  /** The purchases that are, or may be, charged and whose answer has not come; a charged one for 24 hours. */
  readonly open: () => Promise<ReadonlyArray<JournalledPurchase>>
  readonly find: (key: string) => Promise<JournalledPurchase | undefined>
  readonly spent: () => Promise<Spent>
  /** The capabilities as tools, for a framework of agents. */
  readonly tools: () => Promise<ReadonlyArray<Tool>>
}

const told = (purchase: Purchase): JournalledPurchase => {
  const { amount, at, body, id, key, nonce, payment, payTo, transaction } = purchase
  return {
    key,
    id,
    state: stateOf(purchase),
    amount: Usdc.format(BigInt(amount)),
    payTo,
    nonce,
    body,
    at,
    ...(payment === undefined ? {} : { validBefore: new Date(payment.validBefore * 1000).toISOString() }),
    ...(transaction === undefined ? {} : { transaction })
  }
}

/** Keys are headers: 1 to 128 visible ASCII characters. */
const keyOf = (key: string): string =>
  /^[!-~]{1,128}$/.test(key) ? key : wrong("key must be 1 to 128 visible ASCII characters")

const orderOf = (id: string, input: unknown): Order => {
  const capability = listed.find((one) => one.id === id)
  if (capability === undefined) {
    return wrong(`there is no ${id}; there are ${listed.map((one) => one.id).join(", ")}`)
  }
  if (!isObject(input)) return wrong("input must be an object")
  const { path, price } = capability
  return { id, path, body: canonical(input), listed: amount("price", price) }
}

/** The options of a call, of which there are these. */
const known = <A extends Partial<CallOptions>>(called: A, names: ReadonlyArray<keyof CallOptions>): A =>
  only("options", called, names)

/** `clock` is for tests. @throws TypeError for options that cannot be meant. */
export const make = (options: Options, clock?: Clock): Almanac => {
  const settings = read(options, clock)
  const { asset, journal, limits, wallet } = settings
  const owner: Owner | undefined =
    wallet === undefined ? undefined : { payer: wallet.address.toLowerCase(), network: asset.network }
  const pinned = { payTo: settings.payTo }

  const buy = async <Id extends CapabilityId>(
    order: Order | undefined,
    key: string | undefined,
    call: Omit<CallOptions, "key">
  ): Promise<Answer<Id>> => {
    const now = settings.clock.now()
    if (wallet === undefined || owner === undefined) {
      throw new NotOffered("NO_WALLET", "a call needs a wallet", { key })
    }
    const run = {
      settings,
      wallet,
      owner,
      pinned,
      attempt: crypto.randomUUID(),
      key: key === undefined ? crypto.randomUUID() : keyOf(key),
      isOwnKey: key === undefined,
      most: call.maxPrice === undefined ? undefined : amount("maxPrice", call.maxPrice),
      deadline: now + (call.maxWait === undefined ? settings.maxWait : wait(call.maxWait)),
      signal: call.signal,
      onPending: call.onPending
    }
    const claimed = await claim(run, order)
    const { charged, purchase, receipt, text } = await deliver(run, claimed.purchase, claimed.terms)
    // The contract holds the answer's form.
    const { data, meta }: Pick<Answer<Id>, "data" | "meta"> = JSON.parse(text)
    return {
      data,
      meta,
      charged,
      ...(receipt === undefined ? {} : { receipt }),
      key: run.key,
      nonce: purchase.nonce,
      text
    }
  }

  const call = async <Id extends CapabilityId>(id: Id, input: Input<Id>, called: CallOptions = {}) =>
    buy<Id>(orderOf(id, input), known(called, callNames).key, called)

  const look = <A>(see: (purchases: Purchases) => A): Promise<A> =>
    journal.change(owner, (purchases) => ({ entries: [], result: see(purchases) }))

  return {
    ...methodsOf(call),
    call,
    quote: async (id, input, called = {}) =>
      quote(settings, orderOf(id, input), known(called, ["signal"]).signal),
    payment: async (payer, nonce, called = {}) =>
      Status.payment(settings, payer, nonce, known(called, ["signal"]).signal),
    resume: async (key, called = {}) => buy(undefined, key, known(called, callNames.slice(1))),
    open: () =>
      look((purchases) =>
        [...purchases.values()].filter((purchase) => isUnfinished(purchase, settings.clock.now())).map(told)
      ),
    find: (key) =>
      look((purchases) => {
        const purchase = purchases.get(key)
        return purchase === undefined ? undefined : told(purchase)
      }),
    spent: async () => {
      const { spent } = await import("./Spent.ts")
      return look((purchases) => spent(purchases, limits, dayOf(settings.clock.now())))
    },
    // Frameworks pass a tool options of their own.
    tools: async () =>
      (await import("./capabilities/Tools.ts")).toolsOf((id, input, called) =>
        buy(orderOf(id, input), called?.key, called ?? {})
      )
  }
}
