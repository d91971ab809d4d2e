/**
 * From the start of a process to its first 200, without the probe.
 */
import { Effect } from "effect"
import { freePort } from "../../process/FreePort.ts"
import type { ServerName } from "../Names.ts"
import type { Spread } from "../report/Results.ts"
import { spread } from "../report/Statistics.ts"
import * as Child from "../servers/Child.ts"
import type { Place, Started } from "../servers/Servers.ts"

const once = (name: ServerName, { commandOf }: Started, { directory, cores }: Place) =>
  Effect.gen(function* () {
    const port = yield* freePort
    const command = commandOf(name)(port)
    const begun = performance.now()
    const child = yield* Child.run({
      name,
      ...command,
      core: cores.server,
      log: `${directory}/${name}-start.log`,
      probed: false
    })
    yield* Child.ready(child, `http://127.0.0.1:${port}/health`)
    return performance.now() - begun
  }).pipe(Effect.scoped)

/** Milliseconds from spawn to the first 200 of `/health`; the database is there already. */
export const run = (name: ServerName, started: Started, place: Place, times: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: times }), () => once(name, started, place)),
    (all): Spread => spread(all)
  )
