/**
 * Prometheus, Alertmanager and who hears of the alerts, for one test: what docker-compose.yml starts, with the operators'
 * own files in a hurry. Every time that they wait for is a sixtieth of what it is; nothing else is changed.
 */
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Schema } from "effect"
import { freePort } from "../../../scripts/process/FreePort.ts"
import { run, stop } from "../../../scripts/process/Spawned.ts"
import { answering } from "../Sockets.ts"

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined

/** Whether this machine has both (Debian packages `prometheus`, `prometheus-alertmanager`). */
export const isHere = has("prometheus") && has("prometheus-alertmanager")

if (!isHere) {
  process.stderr.write(
    "The drills are skipped: Prometheus or Alertmanager is not installed (Debian packages prometheus, prometheus-alertmanager).\n"
  )
}

/** Milliseconds in a sixtieth of a unit. */
const sixtieth: Readonly<Record<string, number>> = { s: 1000 / 60, m: 1000, h: 60_000, d: 1_440_000 }

const shorter = (count: string, unit: string) => `${Math.ceil(Number(count) * (sixtieth[unit] ?? 0))}ms`

/** Ranges, `for:`, intervals; and ages in seconds that a rule compares with, which are waiting too. */
export const inHurry = (text: string): string =>
  text
    .replace(
      /(\[|for: |_interval: |group_wait: )(\d+)([smhd])\b/g,
      (_, before, count, unit) => `${before}${shorter(count, unit)}`
    )
    .replace(
      /(oldest_pending_seconds\) > )(\d+)/g,
      (_, before, count) => `${before}${Math.ceil(Number(count) / 60)}`
    )

const Labels = Schema.Record({ key: Schema.String, value: Schema.String })
const Alerts = Schema.Struct({
  data: Schema.Struct({ alerts: Schema.Array(Schema.Struct({ state: Schema.String, labels: Labels })) })
})
const Answer = Schema.Struct({
  status: Schema.String,
  error: Schema.optional(Schema.String),
  data: Schema.optional(
    Schema.Struct({
      result: Schema.Array(
        Schema.Struct({ value: Schema.optional(Schema.Tuple(Schema.Number, Schema.String)) })
      )
    })
  )
})
const Notice = Schema.parseJson(
  Schema.Struct({
    alerts: Schema.Array(Schema.Struct({ status: Schema.String, labels: Labels, annotations: Labels }))
  })
)

/** One alert in what the receiver was sent. */
export type Heard = (typeof Notice.Type)["alerts"][number]

const program = (
  command: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  says: RegExp
) =>
  Effect.acquireRelease(
    Effect.sync(() => run(command, args, environment)),
    (spawned) => Effect.promise(() => stop(spawned))
  ).pipe(Effect.tap((spawned) => Effect.promise(() => spawned.prints(says))))

/** Watches these targets (host and port) each second, until the scope ends. */
export const start = (...targets: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-monitoring-"))),
      (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
    )
    const file = (name: string) => join(directory, name)
    const hurried = (name: string, change: (text: string) => string = (text) => text) =>
      writeFileSync(file(name.split("/").at(-1) ?? ""), change(inHurry(readFileSync(`ops/${name}`, "utf8"))))

    const heard: Array<Heard> = []
    const receiver = yield* answering(async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      heard.push(...Schema.decodeUnknownSync(Notice)(Buffer.concat(chunks).toString()).alerts)
      response.end()
    })

    const managerPort = yield* freePort
    hurried("alertmanager/alertmanager.yml")
    copyFileSync("ops/alertmanager/start.sh", file("start.sh"))
    mkdirSync(file("tmp"))
    yield* program(
      "sh",
      [
        file("start.sh"),
        `--storage.path=${file("alertmanager")}`,
        `--web.listen-address=127.0.0.1:${managerPort}`,
        "--cluster.listen-address="
      ],
      { ALERT_WEBHOOK_URL: receiver, ALERTMANAGER: "prometheus-alertmanager", TMPDIR: file("tmp") },
      /Listening on/
    )

    /** What the names of the containers are in the network: which targets there are. */
    const setTargets = (names: ReadonlyArray<string>) =>
      writeFileSync(file("targets.json"), JSON.stringify([{ targets: names }]))
    setTargets(targets)
    hurried("prometheus/rules.yml")
    hurried("prometheus/prometheus.yml", (text) =>
      text
        .replace(/(scrape|evaluation)_interval: \w+/g, "$1_interval: 1s")
        .replace("alertmanager:9093", `127.0.0.1:${managerPort}`)
        .replace(/dns_sd_configs:[\s\S]*$/, `file_sd_configs: [{ files: [${file("targets.json")}] }]\n`)
    )
    mkdirSync(file("assets"))
    copyFileSync("ops/runbook.md", file("assets/runbook.md"))
    const origin = `http://127.0.0.1:${yield* freePort}`
    yield* program(
      "prometheus",
      [
        `--config.file=${file("prometheus.yml")}`,
        `--storage.tsdb.path=${file("data")}`,
        `--web.listen-address=${origin.replace("http://", "")}`,
        `--web.user-assets=${file("assets")}`,
        // What version 3 does by itself.
        "--enable-feature=expand-external-labels"
      ],
      { RUNBOOK_URL: `${origin}/user/runbook.md` },
      /ready to receive web requests/
    )
    const ask = async (query: string) => {
      const answer = await fetch(`${origin}/api/v1/query?query=${encodeURIComponent(query)}`)
      return Schema.decodeUnknownSync(Answer)(await answer.json())
    }
    return {
      setTargets,
      /** All that the receiver was sent. */
      heard: heard as ReadonlyArray<Heard>,
      /** The alerts that fire now: their levels by their names. */
      firing: async (): Promise<ReadonlyMap<string, string>> => {
        const { data } = Schema.decodeUnknownSync(Alerts)(
          await (await fetch(`${origin}/api/v1/alerts`)).json()
        )
        return new Map(
          data.alerts.flatMap(({ labels, state }) =>
            state === "firing" ? [[labels["alertname"] ?? "", labels["severity"] ?? ""] as const] : []
          )
        )
      },
      /** The first value that a query finds. */
      value: async (query: string): Promise<number | undefined> => {
        const text = (await ask(query)).data?.result[0]?.value?.[1]
        return text === undefined ? undefined : Number(text)
      },
      /** What is wrong with a query; nothing when it is answered. */
      refusal: async (query: string): Promise<string | undefined> => (await ask(query)).error
    }
  })

export type Monitoring = Effect.Effect.Success<ReturnType<typeof start>>
