/**
 * Kills at every point of a purchase, several at a time, each in a world of its own.
 */
import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Effect, FastCheck } from "effect"
import { bundle } from "../Bundle.ts"
import { duplicatePolicies } from "./Faults.ts"
import * as Kill from "./Kill.ts"
import { type KillPoint, killPoints } from "./KillPoint.ts"
import { WorldBroken } from "./Listener.ts"
import type { Tally } from "./Tally.ts"
import * as World from "./World.ts"

/** What is run. */
export interface Options {
  readonly kills: number
  readonly seed: number
  readonly server: string
  readonly tally: Tally
  /** Worlds at a time. */
  readonly lanes: number
  readonly progress: (kills: number) => void
}

const variation: FastCheck.Arbitrary<Kill.Variation> = FastCheck.record({
  buyer: FastCheck.nat(3),
  name: FastCheck.nat(2),
  callers: FastCheck.constantFrom(1, 1, 2),
  delay: FastCheck.nat(6),
  duplicates: FastCheck.constantFrom(...duplicatePolicies)
})

/** Where the packages that the bundle needs are found from. */
const place = fileURLToPath(new URL("../../node_modules/.cache/almanac-prove/", import.meta.url))

const built = Effect.tryPromise({
  try: async () => {
    mkdirSync(place, { recursive: true })
    const file = `${place}main-${process.pid}.js`
    await bundle(file)
    return file
  },
  catch: (error) => new WorldBroken({ message: `the bundle: ${String(error)}` })
})

/** Kills so often, going through the points in turn; the violations in words. */
export const run = ({ kills, lanes, progress, seed, server, tally }: Options) =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* built
      const variations = FastCheck.sample(variation, { seed, numRuns: kills })
      const jobs = variations.flatMap((variation, number) => {
        const point: KillPoint | undefined = killPoints[number % killPoints.length]
        return point === undefined ? [] : [{ number, point, variation }]
      })
      const queue = [...jobs]
      const violations: Array<string> = []
      let done = 0
      const lane = Effect.gen(function* () {
        const world = yield* World.make({ server, hasNode: true, tally })
        for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
          const { number, point, variation } = job
          const found = yield* Kill.once(world, file, `kill/${seed}/${number}`, number, point, variation)
          if (found.length > 0) violations.push([`seed ${seed}, kill ${number}`, ...found].join("\n"))
          tally.add("kill", point.name)
          done += 1
          progress(done)
        }
      })
      yield* Effect.all(
        Array.from({ length: Math.min(lanes, kills) }, () => lane),
        { concurrency: "unbounded", discard: true }
      )
      if (violations.length > 0) tally.add("violation", "kills", violations.length)
      return violations
    })
  )
