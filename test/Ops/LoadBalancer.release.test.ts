/**
 * The load balancer of docker-compose.yml in front of two replicas: one stops, and no buyer notices; the ledger goes, and
 * prices are told still; all stop, and the buyer hears it in the form of our errors.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { freePort } from "../../scripts/process/FreePort.ts"
import { run, stop } from "../../scripts/process/Spawned.ts"
import { call, nextBuyer, payment } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const isHere = spawnSync("haproxy", ["-v"]).error === undefined
if (!isHere) process.stderr.write("The drill with haproxy is skipped: it is not installed.\n")

/** Started with the operators' configuration, but for the names that Docker would resolve. */
const balanced = (replicas: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-haproxy-"))),
      (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
    )
    const address = `127.0.0.1:${yield* freePort}`
    const servers = replicas.map((url, at) => `  server app${at} ${new URL(url).host}`).join("\n")
    const file = join(directory, "haproxy.cfg")
    writeFileSync(
      file,
      readFileSync("ops/haproxy/haproxy.cfg", "utf8")
        .replace("bind :8402", `bind ${address}`)
        .replaceAll(/ {2}server-template .*/g, servers)
    )
    yield* Effect.acquireRelease(
      Effect.sync(() => run("haproxy", ["-db", "-f", file])),
      (spawned) => Effect.promise(() => stop(spawned))
    )
    return `http://${address}`
  })

const until = (what: string, holds: () => Promise<boolean>) =>
  Effect.promise(async () => {
    const end = performance.now() + 60_000
    while (!(await holds().catch(() => false))) {
      if (performance.now() > end) throw new Error(`${what}: never`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })

it.scopedLive.skipIf(!isHere || Postgres.url === undefined)(
  "sells through the stop of a replica, and says in our words when there is none",
  () =>
    Effect.gen(function* () {
      const { environment } = yield* Neighbours.start()
      const database = yield* Postgres.proxy(yield* Postgres.database)
      yield* database.open
      const settings = {
        ...environment,
        DATABASE_URL: Redacted.value(database.url),
        SHUTDOWN_DELAY: "5 seconds"
      }
      const replicas = yield* Effect.all([Almanac.start(settings), Almanac.start(settings)], {
        concurrency: 2
      })
      const urls = yield* Effect.forEach(replicas, Almanac.urlOf)
      yield* Effect.forEach(urls, (url) => Almanac.readiness(url, 200))
      const url = yield* balanced(urls)
      const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
      yield* until("serving", async () => (await statusOf("/health/serving")) === 200)

      const statuses: Array<number> = []
      let isOver = false
      const buying = Effect.promise(async () => {
        while (!isOver) statuses.push((await call(url, await payment({ account: nextBuyer() }))).status)
      })
      const stopping = Effect.promise(async () => {
        replicas[0]?.child.kill("SIGTERM")
        expect(await replicas[0]?.ends).toBe(0)
        isOver = true
      })
      yield* Effect.all([buying, stopping], { concurrency: 2 })
      expect(statuses.length).toBeGreaterThan(10)
      expect(statuses.filter((status) => status !== 200)).toEqual([])

      yield* database.close
      yield* until("not serving", async () => (await statusOf("/health/serving")) === 503)
      expect([
        (yield* Effect.promise(() => call(url, undefined))).status,
        yield* Effect.promise(() => statusOf("/v1/capabilities"))
      ]).toEqual([402, 200])
      yield* database.open
      yield* until("serving again", async () => (await statusOf("/health/serving")) === 200)

      yield* Effect.promise(() => stop(replicas[1] ?? run("true", [])))
      yield* until("nobody", async () =>
        (await (await fetch(`${url}/v1/fx/rates`)).text()).includes("No replica")
      )
      const nobody = yield* Effect.promise(async () => call(url, await payment()))
      expect([nobody.status, nobody.body.error?.code, nobody.body.error?.retryable]).toEqual([
        503,
        "SHUTTING_DOWN",
        true
      ])
      expect(nobody.headers.get("x-request-id")).toBe(nobody.body.meta.requestId)
      expect(nobody.headers.get("retry-after")).toBe("5")
    }),
  240_000
)
