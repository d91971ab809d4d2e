/**
 * Word between those who wait and those who work, by key, over all processes that share it. A notice only wakes: what
 * has happened is read where it is kept. It may get lost, so whoever waits looks again now and then anyway.
 */
import { Context, Duration, Effect, Layer, Option, Queue, type Scope } from "effect"

/** Tells and listens, by key. Neither fails. */
export class WakeUps extends Context.Tag("almanac/WakeUps")<
  WakeUps,
  {
    /** Wakes everybody who listens to the key. */
    readonly tell: (key: string) => Effect.Effect<void>
    /**
     * Listens until the scope ends. The effect given back ends with the next notice, at once if there was one since it
     * ended last.
     */
    readonly listen: (key: string) => Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
  }
>() {}

/** How often those who wait look without having been told. */
export const lookInterval = Duration.seconds(1)

/**
 * Looks until there is something to see: now, whenever the key is told of, and every `lookInterval`. The first look
 * comes after the listening has begun, so that nothing is missed between the two.
 */
export const until = <A, E, R>(
  notices: WakeUps["Type"],
  key: string,
  look: Effect.Effect<Option.Option<A>, E, R>
): Effect.Effect<A, E, R> =>
  Effect.scoped(
    Effect.flatMap(notices.listen(key), (told) => {
      const again: Effect.Effect<A, E, R> = Effect.flatMap(
        look,
        Option.match({
          onNone: () =>
            Effect.zipRight(
              Effect.timeoutOption(told, lookInterval),
              Effect.suspend(() => again)
            ),
          onSome: Effect.succeed
        })
      )
      return again
    })
  )

/** What else is to be done for a key that is listened to. Both are called at once, in step with the listeners. */
export interface Wiring {
  /** The first listener has come; whoever listens waits for the end of this. */
  readonly first: (key: string) => Promise<void>
  /** The last one has gone. */
  readonly last: (key: string) => void
}

interface Line {
  readonly bells: Set<Queue.Queue<void>>
  readonly ready: Promise<void> | undefined
}

/** The listeners of one process. */
export const listeners = (wiring?: Wiring) => {
  const lines = new Map<string, Line>()

  const enter = (key: string, bell: Queue.Queue<void>): Line => {
    const line = lines.get(key) ?? { bells: new Set(), ready: wiring?.first(key) }
    lines.set(key, line)
    line.bells.add(bell)
    return line
  }

  const leave = (key: string, bell: Queue.Queue<void>, line: Line) => {
    line.bells.delete(bell)
    if (line.bells.size > 0) return
    lines.delete(key)
    wiring?.last(key)
  }

  return {
    wake: (key: string) => {
      for (const bell of lines.get(key)?.bells ?? []) bell.unsafeOffer()
    },
    listen: (key: string): Effect.Effect<Effect.Effect<void>, never, Scope.Scope> =>
      // One notice that nobody has taken yet is as good as many.
      Effect.flatMap(Queue.sliding<void>(1), (bell) =>
        Effect.acquireRelease(
          Effect.sync(() => enter(key, bell)),
          (line) => Effect.sync(() => leave(key, bell, line))
        ).pipe(
          Effect.tap(({ ready }) => (ready === undefined ? Effect.void : Effect.promise(() => ready))),
          Effect.as(Queue.take(bell))
        )
      )
  }
}

/** Within the process. */
export const layerMemory = Layer.sync(WakeUps, () => {
  const { listen, wake } = listeners()
  return WakeUps.of({ listen, tell: (key) => Effect.sync(() => wake(key)) })
})
