/**
 * The audit of dependencies, by npm itself against a registry of the test's own, and the list of them.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { exitCode, verdict } from "../../scripts/audit/Verdict.ts"
import * as Program from "../support/process/Program.ts"
import { answering } from "../support/Sockets.ts"

const advisory = (severity: string) => ({
  undici: [
    {
      id: 1,
      url: "https://advisories.example/1",
      title: "made up",
      severity,
      vulnerable_versions: ">=0.0.1",
      cwe: [],
      cvss: { score: 1, vectorString: null }
    }
  ]
})

/** A package without versions: npm asks about those that depend on a finding. */
const packument = (url: string) => ({ name: decodeURIComponent(url.slice(1)), versions: {} })

type Answer = readonly [status: number, body: unknown]

/** A registry: what it answers to the question of an audit. */
const registry = ([status, body]: Answer) =>
  answering((request, response) => {
    const isAudit = request.url === "/-/npm/v1/security/advisories/bulk"
    request.resume().on("end", () => {
      response.writeHead(isAudit ? status : 200, { "content-type": "application/json" })
      response.end(JSON.stringify(isAudit ? body : packument(request.url ?? "")))
    })
  })

describe("npm run sbom", () => {
  it("lists what production runs, and nothing else", () => {
    const { devDependencies, dependencies } = JSON.parse(readFileSync("package.json", "utf8"))
    const { stdout } = spawnSync("npm", ["run", "--silent", "sbom"], { encoding: "utf8" })
    const { bomFormat, components } = JSON.parse(stdout)
    const names = new Set<string>(components.map(({ name }: { readonly name: string }) => name))
    expect(bomFormat).toBe("CycloneDX")
    expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([])
    expect(["vitest", "typescript", "autocannon"].filter((name) => name in devDependencies)).toHaveLength(3)
    expect(["vitest", "typescript", "autocannon"].filter((name) => names.has(name))).toEqual([])
  })
})

describe.concurrent("npm run audit", () => {
  it.scopedLive.each([
    ["knows nothing", [200, {}], 0, /^audit: nothing grave is known of \d\d+ packages; 0 with/],
    [
      "knows something lesser",
      [200, advisory("moderate")],
      0,
      /^audit: nothing grave .*; [1-9]\d* with something lesser/
    ],
    ["knows something grave", [200, advisory("high")], 1, /^audit: undici .*: high$/m],
    ["allows no such method", [405, ""], 2, /^audit: NOT MADE: .*HTTP 405/],
    ["is broken", [500, {}], 2, /^audit: NOT MADE: 500/]
  ] as const satisfies ReadonlyArray<readonly [string, Answer, number, RegExp]>)(
    "of a registry that %s",
    ([, answer, code, told]) =>
      Effect.gen(function* () {
        const url = yield* registry(answer)
        // npm remembers advisories, whoever told it of them.
        const cache = yield* Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-npm-"))),
          (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
        )
        const audit = yield* Program.start("scripts/audit.ts", {
          npm_config_registry: url,
          npm_config_cache: cache,
          npm_config_fetch_retries: "0",
          npm_config_update_notifier: "false"
        })
        const ended = yield* Effect.promise(() => audit.ends)
        expect(audit.output()).toMatch(told)
        expect(ended).toBe(code)
      }),
    30_000
  )

  it.each([
    ["no such path", '{"statusCode":404,"message":"404 Not Found","error":{"summary":""}}', "NotMade", 2],
    ["who are you", '{"statusCode":401,"message":"401","error":{"summary":""}}', "NotMade", 2],
    ["a failure of npm", '{"error":{"summary":"no lockfile"}}', "NotMade", 2],
    ["nothing", "", "NotMade", 2],
    ["a page", "<html>", "NotMade", 2],
    ["another form", "{}", "NotMade", 2],
    ["a report of another form", '{"vulnerabilities":{"undici":{}},"metadata":{}}', "NotMade", 2]
  ] as const)("reads %s as what it is, and not as a clean report", (_, text, tag, code) => {
    expect([verdict(text)._tag, exitCode(verdict(text))]).toEqual([tag, code])
  })
})
