/**
 * By which reasons an operator sees what a facilitator has refused, or left open.
 */
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Metric, MetricState } from "effect"
import {
  Facilitator,
  FacilitatorUnavailable,
  SettlementFailed,
  SettlementUnknown,
  type Verdict
} from "../../../src/Payment/facilitator/Facilitator.ts"
import { measuredFacilitator } from "../../../src/Payment/Metrics.ts"
import { submission } from "../../support/SignedPayment.ts"

/** How the facilitator answers, and the reason that counts then. */
const verifications: ReadonlyArray<
  readonly [answer: Effect.Effect<Verdict, FacilitatorUnavailable>, reason: string]
> = [
  [Effect.fail(new FacilitatorUnavailable({ reason: "timeout" })), "timeout"],
  [Effect.fail(new FacilitatorUnavailable({ reason: "status" })), "status"],
  [Effect.succeed({ isValid: false, reason: "insufficient_funds" }), "insufficient_balance"],
  [Effect.succeed({ isValid: false, reason: "invalid_exact_evm_nonce_already_used" }), "nonce_used"],
  [Effect.succeed({ isValid: false, reason: "a_new_word" }), "refused"]
]

const settlements: ReadonlyArray<readonly [failure: SettlementFailed | SettlementUnknown, reason: string]> = [
  [new SettlementFailed({ reason: "invalid_scheme" }), "refused"],
  [new SettlementFailed({ reason: "invalid_exact_evm_insufficient_balance" }), "insufficient_balance"],
  [new SettlementUnknown({ reason: "connection" }), "connection"],
  [new SettlementUnknown({ reason: "receipt_payer", receipt: "contradicting" }), "receipt_payer"],
  [new SettlementUnknown({ reason: "invalid_exact_evm_nonce_already_used" }), "nonce_used"],
  [new SettlementUnknown({ reason: "a_new_word" }), "unknown"]
]

/** How often each reason of an operation was counted. */
const counts = (operation: string) =>
  Effect.map(
    Metric.snapshot,
    (pairs) =>
      new Map(
        pairs.flatMap(({ metricKey: { name, tags }, metricState }) => {
          const labels = new Map(tags.map(({ key, value }) => [key, value]))
          return name === "almanac_facilitator_errors_total" &&
            labels.get("operation") === operation &&
            MetricState.isCounterState(metricState)
            ? [[labels.get("reason"), Number(metricState.count)] as const]
            : []
        })
      )
  )

/** The reasons that count once more after a question to such a facilitator. */
const counted = (operation: "verify" | "settle", facilitator: Partial<Facilitator["Type"]>) =>
  Effect.gen(function* () {
    const measured = yield* measuredFacilitator
    const payment = yield* Effect.promise(() => submission())
    const before = yield* counts(operation)
    const question: Effect.Effect<unknown, unknown> = measured[operation](payment)
    yield* Effect.ignore(question)
    const after = yield* counts(operation)
    return [...after].flatMap(([reason, count]) => (count === (before.get(reason) ?? 0) + 1 ? [reason] : []))
  }).pipe(Effect.provide(Layer.mock(Facilitator, facilitator)))

it.effect.each(verifications)("a verification: %s counts as %s", ([answer, reason]) =>
  Effect.map(counted("verify", { verify: () => answer }), (reasons) => expect(reasons).toEqual([reason]))
)

it.effect.each(settlements)("a settlement: %s counts as %s", ([failure, reason]) =>
  Effect.map(counted("settle", { settle: () => Effect.fail(failure) }), (reasons) =>
    expect(reasons).toEqual([reason])
  )
)
