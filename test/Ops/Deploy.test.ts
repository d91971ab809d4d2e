/**
 * The Kubernetes manifests and the unit for systemd, by their text: that they speak of the service as it is. Whether
 * Kubernetes and systemd would take them: `Deploy.release.test.ts`.
 */
import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { version } from "../../src/Api/Version.ts"
import { names } from "../../src/Settings.ts"

const manifests = readdirSync("ops/kubernetes")
  .map((name) => readFileSync(`ops/kubernetes/${name}`, "utf8"))
  .join("\n---\n")
const unit = readFileSync("ops/systemd/almanac.service", "utf8")
const dockerfile = readFileSync("Dockerfile", "utf8")

/** The settings of the ConfigMap, also those that are commented out. */
const configured = [...manifests.matchAll(/^ {2}(?:# )?([A-Z]+_[A-Z0-9_]+|CONTACT): (.*?)(?: #.*)?$/gm)].map(
  ([, name = "", value = ""]) => [name, value.replaceAll('"', "")] as const
)
const settings = new Map(configured)

const seconds = (text = "") => Number(/^(\d+) seconds$/.exec(text)?.[1])
const numberAt = (pattern: RegExp, text: string) => Number(pattern.exec(text)?.[1])

describe("ops/kubernetes", () => {
  it.effect("names settings that there are, and secrets by their files alone", () =>
    Effect.gen(function* () {
      const known = new Set(yield* names)
      expect(configured.length).toBeGreaterThan(8)
      expect(configured.map(([name]) => name).filter((name) => !known.has(name))).toEqual([])
      const secrets = [...known].filter((name) => known.has(`${name}_FILE`))
      expect(secrets.length).toBeGreaterThan(5)
      expect(secrets.filter((name) => settings.has(name))).toEqual([])
    })
  )

  it("stops as long as the service may take: the delay, the drain, and 20 seconds", () => {
    expect(numberAt(/terminationGracePeriodSeconds: (\d+)/, manifests)).toBe(
      seconds(settings.get("SHUTDOWN_DELAY")) + seconds(settings.get("DRAIN_LIMIT")) + 20
    )
    const probe = /readinessProbe:[\s\S]*?failureThreshold: (\d+)/.exec(manifests)?.[0] ?? ""
    const noticed =
      numberAt(/failureThreshold: (\d+)/, probe) *
      (numberAt(/periodSeconds: (\d+)/, probe) + numberAt(/timeoutSeconds: (\d+)/, probe))
    expect(noticed).toBeGreaterThan(0)
    expect(noticed).toBeLessThanOrEqual(seconds(settings.get("SHUTDOWN_DELAY")))
  })

  it("asks on the ports of the image and of the settings, for what each probe is for", () => {
    const ports = Object.fromEntries(
      [...manifests.matchAll(/- name: (\w+)\n +containerPort: (\d+)/g)].map(([, name, port]) => [name, port])
    )
    expect(ports).toEqual({
      http: /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1],
      metrics: settings.get("METRICS_PORT")
    })
    expect(
      [...manifests.matchAll(/(\w+)Probe:\n +httpGet:\n +path: (\S+)/g)].map(([, ...one]) => one)
    ).toEqual([
      ["startup", "/health"],
      ["readiness", "/health/serving"],
      ["liveness", "/health"]
    ])
  })

  it("runs this version as a user without rights, on files that are read only", () => {
    expect(manifests).toContain(`almanac:${version} #`)
    for (const line of [
      "runAsNonRoot: true",
      "readOnlyRootFilesystem: true",
      "allowPrivilegeEscalation: false",
      "drop: [ALL]",
      "automountServiceAccountToken: false"
    ]) {
      expect(manifests).toContain(line)
    }
    expect(numberAt(/^ {12}limits:\n +memory: (\d+)Mi$/m, manifests)).toBe(
      numberAt(/mem_limit: (\d+)m/, readFileSync("docker-compose.yml", "utf8"))
    )
  })
})

describe("ops/systemd/almanac.service", () => {
  it.effect("names settings that there are, and secrets by files of their own", () =>
    Effect.gen(function* () {
      const known = new Set(yield* names)
      const named = [...unit.matchAll(/^Environment=(.*)$/gm)]
        .flatMap(([, line = ""]) => line.split(" "))
        .map((one) => one.split("="))
      expect(named.map(([name = ""]) => name).filter((name) => !known.has(name))).toEqual(["NODE_ENV"])
      const credentials = new Set(
        [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => `%d/${name}`)
      )
      const files = named.filter(([name = ""]) => name.endsWith("_FILE")).map(([, file = ""]) => file)
      expect(files.length).toBeGreaterThan(1)
      expect(new Set(files)).toEqual(credentials)
    })
  )

  it("stops, and is limited, as everywhere else", () => {
    const compose = readFileSync("docker-compose.yml", "utf8")
    const example = readFileSync(".env.example", "utf8")
    const [delay, drain] = ["SHUTDOWN_DELAY", "DRAIN_LIMIT"].map((name) =>
      seconds(new RegExp(`^#?${name}=(.*)$`, "m").exec(example)?.[1])
    )
    expect(numberAt(/^TimeoutStopSec=(\d+)$/m, unit)).toBe((delay ?? 0) + (drain ?? 0) + 20)
    expect(numberAt(/^LimitNOFILE=(\d+)$/m, unit)).toBe(numberAt(/nofile: (\d+)/, compose))
    expect(numberAt(/^MemoryMax=(\d+)M$/m, unit)).toBe(numberAt(/mem_limit: (\d+)m/, compose))
    const start = JSON.parse(readFileSync("package.json", "utf8")).scripts.start.split(" ")
    expect(/^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1]?.split(" ")).toEqual(start)
    expect(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? "")).toEqual(start)
  })

  it("gives V8 less memory than the process may have", () => {
    const megabytes = (flag: string) => numberAt(new RegExp(`--${flag}=(\\d+)`), unit)
    // The young generation has two semi-spaces, and a third for what survives.
    const heap = megabytes("max-old-space-size") + 3 * megabytes("max-semi-space-size")
    expect(numberAt(/^MemoryMax=(\d+)M$/m, unit) - heap).toBeGreaterThanOrEqual(128)
  })
})
