/**
 * The doctor's checks one by one: what each says of what is wrong, and what is to be done.
 */
import { randomUUID } from "node:crypto"
import { FileSystem, HttpClient } from "@effect/platform"
import { SystemError } from "@effect/platform/Error"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { Redis as Client } from "ioredis"
import * as Database from "../../scripts/doctor/Database.ts"
import type { Finding } from "../../scripts/doctor/Finding.ts"
import * as Money from "../../scripts/doctor/Money.ts"
import * as Redis from "../../scripts/doctor/Redis.ts"
import * as Skew from "../../scripts/doctor/Skew.ts"
import * as SteeredClock from "../../scripts/prove/service/SteeredClock.ts"
import { migrations } from "../../src/Payment/ledger/migrations.ts"
import { Settings } from "../../src/Settings.ts"
import { table } from "../../src/Storage/Migrations.ts"
import { facilitatorServer, hang, type Play, reply, reset } from "../support/FacilitatorServer.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"
import * as RefusingPostgres from "../support/servers/RefusingPostgres.ts"

const settings = (environment: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(
    Settings.config,
    ConfigProvider.fromMap(
      new Map(
        Object.entries({
          X402_PAY_TO: `0x${"a".repeat(40)}`,
          CONTACT: "mailto:test@example.org",
          ...environment
        })
      )
    )
  )

const outside = Layer.merge(NodeHttpClient.layerUndici, NodeContext.layer)

/** The finding of one check, as a row: verdict, what is told, what to do. */
const row = (findings: ReadonlyArray<Finding>, check: string) => {
  const found = findings.find((finding) => finding.check === check)
  return found === undefined ? undefined : [found.verdict, found.told, found.advice]
}

const names = Object.keys(migrations)
const numbers = names.map((name) => Number.parseInt(name, 10))

/** A migrations' table in which these have run. */
const ran = (ids: ReadonlyArray<number>) => [
  `CREATE TABLE ${table} (migration_id integer PRIMARY KEY, name text NOT NULL, created_at timestamptz DEFAULT now())`,
  ...ids.map((id) => `INSERT INTO ${table} (migration_id, name) VALUES (${id}, 'x')`)
]

describe.skipIf(Postgres.url === undefined)("the schema (DATABASE_URL)", () => {
  it("has several migrations", () => {
    expect(numbers.length).toBeGreaterThan(1)
  })

  it.scopedLive.each([
    ["none yet", [], ["ok", "none yet: the service makes it at its start", undefined]],
    ["complete", ran(numbers), ["ok", `all ${numbers.length} migrations have run`, undefined]],
    [
      "behind by one",
      ran(numbers.slice(0, -1)),
      ["warn", "1 migration has not run", "start the service: it runs them"]
    ],
    [
      "not begun",
      ran([]),
      ["warn", `${numbers.length} migrations have not run`, "start the service: it runs them"]
    ],
    [
      "newer than this version",
      ran([...numbers, Math.max(...numbers) + 1]),
      ["warn", "1 migration of a newer version has run", "run the newer version"]
    ]
  ] as const)("that is %s", ([, statements, expected]) =>
    Effect.gen(function* () {
      const database = yield* Postgres.database
      yield* Effect.forEach(statements, database.query)
      const findings = yield* Database.check(yield* settings({ DATABASE_URL: Redacted.value(database.url) }))
      expect(findings.map(({ check }) => check)).toEqual(["database", "database clock", "schema"])
      expect(row(findings, "schema")).toEqual(expected)
    }).pipe(Effect.provide(outside))
  )

  it.scopedLive("of a database that takes no writes, which is no good one", () =>
    Effect.gen(function* () {
      const database = yield* Postgres.database
      const url = new URL(Redacted.value(database.url))
      url.searchParams.set("options", "-c default_transaction_read_only=on")
      const findings = yield* Database.check(yield* settings({ DATABASE_URL: url.href }))
      expect(row(findings, "database")).toEqual([
        "fail",
        expect.stringMatching(/^PostgreSQL \d+\.\d+.*, read-only$/),
        "set DATABASE_URL to the primary, or end what makes it read-only (default_transaction_read_only, a short disk); until then paid calls answer 503"
      ])
    }).pipe(Effect.provide(outside))
  )

  it.scopedLive("that cannot be made by this user", () =>
    Effect.gen(function* () {
      const database = yield* Postgres.database
      const role = `almanac_test_${randomUUID().replaceAll("-", "")}`
      yield* Effect.acquireRelease(database.administer(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`), () =>
        database.administer(`DROP ROLE ${role}`)
      )
      yield* database.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
      const url = new URL(Redacted.value(database.url))
      url.username = role
      url.password = role
      const findings = yield* Database.check(yield* settings({ DATABASE_URL: url.href }))
      expect(row(findings, "schema")).toEqual([
        "fail",
        "none, and this user may make none",
        "GRANT CREATE ON SCHEMA public to the user of DATABASE_URL"
      ])
    }).pipe(Effect.provide(outside))
  )

  it.scopedLive.each([
    [0, "ok", /^within a second of this machine's$/],
    [10, "warn", /^\d+\.\d s ahead of this machine's$/],
    [40, "fail", /^\d+\.\d s ahead of this machine's$/],
    [7200, "fail", /^7\d{3}\.\d s ahead of this machine's$/],
    [-10, "warn", /^\d+\.\d s behind this machine's$/],
    [-7200, "fail", /^7\d{3}\.\d s behind this machine's$/]
  ] as const)("of a database whose clock is ahead of ours by %s s", ([ahead, verdict, told]) =>
    Effect.gen(function* () {
      const database = yield* Postgres.database
      const { clock, jump } = SteeredClock.make(Duration.seconds(Math.max(0, ahead)))
      yield* jump(Duration.seconds(Math.max(0, -ahead)))
      const findings = yield* Effect.withClock(
        Database.check(yield* settings({ DATABASE_URL: Redacted.value(database.url) })),
        clock
      )
      expect(row(findings, "database clock")).toEqual([
        verdict,
        expect.stringMatching(told),
        verdict === "ok" ? undefined : expect.stringContaining("NTP")
      ])
    }).pipe(Effect.provide(outside))
  )
})

describe.skipIf(Postgres.url === undefined)("the ledger's clock (DATABASE_URL)", () => {
  it.scopedLive("is the one that the ledger goes by, not the server's", () =>
    Effect.gen(function* () {
      const database = yield* Postgres.database
      yield* database.query(
        `CREATE FUNCTION almanac_now() RETURNS timestamptz LANGUAGE sql STABLE
          AS $$ SELECT statement_timestamp() - INTERVAL '25 hours' $$`
      )
      const findings = yield* Database.check(yield* settings({ DATABASE_URL: Redacted.value(database.url) }))
      expect(row(findings, "database clock")?.slice(0, 2)).toEqual([
        "fail",
        expect.stringMatching(/^(90000|89999)\.\d s behind this machine's$/)
      ])
    }).pipe(Effect.provide(outside))
  )
})

const kind = { scheme: "exact", network: "eip155:84532", x402Version: 2 }
const secret = "s3cr3t-token"

describe("a facilitator", () => {
  it.scopedLive.each([
    [
      "settles on our chain",
      reply(200, { kinds: [kind] }),
      "ok",
      / settles exact on eip155:84532/,
      undefined
    ],
    [
      "settles on another",
      reply(200, { kinds: [{ ...kind, network: "eip155:8453" }] }),
      "fail",
      / does not settle exact/,
      /X402_NETWORK/
    ],
    ["settles nothing", reply(200, { kinds: [] }), "fail", / does not settle exact/, /X402_NETWORK/],
    [
      "takes no key of ours",
      reply(401, { error: secret }),
      "fail",
      / does not know us \(401\)$/,
      /^set X402_FACILITATOR_TOKEN, or CDP_API_KEY_ID/
    ],
    [
      "forbids us",
      reply(403, "no"),
      "fail",
      / does not know us \(403\)$/,
      /^set X402_FACILITATOR_TOKEN, or CDP_API_KEY_ID/
    ],
    ["is broken", reply(500, secret), "fail", /\(status 500\)$/, /X402_FACILITATOR_URL/],
    ["is another service", reply(404, "nothing here"), "fail", /\(status 404\)$/, /X402_FACILITATOR_URL/],
    [
      "answers a page",
      reply(200, "<html>"),
      "fail",
      / does not tell what it supports \(its reply is not the protocol's\)$/,
      /X402_FACILITATOR_URL/
    ],
    ["hangs up", reset, "fail", /\(the connection was cut\)$/, /X402_FACILITATOR_URL/]
  ] as const satisfies ReadonlyArray<readonly [string, Play, string, RegExp, RegExp | undefined]>)(
    "that %s",
    ([, play, verdict, told, advice]) =>
      Effect.gen(function* () {
        const { url, calls } = yield* facilitatorServer(play)
        const finding = yield* Money.facilitator(
          yield* settings({ X402_FACILITATOR_URL: url, X402_FACILITATOR_TOKEN: secret })
        )
        expect([finding.verdict, finding.told, finding.advice]).toEqual([
          verdict,
          expect.stringMatching(told),
          advice === undefined ? undefined : expect.stringMatching(advice)
        ])
        expect(JSON.stringify(finding)).not.toContain(secret)
        expect(calls.map((call) => [call.url, call.headers.authorization])).toContainEqual([
          "/supported",
          `Bearer ${secret}`
        ])
      }).pipe(Effect.provide(outside))
  )

  it.scopedLive("that never answers is given up", () =>
    Effect.gen(function* () {
      const { url } = yield* facilitatorServer(hang)
      const { clock, jump } = SteeredClock.make()
      const fiber = yield* Effect.fork(
        Effect.withClock(Money.facilitator(yield* settings({ X402_FACILITATOR_URL: url })), clock)
      )
      const finding = yield* Effect.raceFirst(
        Fiber.join(fiber),
        Effect.forever(Effect.zipRight(jump("1 second"), Effect.sleep("5 millis")))
      )
      expect([finding.verdict, finding.told]).toEqual([
        "fail",
        expect.stringContaining("(no answer within 10s)")
      ])
    }).pipe(Effect.provide(outside))
  )
})

describe("a chain's node", () => {
  it.scopedLive.each([
    ["is of our chain", reply(200, { jsonrpc: "2.0", id: 1, result: "0x14a34" }), "answers for chain 84532"],
    [
      "is of another",
      reply(200, { jsonrpc: "2.0", id: 1, result: "0x1" }),
      "answers for chain 1, not eip155:84532"
    ],
    ["hangs up", reset, "does not answer (the connection failed)"],
    [
      "takes no key of ours",
      reply(200, { jsonrpc: "2.0", id: 1, error: { code: -32000, message: secret } }),
      "does not answer (it refuses the call, or the key in its URL)"
    ],
    ["is another service", reply(404, secret), "does not answer (it is overloaded, or its URL is another's)"],
    ["answers a page", reply(200, "<html>"), "does not answer (its reply is no JSON-RPC)"]
  ] as const satisfies ReadonlyArray<readonly [string, Play, string]>)("that %s", ([, play, told]) =>
    Effect.gen(function* () {
      const { url } = yield* facilitatorServer(play)
      const finding = yield* Money.rpc(yield* settings({ X402_RPC_URL: `${url}/${secret}` }))
      expect(finding.told).toBe(told)
      expect(JSON.stringify(finding)).not.toContain(secret)
    }).pipe(Effect.provide(outside))
  )
})

describe("this machine's clock", () => {
  const dated = (seconds: number | undefined) =>
    reply(200, {}, { date: seconds === undefined ? "" : new Date(Date.now() - seconds * 1000).toUTCString() })

  it.scopedLive.each([
    ["one other agrees", [0], "ok", /^within a second of the time of 1 other$/],
    ["one of three is off, by a cache", [0, 3600, 0], "ok", /^within a second of the time of 3 others$/],
    ["all say that it is ahead", [60, 61, 62], "fail", /s ahead of the time of 3 others$/],
    ["all say that it is behind", [-9, -8, -10], "warn", /s behind the time of 3 others$/],
    ["nobody tells", [undefined], "warn", /^nobody told the time$/]
  ] as const)("when %s", ([, dates, verdict, told]) =>
    Effect.gen(function* () {
      const { client, skew } = Skew.watched(yield* HttpClient.HttpClient)
      for (const seconds of dates) {
        const { url } = yield* facilitatorServer(dated(seconds))
        yield* Effect.scoped(client.get(url))
      }
      const finding = Skew.finding(yield* skew)
      expect([finding.verdict, finding.told]).toEqual([verdict, expect.stringMatching(told)])
      if (verdict !== "ok") expect(finding.advice).toContain("NTP")
    }).pipe(Effect.provide(outside))
  )
})

describe.skipIf(!RedisServer.isHere)("a Redis (REDIS_URL)", () => {
  it.scopedLive.each([
    ["without a bound", "0", "allkeys-lru", "warn", "answers, in its database 0, but keeps everything"],
    ["with one", "64mb", "allkeys-lru", "ok", "answers, in its database 0"],
    [
      "that removes nothing",
      "64mb",
      "noeviction",
      "warn",
      "answers, in its database 0, but takes no writes once its memory is full"
    ]
  ] as const)("%s", ([, maxmemory, policy, verdict, told]) =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new Client(server.url)),
        (client) => Effect.sync(() => client.disconnect())
      )
      yield* Effect.promise(() => client.config("SET", "maxmemory", maxmemory))
      yield* Effect.promise(() => client.config("SET", "maxmemory-policy", policy))
      const finding = yield* Effect.timeout(
        Redis.check(yield* settings({ REDIS_URL: server.url })),
        Duration.seconds(10)
      )
      expect([finding.verdict, finding.told]).toEqual([verdict, told])
    })
  )

  it.scopedLive.each([
    [
      "another password",
      ["--requirepass", "right"],
      ":wrong@",
      "",
      /^does not answer: the server refuses the user or/
    ],
    [
      "no writes",
      ["--replicaof", "127.0.0.1", "1"],
      "",
      "",
      /^does not answer: the server is a read-only replica$/
    ],
    ["no such database", [], "", "/99", /^does not answer: the server has no database of the number/],
    ["another database", [], "", "/3", /^answers, in its database 3/]
  ] as const)("with %s", ([, options, before, after, told]) =>
    Effect.gen(function* () {
      const server = yield* RedisServer.makeWith(options)
      const url = server.url.replace("//", `//${before}`) + after
      const finding = yield* Redis.check(yield* settings({ REDIS_URL: url }))
      expect(finding.told).toMatch(told)
      expect(JSON.stringify(finding)).not.toContain("wrong")
    })
  )
})

it.scopedLive("finds a damaged embedded database", () =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const dataDir = yield* fs.makeTempDirectoryScoped()
    yield* fs.makeDirectory(`${dataDir}/pg/base`, { recursive: true })
    const findings = yield* Database.check(yield* settings({ DATA_DIR: dataDir }))
    expect(row(findings, "database")).toEqual([
      "fail",
      `the embedded database in ${dataDir} is damaged: its file pg/PG_VERSION is missing`,
      "restore the directory, or set DATA_DIR to another one"
    ])
  }).pipe(Effect.provide(outside))
)

it.scopedLive("finds a full disk, on which a directory can still be made", () =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const dataDir = yield* fs.makeTempDirectoryScoped()
    const full = new SystemError({
      reason: "Unknown",
      module: "FileSystem",
      method: "writeFile",
      description: "ENOSPC: no space left on device, write"
    })
    const findings = yield* Effect.provideService(
      Database.check(yield* settings({ DATA_DIR: dataDir })),
      FileSystem.FileSystem,
      { ...fs, writeFile: (_, bytes) => (bytes.length < 1024 * 1024 ? Effect.void : Effect.fail(full)) }
    )
    expect(row(findings, "database")).toEqual([
      "fail",
      `${dataDir} cannot be written (ENOSPC: no space left on device, write)`,
      "make room on its disk, or set DATA_DIR to a directory of this user, or DATABASE_URL"
    ])
    expect(yield* fs.readDirectory(dataDir)).toEqual([])
  }).pipe(Effect.provide(outside))
)

it.scopedLive("leaves nothing where the embedded database will be, and does not need its directory", () =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const place = yield* fs.makeTempDirectoryScoped()
    for (const dataDir of [place, `${place}/new/data`]) {
      const findings = yield* Database.check(yield* settings({ DATA_DIR: dataDir }))
      expect(row(findings, "database")?.[0]).toBe("ok")
      expect(yield* fs.readDirectory(place)).toEqual([])
    }
    yield* fs.writeFileString(`${place}/file`, "")
    const findings = yield* Database.check(yield* settings({ DATA_DIR: `${place}/file/data` }))
    expect(row(findings, "database")?.[0]).toBe("fail")
  }).pipe(Effect.provide(outside))
)

describe("the payee", () => {
  const right = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
  const node = (code: string) => reply(200, { jsonrpc: "2.0", id: 1, result: code })

  it.scopedLive.each([
    ["an account", right, node("0x"), "ok", /its checksum is right$/],
    ["a contract", right, node("0x6080"), "warn", / is a contract$/],
    ["an account at a node that is away", right, reset, "ok", /its checksum is right$/],
    ["without a checksum", right.toLowerCase(), node("0x"), "warn", /without its checksum/]
  ] as const satisfies ReadonlyArray<readonly [string, string, Play, string, RegExp]>)(
    "that is %s",
    ([, address, play, verdict, told]) =>
      Effect.gen(function* () {
        const { url } = yield* facilitatorServer(play)
        const finding = yield* Money.payee(yield* settings({ X402_PAY_TO: address, X402_RPC_URL: url }))
        expect([finding.verdict, finding.told]).toEqual([verdict, expect.stringMatching(told)])
        if (address !== right) expect(finding.advice).toContain(`X402_PAY_TO=${right}`)
      }).pipe(Effect.provide(outside))
  )
})

describe("a database that refuses", () => {
  it.scopedLive.each([
    ["28P01", /^the server refuses the password of DATABASE_URL/],
    ["3D000", /^the server has no database of the name in DATABASE_URL/],
    ["53100", /^the server's disk is full/]
  ] as const)("by %s is told in words", ([sqlState, told]) =>
    Effect.gen(function* () {
      const { port } = yield* RefusingPostgres.make(sqlState)
      const url = `postgres://almanac:s3cr3t@127.0.0.1:${port}/almanac`
      const findings = yield* Database.check(yield* settings({ DATABASE_URL: url }))
      expect(row(findings, "database")).toEqual([
        "fail",
        expect.stringMatching(told),
        expect.stringContaining("psql")
      ])
      expect(JSON.stringify(findings)).not.toMatch(/s3cr3t|internal/)
    }).pipe(Effect.provide(outside))
  )
})
