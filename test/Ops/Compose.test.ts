/**
 * docker-compose.yml, by its text: what an operator must be able to rely on for each container, and that the files that
 * it mounts speak of each other by the right names.
 */
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const read = (file: string) => readFileSync(file, "utf8")

const compose = read("docker-compose.yml")

/** A block's members by name: what stands below each at a deeper indent. */
const members = (text: string, indent: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(new RegExp(`^${indent}(?=[\\w.-]+:)`, "m"))
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 1)])
  )

const services = members(members(compose, "").get("services") ?? "", "  ")

/** A member of a service, as one line. */
const of = (service: string, name: string) =>
  members(services.get(service) ?? "", "    ")
    .get(name)
    ?.replace(/\s*#.*$/gm, "")
    .trim()

describe("docker-compose.yml", () => {
  it("has these containers", () => {
    expect([...services.keys()]).toEqual([
      "app",
      "load-balancer",
      "postgres",
      "redis",
      "otel-collector",
      "tempo",
      "prometheus",
      "alertmanager",
      "grafana"
    ])
  })

  it.each([...services.keys()])("bounds the log, the memory and the processes of %s", (name) => {
    expect(of(name, "logging")).toBe("*logging")
    expect(of(name, "mem_limit")).toMatch(/^\d+[mg]$/)
    expect(of(name, "pids_limit")).toMatch(/^\d+$/)
    expect(of(name, "restart")).toMatch(/^(unless-stopped|on-failure:3)$/)
  })

  it.each([...services.keys()].filter((name) => name !== "app"))("pins the version of %s", (name) => {
    expect(of(name, "image")).toMatch(/^[\w./-]+:v?\d+(\.\d+)*(-alpine)?$/)
  })

  it("rotates logs", () => {
    expect(compose).toMatch(
      /^x-logging: &logging\n {2}driver: json-file\n {2}options:\n {4}max-size: 10m\n {4}max-file: "5"\n/m
    )
  })

  it("lets app be scaled: it has neither a port of the machine nor a name of its own", () => {
    expect([of("app", "ports"), of("app", "container_name"), of("app", "hostname")]).toEqual([
      undefined,
      undefined,
      undefined
    ])
    expect(of("load-balancer", "ports")).toBe('- "127.0.0.1:8402:8402"')
  })

  it("opens ports to this machine alone", () => {
    const ports = [...compose.matchAll(/^ {6}- "(\S+:\d+:\d+)"$/gm)].map(([, port = ""]) => port)
    expect(ports.length).toBe(6)
    expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([])
  })

  it("mounts what is there", () => {
    const mounted = [...compose.matchAll(/^ {6}- \.\/(\S+?):/gm)].map(([, file = ""]) => file)
    expect(mounted.length).toBeGreaterThan(7)
    expect(mounted.filter((file) => !existsSync(file))).toEqual([])
  })

  it("waits for a stop longer than a stop takes", () => {
    const seconds = (text: string | undefined) => Number(/(\d+) ?s/.exec(text ?? "")?.[1])
    const delay = seconds(/SHUTDOWN_DELAY:-(\d+ seconds)/.exec(compose)?.[1])
    // Compose reads the copy of it, .env: what it sets, no default of Compose's sets.
    expect(read(".env.example")).not.toMatch(/^SHUTDOWN_DELAY=/m)
    const drain = seconds(/^DRAIN_LIMIT=(.*)$/m.exec(read(".env.example"))?.[1])
    expect([delay, drain]).toEqual([5, 55])
    expect(seconds(of("app", "stop_grace_period"))).toBe(delay + drain + 20)
    expect(seconds(of("load-balancer", "stop_grace_period"))).toBeGreaterThanOrEqual(delay + drain + 20)
  })

  it("gives Alertmanager its receiver, and the alerts the address of the runbook, from the environment", () => {
    expect(of("alertmanager", "environment")).toMatch(/^ALERT_WEBHOOK_URL: \$\{ALERT_WEBHOOK_URL:-\}$/)
    const [, link = ""] = /RUNBOOK_URL: \$\{RUNBOOK_URL:-(\S+)\}/.exec(compose) ?? []
    const { hash, host, pathname, protocol } = new URL(link)
    expect([protocol, host, pathname, hash]).toEqual(["http:", "localhost:9090", "/user/runbook.md", ""])
    expect(of("prometheus", "command")).toContain("--web.user-assets=/etc/almanac")
    expect(of("prometheus", "volumes")).toContain("./ops/runbook.md:/etc/almanac/runbook.md:ro")
  })
})

describe("the files that it mounts", () => {
  it("know each other by their names and ports", () => {
    const prometheus = read("ops/prometheus/prometheus.yml")
    expect(prometheus).toContain("- targets: [alertmanager:9093]")
    expect(prometheus).toMatch(/names: \[app\]\n +type: A\n +port: 9402\n/)
    expect(of("app", "environment")).toContain('METRICS_PORT: "9402"')
    expect(read("ops/haproxy/haproxy.cfg").match(/server-template app \d+ app:8402$/gm)?.length).toBe(2)
  })

  it("probe a replica by what tells whether it can sell", () => {
    expect(read("ops/haproxy/haproxy.cfg")).toMatch(/^ {2}option httpchk GET \/health\/serving$/m)
  })

  it("use no part of the collector that they do not declare, and declare none that they do not use", () => {
    const sections = members(read("ops/otel-collector.yml"), "")
    const pipelines = sections.get("service") ?? ""
    for (const kind of ["receivers", "processors", "exporters"]) {
      const used = [...pipelines.matchAll(new RegExp(`${kind}: \\[(.*)\\]`, "g"))].flatMap(([, names = ""]) =>
        names.split(", ")
      )
      expect([...new Set(used)].sort()).toEqual([...members(sections.get(kind) ?? "", "  ").keys()].sort())
    }
  })
})
