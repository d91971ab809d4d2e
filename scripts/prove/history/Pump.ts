/**
 * Time for those who wait for it: while nothing happens, the world's clock is put forward.
 */
import { Duration, Effect } from "effect"
import type { World } from "../world/World.ts"

/** Milliseconds of real time without a happening, after which the clock is put forward. */
const quiet = 12

/** The same, where the process was busy meanwhile: what was quiet may only have waited for its turn. */
const busy = 2 * quiet

const firstStep = 400
const longestStep = 5_000

const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** Waits for a promise, with the clock in hand. */
export const until = async <A>(world: World, promise: Promise<A>): Promise<A> => {
  let isOver = false
  let step = firstStep
  const over = promise.finally(() => {
    isOver = true
  })
  const forward = async () => {
    while (!isOver) {
      const before = world.journal().count()
      const began = performance.now()
      await Promise.race([over, sleep(quiet)])
      if (isOver) return
      if (performance.now() - began > busy || world.way.isAtWork()) continue
      if (world.journal().count() !== before) {
        step = firstStep
        continue
      }
      Effect.runSync(world.clock.jump(Duration.millis(step)))
      step = Math.min(longestStep, step * 1.6)
    }
  }
  await Promise.all([over, forward()])
  return promise
}

/** Puts the clock forward, and leaves a moment for those who wake up. */
export const pass = async (world: World, millis: number) => {
  Effect.runSync(world.clock.jump(Duration.millis(millis)))
  await sleep(1)
}

/** Waits until nothing has happened for so many milliseconds of real time. */
export const calm = async (world: World, millis = 4) => {
  for (let count = -1; count !== world.journal().count(); ) {
    count = world.journal().count()
    await sleep(millis)
  }
}
