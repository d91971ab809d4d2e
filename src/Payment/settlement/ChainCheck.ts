/**
 * Asks the chain within a call, where a node is configured: when the facilitator's word is not enough to sell by, nor to
 * tell a buyer that nothing was charged.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as TimeLimit from "../../Runtime/TimeLimit.ts"
import { type AuthorizationStatus, type Chain, ChainUnavailable, searchWindow } from "../chain/Chain.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import type { Order } from "../Order.ts"

/** How long a call waits for the chain. */
const chainWait = Duration.seconds(5)

/** Between two questions: a block of Base takes 2 s. */
const pause = Duration.seconds(1)

/** What the chain says, and nothing where it could not say it within the wait. */
type Said = Option.Option<AuthorizationStatus>

const isFinal = ({ _tag }: AuthorizationStatus) => _tag !== "Unused" && _tag !== "UsedUntraceable"

/** Questions about the authorization of an order. */
export const make = (chain: Chain["Type"], { now: ledgerTime }: Pick<Ledger["Type"], "now">) => {
  /**
   * The later one of this process's clock and the ledger's, in Unix milliseconds: one that is behind believes old blocks.
   * Whatever keeps the ledger from telling, a settlement goes on.
   */
  const present = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.matchCause(ledgerTime, { onFailure: () => now, onSuccess: (ledger) => Math.max(now, ledger) })
  )

  /** Asks until it is told enough, at most for as long as a call waits. The newest block is read: see `Chain`. */
  const ask = (order: Order, isEnough: (status: AuthorizationStatus) => boolean): Effect.Effect<Said> => {
    const { challenge, key, payment } = order
    const question = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      chain.authorization({
        key,
        payTo: challenge.requirements.payTo,
        amount: challenge.requirements.amount,
        window: searchWindow(payment.authorization.validBefore, Math.floor(now / 1000)),
        newest: true
      })
    )
    // A node may be behind the facilitator's: what it does not have yet may come.
    const look: Effect.Effect<AuthorizationStatus, ChainUnavailable> = Effect.flatMap(
      Effect.either(question),
      (answer) => {
        if (Either.isLeft(answer) && answer.left.reason !== "missing") return answer
        if (Either.isRight(answer) && isEnough(answer.right)) return answer
        return Effect.delay(look, pause)
      }
    )
    const onTimeout = () => new ChainUnavailable({ reason: "timeout" })
    return Effect.option(TimeLimit.shield({ duration: chainWait, onTimeout })(look))
  }

  return {
    /** The transaction of the order's transfer, if the chain shows one. Nothing else is concluded. */
    transfer: (order: Order): Effect.Effect<Option.Option<string>> =>
      Effect.map(ask(order, isFinal), (said) =>
        Option.flatMap(said, (status) =>
          status._tag === "Transferred" ? Option.some(status.transaction) : Option.none()
        )
      ),

    /**
     * What became of an authorization of which the facilitator has just said that it cannot be carried out. The
     * transfer may have come in the midst of the facilitator's question: "Unused" counts from a block that is no older
     * than this moment.
     */
    fate: (order: Order): Effect.Effect<Said> =>
      Effect.flatMap(present, (told) =>
        ask(
          order,
          (status) => isFinal(status) || (status._tag === "Unused" && status.asOf >= Math.ceil(told / 1000))
        )
      )
  }
}
export type ChainCheck = ReturnType<typeof make>
