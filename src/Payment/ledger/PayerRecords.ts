/**
 * What the ledger knows of a payer beside its payments: whether it has paid before, and the other names of its
 * purchases. Such a name, an alias, is an idempotency key that came later than the purchase: a buyer that repeats a
 * payment without a key gives it one, and then signs anew under that key. An alias finds the purchase and does nothing
 * else, for it may be a stranger's who has read the payment from the chain.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"
import type { Entry, PaymentKey } from "./Ledger.ts"

/** The most aliases that are kept of one payment. */
export const maxAliases = 20

/** What the ledger knows of payers. Every operation fails with `DatabaseUnavailable` while the database is away. */
export class PayerRecords extends Context.Tag("almanac/PayerRecords")<
  PayerRecords,
  {
    /** Whether a payment of this payer, in the same token, was ever settled. */
    readonly hasPaid: (key: PaymentKey) => Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * Keeps an alias of a payment that was reserved without a key, if the payment has an answer or may get one, and
     * there is room for one more. Whether the alias is kept.
     */
    readonly addAlias: (key: PaymentKey, alias: string) => Effect.Effect<boolean, DatabaseUnavailable>
    /**
     * The payer's purchase of a request under an alias, as long as it has no key of its own and its answer can be waited
     * for or given.
     */
    readonly findByAlias: (
      payer: string,
      alias: string,
      requestHash: string
    ) => Effect.Effect<Option.Option<Entry>, DatabaseUnavailable>
  }
>() {}
