/**
 * Time for those who wait for it: while nothing happens, the world's clock is put forward.
 */
import { Duration, Effect } from "effect"
import type * as Worlds from "../world/World.ts"

/** What is looked at of a world. */
export type World = Pick<Worlds.World, "clock" | "isAtWork" | "journal">

/** Milliseconds of real time without a happening, after which the clock is put forward. */
const quiet = 12

const firstStep = 400
const longestStep = 5_000

const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** Turns of the event loop, after that, in which whoever has been answered meanwhile goes on. */
const turns = 3

/** The same, where real time has passed without this process: what seems quiet may only have waited for the processor. */
const turnsWhenBusy = 12

/**
 * Whether nothing happens for so many milliseconds of real time, and nobody is at work outside of this process. All
 * others are in it: on a busy machine they are given their turns, not only time.
 */
const isQuiet = async (world: World, millis: number, over: Promise<unknown> = sleep(millis)) => {
  const before = world.journal().count()
  const hasHappened = () => world.journal().count() !== before || world.isAtWork()
  const began = performance.now()
  await Promise.race([over, sleep(millis)])
  const wanted = performance.now() - began > 2 * millis ? turnsWhenBusy : turns
  for (let taken = 0; taken < wanted && !hasHappened(); taken += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return !hasHappened()
}

/** Milliseconds of real time without a happening, after which whoever is at work waits for the clock as well: for a lock, say. */
const longestWork = 5_000

/** Tells whether somebody has been at work for so long that the clock has to go on. */
const patience = (world: World) => {
  let count = world.journal().count()
  let since = performance.now()
  return () => {
    const now = world.journal().count()
    if (now !== count) {
      count = now
      since = performance.now()
    }
    return performance.now() - since > longestWork
  }
}

/** Waits for a promise, with the clock in hand. */
export const until = async <A>(world: World, promise: Promise<A>): Promise<A> => {
  let isOver = false
  let step = firstStep
  const over = promise.finally(() => {
    isOver = true
  })
  const isEnough = patience(world)
  const forward = async () => {
    while (!isOver) {
      const nothing = await isQuiet(world, quiet, over)
      if (isOver) return
      const goesOn = isEnough()
      if (world.isAtWork() && !goesOn) continue
      if (!nothing && !goesOn) {
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
  const isEnough = patience(world)
  while (!(await isQuiet(world, millis)) && !isEnough());
}
