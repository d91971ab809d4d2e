/**
 * One history under way: who its buyers are, what they have signed, and how each step is carried out.
 */
import { createHash } from "node:crypto"
import * as Buyer from "./Buyer.ts"
import type { Journal } from "./Journal.ts"
import { openingBalance, price, type Request, requests } from "./oracle/Terms.ts"
import { type Wallet, wallets } from "./oracle/Wallets.ts"
import * as Pump from "./Pump.ts"
import { describe, type Manner, type Plan, type Setting, Step } from "./Step.ts"
import type { World } from "./world/World.ts"

/** A history under way. */
export interface History {
  readonly id: string
  readonly world: World
  readonly journal: Journal
  readonly urls: Array<string>
  readonly wallets: ReadonlyArray<Wallet>
  readonly requests: ReadonlyArray<Request>
  readonly payments: Array<Buyer.Payment>
  /** Calls that are not waited for yet. */
  readonly behind: Array<Promise<unknown>>
  isFacilitatorUp: boolean
}

/** Somebody whom a payer pays in place of us. */
const stranger = `0x${"57".repeat(20)}`

/** Begins a history, by number, with buyers whom nobody knows. */
export const begin = (
  world: World,
  urls: ReadonlyArray<string>,
  id: string,
  number: number,
  setting: Setting
): History => {
  const journal = world.turn()
  const buyers = wallets(id)
  for (const { address } of buyers) world.chain.mint(address, openingBalance)
  world.facilitator.duplicates(setting.duplicates)
  return {
    id,
    world,
    journal,
    urls: [...urls],
    wallets: buyers,
    requests: requests(number),
    payments: [],
    behind: [],
    isFacilitatorUp: true
  }
}

/** Of a list, counted around. */
const around = <A>(list: ReadonlyArray<A>, index: number): A | undefined =>
  list.length === 0 ? undefined : list[index % list.length]

const digest = (text: string) => createHash("sha256").update(text).digest("hex")

/** Names are 16 characters at least, and nobody else's. */
const nameOf = (history: History, number: number): Buyer.Name | undefined =>
  number === 0
    ? undefined
    : { key: `name-${digest(`${history.id}/${number}`).slice(0, 24)}`, isExtension: number === 2 }

const signBy = (
  history: History,
  wallet: Wallet,
  request: number,
  name: Buyer.Name | undefined,
  window: number
): Buyer.Payment => {
  const nonce = `0x${digest(`${history.id}/${history.payments.length}`)}`
  const payment = Buyer.sign(wallet, nonce, history.world.clock.now(), window, request, name)
  history.payments.push(payment)
  return payment
}

/** A payment of a buyer by number, for a request, under a name by number. Good for five minutes. */
export const sign = (history: History, buyer: number, request: number, name: number): Buyer.Payment => {
  const wallet = around(history.wallets, buyer)
  if (wallet === undefined) throw new Error("a history without buyers")
  return signBy(history, wallet, request, nameOf(history, name), 300)
}

/** Calls as a step wants them made. */
const calls = (history: History, payment: Buyer.Payment, request: number, manner: Manner) =>
  Array.from({ length: manner.copies }, (_, copy) =>
    Buyer.call(
      around(history.urls, manner.instance + copy) ?? "",
      history.requests,
      request,
      payment,
      history.journal,
      copy === 0 ? manner.hangUp : undefined
    )
  )

const wait = async (history: History, made: ReadonlyArray<Promise<unknown>>, isAwaited: boolean) => {
  if (isAwaited) await Pump.until(history.world, Promise.all(made))
  else history.behind.push(...made)
}

const lay = ({ world }: History, payer: string, { provider, settle, verify }: Plan) => {
  world.facilitator.plan(payer, verify, settle)
  world.provider.plan(provider)
}

/** Carries a step out. */
export const perform = async (history: History, step: Step): Promise<void> => {
  const { world, journal, payments, wallets, requests } = history
  journal.say(describe(step))
  world.tally.add("step", step._tag)
  await Step.$match(step, {
    Buy: async ({ buyer, plan, request, name, window, ...manner }) => {
      const wallet = around(wallets, buyer)
      if (wallet === undefined) return
      lay(history, wallet.address, plan)
      const payment = signBy(history, wallet, request, nameOf(history, name), window)
      await wait(history, calls(history, payment, request, manner), manner.isAwaited)
    },
    Repeat: async ({ payment: index, shift, ...manner }) => {
      const payment = around(payments, index)
      if (payment === undefined) return
      const request = (payment.request + shift) % requests.length
      await wait(history, calls(history, payment, request, manner), manner.isAwaited)
    },
    SignAnew: async ({ payment: index, shift, plan, ...manner }) => {
      const before = around(payments, index)
      const wallet = wallets.find(({ address }) => address.toLowerCase() === before?.payer)
      if (before === undefined || wallet === undefined) return
      lay(history, wallet.address, plan)
      const request = (before.request + shift) % requests.length
      const payment = signBy(history, wallet, request, before.name, 300)
      await wait(history, calls(history, payment, request, manner), manner.isAwaited)
    },
    Race: async ({ buyer, purchases, plan }) => {
      const wallet = around(wallets, buyer)
      if (wallet === undefined) return
      lay(history, wallet.address, plan)
      const made = purchases.map(({ instance, name, request }) =>
        Buyer.call(
          around(history.urls, instance) ?? "",
          requests,
          request,
          signBy(history, wallet, request, nameOf(history, name), 300),
          journal,
          undefined
        )
      )
      await wait(history, made, true)
    },
    Pass: async ({ seconds }) => {
      await Pump.pass(world, seconds * 1000)
      await Pump.calm(world)
    },
    Spoil: async ({ payment: index, isTransfer }) => {
      const payment = around(payments, index)
      if (payment === undefined) return
      world.chain.spoil(payment.payer, payment.nonce, isTransfer ? stranger : undefined, BigInt(price))
    },
    Purse: async ({ buyer, isFull }) => {
      const wallet = around(wallets, buyer)
      if (wallet === undefined) return
      if (isFull) world.chain.mint(wallet.address, openingBalance)
      else world.chain.drain(wallet.address)
    },
    Facilitator: async ({ isUp }) => {
      if (isUp !== history.isFacilitatorUp) await toggle(history, isUp)
    },
    Node: async ({ state }) => {
      world.tally.add("node", state)
      world.node.set(state)
    },
    Database: async ({ state }) => {
      world.tally.add("database", state)
      world.way.set(state)
    }
  })
}

const toggle = async (history: History, isUp: boolean) => {
  const { facilitatorServer } = history.world
  await history.world.run(isUp ? facilitatorServer.open : facilitatorServer.close)
  history.isFacilitatorUp = isUp
}

/** Every fault off, and everybody waited for. */
export const heal = async (history: History): Promise<void> => {
  const { world } = history
  world.facilitator.heal()
  world.provider.plan([])
  world.node.set("on")
  world.way.set("up")
  if (!history.isFacilitatorUp) await toggle(history, true)
  await Pump.until(world, Promise.all(history.behind))
}
