/** Random operations on a few payments of two payers, whose limits and leases they run into. */
import { Duration, Effect, FastCheck as fc, Option, Order } from "effect"
import type { Ledger, Reservation } from "../../../../src/Payment/ledger/Ledger.ts"
import {
  ReleaseReason,
  type SettlementFailure,
  type UnknownOutcome
} from "../../../../src/Payment/ledger/Outcomes.ts"
import { keyOf, type Ports, payload, reservation, response, startSeconds } from "./World.ts"

/** An operation with its arguments. `result` is what can be compared: of rows without an order, one in order. */
export interface Step {
  readonly name: string
  /** Milliseconds by which the clock moves before it. */
  readonly move: number
  readonly run: (ports: Ports) => Effect.Effect<unknown, unknown>
}

/** Mostly the first. */
const often = <A>(most: A, other: A) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(most) }, fc.constant(other))

const key = fc
  .record({
    nonce: fc.constantFrom("0x01", "0x02"),
    payer: fc.constantFrom("0xpayer", "0xother"),
    // Rarely another token: the same nonce is then another payment.
    asset: often("0xusdc", "0xtoken")
  })
  .map(({ nonce, ...more }) => keyOf(nonce, more))
const attempt = often("mine", "theirs")
const limit = fc.constantFrom(0, 100)

const order = fc
  .record({
    key,
    attempt,
    idempotencyKey: fc.constantFrom(
      Option.none(),
      Option.none(),
      Option.some("order-1"),
      Option.some("order-2")
    ),
    amount: fc.constantFrom("1", "2000", "500000", "1500000", "2500000"),
    validBefore: fc.constantFrom(60, 300, 3_660, 100_000).map((seconds) => String(startSeconds + seconds)),
    requestId: fc.constantFrom("req_1", "req_2")
  })
  .map((more: Partial<Reservation>) => reservation(more))

const reason = fc.constantFrom<ReleaseReason>(
  ReleaseReason.NotRun(),
  ReleaseReason.RanUncharged(),
  ReleaseReason.Refused(),
  ReleaseReason.InsufficientBalance({ reason: "insufficient_funds" })
)
const unknown = fc.record<UnknownOutcome>({
  reason: fc.constantFrom("timeout", "status"),
  transaction: fc.constantFrom(undefined, "0xsent", "0xmined"),
  nonceUsed: fc.boolean(),
  unusableReceipt: fc.boolean(),
  resolveAfter: fc.constantFrom(Duration.seconds(5), Duration.minutes(1))
})
const failure = fc.record<SettlementFailure>({
  reason: fc.constantFrom("insufficient_funds", "reverted"),
  refusePayer: fc.boolean()
})

type Operation = readonly [name: string, run: Step["run"]]

const byNonce = Order.mapInput(
  Order.string,
  ({ asset, nonce, payer }: { readonly asset: string; readonly nonce: string; readonly payer: string }) =>
    `${payer} ${nonce} ${asset}`
)

/** Payments that get somewhere are rare among single operations: most orders come with those that follow. */
const follow = ({ attempt, key }: Reservation, outcome: UnknownOutcome, reason: ReleaseReason) => {
  const settling = ({ ledger }: Ports) => ledger.storeAnswer(key, attempt, response, payload)
  const unknown = (ports: Ports) =>
    Effect.zipRight(settling(ports), Effect.asVoid(ports.ledger.recordUnknown(key, attempt, outcome)))
  const settled = (ports: Ports) =>
    Effect.zipRight(
      settling(ports),
      Effect.asVoid(ports.ledger.recordTransfer(key, `${key.payer}${key.asset}${key.nonce}`))
    )
  const free = ({ ledger }: Ports) => Effect.asVoid(ledger.release(key, attempt, reason))
  return { settling, unknown, settled, free }
}

/** How far an order goes. */
const lengths = ["settling", "unknown", "settled", "free"] as const

const purchase = fc
  .tuple(order, unknown, reason, fc.constantFrom(...lengths))
  .map(([order, outcome, reason, until]): Operation => {
    const once: Step["run"] = (ports) =>
      Effect.all([ports.ledger.reserve(order), follow(order, outcome, reason)[until](ports)])
    // A payer's runs without a charge count from the twentieth.
    return [until, until === "free" ? (ports) => Effect.repeatN(once(ports), 9) : once]
  })

const onLedger = (
  name: string,
  run: (ledger: Ledger["Type"]) => Effect.Effect<unknown, unknown>
): Operation => [name, ({ ledger }) => run(ledger)]

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: order.map((order) => onLedger("reserve", (ledger) => ledger.reserve(order)))
  },
  { weight: 8, arbitrary: purchase },
  fc
    .tuple(key, attempt)
    .map(([key, attempt]) =>
      onLedger("settling", (ledger) => ledger.storeAnswer(key, attempt, response, payload))
    ),
  fc.tuple(key, attempt).map(([key, attempt]) => onLedger("renew", (ledger) => ledger.renew(key, attempt))),
  fc
    .tuple(key, attempt, reason)
    .map(([key, attempt, reason]) =>
      onLedger("release", (ledger) => Effect.asVoid(ledger.release(key, attempt, reason)))
    ),
  fc
    .tuple(key, attempt)
    .map(([key, attempt]) => onLedger("giveBack", (ledger) => ledger.giveBack(key, attempt))),
  fc
    .tuple(key, fc.constantFrom("0xmined", "0xbatch"), fc.constantFrom("receipt" as const, "chain" as const))
    .map(([key, transaction, by]) =>
      onLedger("settled", (ledger) => ledger.recordTransfer(key, transaction, by))
    ),
  fc
    .tuple(key, attempt)
    .map(([key, attempt]) => onLedger("presumed", (ledger) => ledger.presumeSettled(key, attempt))),
  fc
    .tuple(key, attempt, failure)
    .map(([key, attempt, failure]) =>
      onLedger("failed", (ledger) => ledger.recordFailure(key, attempt, failure))
    ),
  fc
    .tuple(key, attempt, unknown)
    .map(([key, attempt, outcome]) =>
      onLedger("unknown", (ledger) => Effect.asVoid(ledger.recordUnknown(key, attempt, outcome)))
    ),
  key.map((key) =>
    onLedger("replay", (ledger) =>
      Effect.map(
        ledger.replay(key),
        Option.map(({ hash, headers }) => [hash, headers])
      )
    )
  ),
  key.map((key) =>
    onLedger("find and status", (ledger) => Effect.all([ledger.find(key), ledger.status(key)]))
  ),
  key.map(({ payer }) => onLedger("find by key", (ledger) => ledger.findByIdempotencyKey(payer, "order-1"))),
  fc
    .tuple(key, fc.constantFrom("alias-1", "alias-2"))
    .map(([key, alias]): Operation => ["addAlias", ({ records }) => records.addAlias(key, alias)]),
  key.map(
    (key): Operation => [
      "hasPaid and findByAlias",
      ({ records }) =>
        Effect.all([
          records.hasPaid(key),
          Effect.map(records.findByAlias(key.payer, "alias-1", "request"), Option.isSome)
        ])
    ]
  ),
  limit.map(
    (limit): Operation => [
      "releaseStale",
      ({ pending }) => Effect.map(pending.releaseStale(limit), (keys) => keys.toSorted(byNonce))
    ]
  ),
  fc
    .tuple(key, attempt, limit)
    .map(
      ([{ asset, network }, attempt, limit]): Operation => [
        "takeDue",
        ({ pending }) =>
          Effect.map(
            pending.takeDue({ network, asset, attempt, lease: Duration.seconds(60), limit }),
            (due) => due.toSorted(byNonce)
          )
      ]
    ),
  fc.constant<Operation>(["stats", ({ pending }) => pending.stats]),
  limit.map(
    (limit): Operation => [
      "sweep",
      ({ retention }) =>
        Effect.all([
          retention.dropResponses(limit),
          retention.deleteReleased(limit),
          retention.deleteFailed(limit),
          retention.giveUpUnknown(limit),
          retention.forgetPayers(limit)
        ])
    ]
  )
)

const second = 1000
/** Mostly nothing; else past a lease, a window, a memory, a day; or back. */
const move = fc.oneof(
  { weight: 24, arbitrary: fc.constantFrom(0, 1, second) },
  { weight: 4, arbitrary: fc.constantFrom(5 * second, 15 * second, 16 * second, 30 * second, 61 * second) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      300 * second,
      600 * second,
      601 * second,
      3_600 * second,
      86_400 * second,
      -5 * second
    )
  },
  fc.constant(90 * 86_400 * second)
)

/** Sequences of operations. */
export const sequences: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.tuple(operation, move).map(([[name, run], move]) => ({
    name,
    run,
    move,
    [fc.toStringMethod]: () => `${name} after ${move} ms`
  })),
  { minLength: 20, maxLength: 50, size: "max" }
)
