/**
 * One history under way: who its buyers are, what they have signed, and how calls are made in it.
 */
import { createHash } from "node:crypto"
import * as Buyer from "../buyers/Buyer.ts"
import * as Client from "../buyers/Client.ts"
import type { Journal } from "../buyers/Journal.ts"
import { type Request, requests } from "../oracle/Requests.ts"
import { openingBalance } from "../oracle/Terms.ts"
import { clientOf, type Wallet, wallets } from "../oracle/Wallets.ts"
import type { World } from "../world/World.ts"
import * as Pump from "./Pump.ts"
import type { Manner, Plan, Setting } from "./Step.ts"

/** A history under way. */
export interface History {
  readonly id: string
  readonly world: World
  readonly journal: Journal
  readonly urls: Array<string>
  readonly wallets: ReadonlyArray<Wallet>
  readonly requests: ReadonlyArray<Request>
  readonly payments: Array<Buyer.Payment>
  /** The buyer who has the published client. */
  readonly client: Client.Client
  /** How many authorizations there are: each has a nonce of its own. */
  authorizations: number
  /** Calls that are not waited for yet. */
  readonly behind: Array<Promise<unknown>>
  /** Takes back what waits to go wrong. */
  readonly disarm: Array<() => void>
  isFacilitatorUp: boolean
}

/** Begins a history, by number, with buyers whom nobody knows. */
export const begin = (
  world: World,
  urls: ReadonlyArray<string>,
  id: string,
  number: number,
  setting: Pick<Setting, "duplicates" | "range">
): History => {
  const journal = world.turn()
  const buyers = wallets(id)
  const client = Client.begin(clientOf(id))
  for (const { address } of [...buyers, client.wallet]) world.chain.mint(address, openingBalance)
  world.facilitator.duplicates(setting.duplicates)
  world.node.allow(setting.range)
  return {
    id,
    world,
    journal,
    urls: [...urls],
    wallets: buyers,
    requests: requests(number, id),
    payments: [],
    client,
    authorizations: 0,
    behind: [],
    disarm: [],
    isFacilitatorUp: true
  }
}

/** Of a list, counted around. */
export const around = <A>(list: ReadonlyArray<A>, index: number): A | undefined =>
  list.length === 0 ? undefined : list[index % list.length]

const digest = (text: string) => createHash("sha256").update(text).digest("hex")

/** A name by number: 0 is none, 2 goes by the extension. 16 characters at least, and nobody else's. */
export const nameOf = (history: History, number: number): Buyer.Name | undefined =>
  number === 0
    ? undefined
    : { key: `name-${digest(`${history.id}/${number}`).slice(0, 24)}`, isExtension: number === 2 }

/** A payment of a wallet for a request by number, of which nobody knows yet. */
export const forge = (
  history: History,
  wallet: Wallet,
  request: number,
  name: Buyer.Name | undefined = undefined,
  window = 300
): Promise<Buyer.Payment> => {
  const asked = history.requests[request]
  if (asked === undefined) throw new Error("a history without this request")
  history.authorizations += 1
  const nonce = `0x${digest(`${history.id}/${history.authorizations}`)}`
  return Buyer.sign(wallet, nonce, history.world.clock.now(), window, [request, asked], name)
}

/** A payment that its buyer signs, good for so many seconds. */
export const signBy = async (
  history: History,
  wallet: Wallet,
  request: number,
  name: Buyer.Name | undefined,
  window: number
): Promise<Buyer.Payment> => {
  const payment = await forge(history, wallet, request, name, window)
  history.payments.push(payment)
  return payment
}

/** A payment of a buyer by number, for a request, under a name by number. Good for five minutes. */
export const sign = (
  history: History,
  buyer: number,
  request: number,
  name: number
): Promise<Buyer.Payment> => {
  const wallet = around(history.wallets, buyer)
  if (wallet === undefined) throw new Error("a history without buyers")
  return signBy(history, wallet, request, nameOf(history, name), 300)
}

/** One call at an instance by number. */
export const call = (
  { journal, requests, urls, world }: History,
  sending: Buyer.Sending,
  request: number,
  instance: number,
  hangUp: Buyer.HangUp = undefined
) =>
  Buyer.call(
    sending,
    { url: around(urls, instance) ?? "", requests, request, spelling: instance, hangUp },
    journal,
    world.clock.now
  )

/** Calls as a step wants them made. */
export const calls = (history: History, sending: Buyer.Sending, request: number, manner: Manner) =>
  Array.from({ length: manner.copies }, (_, copy) =>
    call(history, sending, request, manner.instance + copy, copy === 0 ? manner.hangUp : undefined)
  )

/** Waits for calls, or leaves them behind. */
export const wait = async (history: History, made: ReadonlyArray<Promise<unknown>>, isAwaited: boolean) => {
  if (isAwaited) await Pump.until(history.world, Promise.all(made))
  else history.behind.push(...made)
}

/** Lays out what will go wrong. */
export const lay = ({ world }: History, payer: string, { provider, settle, sources, verify }: Plan) => {
  world.facilitator.plan(payer, verify, settle)
  world.provider.plan(provider, sources)
}

/** The facilitator goes away, or comes back. */
export const toggle = async (history: History, isUp: boolean) => {
  if (isUp === history.isFacilitatorUp) return
  const { facilitatorServer } = history.world
  await history.world.run(isUp ? facilitatorServer.open : facilitatorServer.close)
  history.isFacilitatorUp = isUp
}

/** Every fault off, and everybody waited for. */
export const heal = async (history: History): Promise<void> => {
  const { world } = history
  for (const takeBack of history.disarm) takeBack()
  world.facilitator.heal()
  world.provider.plan([])
  world.node.set("on")
  world.way.set("up")
  await toggle(history, true)
  await Pump.until(world, Promise.all(history.behind))
}
