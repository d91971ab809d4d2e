/**
 * The stock peer: Express 5 with `@x402/express` on all 16 routes as its documentation shows it, zod, an LRU, no
 * log. Tuned (`pooled`), the same with pooled connections to facilitator and provider in place of the global fetch.
 * Durable, the stock peer with what a careful seller adds (`durable.js`).
 */
import { randomUUID } from "node:crypto"
import { HTTPFacilitatorClient } from "@x402/core/server"
import { ExactEvmScheme } from "@x402/evm/exact/server"
import { paymentMiddleware, x402ResourceServer } from "@x402/express"
import express from "express"
import { LRUCache } from "lru-cache"
import { Pool } from "undici"
import { z } from "zod"
import { challenges, durable, facilitator, health, pooled, port, provider, served } from "./configuration.js"
import { keepLedger, log } from "./durable.js"

/** Asks over kept-alive connections; answers like fetch, as far as it is read here. */
const pooledFetch = (origin) => {
  const pool = new Pool(origin, { connections: 64 })
  return async (path, options) => {
    const { statusCode, body } = await pool.request({ path, method: "GET", ...options })
    const json = await body.json()
    return { ok: statusCode === 200, json }
  }
}

const plainFetch = (origin) => async (path, options) => {
  const response = await fetch(`${origin}${path}`, options)
  return { ok: response.ok, json: await response.json() }
}

const connect = pooled ? pooledFetch : plainFetch

const pooledFacilitator = () => {
  const ask = connect(facilitator)
  const post = async (path, paymentPayload, paymentRequirements) => {
    const { json } = await ask(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements })
    })
    return json
  }
  return {
    verify: (payload, requirements) => post("/verify", payload, requirements),
    settle: (payload, requirements) => post("/settle", payload, requirements),
    getSupported: async () => (await ask("/supported")).json
  }
}

const client = pooled ? pooledFacilitator() : new HTTPFacilitatorClient({ url: facilitator })

const routes = Object.fromEntries(
  challenges.map(({ path, challenge: { resource, accepts } }) => {
    const [{ scheme, network, payTo, maxTimeoutSeconds, amount, asset, extra }] = accepts
    const { url, ...described } = resource
    const price = { amount, asset, extra }
    return [
      `POST ${path}`,
      { accepts: { scheme, network, payTo, maxTimeoutSeconds, price }, resource: url, ...described }
    ]
  })
)

const currency = z
  .string()
  .trim()
  .length(3)
  .regex(/^[A-Za-z]+$/)
  .toUpperCase()
const Body = z.strictObject({
  base: currency,
  currencies: z.array(currency).min(1).max(20),
  date: z.iso.date().optional()
})

const cache = new LRUCache({ max: 200_000, ttl: 15 * 60_000 })
const rates = connect(new URL(provider).origin)
const prefix = new URL(provider).pathname.replace(/\/$/, "")

const lookUp = async ({ base, currencies, date }) => {
  const symbols = [...new Set(currencies)].sort().join(",")
  const key = `${base}:${symbols}:${date ?? "latest"}`
  const kept = cache.get(key)
  if (kept !== undefined) return kept
  const query = new URLSearchParams({ base, symbols })
  const { ok, json } = await rates(`${prefix}/v1/${date ?? "latest"}?${query}`)
  if (!ok) throw new Error("the provider failed")
  cache.set(key, json)
  return json
}

const resourceServer = new x402ResourceServer(client).register("eip155:*", new ExactEvmScheme())

const app = express()
if (durable) app.use(log)
app.get("/health", (_, response) => response.json(health()))
app.use(paymentMiddleware(routes, durable ? keepLedger(resourceServer) : resourceServer))
app.use(express.json({ limit: "64kb" }))
app.post(served, async (request, response) => {
  const requestId = randomUUID()
  const body = Body.safeParse(request.body)
  if (!body.success) {
    const error = { code: "VALIDATION_FAILED", message: z.prettifyError(body.error), retryable: false }
    return response.status(400).json({ error, meta: { requestId } })
  }
  const { base, date, rates } = await lookUp(body.data)
  const wanted = Object.fromEntries(body.data.currencies.map((code) => [code, rates[code]]))
  return response.json({ data: { base, date, rates: wanted }, meta: { requestId } })
})
for (const { path } of challenges)
  if (path !== served) app.post(path, (_, response) => response.sendStatus(501))

app.listen(port, "127.0.0.1")
