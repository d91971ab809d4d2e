/**
 * Kills at every point of a purchase, several at a time, each in a world of its own.
 */
import { Effect, FastCheck } from "effect"
import type { Edit } from "../../mutants/Mutant.ts"
import * as DatabaseClock from "../service/DatabaseClock.ts"
import type { Tally } from "../Tally.ts"
import type { Server } from "../world/Database.ts"
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
  readonly server: Server
  /** A Redis server, by URL: processes share it where there is one. */
  readonly redis: string | undefined
  readonly tally: Tally
  /** Worlds at a time. */
  readonly lanes: number
  readonly progress: () => void
  /** Told of every violation, in words. */
  readonly found: (violation: string) => void
}

const variation: FastCheck.Arbitrary<Kill.Variation> = FastCheck.record({
  buyer: FastCheck.nat(3),
  name: FastCheck.nat(2),
  callers: FastCheck.constantFrom(1, 1, 2),
  delay: FastCheck.nat(6),
  duplicates: FastCheck.constantFrom(...duplicatePolicies),
  hasNode: FastCheck.constantFrom(true, true, false)
})

/** A world of kills, and how a process is started in it. */
const stageOf = (bundle: string, hasNode: boolean, { redis, server, tally }: Options) =>
  Effect.gen(function* () {
    const world = yield* World.make({ server, hasNode, isEmbedded: false, redis, tally })
    const clock = yield* Child.sharedClock
    let isOpen = false
    /** Processes and ledger keep the world's time. Only the first process finds no ledger. */
    const keepTime = Effect.suspend(() => {
      const ahead = world.clock.now() - Date.now()
      clock.set(ahead)
      const statements = isOpen ? DatabaseClock.statements(ahead) : []
      return Effect.forEach(statements, (statement) => world.query(statement), { discard: true })
    })
    const start = Effect.zipRight(keepTime, Child.start(bundle, world.environment, clock)).pipe(
      Effect.tap(() => {
        isOpen = true
      })
    )
    return { world, start, keepTime }
  })

/** Kills so often, going through the points in turn. */
export const run = (options: Options) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { found: tell, kills, lanes, planted, points, progress, seed, tally } = options
      const bundle = yield* Build.make(planted)
      const variations = FastCheck.sample(variation, { seed, numRuns: kills })
      const jobs = variations.flatMap((variation, number) => {
        const point: KillPoint | undefined = points[number % points.length]
        if (point === undefined) return []
        const hasNode = variation.hasNode || point.needsNode === true
        return [{ number, point, variation: { ...variation, hasNode } }]
      })
      const lane = (queue: Array<(typeof jobs)[number]>, hasNode: boolean) =>
        Effect.scoped(
          Effect.gen(function* () {
            const stage = yield* stageOf(bundle, hasNode, options)
            // Who has taken over is killed next: a process that has lived dies as well as a new one.
            let living: Child.Child | undefined
            for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
              const { number, point, variation } = job
              const first = living ?? (yield* stage.start)
              const { violations: found, successor } = yield* Kill.once(
                { ...stage, first, id: `kill/${seed}/${number}`, number },
                point,
                variation
              )
              living = successor
              if (found.length > 0) {
                tell([`seed ${seed}, kill ${number}`, ...found].join("\n"))
                tally.add("violation", "kills")
              }
              tally.add("kill", point.name)
              tally.add("killed", hasNode ? "with a node" : "without a node")
              progress()
            }
          })
        )
      const queues = [true, false].map(
        (hasNode) => [hasNode, jobs.filter(({ variation }) => variation.hasNode === hasNode)] as const
      )
      // One world after the other: together they are too many clients for a usual PostgreSQL.
      const each = Effect.forEach(
        queues,
        ([hasNode, queue]) =>
          Effect.whenEffect(
            lane(queue, hasNode),
            Effect.sync(() => queue.length > 0)
          ),
        { discard: true }
      )
      yield* Effect.all(
        Array.from({ length: Math.min(lanes, kills) }, () => each),
        { concurrency: "unbounded", discard: true }
      )
    })
  )
