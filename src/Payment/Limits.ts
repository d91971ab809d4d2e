/**
 * How much a payer may have open, and for how long a failure is remembered. SECURITY.md tells operators of them.
 */
import * as Duration from "effect/Duration"

/** What a payer may have reserved or unsettled at a time, in atomic USDC: $2. One dearer purchase alone may pass. */
export const maxExposure = 2_000_000n

/** Runs of a payer that may be under way at a time, over all replicas. */
export const maxOpenRuns = 50

/** How long a call waits until its payer has less under way: exposure, open runs. */
export const exposureWait = Duration.seconds(5)

/** How long a payer is refused after a settlement that failed for certain. */
export const distrustDuration = Duration.minutes(10)

/**
 * Runs of a payer that may end without a charge within `unchargedWindow`, counted from the first of them. From that one
 * on, open runs count as well, because each may end so: a payment waits while both together have reached the number.
 */
export const maxUncharged = 20

/** The window of `maxUncharged`. */
export const unchargedWindow = Duration.minutes(10)

/** How long the facilitator's "insufficient balance" is remembered. */
export const shortageMemory = Duration.seconds(30)

/** Calls of a payer that may wait at a time, in one process, for `exposureWait`. One more is refused at once. */
export const maxWaiting = 50

/** What one payer may have of a process's places before its payments are verified, and how many may wait for one. */
export const ofUnverified = { places: maxOpenRuns, waiting: maxWaiting } as const

/**
 * Payments whose signature only the facilitator can judge, and that it does not call good within `refusalWindow`: of all
 * payers together that were never called good, of each that was, and of one connection in the names of those that were.
 */
export const maxRefusals = 60

/** The same of one connection, for payers that were never called good: a choice of ours, a third of all. */
export const maxRefusalsOfConnection = 20

/** The window of both. */
export const refusalWindow = Duration.minutes(1)

/** The longest time for which anything is remembered of a payer. */
export const longestMemory = Duration.max(distrustDuration, unchargedWindow)
