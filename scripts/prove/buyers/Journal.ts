/**
 * What happened, in order: payments as they came to the facilitator, charges as the chain made them, calls as buyers saw
 * them. And who waits for something to happen. Moments (`at`, `began`, `ended`) count happenings.
 */
import type { Answered } from "./Answer.ts"

/** A verification that was asked for. `isSigned`: by the payer, as the token would find. */
export interface Verified {
  readonly at: number
  readonly payer: string
  readonly nonce: string
  readonly isSigned: boolean
  /** Whether the reply says, and truly, that the payment is good. */
  readonly isCalledGood: boolean
}

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

/** Something happened to a payment. */
export interface Happening {
  readonly at: number
  readonly nonce: string
}

/** A paid call. */
export interface Call {
  readonly began: number
  readonly ended: number
  /** When it began and ended, in Unix milliseconds of the world. */
  readonly from: number
  readonly time: number
  readonly payer: string
  readonly nonce: string
  readonly request: number
  /** The name under which it was sent. */
  readonly key: string | undefined
  /** Whether the signature that it brings is the payer's. */
  readonly isPayers: boolean
  /** The way that it took into the service. */
  readonly way: "HTTP" | "MCP" | "client"
  /** `undefined` when there was none: the buyer hung up, or the connection broke. */
  readonly answer: Answered | undefined
}

/** What somebody was told who asked for the state of a payment; `not known` is a 404. */
export interface Told {
  readonly began: number
  readonly ended: number
  readonly nonce: string
  readonly state: string
  readonly transaction: string | undefined
}

/** What a quote said, and whether the body that was sent is one. */
export interface Quoted {
  readonly answer: Answered
  readonly isBody: boolean
}

/** Places that a call comes by. */
export type Place = "verify" | "provider" | "settle"

/** The journal of one history. */
export const make = () => {
  let happened = 0
  const verified: Array<Verified> = []
  const asked: Array<Asked> = []
  const replied: Array<Happening> = []
  const charged: Array<Happening> = []
  const calls: Array<Call> = []
  const told: Array<Told> = []
  const quoted: Array<Quoted> = []
  const lines: Array<string> = []
  const waiting = new Set<{ readonly place: Place; readonly payer: string; readonly wake: () => void }>()

  const tick = () => {
    happened += 1
    return happened
  }

  return {
    verified,
    asked,
    /** Settlements that were answered. */
    replied,
    /** Transfers, to whomever, and cancellations. */
    charged,
    calls,
    told,
    quoted,
    lines,
    tick,
    /** How much has happened. */
    count: () => happened,
    say: (line: string) => {
      lines.push(line)
    },
    verify: (verification: Omit<Verified, "at">) => {
      verified.push({ at: tick(), ...verification })
    },
    settle: (settlement: Omit<Asked, "at">) => {
      asked.push({ at: tick(), ...settlement })
    },
    reply: (nonce: string) => {
      replied.push({ at: tick(), nonce })
    },
    charge: (nonce: string) => {
      charged.push({ at: tick(), nonce })
    },
    call: (call: Omit<Call, "ended">) => {
      calls.push({ ...call, ended: tick() })
    },
    tell: (state: Omit<Told, "ended">) => {
      told.push({ ...state, ended: tick() })
    },
    /** Somebody's call came by a place; a provider cannot tell whose. */
    arrive: (place: Place, payer: string) => {
      tick()
      for (const waiter of waiting) {
        const isAnybody = payer === "" || waiter.payer === ""
        if (waiter.place !== place || (!isAnybody && waiter.payer !== payer.toLowerCase())) continue
        waiting.delete(waiter)
        waiter.wake()
      }
    },
    /** Wakes once, at the next arrival, of a payer's call or of anybody's (""); gives back how to wait no longer. */
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
