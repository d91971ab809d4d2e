/**
 * Worlds with services in them, where histories are carried out: each kind is set up when the first history needs it,
 * and kept.
 */
import { type Clock, Duration, Effect, Scope } from "effect"
import { dearPrice } from "../oracle/Requests.ts"
import * as Service from "../service/Service.ts"
import type { Tally } from "../Tally.ts"
import * as Database from "../world/Database.ts"
import * as World from "../world/World.ts"
import type { Setting } from "./Step.ts"

/** What all stages of a lane have in common. */
export interface Options {
  readonly server: Database.Server
  readonly redis: string | undefined
  readonly tally: Tally
}

/** A world and the services in it. */
export interface Stage {
  readonly world: World.World
  readonly services: ReadonlyArray<Service.Service>
  readonly urls: ReadonlyArray<string>
}

type Kind = Pick<Setting, "hasNode" | "isEmbedded">

/** The kind of a history's stage, in words. */
export const nameOf = ({ hasNode, isEmbedded }: Kind): string =>
  isEmbedded ? "with a node, embedded database" : hasNode ? "with a node" : "without a node"

/** A clock that is ahead of another. */
const aheadOf = ({ clock }: World.World["clock"], duration: Duration.DurationInput): Clock.Clock => {
  const ahead = Duration.toMillis(duration)
  return {
    ...clock,
    unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() + ahead,
    currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + ahead)
  }
}

/**
 * Two services on one database, which share Redis where there is a node, and a third one there that is called by nobody,
 * and has a clock that is wrong; or one service with its own database in it.
 */
const make = ({ hasNode, isEmbedded }: Kind, { redis, server, tally }: Options) =>
  Effect.gen(function* () {
    const isShared = hasNode && !isEmbedded
    const world = yield* World.make({
      server,
      hasNode,
      isEmbedded,
      redis: isShared ? redis : undefined,
      tally
    })
    const start = Service.start(world.environment, world.clock.clock)
    const services = yield* Effect.all(isEmbedded ? [start] : [start, start])
    if (isShared) {
      yield* Service.start(world.environment, aheadOf(world.clock, "25 hours"), true)
    }
    const [first] = services
    if (isEmbedded && first !== undefined) world.askBy(first.query)
    if (!isEmbedded) yield* Database.slowDown(world.query, dearPrice)
    const stage: Stage = { world, services, urls: services.map(({ url }) => url) }
    return stage
  })

/** Sets stages up; all end with the scope. */
export const stages = (options: Options) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const runtime = yield* Effect.runtime<never>()
    const made = new Map<string, Promise<Stage>>()
    return (kind: Kind): Promise<Stage> => {
      const name = nameOf(kind)
      const stage =
        made.get(name) ?? Effect.runPromise(Effect.provide(Scope.extend(make(kind, options), scope), runtime))
      made.set(name, stage)
      return stage
    }
  })
