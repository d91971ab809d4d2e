/**
 * How each step of a history is carried out.
 */
import * as Buyer from "../buyers/Buyer.ts"
import * as Client from "../buyers/Client.ts"
import { dear, givenAway } from "../oracle/Requests.ts"
import * as History from "./History.ts"
import * as Pump from "./Pump.ts"
import { describe, Step } from "./Step.ts"

/** Somebody whom a payer pays in place of us. */
const another = `0x${"57".repeat(20)}`

/** Slow on all sides: those who come at once are there at once. */
const slowly = (count: number) => ({
  verify: Array.from({ length: count }, () => "slow" as const),
  settle: Array.from({ length: count }, () => "slow" as const),
  provider: [],
  sources: "all" as const
})

/** Carries a step out. */
export const perform = async (history: History.History, step: Step): Promise<void> => {
  const { world, journal, payments, wallets, requests } = history
  journal.say(describe(step))
  world.tally.add("step", step._tag)
  const { around } = History
  const urlOf = (instance: number) => around(history.urls, instance) ?? ""
  await Step.$match(step, {
    Buy: async ({ buyer, plan, request, name, window, ...manner }) => {
      const wallet = around(wallets, buyer)
      if (wallet === undefined) return
      History.lay(history, wallet.address, plan)
      const payment = await History.signBy(history, wallet, request, History.nameOf(history, name), window)
      const made = History.calls(history, Buyer.own(payment), request, manner)
      await History.wait(history, made, manner.isAwaited)
    },
    Repeat: async ({ payment: index, shift, ...manner }) => {
      const payment = around(payments, index)
      if (payment === undefined) return
      const request = (payment.request + shift) % requests.length
      const made = History.calls(history, Buyer.own(payment), request, manner)
      await History.wait(history, made, manner.isAwaited)
    },
    Rename: async ({ payment: index, name: number, isSignedAnew, ...manner }) => {
      const payment = around(payments, index)
      if (payment === undefined) return
      const name = History.nameOf(history, number)
      const made = History.calls(history, Buyer.renamed(payment, name), payment.request, manner)
      await History.wait(history, made, manner.isAwaited)
      const wallet = wallets.find(({ address }) => address.toLowerCase() === payment.payer)
      if (!isSignedAnew || wallet === undefined) return
      const anew = await History.signBy(history, wallet, payment.request, name, 300)
      await History.wait(
        history,
        [History.call(history, Buyer.own(anew), payment.request, manner.instance)],
        true
      )
    },
    SignAnew: async ({ payment: index, shift, plan, ...manner }) => {
      const before = around(payments, index)
      const wallet = wallets.find(({ address }) => address.toLowerCase() === before?.payer)
      if (before === undefined || wallet === undefined) return
      History.lay(history, wallet.address, plan)
      const request = (before.request + shift) % requests.length
      const payment = await History.signBy(history, wallet, request, before.name, 300)
      const made = History.calls(history, Buyer.own(payment), request, manner)
      await History.wait(history, made, manner.isAwaited)
    },
    Race: async ({ buyer, purchases, plan }) => {
      const wallet = around(wallets, buyer)
      if (wallet === undefined) return
      History.lay(history, wallet.address, plan)
      const signed = await Promise.all(
        purchases.map(({ name, request }) =>
          History.signBy(history, wallet, request, History.nameOf(history, name), 300)
        )
      )
      const made = signed.map((payment, index) =>
        History.call(history, Buyer.own(payment), payment.request, purchases[index]?.instance ?? 0)
      )
      await History.wait(history, made, true)
    },
    Crowd: async ({ buyer, count }) => {
      const wallet = around(wallets, buyer)
      if (wallet === undefined) return
      History.lay(history, wallet.address, slowly(count))
      const signed = await Promise.all(
        Array.from({ length: count }, () => History.signBy(history, wallet, dear, undefined, 300))
      )
      const made = signed.map((payment, index) => History.call(history, Buyer.own(payment), dear, index))
      await History.wait(history, made, true)
    },
    Freeload: async ({ buyer, count, isAtOnce }) => {
      const wallet = around(wallets, buyer)
      if (wallet === undefined) return
      History.lay(history, wallet.address, { verify: [], settle: [], provider: [], sources: "all" })
      const ask = async (number: number) => {
        const payment = await History.signBy(history, wallet, givenAway, undefined, 300)
        return History.call(history, Buyer.own(payment), givenAway, number)
      }
      const [first, ...others] = Array.from({ length: count }, (_, number) => number)
      await History.wait(history, [ask(first ?? 0)], true)
      if (isAtOnce) await History.wait(history, others.map(ask), true)
      else for (const number of others) await History.wait(history, [ask(number)], true)
    },
    Stranger: async ({ payment: index, way, name, copies, instance }) => {
      const payment = around(payments, index)
      if (payment === undefined) return
      const sending = Buyer.stranger(payment, way, History.nameOf(history, name))
      const made = Array.from({ length: copies }, (_, copy) =>
        History.call(history, sending, payment.request, instance + copy)
      )
      await History.wait(history, made, true)
    },
    Junk: async ({ buyer, way, name, request, count, isSiege, instance }) => {
      const wallet = around(wallets, buyer)
      const besieged = wallets.find(({ isContract }) => isContract)
      if (wallet === undefined || besieged === undefined) return
      const buy = async () => {
        const payment = await History.signBy(history, besieged, request, undefined, 300)
        return History.call(history, Buyer.own(payment), request, instance)
      }
      if (isSiege) await History.wait(history, [buy()], true)
      /** To sign what is replaced by a forgery takes long. */
      const unsigned = { ...wallet, sign: () => Promise.resolve("0x") }
      const forged = way === "as on the chain" ? "forged contract" : way
      const made = Array.from({ length: count }, async (_, copy) => {
        const payment = await History.forge(history, unsigned, request)
        const sending = Buyer.stranger(payment, forged, History.nameOf(history, name))
        await History.call(history, sending, request, instance + copy)
      })
      await History.wait(history, made, true)
      if (isSiege) await History.wait(history, [buy()], true)
    },
    Quote: async ({ request, isBody, instance }) => {
      const asked = requests[request]
      if (asked !== undefined) await Buyer.quote(urlOf(instance), asked, isBody, journal)
    },
    Status: async ({ payment: index, instance }) => {
      const payment = around(payments, index)
      if (payment === undefined) return
      await History.wait(history, [Buyer.status(urlOf(instance), payment, journal)], true)
    },
    Pass: async ({ seconds }) => {
      await Pump.pass(world, seconds * 1000)
      await Pump.calm(world)
    },
    Spoil: async ({ payment: index, isTransfer }) => {
      const payment = around(payments, index)
      if (payment === undefined) return
      const { nonce, payer, price } = payment
      world.chain.spoil(payer, nonce, isTransfer ? another : undefined, BigInt(price))
    },
    Purse: async ({ buyer, isFull }) => {
      const wallet = around(wallets, buyer)
      if (wallet === undefined) return
      if (isFull) world.chain.mint(wallet.address, 1_000_000n)
      else world.chain.drain(wallet.address)
    },
    Facilitator: ({ isUp }) => History.toggle(history, isUp),
    Node: async ({ state }) => {
      world.tally.add("node", state)
      world.node.set(state)
    },
    Database: async ({ at, state }) => {
      if (world.isEmbedded) return
      world.tally.add("database", state)
      if (at === "now") world.way.set(state)
      else history.disarm.push(journal.once(at, "", () => world.way.set(state)))
    }
  })
  await History.wait(history, Client.act(history, describe(step)), true)
}
