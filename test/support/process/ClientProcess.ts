/**
 * Run by the tests: buys with the client and a journal in a file, and prints what became of each call. It may kill itself at
 * a point on the way, as `kill -9` does.
 */
import { privateKeyToAccount } from "viem/accounts"
import { almanac, fileJournal } from "../../../src/Client/index.ts"

/** The only argument, as JSON. */
export interface Orders {
  readonly baseUrl: string
  readonly privateKey: `0x${string}`
  readonly journal: string
  readonly perDay: string
  /** The keys of calls that are made at the same time. */
  readonly keys: ReadonlyArray<string>
  /** Where it ends: the amount is reserved; the payment is signed; the service has it; the answer has come. */
  readonly kill?: "reserved" | "signed" | "sent" | "answered"
}

const { baseUrl, journal, keys, kill, perDay, privateKey }: Orders = JSON.parse(process.argv[2] ?? "")
const account = privateKeyToAccount(privateKey)

/** Nothing of this process goes on. */
const die = (): Promise<never> => {
  process.kill(process.pid, "SIGKILL")
  return new Promise(() => {})
}

/** Ends when the service knows the payment. */
const known = async (header: string) => {
  const { authorization } = JSON.parse(Buffer.from(header, "base64").toString()).payload
  const url = `${baseUrl}/v1/payments/${authorization.from}/${authorization.nonce}`
  while ((await fetch(url)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20))
}

const client = almanac({
  baseUrl,
  network: "eip155:84532",
  journal: fileJournal(journal),
  budget: { perDay },
  wallet: {
    address: account.address,
    signTypedData: async (typed) => (kill === "reserved" ? die() : account.signTypedData(typed))
  },
  fetch: async (target, init) => {
    const payment = new Headers(init?.headers).get("payment-signature")
    if (payment === null) return fetch(target, init)
    if (kill === "signed") return die()
    const answer = fetch(target, init)
    if (kill === "sent") {
      await known(payment)
      return die()
    }
    const response = await answer
    return kill === "answered" ? die() : response
  }
})

const input = { base: "EUR", currencies: ["USD"] }
await Promise.all(
  keys.map(async (key) => {
    const [ended] = await Promise.allSettled([client.call("fx.rates", input, { key })])
    const told =
      ended?.status === "fulfilled"
        ? { key, data: ended.value.data, nonce: ended.value.nonce }
        : { key, code: Object(ended?.reason).code, charged: Object(ended?.reason).charged }
    process.stdout.write(`${JSON.stringify(told)}\n`)
  })
)
