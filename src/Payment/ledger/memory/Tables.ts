/**
 * The tables of the in-memory ledger, and how its operations read and change them. Every operation runs in one step,
 * so that no other comes in between.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PaymentState } from "../../../Resources/PaymentStatus.ts"
import * as PauseStore from "../../pause/PauseStore.ts"
import { nameOf, type PaymentKey } from "../Ledger.ts"
import { clean, type PayerHistory } from "./PayerHistory.ts"
import type { PaymentRow } from "./PaymentRow.ts"

/** Rows by key. A test may read and change them. */
export interface Tables {
  readonly payments: Map<string, PaymentRow>
  readonly payers: Map<string, PayerHistory>
  /** The aliases of payments, by the same keys as `payments`. */
  readonly aliases: Map<string, Set<string>>
  readonly pauses: PauseStore.PauseStore["Type"]
}

/** Tables without rows. */
export const empty = (): Tables => ({
  payments: new Map(),
  payers: new Map(),
  aliases: new Map(),
  pauses: PauseStore.inMemory()
})

/** An operation at the present moment, in Unix milliseconds. */
export const atPresent = <A>(operation: (now: number) => A): Effect.Effect<A> =>
  Effect.map(Clock.currentTimeMillis, operation)

type Condition = (row: PaymentRow) => boolean
type Change = (row: PaymentRow) => Partial<PaymentRow>

/** Whether an attempt holds a payment in one of these states. */
export const heldBy =
  (attempt: string, ...states: ReadonlyArray<PaymentState>): Condition =>
  (row) =>
    row.attempt === attempt && states.includes(row.state)

/** Reads and changes. */
export const access = ({ aliases, payments, payers }: Tables) => {
  const put = (row: PaymentRow) => {
    payments.set(nameOf(row), row)
  }
  const find = (key: PaymentKey) => Option.fromNullable(payments.get(nameOf(key)))
  const historyOf = (payer: string) => payers.get(payer) ?? clean

  return {
    put,
    find,
    remove: (key: PaymentKey) => {
      payments.delete(nameOf(key))
      aliases.delete(nameOf(key))
    },
    historyOf,
    select: (condition: Condition) => [...payments.values()].filter(condition),
    /** Changes a payment that meets the condition; `None` where there is none. */
    update: (key: PaymentKey, condition: Condition, change: Change): Option.Option<PaymentRow> =>
      Option.map(Option.filter(find(key), condition), (row) => {
        const changed = { ...row, ...change(row) }
        put(changed)
        return changed
      }),
    remember: (payer: string, change: (history: PayerHistory) => PayerHistory) => {
      payers.set(payer, change(historyOf(payer)))
    }
  }
}
