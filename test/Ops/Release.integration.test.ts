/**
 * A release, in a scratch clone: what it refuses, that it changes nothing before it is told to, and what it leaves.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { run } from "../../scripts/process/Spawned.ts"
import * as Places from "../../scripts/release/Places.ts"

const { files } = Places

const place = mkdtempSync(join(tmpdir(), "almanac-release-"))
const clone = join(place, "clone")

const git = (...args: ReadonlyArray<string>) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
    cwd: clone,
    encoding: "utf8",
    env: { ...process.env, GIT_CONFIG_COUNT: "0" }
  }).trim()

/** Runs the script in the clone, by the tsx of this project. */
const release = async (...args: ReadonlyArray<string>) => {
  const author = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.org" }
  const committer = { GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.org" }
  const program = run(
    "sh",
    [
      "-c",
      'cd "$0" && exec "$@"',
      clone,
      process.execPath,
      resolve("node_modules/tsx/dist/cli.mjs"),
      "scripts/release.ts",
      ...args
    ],
    { ...author, ...committer }
  )
  return { status: await program.ends, text: program.output() }
}

const read = (file: string) => readFileSync(join(clone, file), "utf8")

beforeAll(() => {
  execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${resolve(".")}`, clone])
  symlinkSync(resolve("node_modules"), join(clone, "node_modules"))
  // A link is no directory, which alone .gitignore names.
  writeFileSync(join(clone, ".git/info/exclude"), "node_modules\n")
  // What is to be released is what is here, committed or not.
  for (const file of [...files, "scripts/release.ts", "scripts/release/Places.ts"]) {
    execFileSync("mkdir", ["-p", join(clone, file, "..")])
    writeFileSync(join(clone, file), readFileSync(file))
  }
  git("add", "--all")
  git("commit", "--quiet", "--allow-empty", "--message", "as it is here")
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe("npm run release", () => {
  it("refuses what is no version, or does not follow", () => {
    const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]))
    for (const [version, why] of [
      ["1.0", "no version"],
      ["v9.0.0", "no version"],
      ["01.0.0", "no version"],
      ["0.0.1", "does not follow"]
    ] as const) {
      expect(Places.release({ texts, released: [] }, version, "2026-11-29")).toEqual([
        expect.stringContaining(why)
      ])
    }
  })

  it("changes nothing before it is told to", { timeout: 180_000 }, async () => {
    const before = git("rev-parse", "HEAD")
    expect(await release("9.0.0")).toEqual({
      status: 0,
      text: expect.stringContaining("nothing was changed")
    })
    expect([git("status", "--porcelain"), git("rev-parse", "HEAD"), git("tag")]).toEqual(["", before, ""])
  })

  it("leaves one version in all places, the changelog's section, a commit and a tag; once", {
    timeout: 180_000
  }, async () => {
    const version = JSON.parse(read("package.json")).version
    const news = /## \[Unreleased\]\n([\s\S]*)/.exec(read("CHANGELOG.md"))?.[1]?.trim() ?? ""
    expect((await release("9.0.0", "--go", "--no-build")).status).toBe(0)
    expect([git("status", "--porcelain"), git("tag"), git("log", "-1", "--format=%s")]).toEqual([
      "",
      "v9.0.0",
      "Version 9.0.0"
    ])
    expect(git("for-each-ref", "--format=%(contents)", "refs/tags/v9.0.0").trim()).toBe(news)
    expect(JSON.parse(read("package.json")).version).toBe("9.0.0")
    const { packages, version: locked } = JSON.parse(read("package-lock.json"))
    expect([locked, packages[""].version]).toEqual(["9.0.0", "9.0.0"])
    expect(read("src/Api/Version.ts")).toContain('"9.0.0"')
    expect(read("ops/kubernetes/almanac.yaml")).toContain("almanac:9.0.0 ")
    const server = JSON.parse(read("server.json"))
    expect([server.version, server.packages[0].version]).toEqual(["9.0.0", "9.0.0"])
    expect(read("CHANGELOG.md")).toMatch(/## \[Unreleased\]\n\n## \[9\.0\.0\] - \d{4}-\d\d-\d\d\n\n/)
    expect(read("CHANGELOG.md").trim().endsWith(news)).toBe(true)
    // No other file of the product says the old one: a place that is not in the list.
    const left = spawnSync(
      "git",
      [
        "grep",
        "-lF",
        `"${version}"`,
        "--",
        "src",
        "scripts",
        "ops",
        "*.json",
        ":!test",
        ":!package-lock.json"
      ],
      { cwd: clone, encoding: "utf8" }
    )
    expect(left.stdout).toBe("")
    writeFileSync(join(clone, "stray"), "")
    expect((await release("9.0.0", "--go")).text).toMatch(
      /not clean[\s\S]*has been released[\s\S]*says nothing below/
    )
  })
})
