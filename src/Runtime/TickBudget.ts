/**
 * The turns of the event loop: what is done in one keeps everybody waiting whose bytes have come in meanwhile.
 */
import { Effect } from "effect"

/**
 * Lets so many fibres pass in a turn of the event loop. Those beyond wait, in order, for the next turns, between which
 * the loop looks at what has come in.
 */
export const limitPerTick = (most: number): Effect.Effect<void> => {
  const waiting = new Set<() => void>()
  let passed = 0
  let isTurning = false

  const turn = () => {
    passed = 0
    for (const pass of waiting) {
      if (passed === most) break
      waiting.delete(pass)
      passed += 1
      pass()
    }
    isTurning = passed > 0
    if (isTurning) setImmediate(turn)
  }

  const wait = Effect.async<void>((resume) => {
    const pass = () => resume(Effect.void)
    waiting.add(pass)
    return Effect.sync(() => waiting.delete(pass))
  })

  return Effect.suspend(() => {
    if (!isTurning) {
      isTurning = true
      setImmediate(turn)
    }
    if (passed === most) return wait
    passed += 1
    return Effect.void
  })
}
