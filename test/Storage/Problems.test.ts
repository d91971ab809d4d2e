/**
 * What an operator is told of a database or a Redis that does not serve us: the class of the reason, in words, and
 * nothing that the server says of itself.
 */
import { randomUUID } from "node:crypto"
import { connect, createServer, type Server } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted, Schedule } from "effect"
import { migrations } from "../../src/Payment/ledger/migrations.ts"
import { Database, layer as databaseLayer } from "../../src/Storage/Database.ts"
import { driverProblem } from "../../src/Storage/DatabaseProblem.ts"
import * as Redis from "../../src/Storage/Redis.ts"
import { redisProblem } from "../../src/Storage/RedisProblem.ts"
import * as Logs from "../support/Logs.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"
import * as RefusingPostgres from "../support/servers/RefusingPostgres.ts"

/** What an effect gives at last that is as it is looked for. */
const firstOf = <A>(effect: Effect.Effect<A>, isIt: (value: A) => boolean) =>
  effect.pipe(
    Effect.filterOrFail(isIt),
    Effect.retry({ times: 500, schedule: Schedule.spaced("20 millis") }),
    Effect.orDie
  )

/** The first problem that is more than a start under way. */
const problemAt = (url: string) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(
      databaseLayer({ url: Option.some(Redacted.make(url)), dataDir: "unused", migrations })
    )
    const { problem } = Context.get(context, Database)
    return yield* firstOf(problem, (found) => Option.isNone(found) || !found.value.includes("still running"))
  })

const nothing = "postgres://almanac:secret@127.0.0.1:1/almanac"

describe("a PostgreSQL", () => {
  it.scopedLive.each([
    ["28P01", "the server refuses the password of DATABASE_URL (28P01)"],
    [
      "28000",
      "the server does not let this user in from here (pg_hba.conf), or not without TLS (sslmode=require in DATABASE_URL) (28000)"
    ],
    ["3D000", "the server has no database of the name in DATABASE_URL (3D000)"],
    ["53100", "the server's disk is full (53100)"],
    ["53300", "the server has no connection left for this user (53300)"],
    ["57P03", "the server is starting or shutting down (57P03)"],
    ["57014", "the server refuses (57014)"]
  ] as const)("that refuses by %s", ([sqlState, words]) =>
    Logs.collected((logs) =>
      Effect.gen(function* () {
        const { port, passwords } = yield* RefusingPostgres.make(sqlState)
        expect(yield* problemAt(`postgres://almanac:secret@127.0.0.1:${port}/almanac`)).toEqual(
          Option.some(words)
        )
        expect(passwords[0]).toBe("secret")
        const told = yield* firstOf(
          Effect.sync(() =>
            logs.lines.filter(({ text }) => text.startsWith("The migrations")).map(({ text }) => text)
          ),
          ({ length }) => length > 0
        )
        expect(told).toEqual([
          `The migrations of the database have not succeeded. The database is unavailable: ${words}`
        ])
      })
    )
  )

  it.scopedLive.each([
    ["without TLS", "?sslmode=require", "the server takes no TLS, which sslmode in DATABASE_URL asks for"],
    [
      "without TLS, verified",
      "?sslmode=verify-full",
      "the server takes no TLS, which sslmode in DATABASE_URL asks for"
    ]
  ] as const)("%s", ([, query, words]) =>
    Effect.gen(function* () {
      const { port } = yield* RefusingPostgres.make("28P01")
      expect(yield* problemAt(`postgres://almanac:secret@127.0.0.1:${port}/almanac${query}`)).toEqual(
        Option.some(words)
      )
    })
  )

  it.scopedLive.each([
    ["that is not there", nothing, /^nothing listens at its host and port$/],
    [
      "without an address",
      nothing.replace("127.0.0.1:1", "no-such-host.invalid"),
      /^its host name (has no address|cannot be looked up now)$/
    ]
  ] as const)("%s", ([, url, words]) =>
    Effect.gen(function* () {
      expect(Option.getOrThrow(yield* problemAt(url))).toMatch(words)
    })
  )

  describe.skipIf(Postgres.url === undefined)("of this machine (DATABASE_URL)", () => {
    it.scopedLive("has no such database", () =>
      Effect.gen(function* () {
        const url = new URL(Postgres.url ?? "")
        url.pathname = "almanac_nowhere"
        expect(yield* problemAt(url.href)).toEqual(
          Option.some("the server has no database of the name in DATABASE_URL (3D000)")
        )
      })
    )

    it.scopedLive("does not let the user create tables", () =>
      Effect.gen(function* () {
        const database = yield* Postgres.database
        const role = `almanac_test_${randomUUID().replaceAll("-", "")}`
        yield* Effect.acquireRelease(
          database.administer(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`),
          () => database.administer(`DROP ROLE ${role}`)
        )
        yield* database.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        const url = new URL(Redacted.value(database.url))
        url.username = role
        url.password = role
        expect(Option.getOrThrow(yield* problemAt(url.href))).toContain("it needs CREATE on its schema")
      })
    )

    it.scopedLive("serves, and has no problem", () =>
      Effect.gen(function* () {
        const database = yield* Postgres.database
        expect(yield* problemAt(Redacted.value(database.url))).toEqual(Option.none())
      })
    )
  })
})

describe("a connection that fails", () => {
  it.each([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "its TLS certificate is signed by nobody that this process trusts"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "its TLS certificate is signed by nobody that this process trusts"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its TLS certificate is signed by nobody that this process trusts"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "its TLS certificate is signed by nobody that this process trusts"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "its TLS certificate is for another host name"],
    ["CERT_HAS_EXPIRED", "its TLS certificate has expired"],
    ["EHOSTUNREACH", "there is no way to its host"],
    ["EMFILE", "this process has no file descriptor left"],
    ["ESTRANGE", "the connection failed (ESTRANGE)"]
  ])("by %s is told in words, by PostgreSQL's driver and by Redis' client", (code, words) => {
    const error = Object.assign(new Error("secret at db-7.internal"), { code })
    expect([driverProblem(error), redisProblem(error)]).toEqual([words, words])
  })
})

describe.skipIf(!RedisServer.isHere)("a Redis (REDIS_URL)", () => {
  const withPassword = ["--requirepass", "right"]

  it.scopedLive.each([
    ["that asks for a password", withPassword, (url: string) => url, /^the server asks for a password/],
    [
      "that has another password",
      withPassword,
      (url: string) => url.replace("//", "//:wrong@"),
      /^the server refuses the user or the password of REDIS_URL$/
    ],
    [
      "without this database",
      [],
      (url: string) => `${url}/99`,
      /^the server has no database of the number at the end of REDIS_URL$/
    ],
    [
      "without TLS",
      [],
      (url: string) => url.replace("redis:", "rediss:"),
      /^its host does not answer, or takes no TLS where REDIS_URL says rediss:\/\/$/
    ],
    ["that is not there", [], () => "redis://127.0.0.1:1", /^nothing listens at its host and port$/]
  ] as const)("%s serves nothing, and nothing is written elsewhere", ([, options, at, words]) =>
    Effect.gen(function* () {
      const server = yield* RedisServer.makeWith(options)
      const redis = Context.get(yield* Layer.build(Redis.layer(Redacted.make(at(server.url)))), Redis.Redis)
      yield* firstOf(
        redis.problem,
        Option.exists((told) => words.test(told))
      )
      const written = yield* Effect.either(redis.run("SET", (client) => client.set("almanac:test", "1")))
      expect(written._tag).toBe("Left")
      const own = server.url.replace("//", options.length === 0 ? "//" : "//:right@")
      const right = Context.get(yield* Layer.build(Redis.layer(Redacted.make(own))), Redis.Redis)
      const size = yield* Effect.retry(
        right.run("DBSIZE", (client) => client.dbsize()),
        { times: 100, schedule: Schedule.spaced("20 millis") }
      )
      expect(size).toBe(0)
      expect(yield* right.problem).toEqual(Option.none())
    })
  )

  it.scopedLive("whose memory is full reads, and has a problem all the same", () =>
    Effect.gen(function* () {
      const { url } = yield* RedisServer.makeWith(["--maxmemory", "100kb"])
      const redis = Context.get(yield* Layer.build(Redis.layer(Redacted.make(url))), Redis.Redis)
      yield* firstOf(
        redis.problem,
        Option.contains(
          "the server's memory is full, and it removes nothing (maxmemory-policy allkeys-lru would)"
        )
      )
      expect(yield* redis.run("GET", (client) => client.get("almanac:test"))).toBe(null)
    })
  )

  it.scopedLive("that is a replica since a failover is left for the one that is at its address now", () =>
    Effect.gen(function* () {
      const before = yield* RedisServer.makeWith(["--replicaof", "127.0.0.1", "1"])
      const now = yield* RedisServer.make
      let leadsTo = before.url
      const address = yield* Effect.acquireRelease(
        Effect.async<Server>((resume) => {
          const server = createServer((socket) => {
            const upstream = connect(Number(new URL(leadsTo).port), "127.0.0.1")
            socket.on("error", () => upstream.destroy()).pipe(upstream)
            upstream.on("error", () => socket.destroy()).pipe(socket)
          })
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const bound = address.address()
      const url = `redis://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}`
      const redis = Context.get(yield* Layer.build(Redis.layer(Redacted.make(url))), Redis.Redis)
      yield* firstOf(redis.problem, Option.contains("the server is a read-only replica"))
      leadsTo = now.url
      yield* firstOf(redis.problem, Option.isNone)
      yield* redis.run("SET", (client) => client.set("almanac:test", "1"))
    })
  )

  it.scopedLive("of another database serves from it", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make
      const at = (url: string) =>
        Effect.map(Layer.build(Redis.layer(Redacted.make(url))), (context) =>
          Context.get(context, Redis.Redis)
        )
      const patient = { times: 100, schedule: Schedule.spaced("20 millis") }
      const third = yield* at(`${server.url}/3`)
      yield* Effect.retry(
        third.run("SET", (client) => client.set("almanac:test", "1")),
        patient
      )
      const first = yield* at(server.url)
      expect(
        yield* Effect.retry(
          first.run("INFO", (client) => client.info("keyspace")),
          patient
        )
      ).toMatch(/db3:keys=1/)
    })
  )
})
