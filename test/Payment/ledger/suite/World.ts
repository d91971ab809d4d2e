/**
 * What the table of the ledger's rules is written with: one payer's payments, a clock, and every state that a payment
 * can be in.
 */
import type { Vitest } from "@effect/vitest"
import { Clock, Context, Duration, Effect, Option } from "effect"
import {
  Ledger,
  type PaymentKey,
  type Reservation,
  type StoredResponse
} from "../../../../src/Payment/ledger/Ledger.ts"
import { ReleaseReason } from "../../../../src/Payment/ledger/Outcomes.ts"
import { PayerRecords } from "../../../../src/Payment/ledger/PayerRecords.ts"
import { PendingPayments } from "../../../../src/Payment/ledger/PendingPayments.ts"
import { Retention } from "../../../../src/Payment/ledger/Retention.ts"
import { LedgerTable } from "../../../support/LedgerTable.ts"

/** Everything that a ledger offers, and the look into its tables. */
export type Services = Ledger | PayerRecords | PendingPayments | Retention | LedgerTable

/** The same as values. */
export const portsOf = (services: Context.Context<Services>) => ({
  ledger: Context.get(services, Ledger),
  records: Context.get(services, PayerRecords),
  pending: Context.get(services, PendingPayments),
  retention: Context.get(services, Retention),
  table: Context.get(services, LedgerTable)
})
export type Ports = ReturnType<typeof portsOf>

/** The ledger under test. */
export const ports = Effect.map(Effect.context<Services>(), portsOf)

/** When every case begins, in Unix milliseconds and seconds. */
export const start = 1_800_000_000_000
export const startSeconds = start / 1000

let now = start
const live = Clock.make()

/** The ledger's clock, which stands. `TestClock` waits for all fibres at every step, 20 times as long as a case takes. */
export const clock: Clock.Clock = {
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => now,
  currentTimeMillis: Effect.sync(() => now),
  unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
  sleep: (duration) => live.sleep(duration)
}

/** Sets the clock so many milliseconds after the start; before it if negative. */
export const after = (millis: number) =>
  Effect.sync(() => {
    now = start + millis
  })

/** A case of the table. */
export const check = <A, E>(
  it: Vitest.MethodsNonLive<Services, true>,
  name: string,
  effect: Effect.Effect<A, E, Services>
) => it.effect(name, () => Effect.withClock(Effect.zipRight(fresh, effect), clock))

/** An empty ledger, at the start. */
export const fresh: Effect.Effect<void, never, Services> = Effect.zipRight(
  after(0),
  Effect.flatMap(ports, ({ table }) => table.clear)
)

export const payer = "0xpayer"
export const otherPayer = "0xother"

/** A payment by its nonce. */
export const keyOf = (nonce: string, more: Partial<PaymentKey> = {}): PaymentKey => ({
  network: "eip155:84532",
  asset: "0xusdc",
  payer,
  nonce,
  ...more
})

/** The payment that the table is about. */
export const key = keyOf("0x01")

/** A reservation by the run `mine`, whose window ends 300 s after the start. */
export const reservation = (more: Partial<Reservation> = {}): Reservation => ({
  key,
  attempt: "mine",
  requestHash: "request",
  idempotencyKey: Option.none(),
  capability: "fx.rates",
  amount: "2000",
  payTo: "0xseller",
  validBefore: String(startSeconds + 300),
  signature: "0xsigned",
  requestId: "req_1",
  ...more
})

export const response: StoredResponse = {
  body: new Uint8Array([123, 125]),
  headers: { "x-coverage": "none" },
  hash: "digest"
}

/** The buyer's payload as text. */
export const payload = '{"x402Version":2}'

export const outcome = {
  reason: "timeout",
  transaction: undefined,
  nonceUsed: false,
  resolveAfter: Duration.seconds(5)
}
export const failure = { reason: "insufficient_funds", refusePayer: false }

/** The transaction that settles a payment in the table: the table's own is settled in `0xfirst`. */
export const transactionOf = ({ nonce }: PaymentKey) => (nonce === key.nonce ? "0xfirst" : `${nonce}first`)

/** How a payment comes to each state, by the run `mine`. */
const steps = ({ ledger }: Ports, order: Reservation) => {
  const { key } = order
  const reserved = ledger.reserve(order)
  const settling = Effect.zipRight(reserved, ledger.storeAnswer(key, "mine", response, payload))
  const unknown = Effect.zipRight(settling, ledger.recordUnknown(key, "mine", outcome))
  return {
    absent: Effect.void,
    reserved,
    /** The lease of the reservation has ended. */
    lapsed: Effect.zipRight(reserved, after(15_001)),
    settling,
    /** The lease of the settlement has ended. */
    stalled: Effect.zipRight(settling, after(15_001)),
    unknown,
    /** To be resolved. */
    due: Effect.zipRight(unknown, after(5_001)),
    settled: Effect.zipRight(settling, ledger.recordTransfer(key, transactionOf(key))),
    presumed_settled: Effect.zipRight(unknown, ledger.presumeSettled(key, "mine")),
    failed: Effect.zipRight(settling, ledger.recordFailure(key, "mine", failure)),
    released: Effect.zipRight(reserved, ledger.release(key, "mine", ReleaseReason.NotRun()))
  }
}
export type State = keyof ReturnType<typeof steps>
export const states: ReadonlyArray<State> = [
  "absent",
  "reserved",
  "lapsed",
  "settling",
  "stalled",
  "unknown",
  "due",
  "settled",
  "presumed_settled",
  "failed",
  "released"
]

/** Brings a payment to a state. */
export const bringTo = (state: State, order: Partial<Reservation> = {}) =>
  Effect.flatMap(ports, (ports): Effect.Effect<unknown, unknown> => steps(ports, reservation(order))[state])

/** The row of a payment. */
export const rowOf = ({ nonce }: PaymentKey = key) =>
  Effect.flatMap(ports, ({ table }) =>
    Effect.map(table.payments, (rows) => rows.find((row) => row.nonce === nonce))
  )
