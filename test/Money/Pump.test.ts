/**
 * The clock of the proof's histories goes on when nothing happens, whoever seems to be at work.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import * as Journal from "../../scripts/prove/buyers/Journal.ts"
import * as Pump from "../../scripts/prove/history/Pump.ts"
import * as SteeredClock from "../../scripts/prove/service/SteeredClock.ts"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A world in which nothing happens. */
const world = (isAtWork: boolean) => {
  const journal = Journal.make()
  return { clock: SteeredClock.make(), journal: () => journal, isAtWork: () => isAtWork }
}

it.each([
  ["nobody is at work", false, 60],
  // A statement may wait for a lock, and who holds it for the clock.
  ["somebody seems to be at work without an end", true, 5_200]
])("the clock goes on where %s", async (_, isAtWork, within) => {
  const place = world(isAtWork)
  const began = place.clock.now()
  const isLater = new Promise<void>((resolve) => {
    const look = () => (place.clock.now() - began > 30_000 ? resolve() : setTimeout(look, 1))
    look()
  })
  const waiting = Pump.until(place, isLater)
  await vi.advanceTimersByTimeAsync(within + 300)
  await waiting
  const calm = Pump.calm(place)
  await vi.advanceTimersByTimeAsync(within)
  await calm
  expect(place.clock.now() - began).toBeGreaterThan(30_000)
})
