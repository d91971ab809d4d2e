/**
 * The service as a process of its own.
 */
import { Effect } from "effect"
import type { Spawned } from "../../../scripts/process/Spawned.ts"
import * as Program from "./Program.ts"

/** Started with these settings; ends with the scope. */
export const start = (environment: Readonly<Record<string, string>>) =>
  Program.start("src/main.ts", environment)

/** Where it listens, once it does. */
export const urlOf = (spawned: Spawned) =>
  Effect.map(
    Effect.promise(() => spawned.prints(/listens on (http:\/\/[\d.:]+)/)),
    ([, url = ""]) => url
  )

/** Asks again and again, for 20 seconds, until the readiness has this status. */
export const readiness = (url: string, status: 200 | 503) =>
  Effect.promise(async () => {
    for (let attempt = 0; attempt < 200; attempt++) {
      if ((await fetch(`${url}/health/ready`)).status === status) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`readiness never was ${status}`)
  })
