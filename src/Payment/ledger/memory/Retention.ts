/**
 * What the in-memory ledger forgets.
 */
import * as Duration from "effect/Duration"
import { longestMemory } from "../../Limits.ts"
import { retention } from "../Ledger.ts"
import { Retention, releasedRetention } from "../Retention.ts"
import { access, atPresent, idOf, type Tables } from "./Tables.ts"

/** The first `limit` items in the order of a moment. */
const oldest = <A>(items: ReadonlyArray<A>, moment: (item: A) => number, limit: number) =>
  items.toSorted((left, right) => moment(left) - moment(right)).slice(0, limit)

/** The port on these tables. */
export const make = (tables: Tables): Retention["Type"] => {
  const { payments, payers } = tables
  const { put, select } = access(tables)

  return Retention.of({
    dropResponses: (limit) =>
      atPresent((now) => {
        const end = now - Duration.toMillis(retention)
        const settledAt = ({ settledAt }: { readonly settledAt: number | null }) => settledAt ?? now
        const over = oldest(
          select((row) => row.response !== null && settledAt(row) <= end),
          settledAt,
          limit
        )
        for (const row of over) put({ ...row, response: null, payload: "", paymentId: null })
        return over.length
      }),

    deleteReleased: (limit) =>
      atPresent((now) => {
        const end = now - Duration.toMillis(releasedRetention)
        const createdAt = ({ createdAt }: { readonly createdAt: number }) => createdAt
        const ended = oldest(
          select((row) => row.state === "released" && row.createdAt <= end),
          createdAt,
          limit
        )
        for (const row of ended) payments.delete(idOf(row))
        return ended.length
      }),

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
