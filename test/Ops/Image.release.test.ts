/**
 * The container's image without a container: what the Dockerfile copies, of what .dockerignore admits, is copied; its
 * build is run; and the programs run from what the last stage has, far from the sources.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { afterAll, beforeAll } from "vitest"
import { run, stop } from "../../scripts/process/Spawned.ts"
import * as Simulated from "../../src/Sandbox/Providers.ts"
import { SimulatedProviders } from "../../src/Sandbox/Providers.ts"
import { providersAt } from "../Sandbox/Addresses.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import { node } from "../support/process/Node.ts"

const place = mkdtempSync(join(tmpdir(), "almanac-image-"))
const packages = realpathSync("node_modules")

const patterns = readFileSync(".dockerignore", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))

/** Whether the build may have a file of the repository: the last pattern that matches decides. */
const isAdmitted = (path: string) => {
  // `*` is any part of one name; what is below a match matches, too.
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}(?:/|$)`).test(path)
  const last = patterns.findLast((line) => matches(line.replace("!", "")))
  return last?.startsWith("!") ?? true
}

interface Stage {
  readonly directory: string
  readonly lines: ReadonlyArray<string>
}

/** The stages by name; the last one has none. */
const stages: ReadonlyMap<string, Stage> = new Map(
  readFileSync("Dockerfile", "utf8")
    .replaceAll("\\\n", " ")
    .split(/^FROM /m)
    .slice(1)
    .map((text) => {
      const name = /^\S+ AS (\w+)$/m.exec(text)?.[1] ?? "image"
      return [name, { directory: join(place, name), lines: text.split("\n") }]
    })
)

/** Copies what a stage copies. Packages are those of this machine: nothing is installed. */
const copy = ({ directory, lines }: Stage) => {
  for (const line of lines) {
    const [, from, words = ""] = /^COPY (?:--from=(\w+) )?(.*)$/.exec(line) ?? []
    const names = words.split(" ").filter((word) => word !== "")
    const into = names.pop() ?? ""
    for (const name of names) {
      const target = join(directory, into, into.endsWith("/") ? basename(name) : "")
      if (from === undefined) cpSync(name, target, { recursive: true, filter: isAdmitted })
      else {
        const there = name.replace("/build/", "")
        const source = from === "dependencies" ? join(packages, "..", there) : join(place, from, there)
        cpSync(source, target, { recursive: true })
      }
    }
  }
}

/** A machine that is busy with other tests is late, and no provider is. */
const patient = { PROVIDER_DEADLINE: "60 seconds" }

const stage = (name: string): Stage => stages.get(name) ?? { directory: "", lines: [] }
const image = stage("image").directory

beforeAll(async () => {
  const build = stage("build")
  mkdirSync(build.directory, { recursive: true })
  copy(build)
  symlinkSync(packages, join(build.directory, "node_modules"))
  expect(build.lines).toContain("RUN npm run build")
  const built = await node(build.directory, [join(packages, "tsx/dist/cli.mjs"), "scripts/build.ts"])
  expect(built).toEqual({ status: 0, stdout: "", stderr: "" })
  copy(stage("image"))
}, 300_000)

afterAll(() => rmSync(place, { recursive: true, force: true }))

/** Runs a program of the image to its end. */
const program = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => run(process.execPath, [join(image, args[0] ?? ""), ...args.slice(1)], environment)),
    (spawned) => Effect.promise(() => stop(spawned))
  ).pipe(
    Effect.flatMap((spawned) =>
      Effect.map(
        Effect.promise(() => spawned.ends),
        (code) => ({ code, lines: spawned.output().trim().split("\n") })
      )
    )
  )

const Sources = Schema.parseJson(Schema.Struct({ sources: Schema.Array(Schema.String) }))
const Package = Schema.parseJson(Schema.Struct({ name: Schema.String, version: Schema.String }))

describe.concurrent("the image", () => {
  it("has the service, its programs and their licences, and no sources", () => {
    expect(readdirSync(image).sort()).toEqual(["LICENSE", "dist", "node_modules", "package.json"])
    expect(readdirSync(join(image, "dist")).sort()).toEqual([
      "THIRD-PARTY-NOTICES",
      "almanac.cache",
      "almanac.cjs",
      "almanac.cjs.map",
      "canary.cjs",
      "changes.cjs",
      "docs.css",
      "docs.javascript",
      "doctor.cjs",
      "main.cjs",
      "protocol.cjs",
      "reconcile.cjs",
      "refund.cjs",
      "report.cjs",
      "web.json"
    ])
  })

  it("has a text of the licence of each package whose code is in it", () => {
    const { sources } = Schema.decodeUnknownSync(Sources)(
      readFileSync(join(image, "dist/almanac.cjs.map"), "utf8")
    )
    const beside = readdirSync(join(image, "node_modules"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith("/package.json"))
      .map((name) => `node_modules/${name}`)
    const directories = new Set(
      [...sources, ...beside].flatMap(
        (path) => /node_modules\/((?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []
      )
    )
    const wanted = [...directories].map((directory) => {
      const text = readFileSync(join(packages, directory, "package.json"), "utf8")
      const { name, version } = Schema.decodeUnknownSync(Package)(text)
      return `${name} ${version}`
    })
    const notices = readFileSync(join(image, "dist/THIRD-PARTY-NOTICES"), "utf8")
    const texts = new Map(
      [...notices.matchAll(/^=+\n(\S+ \S+) \((.+)\)\n=+\n\n([\s\S]*?)(?=\n={80}\n|$(?![\s\S]))/gm)].map(
        ([, title = "", , text = ""]) => [title, text]
      )
    )
    expect(wanted.length).toBeGreaterThan(50)
    expect(wanted.filter((title) => !texts.has(title))).toEqual([])
    // The shortest is a header that names the Apache licence, whose whole text others have.
    expect(
      [...texts].filter(([, text]) => !/copyright|permi(t|ssion)/i.test(text) || text.length < 500)
    ).toEqual([])
    expect(notices).toContain("swagger-ui, within @effect/platform")
    // What `dist/protocol.cjs` has in it.
    expect([...texts.keys()].join()).toMatch(/@modelcontextprotocol\/server .*zod /)
  })

  it.scopedLive(
    "tells by its doctor what is wrong",
    () =>
      Effect.gen(function* () {
        const { environment } = yield* Neighbours.start()
        const { origin } = yield* SimulatedProviders
        const { code, lines } = yield* program(["dist/doctor.cjs"], {
          ...environment,
          ...providersAt(origin),
          ...patient
        })
        expect(lines.at(-1), lines.join("\n")).toMatch(/^\d+ checks: \d+ ok, \d+ off, \d+ warn, 0 fail$/)
        expect(lines.filter((line) => / ok {4}/.test(line)).length).toBeGreaterThan(11)
        expect(code).toBe(0)
        const wrong = yield* program(["dist/doctor.cjs"], {
          ...environment,
          ...providersAt(origin),
          ...patient,
          X402_PAY_TO: "0x1"
        })
        expect([wrong.code, wrong.lines[0]]).toEqual([
          1,
          expect.stringMatching(/^settings +fail {2}X402_PAY_TO /)
        ])
      }).pipe(Effect.provide(Simulated.layer)),
    120_000
  )

  it.scopedLive.each(["report", "reconcile", "refund", "changes"])(
    "has the operator's program %s, which says how it is used, and that there is no ledger yet",
    (name) =>
      Effect.gen(function* () {
        const help = yield* program([`dist/${name}.cjs`, "--help"], {})
        expect([help.code, help.lines[0]]).toEqual([0, expect.stringContaining(`npm run ${name} -- `)])
        const wrong = yield* program([`dist/${name}.cjs`, "--no-such-option"], {})
        expect([wrong.code, wrong.lines.join("\n")]).toEqual([
          2,
          expect.stringContaining(help.lines[0] ?? "")
        ])
        const { environment } = yield* Neighbours.start()
        const words =
          name === "refund"
            ? ["--payment", `0x${"1".repeat(40)}/0x${"2".repeat(64)}`, "--who", "a", "--why", "b"]
            : []
        const empty = yield* program([`dist/${name}.cjs`, ...words], {
          ...environment,
          DATA_DIR: join(place, "none")
        })
        expect([empty.code, empty.lines.join("\n")]).toEqual([
          2,
          expect.stringContaining("there is no ledger in ")
        ])
      }),
    120_000
  )

  it.scopedLive(
    "tells by its canary that the providers answer as they were recorded",
    () =>
      Effect.gen(function* () {
        const { origin } = yield* SimulatedProviders
        const environment = {
          CONTACT: "ops@canary.example",
          GDELT_PACE: "1 millis",
          ...patient,
          ...providersAt(origin)
        }
        const all = yield* program(["dist/canary.cjs"], environment)
        expect(all.lines.at(-1)).toBe("15 operations: 15 ok, 0 changed, 0 no longer decoding, 0 failed")
        expect(all.code).toBe(0)
        const away = { ...environment, NAGER_URL: "http://127.0.0.1:1" }
        const some = yield* program(["dist/canary.cjs", "--only", "nager,gdelt.search"], away)
        expect(some.lines.at(-1)).toBe("3 operations: 1 ok, 0 changed, 0 no longer decoding, 2 failed")
        expect(some.code).toBe(1)
      }).pipe(Effect.provide(Simulated.layer)),
    120_000
  )

  it.scopedLive(
    "starts, sells, and stops",
    () =>
      Effect.gen(function* () {
        const { environment } = yield* Neighbours.start()
        const spawned = yield* Effect.acquireRelease(
          Effect.sync(() => run(process.execPath, [join(image, "dist/main.cjs")], environment)),
          (spawned) => Effect.promise(() => stop(spawned))
        )
        const url = yield* Almanac.urlOf(spawned)
        yield* Almanac.readiness(url, 200)
        spawned.child.kill("SIGTERM")
        expect(yield* Effect.promise(() => spawned.ends)).toBe(0)
      }),
    120_000
  )
})
