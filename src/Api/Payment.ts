/**
 * The payment failures of the contract, which every paid endpoint declares.
 */
import * as Schema from "effect/Schema"
import * as Wire from "./Wire.ts"

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
  Wire.CapabilityPaused,
  Wire.ShuttingDown
)
