/**
 * Examines all mutants, in a few processes at a time.
 */
import { spawn } from "node:child_process"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { Array, Effect, Order, Schema } from "effect"
import type { Mutant } from "./Mutant.ts"

const Verdict = Schema.parseJson(
  Schema.Struct({ name: Schema.String, problem: Schema.NullOr(Schema.String) })
)

/** What became of a mutant: `problem` is null when it was killed as it should be. */
export type Verdict = typeof Verdict.Type

/** As many as there are cores, and no more than the databases of their tests leave room for. */
const processes = Math.min(availableParallelism(), 4)

const bySize = Order.mapInput(Order.number, (mutants: ReadonlyArray<Mutant>) => mutants.length)

/** Mutants of one test file stay together, since it is compiled once for each process. The largest groups go first. */
const sharesOf = (mutants: ReadonlyArray<Mutant>): ReadonlyArray<ReadonlyArray<Mutant>> =>
  Object.values(Array.groupBy(mutants, ({ killedBy }) => killedBy.file))
    .toSorted(Order.reverse(bySize))
    .reduce<ReadonlyArray<ReadonlyArray<Mutant>>>(
      (shares, group) => {
        const [smallest = [], ...others] = shares.toSorted(bySize)
        return [...others, [...smallest, ...group]]
      },
      Array.makeBy(processes, () => [])
    )
    .filter((share) => share.length > 0)

/** A runner that is started by another must not take itself for a part of it. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST") && name !== "NODE_OPTIONS")
)

/** The lines of a process that examines a share. It ends with the scope at the latest. */
const linesOf = (share: ReadonlyArray<Mutant>) =>
  Effect.acquireUseRelease(
    Effect.sync(() =>
      spawn(
        process.execPath,
        ["--import", "tsx", join(import.meta.dirname, "share.ts"), ...share.map(({ name }) => name)],
        { env: environment, stdio: ["ignore", "pipe", "inherit"] }
      )
    ),
    (child) =>
      Effect.async<ReadonlyArray<string>>((resume) => {
        let written = ""
        child.stdout.on("data", (chunk: Buffer) => {
          written += chunk.toString("utf8")
        })
        child.on("close", () => resume(Effect.succeed(written.split("\n"))))
      }),
    (child) => Effect.sync(() => child.kill())
  )

const examineShare = (share: ReadonlyArray<Mutant>) =>
  Effect.flatMap(linesOf(share), (lines) =>
    Effect.forEach(
      lines.filter((line) => line.startsWith("verdict ")),
      (line) => Effect.orDie(Schema.decode(Verdict)(line.slice("verdict ".length)))
    )
  )

/** The verdicts, in the order of the mutants; one for each. Every process has one more that tests. */
export const examineAll = (mutants: ReadonlyArray<Mutant>): Effect.Effect<ReadonlyArray<Verdict>> =>
  Effect.map(Effect.forEach(sharesOf(mutants), examineShare, { concurrency: "unbounded" }), (shares) => {
    const byName = new Map(shares.flat().map((verdict) => [verdict.name, verdict]))
    return mutants.map(({ name }) => byName.get(name) ?? { name, problem: "was not examined" })
  })
