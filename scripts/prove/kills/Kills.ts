/**
 * Kills at every point of a purchase, several at a time, each in a world of its own.
 */
import { Effect, FastCheck } from "effect"
import type { Edit } from "../../mutants/Mutant.ts"
import * as DatabaseClock from "../DatabaseClock.ts"
import type { Tally } from "../Tally.ts"
import { duplicatePolicies } from "../world/Faults.ts"
import * as World from "../world/World.ts"
import * as Build from "./Build.ts"
import * as Child from "./Child.ts"
import * as Kill from "./Kill.ts"
import type { KillPoint } from "./KillPoint.ts"

/** What is run. */
export interface Options {
  readonly kills: number
  /** Where purchases are cut, in turn. */
  readonly points: ReadonlyArray<KillPoint>
  /** Faults in the processes that are killed, and in those that take over. */
  readonly planted: ReadonlyArray<Edit>
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

/** Kills so often, going through the points in turn; the violations in words. */
export const run = ({ kills, lanes, planted, points, progress, seed, server, tally }: Options) =>
  Effect.scoped(
    Effect.gen(function* () {
      const bundle = yield* Build.make(planted)
      const variations = FastCheck.sample(variation, { seed, numRuns: kills })
      const jobs = variations.flatMap((variation, number) => {
        const point: KillPoint | undefined = points[number % points.length]
        return point === undefined ? [] : [{ number, point, variation }]
      })
      const queue = [...jobs]
      const violations: Array<string> = []
      let done = 0
      const lane = Effect.gen(function* () {
        const world = yield* World.make({ server, hasNode: true, isEmbedded: false, redis: undefined, tally })
        /** Both the process's clock and the ledger's are where the world's is. Only the first process finds no ledger. */
        const start = Effect.suspend(() => {
          const ahead = world.clock.now() - Date.now()
          const steer = ahead === 0 ? [] : DatabaseClock.statements(ahead)
          return Effect.zipRight(
            Effect.forEach(steer, (statement) => world.query(statement), { discard: true }),
            Child.start(bundle, world.environment, ahead)
          )
        })
        // Who has taken over is killed next: a process that has lived dies as well as a new one.
        let living: Child.Child | undefined
        for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
          const { number, point, variation } = job
          const first = living ?? (yield* start)
          const { violations: found, successor } = yield* Kill.once(
            { world, start, first, id: `kill/${seed}/${number}`, number },
            point,
            variation
          )
          living = successor
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
