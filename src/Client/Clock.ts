/**
 * The time. Windows of payments, days of budgets and waits go by it.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Ends early, without an error, when the signal says so. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

export const system: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener("abort", end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      signal?.addEventListener("abort", end)
    })
}

/** The day in UTC: `2026-11-29`. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)
