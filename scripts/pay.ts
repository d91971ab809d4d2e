/**
 * Buys one answer with the unmodified stock client:
 *
 *   npm run pay -- fx.rates '{"base":"EUR","currencies":["USD"]}'
 *
 * BASE_URL (the sandbox by default) is the service, BUYER_PRIVATE_KEY the purse (the sandbox's first buyer by
 * default), IDEMPOTENCY_KEY the name of this purchase (a new one by default).
 *
 * Exits with 0 for an answer, 1 for a call that has none, 2 when nothing could be bought: by these words and settings, or
 * from what is at BASE_URL.
 */
import "./process/Pipe.ts"
import { randomUUID } from "node:crypto"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from "@x402/fetch"
import { Either, Schema } from "effect"
import { isHex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { CapabilityDescriptor, Network } from "../src/Api/Discovery.ts"
import { buyers } from "../src/Sandbox/Accounts.ts"

const fail = (message: string, code: 1 | 2 = 2): never => {
  console.error(message)
  process.exit(code)
}

const [id = "", body = ""] = process.argv.slice(2)
if (id === "" || body === "") fail("usage: npm run pay -- <capability id> '<json>'")

const baseUrl = (process.env["BASE_URL"] ?? `http://localhost:${process.env["PORT"] ?? 8402}`).replace(
  /\/+$/,
  ""
)
const privateKey = process.env["BUYER_PRIVATE_KEY"] ?? buyers[0].privateKey
/** The library's own words for a key that is none may repeat it. */
const account = Either.getOrElse(
  Either.try(() => privateKeyToAccount(isHex(privateKey) ? privateKey : "0x")),
  () => fail("BUYER_PRIVATE_KEY must be a private key: 0x and 64 hexadecimal digits")
)

const Listing = Schema.Struct({
  data: Schema.Struct({ capabilities: Schema.Array(CapabilityDescriptor), network: Network })
})

const list = await fetch(`${baseUrl}/v1/capabilities`).catch(() =>
  fail(`nothing answers at ${baseUrl}: start it with npm run sandbox, or set BASE_URL`)
)
/** The JSON of a response, if it is any. */
const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

const { capabilities, network } = Either.getOrElse(
  Schema.decodeUnknownEither(Listing)(await jsonOf(list)),
  () => fail(`what answers at ${baseUrl} is no Almanac (HTTP ${list.status}): set BASE_URL`)
).data
const capability = capabilities.find((capability) => capability.id === id)
if (capability === undefined) {
  fail(`no capability ${id}; there are ${capabilities.map((capability) => capability.id).join(", ")}`)
}

const Balances = Schema.Struct({ balances: Schema.Record({ key: Schema.String, value: Schema.String }) })

/** Only the sandbox tells balances. */
const showBalance = async (when: string) => {
  if (network.name !== "sandbox") return
  const told = await fetch(`${baseUrl}/sandbox/balances`).then(jsonOf, () => undefined)
  const balance = Either.map(
    Schema.decodeUnknownEither(Balances)(told),
    ({ balances }) => balances[account.address.toLowerCase()] ?? "0"
  )
  // Nothing that was bought depends on it.
  if (Either.isRight(balance)) console.log(`balance ${when}: ${balance.right} USDC`)
}

/** The payment as it was sent. */
const Sent = Schema.parseJson(
  Schema.Struct({
    payload: Schema.Struct({ authorization: Schema.Struct({ from: Schema.String, nonce: Schema.String }) })
  })
)
let sent: string | undefined

const buy = wrapFetchWithPayment(
  (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    sent = request.headers.get("payment-signature") ?? sent
    return fetch(request)
  },
  new x402Client().register("eip155:*", new ExactEvmScheme(account))
)

/** A word for the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

console.log(`${id} at ${baseUrl}, ${capability?.price.amount} USDC on ${network.name} (${network.caip2})`)
await showBalance("before")
const key = process.env["IDEMPOTENCY_KEY"] ?? randomUUID()
/** What this command was told by its environment; a key is named, not shown. */
const environment = [
  ...(baseUrl === "http://localhost:8402" ? [] : [`BASE_URL=${quoted(baseUrl)}`]),
  ...(process.env["BUYER_PRIVATE_KEY"] === undefined ? [] : ['BUYER_PRIVATE_KEY="$BUYER_PRIVATE_KEY"']),
  `IDEMPOTENCY_KEY=${quoted(key)}`
].join(" ")
/** The same purchase again is never a second charge: the key names it, whatever is signed. */
const again = `the purchase is safe to repeat: ${environment} npm run pay -- ${id} ${quoted(body)}`
/** Where the payment stands can be asked as soon as it is sent. */
const showPayment = () => {
  if (sent === undefined) return
  const { from, nonce } = Schema.decodeUnknownSync(Sent)(Buffer.from(sent, "base64").toString()).payload
    .authorization
  console.log(`payment nonce: ${nonce}`)
  console.log(`what became of it: curl ${quoted(`${baseUrl}/v1/payments/${from}/${nonce}`)}`)
}
console.log(`idempotency key: ${key}`)
const response = await buy(`${baseUrl}${capability?.path}`, {
  method: "POST",
  headers: {
    "content-type": "application/json",
    "idempotency-key": key
  },
  body
}).catch(() => {
  showPayment()
  return fail(`the connection was cut; ${again}`, 1)
})
console.log(`HTTP ${response.status}`)
for (const name of ["Cache-Status", "Age", "X-Sources-Failed", "X-Coverage", "Retry-After"]) {
  const value = response.headers.get(name)
  if (value !== null) console.log(`${name}: ${value}`)
}
console.log(JSON.stringify((await jsonOf(response)) ?? "the answer is no JSON", null, 2))
const receipt = response.headers.get("payment-response")
console.log(
  "settlement:",
  receipt === null
    ? "no receipt: nothing was charged by this call, or somebody between has dropped it"
    : decodePaymentResponseHeader(receipt)
)
showPayment()
await showBalance("after")
if (response.status >= 500 || response.status === 429) console.log(again)
process.exitCode = response.ok ? 0 : 1
