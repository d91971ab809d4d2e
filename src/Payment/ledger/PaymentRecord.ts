/**
 * What the ledger tells the payer of a payment.
 */
import * as Schema from "effect/Schema"
import { PaymentState } from "../../Resources/PaymentStatus.ts"

/** What the ledger tells the payer of a payment. `amount` in atomic units, `validBefore` in Unix seconds. */
export const PaymentRecord = Schema.Struct({
  state: PaymentState,
  amount: Schema.String,
  transaction: Schema.NullOr(Schema.String),
  createdAt: Schema.DateFromSelf,
  settledAt: Schema.NullOr(Schema.DateFromSelf),
  validBefore: Schema.String,
  responseHash: Schema.NullOr(Schema.String)
})

export type PaymentRecord = typeof PaymentRecord.Type
