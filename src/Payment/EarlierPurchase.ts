/**
 * What the ledger already has of an order: the purchase that its payment made, or one under its idempotency key.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { LRUCache } from "lru-cache"
import type { SaleFailure } from "../Api/Failure.ts"
import type { DatabaseUnavailable } from "../Storage/Database.ts"
import * as Call from "../Telemetry/Call.ts"
import * as Failures from "./Failures.ts"
import { answerable, type Entry, type Ledger, nameOf, type PaymentKey, proves } from "./ledger/Ledger.ts"
import type { PayerRecords } from "./ledger/PayerRecords.ts"
import { type Order, Round } from "./Order.ts"
import * as Settlement from "./settlement/Settlement.ts"

const isSettled = ({ state }: Entry) => state === "settled" || state === "presumed_settled"

/** What a dead attempt has reserved is nobody's, and neither is its key. */
const isAlive = ({ isLeased, state }: Entry) => state !== "reserved" || isLeased

const isSamePayment = (one: PaymentKey, other: PaymentKey) =>
  one.nonce === other.nonce && one.asset === other.asset && one.network === other.network

/** The most payments that a process remembers: more than are settled within the time for which one can buy. */
const mostSeen = 10_000

/**
 * The payments that one process has seen in the ledger. A payment can be read from the chain once it is settled, so
 * anybody may repeat it: such a call looks into the ledger first, and takes none of its payer's places for that. The
 * ledger alone says what became of a payment; this only says where to look first.
 */
export const seenPayments = () => {
  const names = new LRUCache<string, true>({ max: mostSeen })
  return {
    has: (key: PaymentKey): boolean => names.has(nameOf(key)),
    /** The payment that was added longest ago goes for one more. */
    add: (key: PaymentKey): void => void names.set(nameOf(key), true)
  }
}

/** Finds and replays earlier purchases. */
export const make = (ledger: Ledger["Type"], records: PayerRecords["Type"]) => {
  const withAnswer = (found: Effect.Effect<Option.Option<Entry>, DatabaseUnavailable>) =>
    Effect.map(Effect.mapError(found, Failures.ledgerUnread), Option.filter(answerable)).pipe(
      Call.phase("find")
    )

  /** The stored answer of a settled payment, counted. `None` when it can no longer be given. */
  const answerOf = (payment: PaymentKey) =>
    Effect.mapError(ledger.replay(payment), Failures.ledgerUnread).pipe(Call.phase("replay"))

  /** What an earlier payment has come to. `gone`: its answer can no longer be given. */
  const replay = (
    entry: Entry,
    gone: Effect.Effect<Round, SaleFailure>
  ): Effect.Effect<Round, SaleFailure> => {
    const pending = Effect.suspend(() =>
      Settlement.pending(entry, entry.transaction, "an earlier call's settlement is not decided yet")
    )
    switch (entry.state) {
      case "settled":
      case "presumed_settled":
        return Effect.flatMap(
          answerOf(entry),
          Option.match({
            onNone: () => gone,
            onSome: (answer) => {
              const settlement = Settlement.receiptOf(entry, entry.transaction ?? "", entry.amount)
              const { requestId } = entry
              const result = { answer, settlement, replayed: true, payment: entry, requestId }
              return Effect.succeed(Round.Done({ result }))
            }
          })
        )
      case "unknown":
        return pending
      case "settling":
        // The lease has ended if the process that was settling the payment has died: the reconciler will resolve it.
        return entry.isLeased ? Effect.succeed(Round.InProgress({ payment: entry })) : pending
      default:
        return Effect.succeed(Round.InProgress({ payment: entry }))
    }
  }

  /**
   * Keeps the order's key with an earlier purchase of the same payment, or refuses it. Once a payment is settled anybody
   * can read it from the chain, so a purchase that had a key from the beginning is told of under that key alone. A key
   * that comes later is kept as another name of the purchase, where there is room. Whoever cannot have one is told so
   * unless the answer is there: a payment that is signed anew under that key would be charged as well. `false`: the
   * earlier attempt has ended meanwhile, and there is nothing to keep the key with.
   */
  const keepKey = ({ idempotencyKey }: Order, entry: Entry): Effect.Effect<boolean, SaleFailure> => {
    if (entry.idempotencyKey !== null) {
      return Option.contains(idempotencyKey, entry.idempotencyKey)
        ? Effect.succeed(true)
        : Effect.fail(Failures.keyRequired)
    }
    if (Option.isNone(idempotencyKey)) return Effect.succeed(true)
    return Effect.gen(function* () {
      const isKept = yield* Effect.mapError(
        records.addAlias(entry, idempotencyKey.value),
        Failures.ledgerUnread
      )
      if (isKept || isSettled(entry)) return true
      const now = yield* withAnswer(ledger.find(entry))
      return Option.exists(now, ({ requestId }) => requestId === entry.requestId)
        ? yield* Effect.fail(Failures.keyNotKept)
        : false
    })
  }

  /** The ledger has this payment. It buys one request, and only its payer may have the answer. */
  const sameNonce = (order: Order, entry: Entry) =>
    proves(order.payment, entry) && entry.requestHash === order.requestHash
      ? Effect.flatMap(keepKey(order, entry), (isThere) =>
          isThere
            ? replay(entry, Effect.fail(Failures.paymentUsedUp(order.challenge)))
            : Effect.succeed(Round.Again())
        )
      : Effect.fail(Failures.paymentUsedForAnother(order.challenge))

  /** The payer has used the idempotency key with another payment. */
  const sameKey = (order: Order, entry: Entry) =>
    entry.requestHash === order.requestHash
      ? replay(entry, Effect.fail(Failures.keyUsedUp))
      : Effect.fail(Failures.keyUsedForAnother)

  /** What the ledger has under the payment's nonce. */
  const byNonce = (order: Order): Effect.Effect<Option.Option<Round>, SaleFailure> =>
    Effect.flatMap(withAnswer(ledger.find(order.key)), (found) =>
      Effect.transposeMapOption(Option.filter(found, isAlive), (entry) => sameNonce(order, entry))
    )

  /** What the ledger has under a key of the payer's. A purchase of that name comes before one that got it later. */
  const byKey = (order: Order, key: string): Effect.Effect<Option.Option<Round>, SaleFailure> =>
    Effect.gen(function* () {
      const { payer } = order.key
      const found = yield* withAnswer(ledger.findByIdempotencyKey(payer, key))
      const named = Option.filter(found, (entry) => isAlive(entry) && !isSamePayment(entry, order.key))
      if (Option.isSome(named)) return Option.some(yield* sameKey(order, named.value))
      // Its answer may have been given for the last time since.
      const late = yield* withAnswer(records.findByAlias(payer, key, order.requestHash))
      return yield* Effect.transposeMapOption(late, (entry) => replay(entry, Effect.succeed(Round.Again())))
    })

  /**
   * What the ledger has under the payment's nonce, or else under the order's key: the nonce is judged first. For an
   * order whose payer is proven, or was judged by the facilitator: nobody else may know of another payment.
   */
  const find = (order: Order): Effect.Effect<Option.Option<Round>, SaleFailure> =>
    Effect.gen(function* () {
      const existing = yield* byNonce(order)
      if (Option.isSome(existing)) return existing
      if (Either.isLeft(order.payment.meetsTerms)) return yield* order.payment.meetsTerms.left
      return yield* Option.match(order.idempotencyKey, {
        onNone: () => Effect.succeedNone,
        onSome: (key) => byKey(order, key)
      })
    })

  return { answerOf, byNonce, find }
}
