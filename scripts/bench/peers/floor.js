/**
 * The floor: the least that a process on node:http can do and still sell, with the same ledger statements and the
 * same check of the signature as Almanac. No framework, no replay, no log; nobody would want to maintain it.
 */
import { createHash, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import { LRUCache } from "lru-cache"
import { Pool } from "undici"
import {
  challenges,
  databaseSchema,
  databaseUrl,
  facilitator,
  health,
  port,
  provider,
  served
} from "./configuration.js"
import { ledger } from "./ledger.js"
import { signerOf } from "./signature.js"

const sales = ledger(databaseUrl, databaseSchema)

const facilitatorPool = new Pool(facilitator, { connections: 64 })
const providerUrl = new URL(provider)
const providerPool = new Pool(providerUrl.origin, { connections: 64 })
const prefix = providerUrl.pathname.replace(/\/$/, "")

const sold = new Map(
  challenges.map(({ path, challenge, header }) => {
    const text = JSON.stringify(challenge).slice(1)
    return [path, { header, terms: challenge.accepts[0], tail: `"},${text}` }]
  })
)
const head =
  '{"error":{"code":"PAYMENT_REQUIRED","message":"Payment is required.","retryable":false},"meta":{"requestId":"'

const newId = () => `req_${randomBytes(16).toString("hex")}`

const send = (response, status, body, id, headers = {}) => {
  const length = Buffer.byteLength(body)
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": length,
    "x-request-id": id,
    ...headers
  })
  response.end(body)
}

const unpaid = (response, { header, tail }, id) =>
  send(response, 402, head + id + tail, id, { "payment-required": header, "cache-control": "no-store" })

const refuse = (response, status, code, id) =>
  send(
    response,
    status,
    JSON.stringify({ error: { code, message: code, retryable: false }, meta: { requestId: id } }),
    id
  )

const read = (request) =>
  new Promise((resolve, reject) => {
    const chunks = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    request.on("error", reject)
  })

const isCurrency = (value) => typeof value === "string" && /^[A-Za-z]{3}$/.test(value)

const parse = (text) => {
  try {
    const { base, currencies, date, ...rest } = JSON.parse(text)
    const fits =
      isCurrency(base) &&
      Array.isArray(currencies) &&
      currencies.length > 0 &&
      currencies.length <= 20 &&
      currencies.every(isCurrency) &&
      (date === undefined || /^\d{4}-\d{2}-\d{2}$/.test(date)) &&
      Object.keys(rest).length === 0
    return fits
      ? { base: base.toUpperCase(), currencies: currencies.map((code) => code.toUpperCase()), date }
      : undefined
  } catch {
    return undefined
  }
}

/** The payment in a header, when it fits the terms and its payer signed it. */
const presented = (header, terms) => {
  try {
    const payload = JSON.parse(Buffer.from(header, "base64").toString("utf8"))
    const { accepted, payload: inner } = payload
    const { authorization, signature } = inner
    const fits =
      payload.x402Version === 2 &&
      accepted.scheme === terms.scheme &&
      accepted.network === terms.network &&
      accepted.asset === terms.asset &&
      accepted.amount === terms.amount &&
      authorization.value === terms.amount &&
      authorization.to.toLowerCase() === terms.payTo.toLowerCase() &&
      Number(authorization.validBefore) > Date.now() / 1000 + 45 &&
      signerOf(authorization, signature, terms) === authorization.from.toLowerCase()
    return fits ? { payload, authorization, signature } : undefined
  } catch {
    return undefined
  }
}

const post = async (path, paymentPayload, paymentRequirements) => {
  const { body } = await facilitatorPool.request({
    method: "POST",
    path,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements })
  })
  return body.json()
}

const cache = new LRUCache({ max: 200_000, ttl: 15 * 60_000 })

const lookUp = async ({ base, currencies, date }) => {
  const symbols = [...new Set(currencies)].sort().join(",")
  const key = `${base}:${symbols}:${date ?? "latest"}`
  const kept = cache.get(key)
  if (kept !== undefined) return kept
  const { body } = await providerPool.request({
    method: "GET",
    path: `${prefix}/v1/${date ?? "latest"}?base=${base}&symbols=${encodeURIComponent(symbols)}`
  })
  const record = await body.json()
  cache.set(key, record)
  return record
}

const sell = async (request, response, path, offer, id) => {
  const { terms } = offer
  const text = await read(request)
  const header = request.headers["payment-signature"]
  const payment = header === undefined ? undefined : presented(header, terms)
  if (payment === undefined) return unpaid(response, offer, id)
  const body = parse(text)
  if (body === undefined) return refuse(response, 400, "VALIDATION_FAILED", id)
  const { payload, authorization } = payment
  const now = new Date()
  const attempt = randomBytes(6).toString("hex")
  const key = [terms.network, terms.asset, authorization.from, authorization.nonce].map((part) =>
    part.toLowerCase()
  )
  const hash = createHash("sha256")
    .update(`POST ${path}\n${JSON.stringify(body)}`)
    .digest("hex")
  if (!(await sales.reserve(key, attempt, now, { ...payment, hash, capability: "fx.rates", terms, id })))
    return unpaid(response, offer, id)
  const { isValid } = await post("/verify", payload, terms)
  if (!isValid) {
    await sales.release(key, attempt)
    return unpaid(response, offer, id)
  }
  const { base, date, rates } = await lookUp(body)
  const wanted = Object.fromEntries(body.currencies.map((code) => [code, rates[code]]))
  const answer = Buffer.from(JSON.stringify({ data: { base, date, rates: wanted }, meta: { requestId: id } }))
  const digest = createHash("sha256").update(answer).digest("base64")
  await sales.settling(key, attempt, new Date(), answer, digest, payload)
  const { success, transaction } = await post("/settle", payload, terms)
  if (!success) return unpaid(response, offer, id)
  await sales.settled(key, transaction)
  const receipt = { success, transaction, network: terms.network, payer: key[2], amount: terms.amount }
  return send(response, 200, answer, id, {
    "cache-control": "private",
    "content-digest": `sha-256=:${digest}:`,
    "payment-response": Buffer.from(JSON.stringify(receipt)).toString("base64")
  })
}

const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: 70_000 }, (request, response) => {
  const id = newId()
  if (request.method === "GET" && request.url === "/health")
    return send(response, 200, JSON.stringify(health()), id, { "cache-control": "no-store" })
  const offer = request.method === "POST" ? sold.get(request.url) : undefined
  if (offer === undefined) return refuse(response, 404, "NOT_FOUND", id)
  if (request.headers["payment-signature"] === undefined) {
    request.resume()
    return unpaid(response, offer, id)
  }
  if (request.url !== served) return refuse(response, 501, "NOT_SERVED", id)
  return sell(request, response, request.url, offer, id).catch(() => refuse(response, 502, "FAILED", id))
})
server.listen(port, "127.0.0.1")
