/**
 * How much a payer may have open, and for how long it is remembered when it goes wrong. Source of every number
 * without another: decisions, payment, "Limits".
 */
import { Duration } from "effect"

/** What a payer may have reserved or unsettled at a time, in atomic USDC: $2. One dearer purchase alone may pass. */
export const maxExposure = 2_000_000n

/** How long a call waits for its payer's other purchases to settle. */
export const exposureWait = Duration.seconds(5)

/** How long a payer is refused after a settlement that failed for certain. */
export const distrustDuration = Duration.minutes(10)

/** Runs of a payer that may end without a charge within `unchargedWindow`, counted from the first of them. */
export const maxUncharged = 20

/** The window of `maxUncharged`. */
export const unchargedWindow = Duration.minutes(10)

/** How long a balance that was too small is believed to be so still. */
export const shortageMemory = Duration.seconds(30)

/**
 * Payments within `judgementWindow` whose signature only the facilitator can judge. A choice of ours: enough for the
 * contract wallets of a small service, too few to use us to trouble the facilitator with.
 */
export const maxJudgements = 60

/** The window of `maxJudgements`. */
export const judgementWindow = Duration.minutes(1)

/** The longest that anything is remembered of a payer. */
export const longestMemory = Duration.max(distrustDuration, unchargedWindow)
