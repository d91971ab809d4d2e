/**
 * What the ledger forgets, and when. Without it the tables would grow for ever. The rows of settled payments stay: they
 * are what keeps a payment from being charged twice.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"

/** How long a released payment is kept, from its reservation: nothing was charged for it, and anyone can make many. */
export const releasedRetention = Duration.hours(1)

/** How long a payment is kept whose transfer has failed for certain, so that its payer can ask what became of it. */
export const failedRetention = Duration.hours(24)

/**
 * How long a payment of unknown outcome is kept, from its reservation: an operator who has no node has that long to
 * configure one, which decides it. After that nobody resolves it any more.
 */
export const unknownRetention = Duration.days(90)

/** Each operation changes at most `limit` rows, the oldest first, and returns how many. */
type Sweep = (limit: number) => Effect.Effect<number, DatabaseUnavailable>

/** What the sweeper asks of the ledger. */
export class Retention extends Context.Tag("almanac/Retention")<
  Retention,
  {
    /** Drops responses that can no longer be fetched, and frees the idempotency keys of their purchases. */
    readonly dropResponses: Sweep
    /** Deletes released payments, `releasedRetention` after their reservation. */
    readonly deleteReleased: Sweep
    /** Deletes failed payments, `failedRetention` after they have failed. */
    readonly deleteFailed: Sweep
    /** Deletes payments of unknown outcome, `unknownRetention` after their reservation. */
    readonly giveUpUnknown: Sweep
    /** Deletes what is remembered of payers, once it no longer counts. */
    readonly forgetPayers: Sweep
  }
>() {}
