/**
 * The doctor as an operator runs it: where all is well, where nothing answers, and where the settings are wrong.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { exitCode, table } from "../../scripts/doctor/Finding.ts"
import * as Skew from "../../scripts/doctor/Skew.ts"
import * as Simulated from "../../src/Sandbox/Providers.ts"
import { SimulatedProviders } from "../../src/Sandbox/Providers.ts"
import { providersAt } from "../Sandbox/Addresses.ts"
import { facilitatorServer, reply } from "../support/FacilitatorServer.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import * as Program from "../support/process/Program.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"

/** Runs it to its end: its exit code, and its lines by what they check. */
const doctor = (environment: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  Program.start("scripts/doctor.ts", environment, ...args).pipe(
    Effect.flatMap((spawned) =>
      Effect.map(
        Effect.promise(() => spawned.ends),
        (code) => ({ code, lines: spawned.output().trim().split("\n") })
      )
    )
  )

/** `check verdict` of every row. */
const verdicts = (lines: ReadonlyArray<string>) =>
  lines.flatMap((line) => {
    const match = /^(\S+(?: \S+)?) +(ok|off|warn|fail) +\S/.exec(line)
    return match === null ? [] : [`${match[1]} ${match[2]}`]
  })

const providers = [
  "openalex",
  "crossref",
  "gdelt",
  "coingecko",
  "frankfurter",
  "open-meteo",
  "photon",
  "nager-date",
  "wikidata",
  "census"
]

/** Addresses where no provider is, and no pause before the second try at one. */
const absent = { ...providersAt("http://127.0.0.1:1"), GDELT_PACE: "1 millis" }

const scratch = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
)

// All at the same time: a doctor mostly waits.
describe.concurrent("npm run doctor", () => {
  it.scopedLive.each([
    { args: ["--help"], exit: 0, first: "npm run doctor     in the image: node dist/doctor.cjs" },
    { args: ["openalex"], exit: 2, first: "unknown argument: openalex" }
  ])("$args says what it does, examines nothing, and exits with $exit", ({ args, exit, first }) =>
    Effect.gen(function* () {
      const { code, lines } = yield* doctor({}, ...args)
      expect({ code, first: lines[0] }).toEqual({ code: exit, first })
      expect(lines.at(-1)).toContain("Ends with 1 when something fails.")
      expect(verdicts(lines)).toEqual([])
    })
  )

  it.scopedLive(
    "finds nothing where all is well, and exits with 0",
    () =>
      Effect.gen(function* () {
        const { environment } = yield* Neighbours.start()
        const { origin } = yield* SimulatedProviders
        const { url: node } = yield* facilitatorServer(
          reply(200, { jsonrpc: "2.0", id: 1, result: "0x14a34" })
        )
        const dataDir = yield* scratch
        const postgres = Postgres.url === undefined ? undefined : yield* Postgres.database
        const redis = RedisServer.isHere ? yield* RedisServer.make : undefined
        const { code, lines } = yield* doctor({
          ...environment,
          ...providersAt(origin),
          X402_PAY_TO: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
          X402_RPC_URL: node,
          DATA_DIR: join(dataDir, "new"),
          ...(postgres === undefined ? {} : { DATABASE_URL: Redacted.value(postgres.url) }),
          ...(redis === undefined ? {} : { REDIS_URL: redis.url })
        })
        const database =
          postgres === undefined ? ["database ok"] : ["database ok", "database clock ok", "schema ok"]
        expect(verdicts(lines)).toEqual([
          "settings ok",
          ...database,
          redis === undefined ? "redis off" : "redis warn",
          // The node answers every question by its chain's number.
          "payee warn",
          "facilitator ok",
          "chain node ok",
          ...providers.map((name) => `${name} ok`),
          "clock ok"
        ])
        expect(code, lines.join("\n")).toBe(0)
      }).pipe(Effect.provide(Simulated.layer)),
    60_000
  )

  it.scopedLive(
    "says of everything that does not answer what to do, and exits with 1",
    () =>
      Effect.gen(function* () {
        const nowhere = "http://127.0.0.1:1"
        const file = join(yield* scratch, "file")
        writeFileSync(file, "")
        const first = doctor({
          ...absent,
          X402_PAY_TO: "",
          X402_FACILITATOR_URL: nowhere,
          X402_RPC_URL: nowhere,
          DATABASE_URL: "postgres://almanac:s3cr3t@127.0.0.1:1/almanac",
          REDIS_URL: "redis://:s3cr3t@127.0.0.1:1"
        })
        const second = doctor({
          ...absent,
          CONTACT: "x",
          X402_PAY_TO: `0x${"a".repeat(40)}`,
          X402_FACILITATOR_URL: nowhere,
          DATA_DIR: join(file, "below")
        })
        const [{ code, lines }, other] = yield* Effect.all([first, second], { concurrency: 2 })
        expect(verdicts(lines)).toEqual([
          "settings fail",
          "settings fail",
          "database fail",
          "redis fail",
          "payee off",
          "facilitator fail",
          "chain node fail",
          ...providers.map((name) => `${name} fail`),
          "clock warn"
        ])
        expect(code).toBe(1)
        expect(lines.filter((line) => line.includes("-> ")).length).toBe(17)
        expect(lines.join("\n")).not.toContain("s3cr3t")

        expect(verdicts(other.lines)).toEqual(
          expect.arrayContaining(["settings ok", "database fail", "redis off", "chain node off"])
        )
      }),
    60_000
  )

  it.scopedLive(
    "knows a facilitator and a node of another chain, and settings that are plainly wrong",
    () =>
      Effect.gen(function* () {
        const { environment } = yield* Neighbours.start()
        const { url: node } = yield* facilitatorServer(reply(200, { jsonrpc: "2.0", id: 1, result: "0x1" }))
        const { url: facilitator } = yield* facilitatorServer(
          reply(200, {
            kinds: [
              { scheme: "exact", network: "eip155:8453", x402Version: 2 },
              { scheme: "exact", network: "eip155:84532", x402Version: 1 }
            ]
          })
        )
        const { lines } = yield* doctor({
          ...environment,
          ...absent,
          X402_FACILITATOR_URL: facilitator,
          X402_RPC_URL: node
        })
        expect(verdicts(lines)).toEqual(
          expect.arrayContaining(["facilitator fail", "chain node fail", "database warn"])
        )
      }),
    60_000
  )
})

describe.concurrent("npm run doctor with wrong settings", () => {
  const nothing = { ...absent, X402_FACILITATOR_URL: "http://127.0.0.1:1", DATA_DIR: "memory://" }
  const sound = { ...nothing, CONTACT: "x", X402_PAY_TO: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }

  it.scopedLive.each([
    ["a port", { PORT: "80a", LOG_LEVEL: "loud" }, ["settings fail", "settings fail"], []],
    ["a name", { X402_PAYTO: "0x1" }, ["settings ok", "settings warn"], []],
    ["a public address", { HOST: "0.0.0.0" }, ["settings fail"], []],
    ["the database", { DATABASE_URL: "mysql://localhost" }, ["settings fail"], ["database"]],
    ["Redis", { REDIS_URL: "redis://localhost/cache" }, ["settings fail"], ["redis"]],
    ["the payee", { X402_PAY_TO: `0x${"0".repeat(40)}` }, ["settings fail"], ["payee"]],
    [
      "the chain",
      { X402_NETWORK: "eip155:1" },
      ["settings fail", "settings fail"],
      ["database", "payee", "facilitator", "chain node"]
    ],
    [
      "the facilitator",
      { X402_NETWORK: "eip155:8453", X402_FACILITATOR_URL: "", DATA_DIR: ".data" },
      ["settings fail"],
      ["facilitator"]
    ],
    ["the facilitator's key", { CDP_API_KEY_ID: "a" }, ["settings fail"], ["facilitator"]],
    ["a provider", { GDELT_URL: "ftp://x" }, ["settings fail"], ["gdelt"]],
    ["a provider's plan", { COINGECKO_PLAN: "pro" }, ["settings fail"], ["coingecko"]]
  ] as const)(
    "%s looks at everything else",
    ([, environment, settings, left]) =>
      Effect.gen(function* () {
        const { lines } = yield* doctor({ ...sound, ...environment })
        const found = verdicts(lines)
        expect(found.slice(0, settings.length)).toEqual(settings)
        const others = found.slice(settings.length).filter((one) => !one.startsWith("ledger "))
        const checks = others.map((one) => one.slice(0, one.lastIndexOf(" ")))
        expect(checks).toEqual([
          "database",
          "redis",
          "payee",
          "facilitator",
          "chain node",
          ...providers,
          "clock"
        ])
        const isLeft = (line: string) => line.includes("not looked at:")
        expect(lines.filter(isLeft).map((line) => /^(\S+(?: \S+)?) /.exec(line)?.[1])).toEqual(left)
      }),
    60_000
  )
})

describe("a clock", () => {
  it.each([
    [0.4, "ok"],
    [-4.9, "ok"],
    [5, "warn"],
    [-29, "warn"],
    [30, "fail"],
    [-4000, "fail"]
  ] as const)("that is %d s off is %s", (seconds, verdict) => {
    const finding = Skew.finding(Option.some({ seconds, sources: 3 }))
    expect(finding.verdict).toBe(verdict)
    expect(exitCode([finding])).toBe(verdict === "fail" ? 1 : 0)
    expect(table([finding]).length).toBe(verdict === "ok" ? 1 : 2)
  })
})
