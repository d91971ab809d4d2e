/**
 * One call on its way: whose it is, how long it may take, and how it waits.
 */
import { AlmanacError } from "./Errors.ts"
import type { Entry, Owner, Purchases } from "./journal/Journal.ts"
import type { Settings } from "./Options.ts"
import type { Signer } from "./Signer.ts"

/** What a call tells while it waits. */
export interface Pending {
  readonly key: string
  /** Seconds until it asks again. */
  readonly retryAfterSeconds: number
  /** Why it waits. */
  readonly message: string
}

export interface Run {
  readonly settings: Settings
  readonly wallet: Signer
  readonly owner: Owner
  /** The name of this call among those that may send the payment. */
  readonly attempt: string
  readonly key: string
  /** Whether nobody else can know the key: it was made for this call. */
  readonly isOwnKey: boolean
  /** The most that the caller pays, in the smallest unit. */
  readonly most: bigint | undefined
  /** When it ends, in milliseconds since 1970. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
  readonly onPending: ((pending: Pending) => void) | undefined
  /** The address that is paid, once it is known. */
  readonly pinned: { payTo: string | undefined }
}

/** Appends to the journal what the present purchases say. */
export const append = (
  { owner, settings }: Run,
  decide: (purchases: Purchases) => ReadonlyArray<Entry>
): Promise<void> =>
  settings.journal.change(owner, (purchases) => ({ entries: decide(purchases), result: undefined }))

export const isAborted = ({ signal }: Run): boolean => signal?.aborted === true

/** The caller has aborted. */
export const aborted = (
  { key, signal }: Run,
  charged: false | true | "unknown",
  nonce?: string
): AlmanacError =>
  new AlmanacError("ABORTED", "the call was aborted", { charged, key, nonce, cause: signal?.reason })

/** Milliseconds that a request may take: what is left, a second at least. */
export const left = ({ deadline, settings }: Run): number => Math.max(deadline - settings.clock.now(), 1000)

/** Milliseconds before the next try, where the service has not named them. */
const backoff = (tries: number) => Math.min(1000 * 2 ** tries, 8000)

/** Waits before the next try; `false` at once when there is to be none, or when that would be too late. */
export const repeats = async (
  { deadline, key, onPending, settings, signal }: Run,
  tries: number,
  { message, retryable, retryAfterSeconds }: AlmanacError
): Promise<boolean> => {
  const milliseconds = retryAfterSeconds === undefined ? backoff(tries) : retryAfterSeconds * 1000
  if (!retryable || settings.clock.now() + milliseconds > deadline) return false
  onPending?.({ key, retryAfterSeconds: milliseconds / 1000, message })
  await settings.clock.sleep(milliseconds, signal)
  return true
}

export const seconds = ({ settings }: Run): number => Math.floor(settings.clock.now() / 1000)

export const timeOf = ({ settings }: Run): string => new Date(settings.clock.now()).toISOString()
