/**
 * Makes a release on this machine: nothing leaves it.
 *
 *   npm run release -- 0.2.0               says what it would do, and changes nothing
 *   npm run release -- 0.2.0 --go          sets the version wherever it stands, moves the changelog's section, commits and
 *                                          tags; then builds the client's package, the list of packages (SBOM), and the
 *                                          image where an engine answers, into dist/release
 *   npm run release -- 0.2.0 --go --no-build
 *
 * It wants a clean tree. To take back what it did: git tag -d v0.2.0 && git reset --hard HEAD~1. What publishes is
 * .github/workflows/release.yml, when the tag is pushed: provenance needs the host that builds.
 */
import "./process/Pipe.ts"
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { files, release } from "./release/Places.ts"

const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { encoding: "utf8" }).trimEnd()

const {
  positionals: [version = ""],
  values: { go = false, "no-build": noBuild = false }
} = parseArgs({
  allowPositionals: true,
  options: { go: { type: "boolean" }, "no-build": { type: "boolean" } }
})

const fail = (problems: ReadonlyArray<string>): never => {
  for (const problem of problems) console.error(`release: ${problem}`)
  process.exit(1)
}

const run = (program: string, args: ReadonlyArray<string>) => {
  console.log(`release: ${[program, ...args].join(" ")}`)
  const { status } = spawnSync(program, args, { stdio: ["ignore", "inherit", "inherit"] })
  if (status !== 0) fail([`${program} ended with ${status}; the commit and the tag are made`])
}

const changed = git("status", "--porcelain")
const made = release(
  {
    texts: new Map(files.map((file) => [file, readFileSync(file, "utf8")])),
    released: git("tag", "--list", "v*")
      .split("\n")
      .filter((tag) => tag !== "")
      .map((tag) => tag.slice(1))
  },
  version,
  new Date().toISOString().slice(0, 10)
)
const problems = [
  ...(changed === "" ? [] : [`the tree is not clean:\n${changed}`]),
  ...("texts" in made ? [] : made)
]
if (problems.length > 0 || !("texts" in made)) fail(problems)
else {
  const touched = files.filter((file) => made.texts.get(file) !== readFileSync(file, "utf8"))
  console.log(`release: ${version}, in ${touched.join(", ")}\n\n${made.news}\n`)
  if (!go) console.log("release: nothing was changed; --go does it")
  else {
    for (const file of touched) writeFileSync(file, made.texts.get(file) ?? "")
    git("commit", "--quiet", "--message", `Version ${version}`, "--", ...touched)
    // Its headings are no comments of git's.
    git("tag", "--annotate", "--cleanup=whitespace", `v${version}`, "--message", made.news)
    console.log(`release: committed and tagged v${version}`)
    if (!noBuild) {
      mkdirSync("dist/release", { recursive: true })
      run("npm", ["run", "--silent", "build:client"])
      run("npm", ["pack", "./dist/client", "--pack-destination", "dist/release"])
      writeFileSync(
        "dist/release/sbom.json",
        execFileSync("npm", ["run", "--silent", "sbom"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
      )
      const engine = spawnSync("docker", ["info"], { stdio: "ignore" })
      if (engine.status === 0) run("docker", ["build", "--tag", `almanac:${version}`, "."])
      else console.log("release: NO IMAGE, no engine answers to docker info")
    }
    console.log("release: git push --follow-tags publishes it")
  }
}
