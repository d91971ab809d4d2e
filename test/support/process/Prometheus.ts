/**
 * A Prometheus of the test's own, with the operators' rules in a hurry: what they wait for in minutes is seconds.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Schema } from "effect"
import { freePort } from "../../../scripts/process/FreePort.ts"
import { run, stop } from "../../../scripts/process/Spawned.ts"

/** Whether this machine has one (Debian package `prometheus`). */
export const isHere = spawnSync("prometheus", ["--version"]).error === undefined

if (!isHere) {
  process.stderr.write(
    "The tests with Prometheus are skipped: it is not installed (Debian package prometheus).\n"
  )
}

const seconds: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 }

/** Times in brackets and after `for:`, a sixtieth of what they are; and ages in seconds, which are waiting too. */
const inHurry = (rules: string) =>
  rules
    .replace(
      /(\[|for: )(\d+)([mhd])/g,
      (_, before, count, unit) => `${before}${Number(count) * (seconds[unit] ?? 1)}s`
    )
    .replace("oldest_pending_seconds) > 900", "oldest_pending_seconds) > 15")

const Alerts = Schema.Struct({
  data: Schema.Struct({
    alerts: Schema.Array(
      Schema.Struct({
        state: Schema.String,
        labels: Schema.Record({ key: Schema.String, value: Schema.String })
      })
    )
  })
})

const Answer = Schema.Struct({ status: Schema.String, error: Schema.optional(Schema.String) })

/** Scrapes `target` (host and port) each second, until the scope ends. */
export const start = (target: string) =>
  Effect.gen(function* () {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-prometheus-"))),
      (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
    )
    writeFileSync(join(directory, "rules.yml"), inHurry(readFileSync("ops/prometheus/rules.yml", "utf8")))
    writeFileSync(
      join(directory, "prometheus.yml"),
      `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs: [{ job_name: almanac, static_configs: [{ targets: ["${target}"] }] }]
`
    )
    const port = yield* freePort
    yield* Effect.acquireRelease(
      Effect.sync(() =>
        run("prometheus", [
          `--config.file=${directory}/prometheus.yml`,
          `--storage.tsdb.path=${directory}/data`,
          `--web.listen-address=127.0.0.1:${port}`
        ])
      ),
      (spawned) => Effect.promise(() => stop(spawned))
    ).pipe(Effect.tap((spawned) => Effect.promise(() => spawned.prints(/ready to receive web requests/))))
    const api = `http://127.0.0.1:${port}/api/v1`
    return {
      /** The names of the alerts that fire now. */
      firing: async (): Promise<ReadonlySet<string>> => {
        const { data } = Schema.decodeUnknownSync(Alerts)(await (await fetch(`${api}/alerts`)).json())
        return new Set(
          data.alerts.flatMap(({ state, labels }) => (state === "firing" ? [labels["alertname"] ?? ""] : []))
        )
      },
      /** What is wrong with a query; nothing when it is answered. */
      refusal: async (query: string): Promise<string | undefined> => {
        const answer = await fetch(`${api}/query?query=${encodeURIComponent(query)}`)
        return Schema.decodeUnknownSync(Answer)(await answer.json()).error
      }
    }
  })
