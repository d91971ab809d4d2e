/**
 * What a settlement has come to, from everything that the facilitator and the chain have said. Pure.
 */
import * as Data from "effect/Data"
import type { SettlementFailed, SettlementUnknown } from "../facilitator/Facilitator.ts"
import { isNonceUsed, isPayersFault } from "../facilitator/SettleErrorCodes.ts"
import type { SettlementFailure, TransferProof } from "../ledger/Ledger.ts"

/** What a settlement has come to. */
export type SettlementOutcome = Data.TaggedEnum<{
  /** The transfer has happened. */
  Settled: { readonly transaction: string; readonly by: TransferProof }
  /** The transfer will certainly not happen. */
  Failed: SettlementFailure
  /** It may have happened. `transaction`: one that was sent. */
  Unknown: {
    readonly reason: string
    readonly transaction: string | undefined
    readonly nonceUsed: boolean
    readonly unusableReceipt: boolean
  }
}>

/** Constructors and matchers of `SettlementOutcome`. */
export const SettlementOutcome = Data.taggedEnum<SettlementOutcome>()

/** A failure that is certain. */
export const failed = ({ reason, transaction }: SettlementFailed) =>
  SettlementOutcome.Failed({
    reason,
    transaction,
    refusePayer: isPayersFault(reason, transaction !== undefined)
  })

/** What is known when one try has an unknown outcome. */
export const unknown = ({ reason, receipt, transaction }: SettlementUnknown) =>
  SettlementOutcome.Unknown({
    reason,
    transaction,
    nonceUsed: isNonceUsed(reason),
    unusableReceipt: receipt === "unusable"
  })

/** What is known when a receipt names another payment's transaction: nothing of this one, however often it is told. */
export const reused = SettlementOutcome.Unknown({
  reason: "receipt_reused",
  transaction: undefined,
  nonceUsed: false,
  unusableReceipt: false
})

/**
 * Whether the second try reports that the transaction of the first one reverted. No other failure of the second says
 * anything about the first.
 */
export const isRevertOfFirst = (first: SettlementUnknown, second: SettlementFailed): boolean =>
  second.transaction !== undefined && second.transaction === first.transaction

/** What is known when the second try has not succeeded either. */
export const unknownAfterBoth = (first: SettlementUnknown, second: SettlementFailed | SettlementUnknown) =>
  SettlementOutcome.Unknown({
    reason: second.reason,
    transaction: first.transaction ?? second.transaction,
    nonceUsed: isNonceUsed(second.reason),
    unusableReceipt:
      first.receipt === "unusable" || (second._tag === "SettlementUnknown" && second.receipt === "unusable")
  })
