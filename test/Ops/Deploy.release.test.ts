/**
 * The Kubernetes manifests against the schemas that the project Kubernetes publishes (by the package kubernetes-models),
 * and against its types, which know what no schema forbids: a member that is misspelt. And the unit by systemd itself.
 * No cluster and no machine has run them.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Stranger from "../support/process/Stranger.ts"

const place = mkdtempSync(join(tmpdir(), "almanac-deploy-"))
let strangers = ""

beforeAll(async () => {
  strangers = await Stranger.folder()
  symlinkSync(join(strangers, "node_modules"), join(place, "node_modules"))
  writeFileSync(join(place, "package.json"), '{"type":"module"}')
}, 300_000)
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** Reads documents, finds the class of each kind, and has it judged by its schema. */
const validator = `
import { readFileSync, writeFileSync } from "node:fs"
import { parseAllDocuments } from "yaml"
const found = []
for (const file of process.argv.slice(2)) {
  for (const document of parseAllDocuments(readFileSync(file, "utf8"), { uniqueKeys: true, version: "1.1" })) {
    const value = document.toJS()
    const problems = document.errors.map(String)
    const { [value.kind]: Kind } = await import("kubernetes-models/" + value.apiVersion)
    try { new Kind(value).validate() } catch (error) { problems.push(error.message) }
    found.push({ kind: value.kind, apiVersion: value.apiVersion, value, problems })
  }
}
writeFileSync("found.json", JSON.stringify(found))
`

interface Found {
  readonly kind: string
  readonly apiVersion: string
  readonly value: unknown
  readonly problems: ReadonlyArray<string>
}

const validate = (files: ReadonlyArray<string>): ReadonlyArray<Found> => {
  writeFileSync(join(place, "validate.mjs"), validator)
  const { status, stderr } = spawnSync(process.execPath, ["validate.mjs", ...files], {
    cwd: place,
    encoding: "utf8"
  })
  expect([stderr, status]).toEqual(["", 0])
  return JSON.parse(readFileSync(join(place, "found.json"), "utf8"))
}

/** What the compiler says of the documents as values of Kubernetes' types. */
const typed = (found: ReadonlyArray<Found>) => {
  const folderOf: Readonly<Record<string, string>> = {
    v1: "core/v1",
    "networking.k8s.io/v1": "networking/v1"
  }
  const lines = found.map(
    ({ apiVersion, kind, value }, index) =>
      `export const value${index}: import("kubernetes-types/${folderOf[apiVersion] ?? apiVersion}").${kind} = ${JSON.stringify(value)}`
  )
  writeFileSync(join(place, "values.ts"), lines.join("\n"))
  const program = join(strangers, "node_modules/typescript/bin/tsc")
  const flags =
    "--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2022".split(" ")
  return spawnSync(process.execPath, [program, ...flags, "values.ts"], { cwd: place, encoding: "utf8" })
    .stdout
}

describe("ops/kubernetes", () => {
  const files = readdirSync("ops/kubernetes").map((name) => resolve("ops/kubernetes", name))

  it("is what the schemas and types of Kubernetes say", () => {
    const found = validate(files)
    expect(found.map(({ kind }) => kind).sort()).toEqual([
      "ConfigMap",
      "Deployment",
      "HorizontalPodAutoscaler",
      "NetworkPolicy",
      "PodDisruptionBudget",
      "Service",
      "ServiceAccount"
    ])
    expect(found.flatMap(({ kind, problems }) => problems.map((problem) => `${kind}: ${problem}`))).toEqual(
      []
    )
    expect(typed(found)).toBe("")
  }, 60_000)

  it("would not be that with a wrong value, or a misspelt name", () => {
    const text = readFileSync("ops/kubernetes/almanac.yaml", "utf8")
    const wrong = text.replace("containerPort: 8402", 'containerPort: "8402"')
    const misspelt = text.replace("readOnlyRootFilesystem", "readOnlyRootFileSystem")
    expect([wrong, misspelt].filter((one) => one === text)).toEqual([])
    writeFileSync(join(place, "wrong.yaml"), wrong)
    writeFileSync(join(place, "misspelt.yaml"), misspelt)
    expect(validate(["wrong.yaml"]).flatMap(({ problems }) => problems)).toHaveLength(1)
    expect(typed(validate(["misspelt.yaml"]))).toContain("readOnlyRootFileSystem")
  }, 60_000)
})

describe("ops/systemd", () => {
  const has = spawnSync("systemd-analyze", ["--version"]).error === undefined

  it.skipIf(!has)("is a unit for systemd, hardened", () => {
    const file = resolve("ops/systemd/almanac.service")
    const verified = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" })
    // The user and the program are those of another machine.
    const told = verified.stderr
      .split("\n")
      .filter((line) => line !== "" && !/is not executable|almanac\.service: Failed to/.test(line))
    expect(told).toEqual([])
    const judged = spawnSync(
      "systemd-analyze",
      ["security", "--offline=true", "--no-pager", "--threshold=20", file],
      {
        encoding: "utf8"
      }
    )
    expect(judged.status, judged.stdout).toBe(0)
  })
})
