/**
 * Limits how much work starts in one tick of the event loop. While a tick lasts, no new bytes are read from any socket.
 */
import * as Effect from "effect/Effect"

/**
 * Lets at most `limit` fibres pass in one tick of the event loop. The others wait, in order, for the next ticks;
 * between ticks the loop reads what has arrived.
 */
export const limitPerTick = (limit: number): Effect.Effect<void> => {
  const waiting = new Set<() => void>()
  let passed = 0
  let isTickScheduled = false

  const nextTick = () => {
    passed = 0
    for (const pass of waiting) {
      if (passed === limit) break
      waiting.delete(pass)
      passed += 1
      pass()
    }
    isTickScheduled = passed > 0
    if (isTickScheduled) setImmediate(nextTick)
  }

  const wait = Effect.async<void>((resume) => {
    const pass = () => resume(Effect.void)
    waiting.add(pass)
    return Effect.sync(() => waiting.delete(pass))
  })

  return Effect.suspend(() => {
    if (!isTickScheduled) {
      isTickScheduled = true
      setImmediate(nextTick)
    }
    if (passed === limit) return wait
    passed += 1
    return Effect.void
  })
}
