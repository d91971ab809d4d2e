/**
 * The service as a process of its own.
 */
import { Effect, Redacted, type Scope } from "effect"
import type { Spawned } from "../../../scripts/process/Spawned.ts"
import * as Postgres from "../servers/Postgres.ts"
import * as Program from "./Program.ts"

/** Milliseconds for a change of readiness, on a busy machine. */
const patience = 30_000

/** Started with these settings; ends with the scope. */
export const start = (environment: Readonly<Record<string, string>>) =>
  Program.start("src/main.ts", environment)

/** Where it listens, once it does. */
export const urlOf = (spawned: Spawned) =>
  Effect.map(
    Effect.promise(() => spawned.prints(/listens on (http:\/\/[\d.:]+)/)),
    ([, url = ""]) => url
  )

/** Asks again and again until the readiness has this status. */
export const readiness = (url: string, status: 200 | 503) =>
  Effect.promise(async () => {
    const end = performance.now() + patience
    while (performance.now() < end) {
      if ((await fetch(`${url}/health/ready`)).status === status) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`readiness never was ${status}`)
  })

/**
 * The settings of a ledger for tests that leave open where it is: a database of the server where there is one. A
 * process is ready in a quarter of the time that it takes with the embedded database.
 */
export const ledger: Effect.Effect<Readonly<Record<string, string>>, never, Scope.Scope> = Postgres.url ===
undefined
  ? Effect.succeed({ DATA_DIR: "memory://" })
  : Effect.map(Postgres.database, ({ url }) => ({ DATABASE_URL: Redacted.value(url) }))
