/**
 * What a payment of the past comes to: the answer that it bought, once more; the news that it is pending; or nothing
 * yet, since it is being worked on.
 */
import { Clock, Effect, Option } from "effect"
import * as Call from "../Telemetry/Call.ts"
import type { Entry, Ledger } from "./ledger/Ledger.ts"
import { ledgerUnread } from "./ledger/LedgerDown.ts"
import type { PurchaseResult } from "./Sale.ts"
import * as Settlement from "./Settlement.ts"

/** Whether the payment counts as paid. */
export const isPaid = ({ state }: Entry): boolean => state === "settled" || state === "presumed_settled"

/** Looks a payment's answer up; `spent` when it is no longer kept or was given too often. `None`: wait. */
export const replay = <E>(ledger: Ledger["Type"], entry: Entry, spent: () => E) =>
  Effect.gen(function* () {
    if (isPaid(entry)) {
      const answer = yield* Call.phase("replay")(Effect.mapError(ledger.replay(entry), ledgerUnread))
      if (Option.isNone(answer)) return yield* Effect.fail(spent())
      const settlement = Settlement.settled(entry, entry.transaction ?? "", entry.amount)
      return Option.some<PurchaseResult>({
        answer: answer.value,
        settlement,
        replayed: true,
        requestId: entry.requestId
      })
    }
    if (entry.state === "unknown") return yield* Settlement.pending(entry, entry.transaction)
    const now = yield* Clock.currentTimeMillis
    // The process that was settling it has died: the reconciler will find out.
    return entry.state === "settling" && entry.leaseUntil.getTime() < now
      ? yield* Settlement.pending(entry, entry.transaction)
      : Option.none<PurchaseResult>()
  })
