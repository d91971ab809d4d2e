/**
 * A measured process: started on its core with the probe in it, asked over IPC, ended by its pid.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Duration, Effect, Predicate, Schedule, Schema } from "effect"
import { BenchFailure } from "../Failure.ts"
import { bound } from "./Cores.ts"

/** What a process has used since its start, and holds now. */
export const Sample = Schema.Struct({
  cpuMs: Schema.Number,
  rssBytes: Schema.Number,
  heapBytes: Schema.Number,
  loopP99Ms: Schema.Number
})
export type Sample = typeof Sample.Type

/** What the probe can be told. `collect` collects garbage first, `reset` begins the event loop's histogram anew. */
export type Question =
  | { readonly question: "sample" | "reset" | "collect" | "profile.start" }
  | { readonly question: "profile.stop"; readonly file: string }

/** A process to start: `words` are node's arguments; what it prints goes to the file. */
export interface Command {
  readonly name: string
  readonly words: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly core: number | undefined
  readonly log: string
  readonly probed: boolean
}

/** A running process. */
export interface Child {
  readonly name: string
  readonly ask: (question: Question) => Effect.Effect<Sample, BenchFailure>
  /** Fails when the process ends. */
  readonly died: Effect.Effect<never, BenchFailure>
}

const probe = fileURLToPath(new URL("./probe.js", import.meta.url))

const inherited = Object.fromEntries(
  ["PATH", "HOME", "TMPDIR"].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
)

const start = ({ words, environment, core, log, probed }: Command): ChildProcess => {
  const [command, all] = bound(core, process.execPath, probed ? ["--import", probe, ...words] : words)
  const file = openSync(log, "a")
  const child = spawn(command, all, {
    env: { ...inherited, NODE_ENV: "production", ...environment },
    stdio: ["ignore", file, file, "ipc"]
  })
  closeSync(file)
  return child
}

const exit = (child: ChildProcess) =>
  Effect.async<void>((resume) => {
    const tell = () => resume(Effect.void)
    if (child.exitCode !== null || child.signalCode !== null) tell()
    else child.once("exit", tell)
    return Effect.sync(() => child.off("exit", tell))
  })

/** Politely, then not. */
const end = (child: ChildProcess) =>
  Effect.sync(() => child.kill("SIGTERM")).pipe(
    Effect.zipRight(exit(child)),
    Effect.timeoutTo({ duration: Duration.seconds(5), onSuccess: () => true, onTimeout: () => false }),
    Effect.flatMap((ended) =>
      ended
        ? Effect.void
        : Effect.zipRight(
            Effect.sync(() => child.kill("SIGKILL")),
            exit(child)
          )
    )
  )

let questions = 0

const ask = (name: string, child: ChildProcess, question: Question) =>
  Effect.async<unknown>((resume) => {
    questions += 1
    const id = questions
    const hear = (message: unknown) => {
      if (!Predicate.hasProperty(message, "id") || message.id !== id) return
      child.off("message", hear)
      resume(Effect.succeed(Predicate.hasProperty(message, "answer") ? message.answer : undefined))
    }
    child.on("message", hear)
    child.send({ id, ...question })
    return Effect.sync(() => child.off("message", hear))
  }).pipe(
    Effect.flatMap(Schema.decodeUnknown(Sample)),
    Effect.timeout(Duration.seconds(30)),
    Effect.mapError(() => new BenchFailure({ message: `the probe in ${name} does not answer` }))
  )

const lastWords = (log: string) => readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n")

/** Starts a process; it ends with the scope. */
export const run = (command: Command) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => start(command)),
      end
    ),
    (child): Child => ({
      name: command.name,
      ask: (question) => ask(command.name, child, question),
      died: Effect.flatMap(
        exit(child),
        () => new BenchFailure({ message: `${command.name} ended:\n${lastWords(command.log)}` })
      )
    })
  )

/** Waits for the first 200. Looks every 2 ms, for 30 s at most. */
export const ready = (child: Child, url: string) =>
  Effect.tryPromise(async () => {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status === 200
  }).pipe(
    Effect.filterOrFail((isReady) => isReady),
    Effect.retry({ schedule: Schedule.spaced(Duration.millis(2)) }),
    Effect.timeoutFail({
      duration: Duration.seconds(30),
      onTimeout: () => new BenchFailure({ message: `${child.name} does not answer at ${url}` })
    }),
    Effect.mapError((error) =>
      error instanceof BenchFailure ? error : new BenchFailure({ message: String(error) })
    ),
    Effect.raceFirst(child.died)
  )
