/**
 * What operators are given: the rules, the dashboard and the runbook speak of metrics that there are, and of each other.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"

const read = (file: string) => readFileSync(file, "utf8")

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => read(join("src", name)))
  .join("\n")

/** The metrics that the code declares, by name; what comes before the name tells its kind. */
const declared = new Map(
  [...sources.matchAll(/\b(counter|gauge|histogram)\(\s*"((?:almanac|process|nodejs)_[a-z0-9_]+)"/g)].map(
    ([, kind = "", name = ""]) => [name, kind] as const
  )
)

/** Names as Prometheus has them: a histogram is three. */
const exposed = new Set(
  [...declared].flatMap(([name, kind]) =>
    kind === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => `${name}${end}`) : [name]
  )
)

/** The metrics that a text speaks of, recorded ones (`almanac:...`) apart. */
const namedIn = (text: string) => new Set(text.match(/\b(?:almanac|process|nodejs)_[a-z0-9_]+/g))

const rules = read("ops/prometheus/rules.yml")
const runbook = read("ops/runbook.md")
const dashboard = read("ops/grafana/dashboards/almanac.json")
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name)

/** Those that the code does not declare. */
const missing = (text: string) => [...namedIn(text)].filter((name) => !exposed.has(name))

describe("the metrics of rules, dashboard and runbook", () => {
  it("are declared by the code", () => {
    expect(exposed.size).toBeGreaterThan(30)
    expect(namedIn(rules).size).toBeGreaterThan(10)
    expect({ rules: missing(rules), dashboard: missing(dashboard), runbook: missing(runbook) }).toEqual({
      rules: [],
      dashboard: [],
      runbook: []
    })
  })

  it("recorded by the rules are used, and those used are recorded", () => {
    const recorded = [...rules.matchAll(/- record: (\S+)/g)].map(([, name = ""]) => name)
    const used = `${rules.replace(/- record: .*/g, "")}${dashboard}`.match(/\balmanac:[a-z0-9_:]+/g)
    expect([...new Set(used)].sort()).toEqual(recorded.sort())
  })

  it("are all on the dashboard", () => {
    const shown = namedIn(dashboard)
    const hidden = [...declared].filter(
      ([name, kind]) => !shown.has(kind === "histogram" ? `${name}_bucket` : name)
    )
    expect(hidden.map(([name]) => name)).toEqual([])
  })

  it("have counters that end in _total, and others in no such word", () => {
    expect([...declared].filter(([name, kind]) => name.endsWith("_total") !== (kind === "counter"))).toEqual(
      []
    )
  })
})

describe("an alert", () => {
  /** The text of an alert's rule, up to the next. */
  const ruleOf = (name: string) =>
    (rules.split(`- alert: ${name}\n`)[1] ?? "").split(/- alert: |- name: /)[0] ?? ""
  const sectionOf = (name: string) => (runbook.split(`## ${name}\n`)[1] ?? "").split("\n## ")[0] ?? ""

  it("has a section of the runbook, and each section that is named like one has its alert", () => {
    expect([...runbook.matchAll(/^## (Almanac\w+)$/gm)].map(([, title]) => title).sort()).toEqual(
      alerts.toSorted()
    )
  })

  it.each(alerts)("%s names its first query and its first action, in both places", (name) => {
    const [rule, section] = [ruleOf(name), sectionOf(name)]
    const level = /severity: (page|ticket) /.exec(rule)?.[1] ?? "none"
    expect(section).toContain(`- Level: ${level}\n`)
    expect(rule).toContain(`runbook_url: "{{ $externalLabels.runbook }}#${name.toLowerCase()}"\n`)
    const query = /\n {10}query: (.*)\n/.exec(rule)?.[1] ?? "none"
    expect(section).toContain(`- First query: \`${query}\``)
    expect(rule).toMatch(/\n {10}action: ".{20,}"\n/)
    expect(section).toMatch(/- First action/)
  })
})

const Dashboard = Schema.parseJson(
  Schema.Struct({
    panels: Schema.Array(
      Schema.Struct({
        id: Schema.Number,
        title: Schema.NonEmptyString,
        gridPos: Schema.Struct({ x: Schema.Number, y: Schema.Number, w: Schema.Number, h: Schema.Number }),
        targets: Schema.optional(
          Schema.Array(
            Schema.Struct({ expr: Schema.NonEmptyString, datasource: Schema.Struct({ uid: Schema.String }) })
          )
        )
      })
    )
  })
)

describe("the dashboard", () => {
  const { panels } = Schema.decodeUnknownSync(Dashboard)(dashboard)
  const targets = panels.flatMap(({ targets = [] }) => targets)

  it("asks a datasource that is provisioned, and no panel lies upon another", () => {
    const provisioned = [
      ...read("ops/grafana/provisioning/datasources/almanac.yml").matchAll(/uid: (\w+)/g)
    ].map(([, uid]) => uid)
    expect(provisioned).toEqual(expect.arrayContaining(targets.map(({ datasource }) => datasource.uid)))
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`)
    )
    expect(new Set(places).size).toBe(places.length)
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
  })
})
