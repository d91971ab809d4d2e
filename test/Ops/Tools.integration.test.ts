/**
 * What operators are given, read by the programs that it is for, where this machine has them: Debian packages
 * `prometheus`, `prometheus-alertmanager`, `haproxy`. No package of Debian's reads the collector's configuration.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"

const has = (program: string, version = "--version") => {
  const isHere = spawnSync(program, [version]).error === undefined
  if (!isHere) process.stderr.write(`The tests by ${program} are skipped: it is not installed.\n`)
  return isHere
}

const scratch = mkdtempSync(join(tmpdir(), "almanac-ops-"))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const ran = (program: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = process.env) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env })
  return { status, told: stdout + stderr }
}

const place = "ops/prometheus"
const tests = readdirSync(place).filter((name) => name.endsWith(".test.yml"))

describe.skipIf(!has("promtool"))("promtool", () => {
  it("finds that each rule does what the tests beside it say, with its series and without", () => {
    const alerts = [...readFileSync(`${place}/rules.yml`, "utf8").matchAll(/- alert: (\w+)/g)].map(
      ([, name]) => name
    )
    expect(alerts.length).toBeGreaterThan(15)
    expect(tests.sort()).toEqual(["rules.absent.test.yml", "rules.test.yml"])
    for (const name of tests) {
      const tested = readFileSync(`${place}/${name}`, "utf8")
      expect(alerts.filter((alert) => !tested.includes(`alertname: ${alert}\n`))).toEqual(
        // Its series is absent by its nature: the other file has it.
        name === "rules.test.yml" ? ["AlmanacMetricsMissing"] : []
      )
    }
    const outcome = ran("promtool", ["test", "rules", ...tests.map((name) => `${place}/${name}`)])
    expect(outcome.status, outcome.told).toBe(0)
  }, 180_000)

  it("reads the configuration", () => {
    const outcome = ran("promtool", ["check", "config", `${place}/prometheus.yml`])
    expect(outcome.status, outcome.told).toBe(0)
  })
})

/** What Alertmanager is started with for this receiver. */
const started = (receiver: string | undefined) => {
  const { PATH = "" } = process.env
  const outcome = ran("sh", ["ops/alertmanager/start.sh", "--cluster.listen-address="], {
    PATH,
    TMPDIR: scratch,
    ALERTMANAGER: "echo",
    ...(receiver === undefined ? {} : { ALERT_WEBHOOK_URL: receiver })
  })
  return { ...outcome, file: join(scratch, "alertmanager.yml") }
}

describe("Alertmanager's start", () => {
  it.each(["http://127.0.0.1:9/", "https://hooks.example/a?b=1&c=it's|\\x"])(
    "writes the receiver %s",
    (url) => {
      const { file, status, told } = started(url)
      expect([status, told]).toEqual([0, `--config.file=${file} --cluster.listen-address=\n`])
      expect(readFileSync(file, "utf8")).toContain(`- url: '${url.replace("'", "''")}'\n`)
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
  )

  it.each([undefined, ""])("is none without a receiver (%s)", (url) => {
    expect(started(url)).toMatchObject({
      status: 1,
      told: "ALERT_WEBHOOK_URL is not set: no alert would reach anybody\n"
    })
  })
})

describe.skipIf(!has("amtool"))("amtool", () => {
  it("reads the configuration, and the one that the start makes of it", () => {
    const { file } = started("https://hooks.example/a?b=1&c=it's|\\x")
    for (const name of ["ops/alertmanager/alertmanager.yml", file]) {
      const outcome = ran("amtool", ["check-config", name])
      expect(outcome.status, outcome.told).toBe(0)
      expect(outcome.told).toContain("- 1 receivers")
    }
  })
})

describe.skipIf(!has("haproxy", "-v"))("haproxy", () => {
  it("reads the configuration without a warning", () => {
    const outcome = ran("haproxy", ["-c", "-f", "ops/haproxy/haproxy.cfg"])
    expect(outcome).toEqual({ status: 0, told: "Configuration file is valid\n" })
  })
})
