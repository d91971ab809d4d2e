/**
 * What the reconciler asks of the in-memory ledger.
 */
import * as Duration from "effect/Duration"
import * as Order from "effect/Order"
import * as Metrics from "../../Metrics.ts"
import type { PaymentKey } from "../Ledger.ts"
import { PendingPayments } from "../PendingPayments.ts"
import { unknownRetention } from "../Retention.ts"
import { givenUp, isOpen, isRecent, isUnsettled, type PaymentRow, pendingOf } from "./PaymentRow.ts"
import { access, atPresent, type Tables } from "./Tables.ts"

const byLease = Order.mapInput(Order.number, ({ leaseUntil }: PaymentRow) => leaseUntil)

const keyOf = ({ asset, network, nonce, payer }: PaymentRow): PaymentKey => ({ network, asset, payer, nonce })

/** The port on these tables. */
export const make = (tables: Tables): PendingPayments["Type"] => {
  const { put, select } = access(tables)

  /** Changes the rows whose lease ended first, and returns them. */
  const changeFirst = (
    rows: ReadonlyArray<PaymentRow>,
    limit: number,
    change: (row: PaymentRow) => Partial<PaymentRow>
  ) => {
    const changed = rows
      .toSorted(byLease)
      .slice(0, limit)
      .map((row) => ({ ...row, ...change(row) }))
    changed.forEach(put)
    return changed
  }

  return PendingPayments.of({
    releaseStale: (limit) =>
      atPresent((now) => {
        const stale = select(({ leaseUntil, state }) => state === "reserved" && leaseUntil < now)
        return changeFirst(stale, limit, () => ({ state: "released", ...givenUp })).map(keyOf)
      }),

    takeDue: ({ network, asset, attempt, lease, limit }) =>
      atPresent((now) => {
        const due = select(
          (row) =>
            isUnsettled(row) &&
            row.leaseUntil < now &&
            row.network === network &&
            row.asset === asset &&
            (row.state === "settling" || row.createdAt > now - Duration.toMillis(unknownRetention))
        )
        const taken = due.toSorted(byLease).slice(0, limit)
        Metrics.count("unknown", taken.filter(({ state }) => state === "settling").length)
        return changeFirst(taken, limit, ({ timesTaken }) => ({
          state: "unknown",
          attempt,
          timesTaken: timesTaken + 1,
          leaseUntil: now + Duration.toMillis(lease)
        })).map((row) => pendingOf(row, now))
      }),

    stats: atPresent((now) => {
      const open = select(isOpen)
      const count = (state: string) => open.filter((row) => row.state === state).length
      const ages = open.filter(isUnsettled).map(({ createdAt }) => (now - createdAt) / 1000)
      return {
        reserved: count("reserved"),
        settling: count("settling"),
        unknown: count("unknown"),
        oldestPendingSeconds: ages.length === 0 ? 0 : Math.max(...ages),
        exposure: open.reduce((sum, { amount }) => sum + Number(amount), 0),
        settledWithoutAnswer: select((row) => isRecent(row, now) && row.response === null).length
      }
    })
  })
}
