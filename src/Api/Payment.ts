/**
 * What the contract says of payments: how a sale can fail, at every paid endpoint.
 */
import type * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Authorization } from "../Resources/X402.ts"
import type { CapabilityMetadata } from "./Capability.ts"
import type { PaymentInvalid } from "./Failure.ts"
import * as Wire from "./Wire.ts"

/** A payment that is well-formed and meant for this service. */
export interface Payment {
  readonly facts: CapabilityMetadata
  readonly authorization: Authorization
  readonly signature: string
  /** Whether the signature is the payer's by our own recovery; contract wallets only the facilitator can judge. */
  readonly proven: boolean
  /** The decoded header, as the facilitator wants to see it. */
  readonly payload: unknown
  /** `payload` as JSON, for the ledger. */
  readonly text: string
  /**
   * Whether the payment fits what is asked for today (amount, payee, resource, time window). One that does not can
   * still fetch an answer that it has already paid for.
   */
  readonly terms: Either.Either<void, PaymentInvalid>
}

/** How a sale can fail, whatever is sold: every group of paid endpoints declares it (`addError`). */
export const saleFailures = Schema.Union(
  Wire.ValidationFailed,
  Wire.PaymentMissing,
  Wire.PaymentInvalid,
  Wire.PaymentRejected,
  Wire.PaymentSettlementFailed,
  Wire.RequestTimeout,
  Wire.PayloadTooLarge,
  Wire.UnsupportedMediaType,
  Wire.FacilitatorDown,
  Wire.SettlementPending,
  Wire.PaymentConflict,
  Wire.TooManyRequests,
  Wire.Overloaded,
  Wire.LedgerDown,
  Wire.ShuttingDown
)
