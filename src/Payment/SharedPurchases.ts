/**
 * Equal calls that come at once share one purchase. Each call that joins it counts in the ledger as one more reading of the
 * answer, as a repetition of the call would.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SaleFailure } from "../Api/Failure.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { limitConcurrency } from "../Runtime/Bracket.ts"
import * as SingleFlight from "../Runtime/SingleFlight.ts"
import { annotate } from "../Runtime/Span.ts"
import * as Attributes from "../Telemetry/Attributes.ts"
import * as Call from "../Telemetry/Call.ts"
import { equalityOf, type Order, type PurchaseResult, type Work } from "./Order.ts"
import { Purchase } from "./Purchase.ts"
import * as Trace from "./Trace.ts"

/** How many calls that have joined a purchase ask the ledger at a time. Our choice: fewer than it has connections. */
const atOnce = 8

/**
 * Notes the outcome of a call that got the answer of another one, and which one made it. The call that made the answer
 * itself has noted its outcome already (`delivered`, `given`), and keeps it.
 */
const noteSharedAnswer = (requestId: string, { replayed, requestId: original }: PurchaseResult) => {
  const noted = Call.noteOnce({ outcome: replayed ? "replayed" : "joined" })
  return original === requestId
    ? noted
    : Effect.zipRight(
        Effect.zipRight(noted, Call.note({ original })),
        annotate({ [Attributes.originalRequestId]: original })
      )
}

/** Shares the purchases of this process. */
export const make = Effect.gen(function* () {
  const lifecycle = yield* Lifecycle
  const purchase = yield* Purchase
  const inTurn = limitConcurrency(atOnce)
  /** Answers that were given for the last time. */
  const usedUp = new WeakSet<PurchaseResult>()

  /** The answer of a purchase for one call more; `None` once it was given for the last time. */
  const answerAgain = (result: PurchaseResult) =>
    inTurn(
      Effect.suspend(() =>
        usedUp.has(result)
          ? Effect.succeedNone
          : Effect.tap(purchase.answerOf(result.payment), (answer) =>
              Effect.sync(() => {
                if (Option.isNone(answer)) usedUp.add(result)
              })
            )
      )
    )

  /**
   * The purchases of one endpoint. One whose callers have all gone is interrupted, unless its answer is stored already:
   * from then on nothing interrupts it.
   */
  return <E>() => {
    const running = SingleFlight.make<PurchaseResult, E | SaleFailure>("interrupt")

    const share = (order: Order, work: Work<E>): Effect.Effect<PurchaseResult, E | SaleFailure> =>
      running.join({
        key: equalityOf(order),
        work: lifecycle.track(purchase.buy(order, work)),
        joined: (result) =>
          result.settlement === undefined
            ? Effect.succeed(result)
            : Effect.flatMap(
                answerAgain(result),
                Option.match({
                  // The ledger says what is left for this call.
                  onNone: () => share(order, work),
                  onSome: (answer) => Effect.succeed({ ...result, answer })
                })
              )
      })

    return (order: Order, work: Work<E>) =>
      Trace.name(order.key).pipe(
        Effect.zipRight(share(order, work)),
        Effect.tap((result) => noteSharedAnswer(order.requestId, result))
      )
  }
})
