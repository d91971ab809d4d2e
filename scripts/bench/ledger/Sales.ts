/**
 * Sales as the service makes them: what is reserved, and the answer that is stored.
 */
import { createHash, randomBytes } from "node:crypto"
import { Option } from "effect"
import type { PaymentKey, Reservation, StoredResponse } from "../../../src/Payment/ledger/Ledger.ts"
import { payTo, token } from "./Rows.ts"

const hex = (bytes: number) => randomBytes(bytes).toString("hex")

/** A sale that nobody has made yet. Half of all have an idempotency key. */
export const sale = (payer: string, number: number): Reservation => ({
  key: { ...token, payer, nonce: `0x${hex(32)}` },
  attempt: hex(6),
  requestHash: hex(32),
  idempotencyKey: number % 2 === 0 ? Option.some(`pay_${hex(16)}`) : Option.none(),
  capability: "academic.search",
  amount: "1000",
  payTo,
  validBefore: String(Math.floor(Date.now() / 1000) + 300),
  signature: `0x${hex(65)}`,
  requestId: `req_${hex(16)}`
})

/** Sales by some payers in turn, as many as there are. */
export const sales = (payers: ReadonlyArray<string>): ReadonlyArray<Reservation> => payers.map(sale)

const body = Buffer.from(
  JSON.stringify({
    data: {
      results: Array.from({ length: 27 }, () => ({
        title: `A study of the cost of health and education in ${hex(16)}`,
        doi: `10.1000/${hex(6)}`,
        authors: [hex(8)],
        year: 2024,
        source: "Journal of Public Health"
      }))
    }
  })
)

/** An answer of some 5 KB. */
export const answer: StoredResponse = {
  body,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  hash: createHash("sha256").update(body).digest("base64")
}

/** The buyer's payload, as the reconciler would send it again. */
export const payload = ({ key: { nonce, payer }, signature, validBefore }: Reservation): string =>
  JSON.stringify({
    x402Version: 2,
    scheme: "exact",
    network: token.network,
    payload: {
      signature,
      authorization: { from: payer, to: payTo, value: "1000", validAfter: "0", validBefore, nonce }
    }
  })

/** A transaction that no other payment has. */
export const transaction = (_: PaymentKey): string => `0x${hex(32)}`
