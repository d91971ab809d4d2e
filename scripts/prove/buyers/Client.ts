/**
 * A buyer who buys with the published client: processes that share a journal, buy the same at the same time, and are killed
 * on their way. The client is a program under test, as the service is: what it says is held to what happened.
 */
import { createHash } from "node:crypto"
import { Duration } from "effect"
import { make } from "../../../src/Client/Almanac.ts"
import { listed } from "../../../src/Client/generated/listed.ts"
import type { Journal } from "../../../src/Client/journal/Journal.ts"
import { memoryJournal } from "../../../src/Client/journal/MemoryJournal.ts"
import { ready } from "../NotYet.ts"
import * as Terms from "../oracle/Terms.ts"
import type { Wallet } from "../oracle/Wallets.ts"
import { settleFaults } from "../world/Faults.ts"
import type { World } from "../world/World.ts"
import { read } from "./Answer.ts"
import type { Payment } from "./Buyer.ts"
import type * as Calls from "./Journal.ts"

/** Decimal USDC that the client may spend in a day. */
export const perDay = "0.009"

/** Where a process is killed: when it is to sign, when it is to send, when it has sent, when its answer has come. */
const kills = [undefined, undefined, undefined, "signing", "sending", "sent", "answered"] as const
type Kill = (typeof kills)[number]

/** What the client said of a purchase; `act` tells at which time, and whether a process was killed then. */
export interface Claim {
  readonly act: number
  readonly key: string
  readonly charged: boolean | "unknown"
  readonly hasKill: boolean
}

/** The client of a history. */
export interface Client {
  readonly wallet: Wallet
  readonly journal: Journal
  readonly payments: Array<Payment>
  readonly claims: Array<Claim>
  readonly lastActs: Map<string, number>
  acts: number
}

/** What the rules go by. */
export interface Told {
  readonly payments: ReadonlyArray<Payment>
  readonly claims: ReadonlyArray<Claim>
  /** The last act in which a key was bought. */
  readonly lastActs: ReadonlyMap<string, number>
  /** The day for which a key's amount was reserved last. */
  readonly days: ReadonlyMap<string, string>
  /** The budget of a day in atomic USDC. */
  readonly perDay: bigint
}

export const told = async ({ claims, journal, lastActs, payments }: Client): Promise<Told> => {
  const days = await journal.change(undefined, (purchases) => ({
    entries: [],
    result: new Map([...purchases].map(([key, { at }]) => [key, at.slice(0, 10)]))
  }))
  return { payments, claims, lastActs, days, perDay: 9_000n }
}

export const begin = (wallet: Wallet): Client => ({
  wallet,
  journal: memoryJournal(),
  payments: [],
  claims: [],
  lastActs: new Map(),
  acts: 0
})

/** What is bought under a key, by number: the requests at listed prices. */
const bought = [0, 1, 4, 5]

const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`

interface Place {
  readonly id: string
  readonly world: World
  readonly urls: ReadonlyArray<string>
  readonly requests: ReadonlyArray<{
    readonly path: string
    readonly price: string
    readonly spellings: ReadonlyArray<string>
  }>
  readonly journal: Calls.Journal
  readonly client: Client
}

/** The payment in a header, as the rules read it. */
const paymentIn = (header: string, key: string, request: number): Payment => {
  const { authorization, signature } = JSON.parse(Buffer.from(header, "base64").toString()).payload
  return {
    payer: authorization.from.toLowerCase(),
    nonce: authorization.nonce,
    authorization,
    signature,
    price: authorization.value,
    name: { key, isExtension: false },
    request
  }
}

/** A process that buys once, and what it says; nothing when it was killed. */
const process = (place: Place, instance: number, number: number, kill: Kill, hasKill: boolean) => {
  const { client, id, journal, requests, urls, world } = place
  const { wallet } = client
  const index = bought[number % bought.length] ?? 0
  const { path = "", spellings: [body = "{}"] = [] } = requests[index] ?? {}
  const key = `client-${createHash("sha256").update(`${id}/${number}`).digest("hex").slice(0, 24)}`
  const act = client.acts
  client.lastActs.set(key, act)
  const connections = new AbortController()
  const isDead = () => connections.signal.aborted
  const forever = new Promise<never>(() => {})
  let die: () => void = () => {}
  const killed = new Promise<undefined>((resolve) => {
    die = () => {
      connections.abort()
      resolve(undefined)
    }
  })
  const never = (): Promise<never> => {
    die()
    return forever
  }
  const pay = async (target: string, init: RequestInit, header: string) => {
    const payment = paymentIn(header, key, index)
    client.payments.push(payment)
    const { nonce, payer } = payment
    if (kill === "sending") return never()
    const sent = {
      began: journal.tick(),
      from: world.clock.now(),
      payer,
      nonce,
      request: index,
      key,
      isPayers: true,
      way: "client" as const
    }
    if (kill === "sent") journal.once("verify", payer, die)
    const written = (answer: ReturnType<typeof read> | undefined) =>
      journal.call({ ...sent, time: world.clock.now(), answer })
    try {
      const response = await fetch(target, {
        ...init,
        signal: AbortSignal.any([connections.signal, ...(init.signal ? [init.signal] : [])])
      })
      const text = await response.clone().text()
      written(read(response.status, text, (name) => response.headers.get(name) ?? undefined))
      return kill === "answered" ? never() : response
    } catch (error) {
      written(undefined)
      if (isDead()) return forever
      throw error
    }
  }
  const almanac = make(
    {
      baseUrl: urls[instance % urls.length] ?? "",
      network: Terms.network,
      payTo: Terms.payTo,
      // Who is dead writes nothing and sends nothing.
      journal: {
        change: async (owner, decide) => (isDead() ? forever : client.journal.change(owner, decide))
      },
      budget: { perDay },
      maxWait: "100 seconds",
      wallet: {
        address: hex(wallet.address),
        signTypedData: async ({ message }) => {
          if (kill === "signing") return never()
          const { from, nonce, to, validAfter, validBefore, value } = message
          const times = { validAfter: String(validAfter), validBefore: String(validBefore) }
          return hex(await wallet.sign({ from, to, value: String(value), ...times, nonce }))
        }
      },
      fetch: (target, init = {}) => {
        if (isDead()) return forever
        const header = new Headers(init.headers).get("payment-signature")
        return header === null ? fetch(target, init) : pay(String(target), init, header)
      }
    },
    {
      now: world.clock.now,
      sleep: (milliseconds) => world.run(world.clock.clock.sleep(Duration.millis(milliseconds)))
    }
  )
  const say = (charged: Claim["charged"], word: string) => {
    client.claims.push({ act, key, charged, hasKill })
    world.tally.add("client", `${word}, charged: ${charged}`)
    journal.say(`the client, ${key.slice(0, 13)}: ${word}, charged: ${charged}`)
  }
  const capability = listed.find((one) => one.path === path)
  if (capability === undefined) throw new Error(`no capability at ${path}`)
  const made = almanac.call(capability.id, JSON.parse(body), { key }).then(
    ({ receipt }) => say(receipt !== undefined, "answered"),
    (error) => {
      if (error.charged === undefined) throw error
      say(error.charged, error.code)
    }
  )
  return Promise.race([
    made,
    killed.then(() => {
      world.tally.add("client", `killed, ${kill}`)
      journal.say(`the client, ${key.slice(0, 13)}: killed, ${kill}`)
    })
  ])
}

/** One step in so many has an act of the client beside it. */
const rarity = 4

/**
 * What the client does at a step of a history, as the step's words decide: nothing, or one to three processes that buy, the
 * first of which may be killed.
 */
export const act = (place: Place, step: string): ReadonlyArray<Promise<void>> => {
  place.client.acts += 1
  const bytes = createHash("sha256").update(`${place.client.acts} ${step}`).digest()
  const at = (index: number) => bytes[index] ?? 0
  if (at(0) % rarity !== 0) return []
  const kill = kills[at(1) % kills.length]
  const faults = ready(settleFaults)
  const settle = at(5) % 2 === 0 ? [] : [faults[at(6) % faults.length] ?? "honest"]
  place.world.facilitator.plan(place.client.wallet.address, [], settle)
  return Array.from({ length: 1 + (at(2) % 3) }, (_, copy) =>
    process(place, at(3) + copy, at(4) % 6, copy === 0 ? kill : undefined, kill !== undefined)
  )
}
