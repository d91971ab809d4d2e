/**
 * A Redis server of the test's own, that can be stopped and started. `REDIS_URL` tells that this machine has Redis;
 * the shared server itself is left alone.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Schedule } from "effect"
import { freePort } from "../../../scripts/process/FreePort.ts"

/** Whether there is a Redis on this machine. */
export const isHere = (process.env["REDIS_URL"] ?? "") !== ""

const accepts = (port: number) =>
  Effect.async<void, "refused">((resume) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => {
      socket.destroy()
      resume(Effect.void)
    })
    socket.once("error", () => resume(Effect.fail("refused" as const)))
  })

/** Started with further options, with its URL; ends with the scope. */
export const makeWith = Effect.fn(function* (options: ReadonlyArray<string>) {
  const port = yield* freePort
  const directory = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-redis-"))),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
  )
  let child: ChildProcess | undefined
  const stop = Effect.async<void>((resume) => {
    if (child === undefined || child.exitCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
    child = undefined
  })
  const start = Effect.suspend(() => {
    child = spawn(
      "redis-server",
      ["--port", String(port), "--save", "", "--appendonly", "no", "--dir", directory, ...options],
      {
        stdio: "ignore"
      }
    )
    return Effect.retry(accepts(port), { times: 100, schedule: Schedule.spaced("50 millis") }).pipe(
      Effect.orDie
    )
  })
  yield* start
  yield* Effect.addFinalizer(() => stop)
  return { url: `redis://127.0.0.1:${port}`, stop, start }
})

/** One without further options. */
export const make = makeWith([])
