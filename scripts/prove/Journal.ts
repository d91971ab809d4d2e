/**
 * What happened, in order: settlements as they came to the facilitator, calls as buyers saw them. And who waits for
 * something to happen.
 */

/**
 * A settlement that was asked for. `moves`: the transfer has been carried out, now or before, or will be. `told`: what
 * the reply says, if it comes to that; only `refused` says for certain that nothing moves.
 */
export interface Asked {
  readonly at: number
  readonly payer: string
  readonly nonce: string
  readonly fate: string
  readonly moves: boolean
  readonly told: "done" | "refused" | "unclear"
}

/** What a buyer got; `undefined` when there was no answer. */
export interface Answered {
  readonly status: number
  readonly code: string | undefined
  readonly reason: string | undefined
  readonly message: string | undefined
  readonly hasData: boolean
  /** SHA-256 of the body, base64. */
  readonly hash: string
  readonly digest: string | undefined
  readonly retryAfter: string | undefined
  readonly challenged: boolean
  readonly receipt: Receipt | undefined
}

/** The header `PAYMENT-RESPONSE`, read. */
export interface Receipt {
  readonly success: boolean
  readonly transaction: string
  readonly payer: string
  readonly amount: string | undefined
  readonly errorReason: string | undefined
}

/** A call of a buyer's. `began` and `ended` count happenings. */
export interface Call {
  readonly began: number
  readonly ended: number
  readonly payer: string
  readonly nonce: string
  readonly request: number
  /** Whether an answer to the request is given away. */
  readonly free: boolean
  readonly answer: Answered | undefined
}

/** Places that a call comes by. */
export type Place = "verify" | "provider" | "settle"

/** The journal of one history. */
export const make = () => {
  let happened = 0
  const asked: Array<Asked> = []
  const calls: Array<Call> = []
  const lines: Array<string> = []
  const waiting = new Set<{ readonly place: Place; readonly payer: string; readonly wake: () => void }>()

  const tick = () => {
    happened += 1
    return happened
  }

  return {
    asked,
    calls,
    lines,
    tick,
    /** How much has happened. */
    count: () => happened,
    say: (line: string) => {
      lines.push(line)
    },
    settle: (settlement: Omit<Asked, "at">) => {
      asked.push({ at: tick(), ...settlement })
    },
    call: (call: Omit<Call, "ended">) => {
      calls.push({ ...call, ended: tick() })
    },
    /** Somebody's call came by a place; a provider cannot tell whose. */
    arrive: (place: Place, payer: string) => {
      tick()
      for (const waiter of waiting) {
        if (waiter.place !== place || (payer !== "" && waiter.payer !== payer)) continue
        waiting.delete(waiter)
        waiter.wake()
      }
    },
    /** Wakes once, at the next arrival; gives back how to wait no longer. */
    once: (place: Place, payer: string, wake: () => void) => {
      const waiter = { place, payer, wake }
      waiting.add(waiter)
      return () => {
        waiting.delete(waiter)
      }
    }
  }
}
export type Journal = ReturnType<typeof make>
