/**
 * How a call ends, for its purchase: what the journal keeps of it, and whether it was charged.
 */
import type { Charged } from "./Errors.ts"
import type { Failure } from "./Exchange.ts"
import type { Change, Purchase } from "./journal/Journal.ts"
import { append, isAborted, type Run, seconds, timeOf } from "./Run.ts"
import { type Word, wordOf } from "./Status.ts"

/** What is known when a call ends without a charge that it has seen. */
export interface Ended {
  /** The last answer of the service, if there was one. */
  readonly failure?: Pick<Failure, "charged"> | undefined
  /** Whether the payment was sent and no answer came: what was sent may still arrive. */
  readonly isLost: boolean
  /** Whether the service had the payment, and did not know yet. */
  readonly wasPending: boolean
  /** Whether the answer has come, whole. */
  readonly isDelivered: boolean
}

/** What is known of a purchase that was charged. */
interface Settled {
  /** Whether its answer has come, whole. */
  readonly isDelivered: boolean
  readonly transaction?: string | undefined
}

/**
 * Keeps that the purchase was charged, and whether its answer has come: one that has not is to be fetched. A journal that
 * fails now keeps it open, and the answer is given all the same.
 */
export const charged = (
  run: Run,
  { key }: Purchase,
  { isDelivered, transaction }: Settled
): Promise<void> => {
  const ended = { event: "ended", key, attempt: run.attempt, charged: true, at: timeOf(run) } as const
  const kept = append(run, (purchases) => {
    const present = purchases.get(key)
    const isKnown = present?.charged === true && !(present.isUndelivered && isDelivered)
    const undelivered = isDelivered ? undefined : true
    return isKnown ? [] : [{ ...ended, undelivered, transaction }]
  })
  return kept.catch(() => undefined)
}

/** Keeps that nothing is known yet: the service has the payment. */
const pending = async (run: Run, { key }: Purchase): Promise<"unknown"> => {
  await append(run, () => [
    { event: "ended", key, attempt: run.attempt, charged: "unknown", at: timeOf(run) }
  ]).catch(() => undefined)
  return "unknown"
}

/**
 * Ends the call, and tells whether the purchase was charged. Gives its amount back when it certainly was not: by the
 * contract where nothing can have happened before, else by the payment's status. What was sent and lost, or what another
 * call may be sending, may still arrive until the payment's window is over.
 */
export const conclude = async (
  run: Run,
  purchase: Purchase,
  { failure, isDelivered, isLost, wasPending }: Ended
): Promise<Charged> => {
  const { journal } = run.settings
  const { key, nonce } = purchase
  const isAlone = purchase.attempts.every((one) => one === run.attempt)
  const isFirst = !wasPending && (failure === undefined || run.isOwnKey)
  const isTold = isAlone && !isLost && (failure?.charged === "no" || isFirst)
  const word: Word = purchase.charged
    ? "charged"
    : isTold
      ? "released"
      : isAborted(run) || failure?.charged === "unknown"
        ? "unknown"
        : await wordOf(run.settings, run.owner.payer, nonce, run.signal)
  if (word === "charged") {
    await charged(run, purchase, { isDelivered })
    return true
  }
  if (word === "unknown") return isLost ? "unknown" : pending(run, purchase)
  const at = timeOf(run)
  return journal
    .change(run.owner, (purchases): Change<Charged> => {
      const present = purchases.get(key) ?? purchase
      if (present.charged) return { entries: [], result: true }
      const isOver = !isTold && (present.payment?.validBefore ?? 0) <= seconds(run)
      const isOnly = !isLost && present.attempts.every((one) => one === run.attempt)
      if (isOver || isOnly) {
        return { entries: [{ event: "ended", key, charged: false, at }], result: false }
      }
      const own = { event: "ended", key, attempt: run.attempt, charged: false, at } as const
      return { entries: isLost ? [] : [own], result: "unknown" }
    })
    .catch((): Charged => (isTold ? false : "unknown"))
}
