/**
 * Before a payment is sent: the purchase is found in the journal, or its amount is reserved there; then it is signed.
 */
import { check } from "./Budget.ts"
import { dayOf } from "./Clock.ts"
import { AlmanacError, NotOffered } from "./Errors.ts"
import { within } from "./Exchange.ts"
import { type Purchase, type PurchaseFacts, type Purchases, stateOf } from "./journal/Journal.ts"
import { post, termsIn, unexpected, unpaid, type Wanted } from "./Offer.ts"
import { nonceOf, sign } from "./Payment.ts"
import { aborted, append, isAborted, left, type Run, repeats, seconds, timeOf } from "./Run.ts"
import type { Terms } from "./Terms.ts"

/** What is bought, and at which price it is listed. */
export interface Order extends Wanted {
  readonly id: string
  /** The listed price in the smallest unit. */
  readonly listed: bigint
}

/** Seconds of a payment's window that have to be left when it is sent first; the service takes none with less than 45. */
const least = 50

/** Whether the payment of a purchase would still be taken by a service that does not know it. */
export const isFresh = ({ payment }: Purchase, now: number): boolean =>
  payment !== undefined && payment.validBefore - now >= least

const today = ({ settings }: Run) => dayOf(settings.clock.now())

/** Reserves, after a look at the budget. */
const reserve = (run: Run, purchases: Purchases, facts: PurchaseFacts) => {
  check(purchases, run.settings.limits, facts, today(run))
  const { amount, body, id, key, nonce, path, payTo } = facts
  const kept = { key, id, path, body, amount, payTo, nonce }
  return { event: "reserved", ...kept, attempt: run.attempt, at: timeOf(run) } as const
}

/** What is to be done with a purchase that the journal has. `undefined`: it has to be made. */
const found = (run: Run, purchases: Purchases, order: Wanted | undefined) => {
  const { attempt, key, most } = run
  const purchase = purchases.get(key)
  if (purchase === undefined) return undefined
  if (order !== undefined && (purchase.path !== order.path || purchase.body !== order.body)) {
    throw new AlmanacError("PAYMENT_CONFLICT", "the key stands for another request", {
      charged: false,
      key
    })
  }
  const state = stateOf(purchase)
  if (state === "charged") return []
  if (most !== undefined && BigInt(purchase.amount) > most) {
    throw new NotOffered("PRICE", "this purchase costs more than maxPrice", {
      key,
      charged: state === "open" ? "unknown" : false
    })
  }
  if (state === "open") return [{ event: "joined", key, attempt, at: timeOf(run) } as const]
  return isFresh(purchase, seconds(run)) ? [reserve(run, purchases, purchase)] : undefined
}

/** The purchase as it is in the journal after an entry of this call. */
const after = async (run: Run): Promise<Purchase> => {
  const purchase = await run.settings.journal.change(run.owner, (purchases) => ({
    entries: [],
    result: purchases.get(run.key)
  }))
  if (purchase === undefined)
    throw new AlmanacError("UNKNOWN_KEY", "the journal has lost it", { charged: "unknown" })
  return purchase
}

/** Asks for the terms until they come. */
export const terms = async (
  run: Run,
  wanted: Wanted,
  most: bigint | undefined,
  payTo: string | undefined
): Promise<Terms> => {
  const { key, settings, signal } = run
  for (let tries = 0; ; tries++) {
    const answer = await post(settings, wanted, unpaid, left(run), signal)
    if (answer.status === 402) {
      return termsIn(answer, { path: wanted.path, asset: settings.asset, payTo, most }, key)
    }
    const error = unexpected(answer, key)
    if (!(await repeats(run, tries, error))) throw error
  }
}

/** A purchase, and the terms it was made on when this call has made it. */
export interface Claimed {
  readonly purchase: Purchase
  readonly terms: Terms | undefined
}

/**
 * Finds the purchase of the key, or makes it: the terms are read and held to what is expected, and its amount is reserved.
 * Without an order it must be there.
 */
export const claim = async (run: Run, order: Order | undefined): Promise<Claimed> => {
  const { key, owner, pinned, settings } = run
  const { isReady, known } = await settings.journal.change(owner, (purchases) => {
    const entries = found(run, purchases, order)
    return {
      entries: entries ?? [],
      result: { isReady: entries !== undefined, known: purchases.get(key) }
    }
  })
  if (isReady) return { purchase: await after(run), terms: undefined }
  const wanted = order ?? (known === undefined ? undefined : { ...known, listed: BigInt(known.amount) })
  if (wanted === undefined) {
    throw new AlmanacError("UNKNOWN_KEY", `the journal has no purchase ${key}`, { charged: false, key })
  }
  const offered = await terms(run, wanted, run.most ?? wanted.listed, pinned.payTo)
  pinned.payTo ??= offered.payTo
  const named = {
    ...wanted,
    key,
    payer: owner.payer,
    amount: offered.amount.toString(),
    payTo: offered.payTo
  }
  const nonce = await nonceOf(named)
  await append(
    run,
    (purchases) => found(run, purchases, wanted) ?? [reserve(run, purchases, { ...named, nonce })]
  )
  return { purchase: await after(run), terms: offered }
}

/**
 * Reserves a purchase for today that has no payment, or one that was not taken. When that payment's window is over,
 * whatever was sent of it is over too.
 */
export const again = async (run: Run, purchase: Purchase): Promise<Purchase> => {
  const { attempt, key } = run
  await append(run, (purchases) => {
    const [present, at] = [purchases.get(key) ?? purchase, timeOf(run)]
    const { payment } = present
    const isOver = payment !== undefined && payment.validBefore <= seconds(run)
    const isReserved = !isOver && present.attempts.includes(attempt) && present.at.startsWith(today(run))
    return [
      ...(isOver ? [{ event: "ended", key, charged: false, at } as const] : []),
      ...(isReserved ? [] : [reserve(run, purchases, present)])
    ]
  })
  return after(run)
}

const isSamePayment = (left: Purchase, right: Purchase) => left.payment?.header === right.payment?.header

/** Signs a reserved purchase. Of two calls that sign it, the payment of the one that is journalled first is sent. */
export const signed = async (run: Run, purchase: Purchase, on: Terms): Promise<Purchase> => {
  const { attempt, key, settings, wallet } = run
  const validBefore = seconds(run) + on.window
  const payment = await within(left(run), run.signal, () =>
    sign(wallet, settings.asset, on, purchase.nonce, validBefore)
  ).catch((cause) => {
    throw isAborted(run)
      ? aborted(run, false)
      : new AlmanacError("NOT_SIGNED", "the wallet did not sign", { charged: false, key, cause })
  })
  await append(run, (purchases) => {
    const [present, at] = [purchases.get(key) ?? purchase, timeOf(run)]
    if (!isSamePayment(present, purchase) && isFresh(present, seconds(run))) return []
    const isReserved = present.attempts.includes(attempt)
    return [
      ...(isReserved ? [] : [reserve(run, purchases, present)]),
      { event: "signed", key, payment, validBefore, at }
    ]
  })
  return after(run)
}

/** Milliseconds between looks at the journal for another call's signature, and how many. */
const look = 100
const looks = 20

/** Another call has reserved: its signature is awaited for a moment. */
export const signatureOfOther = async (run: Run, purchase: Purchase): Promise<Purchase> => {
  let present = purchase
  for (let n = 0; n < looks && present.payment === undefined && !isAborted(run); n++) {
    await run.settings.clock.sleep(look, run.signal)
    present = await after(run)
  }
  return present
}
