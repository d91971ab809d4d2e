/**
 * What the in-memory ledger forgets.
 */
import * as Duration from "effect/Duration"
import { longestMemory } from "../../Limits.ts"
import { nameOf, retention } from "../Ledger.ts"
import { failedRetention, Retention, releasedRetention, unknownRetention } from "../Retention.ts"
import type { PaymentRow } from "./PaymentRow.ts"
import { access, atPresent, type Tables } from "./Tables.ts"

/** The first `limit` items in the order of a moment. */
const oldest = <A>(items: ReadonlyArray<A>, moment: (item: A) => number, limit: number) =>
  items.toSorted((left, right) => moment(left) - moment(right)).slice(0, limit)

const createdAt = ({ createdAt }: PaymentRow) => createdAt
const failedAt = ({ createdAt, failedAt }: PaymentRow) => failedAt ?? createdAt

/** The port on these tables. */
export const make = (tables: Tables): Retention["Type"] => {
  const { payers } = tables
  const { put, remove, select } = access(tables)

  /** Deletes payments whose moment is as long ago as `age`. */
  const deleteOldest =
    (
      condition: (row: PaymentRow, now: number) => boolean,
      moment: (row: PaymentRow) => number,
      age: Duration.Duration
    ) =>
    (limit: number) =>
      atPresent((now) => {
        const end = now - Duration.toMillis(age)
        const over = oldest(
          select((row) => condition(row, now) && moment(row) <= end),
          moment,
          limit
        )
        for (const row of over) remove(row)
        return over.length
      })

  return Retention.of({
    dropResponses: (limit) =>
      atPresent((now) => {
        const end = now - Duration.toMillis(retention)
        const settledAt = ({ settledAt }: PaymentRow) => settledAt ?? now
        const over = oldest(
          select((row) => row.response !== null && settledAt(row) <= end),
          settledAt,
          limit
        )
        for (const row of over) {
          put({ ...row, response: null, payload: "", idempotencyKey: null })
          tables.aliases.delete(nameOf(row))
        }
        return over.length
      }),

    deleteReleased: deleteOldest(({ state }) => state === "released", createdAt, releasedRetention),

    deleteFailed: deleteOldest(({ state }) => state === "failed", failedAt, failedRetention),

    giveUpUnknown: deleteOldest(
      ({ leaseUntil, state }, now) => state === "unknown" && leaseUntil < now,
      createdAt,
      unknownRetention
    ),

    forgetPayers: (limit) =>
      atPresent((now) => {
        const end = now - Duration.toMillis(longestMemory)
        const past = oldest(
          [...payers].filter(([, { changedAt }]) => changedAt < end),
          ([, { changedAt }]) => changedAt,
          limit
        )
        for (const [payer] of past) payers.delete(payer)
        return past.length
      })
  })
}
