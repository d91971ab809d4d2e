/**
 * The proof of a program with a fault planted in it: what it reports.
 */
import { Effect } from "effect"
import type { Edit } from "../mutants/Mutant.ts"
import * as Parts from "./parts/Parts.ts"
import * as Tally from "./Tally.ts"
import type { Server } from "./world/Database.ts"

/**
 * Processes: whichever finds the fault first ends all. Each has services of its own, with up to 20 connections: PostgreSQL
 * allows 100 where nobody has changed it, and other proofs run at the same time.
 */
const lanes = 2

/**
 * Runs histories until one breaks one of these rules, `runs` of them at most; the violations, each as it was drawn.
 */
export const prove = (
  planted: ReadonlyArray<Edit>,
  breaks: ReadonlyArray<string>,
  runs: number,
  seed: number,
  server: Server,
  redis: string | undefined
) =>
  Effect.suspend(() => {
    const violations: Array<string> = []
    return Effect.as(
      Parts.run({
        runs,
        lanes,
        seed,
        path: undefined,
        first: true,
        isEnough: (violation) => breaks.some((rule) => violation.includes(`${rule}: `)),
        planted,
        server,
        redis,
        tally: Tally.make(),
        progress: () => {},
        found: (violation) => {
          violations.push(violation)
        }
      }),
      violations
    )
  })
