/**
 * Histories in several processes: each carries out a part of them, in worlds of its own.
 */
import { type ChildProcess, fork } from "node:child_process"
import { Effect } from "effect"
import type { Edit } from "../../mutants/Mutant.ts"
import type * as Histories from "../history/Histories.ts"
import type { Counts } from "../Tally.ts"
import * as Database from "../world/Database.ts"
import { WorldBroken } from "../world/Listener.ts"
import * as Bundle from "./Bundle.ts"

/** What a process is to do. */
export type Order = Omit<Histories.Options, "tally" | "progress" | "found">

/** What a process says. */
export type Word =
  | { readonly kind: "progress" }
  | { readonly kind: "found"; readonly violation: string }
  | { readonly kind: "end"; readonly counts: Counts }
  | { readonly kind: "broken"; readonly message: string }

/** What is run: histories in `lanes` processes, each with the next seed, of a program with `planted` faults. */
export interface Options extends Omit<Histories.Options, "seedStep"> {
  readonly lanes: number
  readonly planted: ReadonlyArray<Edit>
  /** With `first`: whether a violation ends all processes. */
  readonly isEnough: (violation: string) => boolean
}

/** Starts a process; it ends with the scope. */
const start = (bundle: string) =>
  Effect.acquireRelease(
    Effect.sync(() => fork(bundle, { execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"] })),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

/** Lets a process do its part. `true`: it has found enough. */
const part = (child: ChildProcess, order: Order, { found, isEnough, progress, tally }: Options) =>
  Effect.async<boolean, WorldBroken>((resume) => {
    const broken = (message: string) => resume(Effect.fail(new WorldBroken({ message })))
    child.on("message", (word: Word) => {
      switch (word.kind) {
        case "progress":
          return progress()
        case "found":
          found(word.violation)
          return order.first && isEnough(word.violation) ? resume(Effect.succeed(true)) : undefined
        case "broken":
          return broken(word.message)
        case "end":
          tally.merge(word.counts)
          return resume(Effect.succeed(false))
      }
    })
    child.once("exit", (code, signal) => broken(`a process of the proof ended: ${code ?? signal}`))
    child.send(order)
  })

/** Runs histories; with `first`, all processes end with the first violation that is enough. None leaves a database. */
export const run = (options: Options) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { first, lanes, path, planted, redis, runs, seed, server } = options
      yield* Effect.addFinalizer(() => Database.dropAll(server))
      const bundle = yield* Bundle.make(planted)
      const work = Array.from({ length: lanes }, (_, index) =>
        Effect.flatMap(start(bundle), (child) =>
          part(
            child,
            {
              first,
              path,
              redis,
              server,
              seed: seed + index,
              seedStep: lanes,
              runs: Math.floor((runs + index) / lanes)
            },
            options
          )
        )
      )
      if (!first) return yield* Effect.all(work, { concurrency: "unbounded", discard: true })
      // Who finds enough ends all; who does not waits for the others.
      yield* Effect.all(
        work.map((one) =>
          Effect.flatMap(one, (isFound) => (isFound ? Effect.fail("found" as const) : Effect.void))
        ),
        { concurrency: "unbounded", discard: true }
      ).pipe(
        Effect.catchIf(
          (error) => error === "found",
          () => Effect.void
        )
      )
    })
  )
