/**
 * What became of a payment, by the service's word. Free, and it needs no wallet.
 */
import { AlmanacError } from "./Errors.ts"
import { errorOf, send } from "./Exchange.ts"
import type { PaymentStatus } from "./generated/types.ts"
import { isHex, member, parse } from "./Json.ts"
import type { Settings } from "./Options.ts"

/** Milliseconds for an answer that needs no provider. */
const limit = 10_000

/** @throws AlmanacError `NOT_FOUND` for a payment that the service does not know, or no longer. */
export const payment = async (
  { baseUrl, fetch }: Settings,
  payer: string,
  nonce: string,
  signal?: AbortSignal
): Promise<PaymentStatus> => {
  if (!isHex(payer, 20) || !isHex(nonce, 32)) throw new TypeError("payer must be an address, nonce 32 bytes")
  const sent = await send(fetch, `${baseUrl}/v1/payments/${payer}/${nonce}`, { method: "GET" }, limit, signal)
  if (sent.status !== 200 || member(member(parse(sent.text), "data"), "nonce") !== nonce.toLowerCase()) {
    throw errorOf(sent, { charged: false })
  }
  const { data }: { readonly data: PaymentStatus } = JSON.parse(sent.text)
  return data
}

/**
 * What is known of a payment. `released`: it was given back, or never came. `failed`: its transfer will not happen. Neither
 * is charged, as long as nobody sends it again.
 */
export type Word = "charged" | "released" | "failed" | "unknown"

/** What a state says of the charge; of the states that are not here, nothing is known yet. */
export const words: { readonly [State in PaymentStatus["state"]]?: Word } = {
  settled: "charged",
  presumed_settled: "charged",
  released: "released",
  failed: "failed"
}

/** The same in a word; `unknown` when the service cannot be asked. */
export const wordOf = async (
  settings: Settings,
  payer: string,
  nonce: string,
  signal?: AbortSignal
): Promise<Word> => {
  try {
    return words[(await payment(settings, payer, nonce, signal)).state] ?? "unknown"
  } catch (error) {
    return error instanceof AlmanacError && error.code === "NOT_FOUND" ? "released" : "unknown"
  }
}
