/**
 * What a careful seller adds to the stock peer: a check of the signature before anybody is asked, the ledger's
 * statements around the settlement, by the hooks of `@x402/core`, and a line of JSON for each call in the log.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto"
import { databaseSchema, databaseUrl } from "./configuration.js"
import { ledger } from "./ledger.js"
import { signerOf } from "./signature.js"

const sales = ledger(databaseUrl, databaseSchema)

/** Attempts that are under way, by payment. */
const attempts = new Map()

const keyOf = ({ network, asset }, { from, nonce }) =>
  [network, asset, from, nonce].map((part) => part.toLowerCase())

const isSigned = ({ authorization, signature }, terms) => {
  try {
    return signerOf(authorization, signature, terms) === authorization.from.toLowerCase()
  } catch {
    return false
  }
}

const release = async ({ paymentPayload, requirements }) => {
  const key = keyOf(requirements, paymentPayload.payload.authorization)
  const attempt = attempts.get(key.join())
  if (attempt === undefined) return
  attempts.delete(key.join())
  await sales.release(key, attempt)
}

/** Keeps the ledger of a resource server. */
export const keepLedger = (server) =>
  server
    .onBeforeVerify(async ({ paymentPayload, requirements, transportContext }) => {
      const { payload } = paymentPayload
      const { authorization, signature } = payload
      if (!isSigned(payload, requirements)) return { abort: true, reason: "invalid_exact_evm_signature" }
      const key = keyOf(requirements, authorization)
      const attempt = randomBytes(6).toString("hex")
      const { method, path } = transportContext.request
      const sale = {
        authorization,
        signature,
        hash: createHash("sha256").update(`${method} ${path}`).digest("hex"),
        capability: "fx.rates",
        terms: requirements,
        id: `req_${randomUUID()}`
      }
      if (!(await sales.reserve(key, attempt, new Date(), sale)))
        return { abort: true, reason: "nonce_already_used" }
      attempts.set(key.join(), attempt)
      return undefined
    })
    .onAfterVerify(async (context) => {
      if (!context.result.isValid) await release(context)
    })
    .onVerifyFailure(release)
    .onVerifiedPaymentCanceled(release)
    .onBeforeSettle(async ({ paymentPayload, requirements, transportContext }) => {
      const key = keyOf(requirements, paymentPayload.payload.authorization)
      const body = transportContext.responseBody ?? Buffer.alloc(0)
      const hash = createHash("sha256").update(body).digest("base64")
      const attempt = attempts.get(key.join())
      const { rowCount } = await sales.settling(key, attempt, new Date(), body, hash, paymentPayload)
      return rowCount === 1 ? undefined : { abort: true, reason: "payment_taken" }
    })
    .onAfterSettle(async ({ paymentPayload, requirements, result }) => {
      const key = keyOf(requirements, paymentPayload.payload.authorization)
      attempts.delete(key.join())
      if (result.success) await sales.settled(key, result.transaction)
    })

/** Express middleware: a line for each call that has been answered. */
export const log = (request, response, next) => {
  const began = process.hrtime.bigint()
  response.once("finish", () => {
    const line = {
      time: new Date().toISOString(),
      level: "info",
      message: "request",
      method: request.method,
      route: request.path,
      status: response.statusCode,
      ms: Number(process.hrtime.bigint() - began) / 1e6
    }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  })
  next()
}
