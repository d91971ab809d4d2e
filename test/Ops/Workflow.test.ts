/**
 * What GitHub runs for a change: the same as everybody else, with actions of a fixed version and no more rights than it
 * needs.
 */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const workflow = readFileSync(".github/workflows/ci.yml", "utf8")

describe(".github/workflows/release.yml", () => {
  const text = readFileSync(".github/workflows/release.yml", "utf8")

  it("runs for tags alone, pins its actions, and publishes with provenance what was audited", () => {
    expect(text).toContain('on:\n  push:\n    tags: ["v*"]\n')
    const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, action = ""]) => action)
    expect(uses.length).toBeGreaterThan(4)
    expect(uses.filter((action) => !/@(?:v\d+|[0-9a-f]{40})$/.test(action))).toEqual([])
    expect(text).toMatch(/run --silent audit\n[\s\S]*npm publish \S+ --provenance/)
  })
})

describe(".github/workflows/ci.yml", () => {
  it("runs .ci/run, with the programs that it would install itself as root", () => {
    expect(workflow).toMatch(/^ +- run: \.ci\/run$/m)
    const installed = [...readFileSync(".ci/run", "utf8").matchAll(/install_packages ([\w-]+)$/gm)]
    const [, others = ""] = /^for package in (.*); do$/m.exec(readFileSync(".ci/run", "utf8")) ?? []
    const needed = [...installed.map(([, name = ""]) => name), ...others.split(" ")]
    expect(needed.length).toBeGreaterThan(4)
    expect(needed.filter((name) => !workflow.includes(name))).toEqual([])
  })

  it("pins its actions, may only read, and leaves no token in the clone", () => {
    const uses = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
    expect(uses.length).toBeGreaterThan(3)
    expect(uses.filter((action = "") => !/@(?:v\d+|[0-9a-f]{40})$/.test(action))).toEqual([])
    expect(workflow).toContain("permissions:\n  contents: read\n")
    const clones = uses.filter((action = "") => action.startsWith("actions/check"))
    expect(clones.length).toBeGreaterThan(0)
    expect(workflow.match(/persist-credentials: false/g)).toHaveLength(clones.length)
  })

  it("fails of an audit that could not be made", () => {
    expect(workflow).toMatch(/^ +- run: npm run --silent audit$/m)
  })
})
