/**
 * A payment is sent until its answer comes: always the same bytes. It is signed anew only where the service says that it
 * has not taken it, with the same nonce and another window.
 */
import { again, isFresh, signatureOfOther, signed, terms } from "./Claim.ts"
import { AlmanacError, type Charged, NotOffered } from "./Errors.ts"
import { type Answered, errorOf, type Failure, failureOf } from "./Exchange.ts"
import { decodeHeader, isObject, member, parse, textOf } from "./Json.ts"
import type { Purchase } from "./journal/Journal.ts"
import { post } from "./Offer.ts"
import * as Outcome from "./Outcome.ts"
import { aborted, isAborted, left, type Run, repeats, seconds } from "./Run.ts"
import { wordOf } from "./Status.ts"
import type { Terms } from "./Terms.ts"

/** The settlement, as the service tells it. */
export interface Receipt {
  readonly success: boolean
  /** Hash of the transfer's transaction. */
  readonly transaction: string
  readonly network: string
  readonly payer: string
  /** In the token's smallest unit. */
  readonly amount?: string
}

/** An answer that came, and what was paid for it. */
export interface Delivered {
  readonly text: string
  readonly charged: Charged
  readonly receipt: Receipt | undefined
  readonly purchase: Purchase
}

/** Refusals of a payment whose window is over, or nearly. */
const expired = "invalid_exact_evm_payload_authorization_valid_before"

/** How often an answer is fetched that does not have its digest. */
const mostDamaged = 3

const receiptIn = ({ headers }: Answered): Receipt | undefined => {
  const header = headers.get("payment-response")
  if (header === null) return undefined
  const value = decodeHeader(header)
  const amount = textOf(member(value, "amount"))
  const text = (name: string) => textOf(member(value, name)) ?? ""
  return {
    success: member(value, "success") === true,
    transaction: text("transaction"),
    network: text("network"),
    payer: text("payer"),
    ...(amount === undefined ? {} : { amount })
  }
}

const isEnvelope = (text: string) => {
  const body = parse(text)
  return isObject(member(body, "data")) && isObject(member(body, "meta"))
}

/** Signs what has no payment yet, or one that the service says it has not taken and that is too old for it. */
const ready = async (run: Run, purchase: Purchase, on: Terms | undefined): Promise<Purchase> => {
  const own = on === undefined ? await signatureOfOther(run, purchase) : purchase
  if (own.payment !== undefined || isAborted(run)) return own
  return on === undefined
    ? signed(run, await again(run, own), await sameTerms(run, own))
    : signed(run, own, on)
}

/** The service's terms today, when they are those of the purchase. */
const sameTerms = async (run: Run, purchase: Purchase): Promise<Terms> => {
  const { amount, key, nonce, payTo } = purchase
  const offered = await terms(run, purchase, undefined, payTo)
  if (offered.amount.toString() === amount) return offered
  throw new NotOffered("CHANGED", "the price of this purchase has changed", {
    key,
    nonce
  })
}

/** The same purchase with another window, where its payment was not taken. */
const renewed = async (run: Run, purchase: Purchase): Promise<Purchase> => {
  const word = await wordOf(run.settings, run.owner.payer, purchase.nonce, run.signal)
  if (word !== "released") return purchase
  const on = await sameTerms(run, purchase)
  return signed(run, await again(run, purchase), on)
}

const headersOf = ({ key, payment }: Purchase) => ({
  "idempotency-key": key,
  "payment-signature": payment?.header ?? ""
})

/** @throws AlmanacError that says whether the purchase was charged. */
export const deliver = async (run: Run, claimed: Purchase, on: Terms | undefined): Promise<Delivered> => {
  let purchase = claimed
  let isLost = false
  let wasPending = claimed.isPending
  let isDelivered = false
  let last: Failure | undefined
  const facts = () => ({ charged: "unknown", key: purchase.key, nonce: purchase.nonce }) as const
  const conclude = () => Outcome.conclude(run, purchase, { failure: last, isDelivered, isLost, wasPending })

  /** A step after which it can be sent. When it fails, the error says what became of what was sent before. */
  const prepare = async (step: () => Promise<Purchase>) => {
    try {
      purchase = await step()
    } catch (error) {
      const charged = await conclude()
      throw error instanceof AlmanacError ? Object.assign(error, { charged }) : error
    }
  }

  await prepare(() => ready(run, purchase, on))
  let asked: Purchase["payment"]
  let isRenewed = false
  for (let tries = 0, damaged = 0; ; tries++) {
    const isKnown = purchase.charged || wasPending
    if (!isKnown && !isFresh(purchase, seconds(run)) && asked !== purchase.payment && !isAborted(run)) {
      asked = purchase.payment
      await prepare(() => renewed(run, purchase))
    }
    if (isAborted(run)) throw aborted(run, await conclude(), purchase.nonce)
    const sent = await post(run.settings, purchase, headersOf(purchase), left(run), run.signal)
    const failure = failureOf(sent)
    let error: AlmanacError | undefined
    let isCharged = false

    if (failure !== undefined) {
      last = failure
      wasPending ||= failure.charged === "unknown"
      if (failure.details?.reason === expired && !isRenewed) {
        isRenewed = true
        const { payment } = purchase
        await prepare(() => renewed(run, purchase))
        if (purchase.payment !== payment) continue
      }
    } else if (sent.status !== 200) {
      isLost ||= sent.lost?.isUnsent !== true
    } else {
      const receipt = receiptIn(sent)
      isDelivered = sent.isWhole && isEnvelope(sent.text)
      isCharged = receipt?.success === true
      if (isCharged) {
        await Outcome.charged(run, purchase, { isDelivered, transaction: receipt?.transaction })
      }
      if (isDelivered) {
        // An answer without a receipt is free, or somebody between has dropped the header: the status tells which.
        last = undefined
        wasPending = true
        return { text: sent.text, charged: isCharged || (await conclude()), receipt, purchase }
      }
      isLost = true
      error = new AlmanacError("ANSWER_DAMAGED", "the answer is not the one that was sent", {
        ...facts(),
        status: sent.status,
        retryable: true
      })
      damaged++
    }
    error ??= errorOf(sent, facts())
    if (damaged < mostDamaged && (await repeats(run, tries, error))) continue
    throw Object.assign(error, { charged: isCharged || (await conclude()) })
  }
}
