/**
 * The ledger in maps, for tests: the states and limits of `SqlLedger` without a database. Nothing survives the
 * process. Times come from the `Clock`, so that a `TestClock` moves leases, limits and retention.
 *
 * ```ts
 * Server.layer(Layer.empty).pipe(Layer.provide(InMemoryLedger.layer))
 * ```
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PaymentState } from "../../Resources/PaymentStatus.ts"
import * as Metrics from "../Metrics.ts"
import * as PauseStore from "../pause/PauseStore.ts"
import { endOf, Ledger, nameOf, type PaymentKey, type Reservation } from "./Ledger.ts"
import * as PayerHistory from "./memory/PayerHistory.ts"
import * as InMemoryPayerRecords from "./memory/PayerRecords.ts"
import * as PaymentRow from "./memory/PaymentRow.ts"
import * as InMemoryPendingPayments from "./memory/PendingPayments.ts"
import * as InMemoryRetention from "./memory/Retention.ts"
import { access, atPresent, empty, heldBy, type Tables } from "./memory/Tables.ts"
import { ReserveResult } from "./Outcomes.ts"
import { PayerRecords } from "./PayerRecords.ts"
import { PendingPayments } from "./PendingPayments.ts"
import { Retention } from "./Retention.ts"

const isSome = Option.isSome

const make = (tables: Tables) => {
  const { find, historyOf, put, remember, remove, select, update } = access(tables)

  /** Moves a payment to a state, if it meets the condition, and counts it. */
  const moveTo = (
    state: PaymentState,
    key: PaymentKey,
    condition: (row: PaymentRow.PaymentRow) => boolean,
    change: Partial<PaymentRow.PaymentRow>
  ) => {
    const moved = update(key, condition, () => ({ ...change, state }))
    if (isSome(moved)) {
      const { amount, capability } = moved.value
      Metrics.count(state)
      if (state === "settled" || state === "presumed_settled") Metrics.earned(capability, amount)
    }
    return moved
  }

  /** Whether another payment has the transaction as its own. */
  const isTaken = (key: PaymentKey, transaction: string) =>
    select(
      (row) => row.ownsTransaction && row.network === key.network && row.transaction === transaction
    ).some((row) => nameOf(row) !== nameOf(key))

  /** What the payer has under way with its other payments. */
  const underWay = ({ nonce, payer }: PaymentKey, now: number): PayerHistory.UnderWay => {
    const open = select((row) => row.payer === payer && row.nonce !== nonce && PaymentRow.isOpen(row))
    return {
      exposure: open
        .filter((row) => BigInt(endOf(row)) > BigInt(Math.floor(now / 1000)))
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n),
      runs: open.filter((row) => PaymentRow.isRunning(row, now)).length
    }
  }

  const reserve = (reservation: Reservation, now: number): ReserveResult => {
    const { amount, key, idempotencyKey, requestHash } = reservation
    if (isSome(idempotencyKey)) {
      const purchase = { alias: idempotencyKey.value, payer: key.payer, requestHash }
      if (InMemoryPayerRecords.byAlias(tables, purchase, now) !== undefined) {
        return ReserveResult.AlreadyReserved()
      }
      for (const row of select(
        (row) =>
          row.payer === key.payer &&
          nameOf(row) !== nameOf(key) &&
          row.idempotencyKey === idempotencyKey.value &&
          PaymentRow.hasDied(row, now)
      )) {
        put({ ...row, ...PaymentRow.givenUp, state: "released" })
      }
    }
    const present = Option.getOrUndefined(find(key))
    // Anybody can read such a payment on the chain: it takes no place in its payer's line.
    if (present !== undefined && PaymentRow.hasFailedOnChain(present)) return ReserveResult.TransactionSent()
    const rejection = PayerHistory.rejection(historyOf(key.payer), BigInt(amount), underWay(key, now), now)
    if (rejection !== undefined) return rejection
    const others = select((row) => row.payer === key.payer && row !== present)
    const isKeyTaken = others.some((row) => Option.contains(idempotencyKey, row.idempotencyKey))
    if (isKeyTaken || (present !== undefined && !PaymentRow.isReservable(present, now))) {
      return ReserveResult.AlreadyReserved()
    }
    put(PaymentRow.reserved(reservation, present, now))
    Metrics.count("reserved")
    return ReserveResult.Reserved()
  }

  return Ledger.of({
    reserve: (reservation) => atPresent((now) => reserve(reservation, now)),

    find: (key) => atPresent((now) => Option.map(find(key), (row) => PaymentRow.entryOf(row, now))),

    findByIdempotencyKey: (payer, idempotencyKey) =>
      atPresent((now) => {
        const [row] = select((row) => row.payer === payer && row.idempotencyKey === idempotencyKey)
        return Option.map(Option.fromNullable(row), (row) => PaymentRow.entryOf(row, now))
      }),

    renew: (key, attempt) =>
      atPresent((now) =>
        isSome(
          update(key, heldBy(attempt, "reserved", "settling"), () => ({
            leaseUntil: PaymentRow.leaseFrom(now)
          }))
        )
      ),

    release: (key, attempt, reason) =>
      atPresent((now) => {
        const released = moveTo("released", key, heldBy(attempt, "reserved"), PaymentRow.givenUp)
        if (!isSome(released)) return false
        const isRefused = reason._tag === "Refused" || reason._tag === "InsufficientBalance"
        if (isRefused) remove(key)
        if (reason._tag === "NotRun" || reason._tag === "Refused") return true
        if (reason._tag === "RanUncharged") Metrics.gaveAway(released.value.capability)
        const amount = BigInt(released.value.amount)
        remember(key.payer, PayerHistory.afterRelease(reason, amount, now))
        return true
      }),

    storeAnswer: (key, attempt, { body, hash, headers }, payload, facilitator = null) =>
      atPresent((now) =>
        isSome(
          moveTo("settling", key, heldBy(attempt, "reserved"), {
            leaseUntil: PaymentRow.leaseFrom(now),
            response: { body, headers },
            responseHash: hash,
            payload,
            facilitator,
            replays: 0
          })
        )
      ),

    giveBack: (key, attempt) =>
      Effect.sync(() =>
        isSome(
          moveTo("released", key, heldBy(attempt, "reserved", "settling"), {
            idempotencyKey: null,
            signature: "",
            payload: "",
            response: null,
            responseHash: null
          })
        )
      ),

    recordTransfer: (key, transaction, proof = "receipt") =>
      atPresent((now) => {
        const ownsTransaction = !isTaken(key, transaction)
        if (!Option.exists(find(key), PaymentRow.isUnsettled)) return true
        if (!ownsTransaction && proof === "receipt") return false
        const change = { settledAt: now, transaction, ownsTransaction, reason: null }
        moveTo("settled", key, PaymentRow.isUnsettled, change)
        return true
      }),

    presumeSettled: (key, attempt) =>
      atPresent((now) =>
        isSome(moveTo("presumed_settled", key, heldBy(attempt, "unknown"), { settledAt: now }))
      ),

    recordFailure: (key, attempt, { reason, refusePayer, transaction }) =>
      atPresent((now) => {
        const sent = transaction === undefined ? {} : { transaction }
        const change = {
          ...sent,
          reason,
          failedAt: now,
          response: null,
          responseHash: null,
          ...PaymentRow.givenUp
        }
        const hasFailed = isSome(moveTo("failed", key, heldBy(attempt, "settling", "unknown"), change))
        if (hasFailed && refusePayer) {
          remember(key.payer, PayerHistory.afterFailure(now))
        }
        return hasFailed
      }),

    recordUnknown: (
      key,
      attempt,
      { nonceUsed, reason, resolveAfter, transaction, unusableReceipt = false }
    ) =>
      atPresent((now) => {
        const own = transaction !== undefined && !isTaken(key, transaction) ? transaction : undefined
        const moved = update(key, heldBy(attempt, "settling", "unknown"), (row) => ({
          state: "unknown",
          reason,
          leaseUntil: now + Duration.toMillis(resolveAfter),
          transaction: own ?? row.transaction,
          ownsTransaction: row.ownsTransaction || own !== undefined,
          receiptAt: unusableReceipt ? (row.receiptAt ?? now) : row.receiptAt,
          nonceUsed: row.nonceUsed || nonceUsed
        }))
        // The reconciler may come to the same conclusion many times: only the first one is counted.
        if (Option.exists(moved, ({ timesTaken }) => timesTaken === 0)) Metrics.count("unknown")
      }),

    replay: (key) =>
      atPresent((now) =>
        Option.flatMap(find(key), (row) =>
          Option.map(PaymentRow.replayable(row, now), (response) => {
            put({ ...row, replays: row.replays + 1 })
            Metrics.replayed(row.capability)
            return response
          })
        )
      ),

    status: (key) => Effect.sync(() => Option.map(find(key), PaymentRow.recordOf)),

    now: Clock.currentTimeMillis
  })
}

/** The ledger on these tables. Services on the same tables are like replicas on one database. */
export const layerOn = (
  tables: Tables
): Layer.Layer<Ledger | PayerRecords | PendingPayments | Retention | PauseStore.PauseStore> =>
  Layer.succeedContext(
    Context.make(Ledger, make(tables)).pipe(
      Context.add(PayerRecords, InMemoryPayerRecords.make(tables)),
      Context.add(PendingPayments, InMemoryPendingPayments.make(tables)),
      Context.add(Retention, InMemoryRetention.make(tables)),
      Context.add(PauseStore.PauseStore, tables.pauses)
    )
  )

/** A ledger that begins without payments. */
export const layer = Layer.suspend(() => layerOn(empty()))
