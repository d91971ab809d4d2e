/**
 * What the ledger forgets. Without it the tables would grow for ever.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"

/** How long a released payment is kept, from its creation: nothing was charged for it, and anyone can make many. */
export const releasedRetention = Duration.hours(1)

/** Each operation changes at most `limit` rows, the oldest first, and returns how many. */
type Sweep = (limit: number) => Effect.Effect<number, DatabaseUnavailable>

/** What the sweeper asks of the ledger. */
export class Retention extends Context.Tag("almanac/Retention")<
  Retention,
  {
    /** Drops responses that can no longer be fetched, and frees the idempotency keys of their purchases. */
    readonly dropResponses: Sweep
    /** Deletes released payments, `releasedRetention` after their creation. */
    readonly deleteReleased: Sweep
    /** Deletes what is remembered of payers, once it no longer counts. */
    readonly forgetPayers: Sweep
  }
>() {}
