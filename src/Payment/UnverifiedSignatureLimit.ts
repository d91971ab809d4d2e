/**
 * Limits the payments that the facilitator is asked about although we cannot check their signatures ourselves (contract
 * wallets): anyone can forge such a signature, in anyone's name. What is not called good counts. Payers that were never called good
 * share one allowance, of which a connection gets a part; a payer that has paid before has an allowance of its own, so
 * that forgers cannot use up that of others, and a connection has one for all such payers that it names. Per process: a
 * counter in the database would cost more than the question.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import {
  type FacilitatorDown,
  type Overloaded,
  type PaymentRejected,
  TooManyRequests
} from "../Api/Failure.ts"
import { withMonotonic } from "../Runtime/Clock.ts"
import { maxRefusals, maxRefusalsOfConnection, refusalWindow } from "./Limits.ts"
import type { PayerRecords } from "./ledger/PayerRecords.ts"
import type { Order } from "./Order.ts"

/** The most payers that a process remembers as good. The ledger knows the others. */
const mostRemembered = 10_000

const length = Duration.toMillis(refusalWindow)

/** The payments since a moment that were not called good, and the questions under way, each of which may come to be one. */
interface Window {
  readonly began: number
  count: number
}

/** An allowance in windows that begin with their first question. */
const allowance = (most: number) => {
  let window: Window = { began: Number.NEGATIVE_INFINITY, count: 0 }
  return {
    most,
    at: (now: number): Window => {
      if (now - window.began >= length) window = { began: now, count: 0 }
      return window
    }
  }
}
type Allowance = ReturnType<typeof allowance>

/** A connection that has used up its part in strangers' names can still bring the payments of those who have paid. */
const allowancesOfConnection = () => ({
  inGoodNames: allowance(maxRefusals),
  inOthers: allowance(maxRefusalsOfConnection)
})

const tooMany = ({ began }: Window, now: number) =>
  new TooManyRequests({
    message:
      "Too many payments whose signature only the facilitator can judge were not called good; this call charged nothing.",
    retryAfter: Math.max(1, Math.ceil((began + length - now) / 1000))
  })

/** How a question ends that finds no payment good. */
type Unjudged = FacilitatorDown | Overloaded | PaymentRejected

/**
 * Who finds no place has asked nothing. Everything else counts: who hangs up may have sent what would be refused, and a
 * facilitator that is away is not to be asked without end by those who forge.
 */
const isUnasked = (cause: Cause.Cause<Unjudged>) =>
  Cause.failureOption(cause).pipe(Option.exists(({ _tag }) => _tag === "OVERLOADED"))

/** The limit of one process. */
export const make = ({ hasPaid }: Pick<PayerRecords["Type"], "hasPaid">) => {
  const ofStrangers = allowance(maxRefusals)
  const ofConnections = new WeakMap<object, ReturnType<typeof allowancesOfConnection>>()
  const ofPayers = new Map<string, Allowance>()

  /** A payer that was called good is remembered before all others. */
  const remember = (payer: string): Allowance => {
    const own = ofPayers.get(payer) ?? allowance(maxRefusals)
    ofPayers.delete(payer)
    ofPayers.set(payer, own)
    const [longest] = ofPayers.keys()
    if (ofPayers.size > mostRemembered && longest !== undefined) ofPayers.delete(longest)
    return own
  }

  const ofConnection = (connection: object) => {
    const own = ofConnections.get(connection) ?? allowancesOfConnection()
    ofConnections.set(connection, own)
    return own
  }

  const allowancesOf = ({ connection, key }: Order) => {
    const { inGoodNames, inOthers } = ofConnection(connection)
    const own = ofPayers.get(key.payer)
    if (own !== undefined) return Effect.succeed([own, inGoodNames])
    return Effect.map(hasPaid(key), (isKnown) =>
      isKnown ? [remember(key.payer), inGoodNames] : [ofStrangers, inOthers]
    )
  }

  /** Asks the facilitator about the payment of an order, within the limit. */
  return <A>(order: Order, question: Effect.Effect<A, Unjudged>) =>
    Effect.flatMap(allowancesOf(order), (allowances) =>
      withMonotonic((now): Effect.Effect<A, Unjudged | TooManyRequests> => {
        const full = allowances.find(({ at, most }) => at(now).count >= most)
        if (full !== undefined) return tooMany(full.at(now), now)
        const windows = allowances.map(({ at }) => at(now))
        const count = (by: 1 | -1) => {
          for (const window of windows) window.count += by
        }
        count(1)
        return Effect.onExit(question, (exit) =>
          Effect.sync(() => {
            if (Exit.isSuccess(exit)) remember(order.key.payer)
            if (Exit.isSuccess(exit) || isUnasked(exit.cause)) count(-1)
          })
        )
      })
    )
}
