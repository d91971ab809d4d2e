/**
 * Limits how much work starts in one tick of the event loop. While a tick lasts, no new bytes are read from any socket.
 */
import * as Effect from "effect/Effect"
import type { ClockReader } from "./Clock.ts"

/**
 * The most that pass, as a multiple of `least`. Without it, what passes would make the next tick longer, which would let more
 * pass.
 */
const mostTimes = 8

/** What a limit leaves open. */
export interface Freedom {
  /**
   * How many may pass for each millisecond that the last tick took, where that is more, up to eight times as many: a tick
   * that has read a thousand requests may do more about them than one that has read none.
   */
  readonly perMillisecond?: { readonly count: number; readonly clock: ClockReader }
  /** All pass while this says so: they will do nothing then. */
  readonly isUnlimited?: () => boolean
}

/** The turns of one kind of work. */
export interface TickBudget {
  /** Whether one more may pass in this tick; it counts as passed. */
  readonly passes: () => boolean
  /** Calls back when one that may not pass yet has its turn. The result takes it out of the line. */
  readonly wait: (pass: () => void) => () => void
}

/**
 * Lets at most `least` pass in one tick of the event loop, or as many as `perMillisecond` allows. The others wait, in
 * order, for the next ticks; between ticks the loop reads what has arrived.
 */
export const make = (
  least: number,
  { isUnlimited = () => false, perMillisecond }: Freedom = {}
): TickBudget => {
  /** An object each: one function may wait twice. */
  const waiting = new Set<{ readonly pass: () => void }>()
  let passed = 0
  let most = least
  let isTickScheduled = false
  let began = 0n

  const schedule = () => {
    isTickScheduled = true
    began = perMillisecond?.clock.nanos() ?? 0n
    setImmediate(nextTick)
  }

  const earned = () =>
    perMillisecond === undefined
      ? 0
      : Math.floor((Number(perMillisecond.clock.nanos() - began) / 1e6) * perMillisecond.count)

  const nextTick = () => {
    passed = 0
    most = Math.min(Math.max(least, earned()), mostTimes * least)
    for (const one of waiting) {
      if (passed >= most && !isUnlimited()) break
      waiting.delete(one)
      passed += 1
      one.pass()
    }
    isTickScheduled = false
    if (passed > 0) schedule()
  }

  return {
    passes: () => {
      if (!isTickScheduled) {
        most = least
        schedule()
      }
      if (passed >= most && !isUnlimited()) return false
      passed += 1
      return true
    },
    wait: (pass) => {
      const one = { pass }
      waiting.add(one)
      return () => {
        waiting.delete(one)
      }
    }
  }
}

/** Lets fibres wait for their turns. */
export const limitPerTick = (least: number, freedom?: Freedom): Effect.Effect<void> => {
  const budget = make(least, freedom)
  const wait = Effect.async<void>((resume) => {
    const leave = budget.wait(() => resume(Effect.void))
    return Effect.sync(leave)
  })
  return Effect.suspend(() => (budget.passes() ? Effect.void : wait))
}
