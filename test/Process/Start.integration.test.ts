/**
 * The bundle that `npm start` runs: how it starts, refuses to start, tells its story, and stops.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Schema } from "effect"
import { beforeAll, describe } from "vitest"
import { bundle } from "../../scripts/bundle/Bundle.ts"
import * as CodeCache from "../../scripts/bundle/CodeCache.ts"
import { freePort } from "../../scripts/process/FreePort.ts"
import { run, type Spawned, stop } from "../../scripts/process/Spawned.ts"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { call, payment, post } from "../support/Buyer.ts"
import { facilitatorServer, type Play, reply } from "../support/FacilitatorServer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"

/** As `npm run build` does. */
beforeAll(async () => {
  await bundle("dist")
  await CodeCache.write("dist")
})

const almanac = (environment: Readonly<Record<string, string>>, program = "dist/main.cjs") =>
  Effect.acquireRelease(
    Effect.sync(() => run("node", [...CodeCache.flags(), program], environment)),
    (spawned) => Effect.promise(() => stop(spawned))
  )

const required = {
  X402_PAY_TO: `0x${"a".repeat(40)}`,
  CONTACT: "mailto:a@example.org",
  DATA_DIR: "memory://"
}

/** A ledger that nobody asks. */
const noLedger = { DATABASE_URL: "postgres://127.0.0.1:1/none" }

const listening = (spawned: Spawned) =>
  Effect.promise(() => spawned.prints(/listens on (http:\/\/[\d.:]+)/)).pipe(
    Effect.map((match) => match[1] ?? "")
  )

const emptyFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const copyBundle = (folder: string, files: ReadonlyArray<string>) => {
  for (const file of files) copyFileSync(`dist/${file}`, join(folder, file))
}

const ended = (spawned: Spawned) => Effect.promise(() => spawned.ends)

const lines = (spawned: Spawned) =>
  spawned
    .output()
    .trim()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line))

describe.concurrent("npm start refuses", () => {
  it.scopedLive("missing and wrong settings, naming every one at once", () =>
    Effect.gen(function* () {
      const spawned = yield* almanac({
        PORT: "80a",
        HOST: "127.evil.example",
        X402_PAYTO: `0x${"a".repeat(40)}`,
        X402_NETWORK: "base",
        X402_FACILITATOR_SETTLE_TIMEOUT: "soon",
        PRICE_FX_RATES: "0.0000001",
        FRANKFURTER_URL: "ftp://example.org",
        LOG_LEVEL: "loud",
        DATABASE_URL: "mysql://localhost/almanac",
        CONTACT: "  "
      })
      expect(yield* ended(spawned)).toBe(1)
      expect(
        lines(spawned)
          .map(({ level, message }) => `${level}: ${message}`)
          .sort()
      ).toEqual([
        "fatal: cannot start: CONTACT is required: a URL or address in every provider call's User-Agent",
        "fatal: cannot start: DATABASE_URL must be a PostgreSQL URL of the form postgres://user:password@host:port/database, special characters in the password percent-encoded; files that it names must be readable",
        "fatal: cannot start: FRANKFURTER_URL must be an http or https URL without query and credentials",
        "fatal: cannot start: LOG_LEVEL must be one of trace, debug, info, warn, warning, error, fatal, none",
        "fatal: cannot start: PORT must be a whole number from 0 to 65535",
        "fatal: cannot start: PRICE_FX_RATES must be an amount of USDC above 0 with at most 6 decimals",
        "fatal: cannot start: PUBLIC_URL is required when HOST is not a loopback address",
        'fatal: cannot start: X402_FACILITATOR_SETTLE_TIMEOUT must be a duration above zero and at most 20 seconds such as "250 millis" or "5 seconds"',
        "fatal: cannot start: X402_NETWORK must be a CAIP-2 chain such as eip155:8453",
        "fatal: cannot start: X402_PAY_TO is required: the address that receives the payments",
        "warn: X402_PAYTO is no setting: is X402_PAY_TO meant?"
      ])
    })
  )

  const refusals: ReadonlyArray<readonly [string, Record<string, string>, RegExp]> = [
    [
      "the testnet facilitator on a mainnet",
      { X402_NETWORK: "eip155:8453" },
      /X402_FACILITATOR_URL .*testnets only/
    ],
    ["a public address without PUBLIC_URL", { HOST: "0.0.0.0" }, /PUBLIC_URL is required/],
    ["an unknown chain without its token", { X402_NETWORK: "eip155:1" }, /X402_ASSET/],
    [
      "the token as payee",
      { X402_PAY_TO: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" },
      /token's own address/
    ],
    ["outcomes that can be kept nowhere", { OUTCOMES_DIR: "/dev/null/x" }, /OUTCOMES_DIR .* cannot be used/],
    [
      "a ledger in memory on a mainnet",
      { X402_NETWORK: "eip155:8453", X402_FACILITATOR_URL: "https://facilitator.example.org" },
      /DATA_DIR/
    ]
  ]
  for (const [name, environment, message] of refusals) {
    it.scopedLive(name, () =>
      Effect.gen(function* () {
        const spawned = yield* almanac({ ...required, ...environment })
        expect(yield* ended(spawned)).toBe(1)
        expect(spawned.output()).toMatch(message)
      })
    )
  }

  const inFolder = (folder: string) =>
    Effect.acquireRelease(
      Effect.sync(() => run("sh", ["-c", 'cd "$0" && exec node "$1"', folder, resolve("dist/main.cjs")])),
      (spawned) => Effect.promise(() => stop(spawned))
    )

  it.scopedLive("a .env that it cannot read, instead of going by other settings", () =>
    Effect.gen(function* () {
      const folder = yield* emptyFolder
      mkdirSync(join(folder, ".env"))
      const spawned = yield* inFolder(folder)
      expect(yield* ended(spawned)).toBe(1)
      expect(lines(spawned).map(({ message }) => message)).toEqual([
        "cannot start: .env cannot be read (EISDIR): it must be a file that this user may read, or not be there"
      ])
    })
  )

  it.scopedLive("only what is wrong in a .env with a value of several lines, one like an assignment", () =>
    Effect.gen(function* () {
      const folder = yield* emptyFolder
      const settings = [
        ...Object.entries(required).map(([name, value]) => `${name}=${value}`),
        "CDP_API_KEY_ID=id",
        'CDP_API_KEY_SECRET="-----BEGIN EC PRIVATE KEY-----\nc29tZQ==\n-----END EC PRIVATE KEY-----"'
      ]
      writeFileSync(join(folder, ".env"), `${settings.join("\n")}\n`)
      const spawned = yield* inFolder(folder)
      expect(yield* ended(spawned)).toBe(1)
      expect(lines(spawned).map(({ message }) => message)).toEqual([
        "cannot start: CDP_API_KEY_SECRET must be the key as Coinbase gave it out: base64 of 64 bytes (Ed25519), or PEM (ECDSA on P-256)"
      ])
    })
  )

  it.scopedLive("a port in use, in one clear line", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.async<ReturnType<typeof createServer>>((resume) => {
          const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const spawned = yield* almanac({ ...required, ...noLedger, PORT: String(port) })
      expect(yield* ended(spawned)).toBe(1)
      expect(spawned.output()).toContain(`cannot start: PORT ${port} is in use by another process`)
    })
  )

  it.scopedLive.each([
    ["METRICS_PORT", "PORT", {}],
    ["ADMIN_PORT", "PORT", { ADMIN_TOKEN: "0123456789abcdef0123456789abcdef" }],
    ["ADMIN_PORT", "METRICS_PORT", { ADMIN_TOKEN: "0123456789abcdef0123456789abcdef", PORT: "0" }]
  ] as const)("%s at the port of %s", ([name, other, more]) =>
    Effect.gen(function* () {
      const port = String(yield* freePort)
      const spawned = yield* almanac({
        ...required,
        ...noLedger,
        X402_FACILITATOR_URL: "http://127.0.0.1:1",
        ...more,
        [name]: port,
        [other]: port
      })
      expect(yield* ended(spawned)).toBe(1)
      expect(lines(spawned).at(-1)?.["message"]).toBe(`cannot start: ${name} ${port} is in use by ${other}`)
    })
  )

  it.scopedLive("to start without the package that reads signatures", () =>
    Effect.gen(function* () {
      const folder = yield* emptyFolder
      copyBundle(folder, ["main.cjs", "almanac.cjs"])
      const spawned = yield* almanac({ ...required, ...noLedger }, join(folder, "main.cjs"))
      expect(yield* ended(spawned)).toBe(1)
      expect(spawned.output()).toMatch(/cannot start: Cannot find module 'tiny-secp256k1'/)
    })
  )

  it.scopedLive(
    "a data directory that another process has",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* emptyFolder
        const environment = {
          ...required,
          DATA_DIR: dataDir,
          PORT: "0",
          X402_FACILITATOR_URL: "http://127.0.0.1:1"
        }
        yield* listening(yield* almanac(environment))
        const second = yield* almanac(environment)
        expect(yield* ended(second)).toBe(1)
        expect(second.output()).toContain(dataDir)
      }),
    60_000
  )
})

describe.concurrent("npm start with a facilitator that", () => {
  const kinds = (network: string) => reply(200, { kinds: [{ x402Version: 2, scheme: "exact", network }] })
  const everywhere: ReadonlyArray<readonly [string, Play, RegExp]> = [
    ["redirects (report 19)", reply(308, "", { location: "/elsewhere" }), /could not be asked/],
    ["fails (report 19)", reply(500, "<h1>no</h1>"), /could not be asked/],
    ["throttles (report 20)", reply(429, { error: "slow down" }), /could not be asked/],
    ["does not settle on our network (report 21)", kinds("eip155:8453"), /does not settle/]
  ]
  const starts = (facilitator: string, said: RegExp) =>
    Effect.gen(function* () {
      const spawned = yield* almanac({
        ...required,
        ...(yield* Almanac.ledger),
        PORT: "0",
        X402_FACILITATOR_URL: facilitator
      })
      const url = yield* listening(spawned)
      yield* Almanac.readiness(url, 200)
      yield* Effect.promise(() => spawned.prints(said))
      for (const { path } of registeredCapabilities) {
        const unpaid = yield* Effect.promise(() => post(`${url}${path}`, undefined, {}))
        expect([path, unpaid.status, unpaid.body.error?.code]).toEqual([path, 402, "PAYMENT_REQUIRED"])
        expect(unpaid.headers.get("payment-required")).not.toBeNull()
      }
      const header = yield* Effect.promise(() => payment({ payTo: required.X402_PAY_TO }))
      const paid = yield* Effect.promise(() => call(url, header))
      expect([paid.status, paid.body.error?.code]).toEqual([503, "PAYMENT_FACILITATOR_UNAVAILABLE"])
      expect(paid.body.data).toBeUndefined()
      return lines(spawned).find(({ message }) => said.test(String(message)))
    })

  for (const [name, play, said] of everywhere) {
    it.scopedLive(
      `${name} asks for payment everywhere, and gives nothing away`,
      () =>
        Effect.gen(function* () {
          const facilitator = yield* facilitatorServer(play)
          const line = yield* starts(facilitator.url, said)
          const isDeaf = said.source === "could not be asked"
          expect(line?.["level"]).toBe(isDeaf ? "warn" : "error")
          expect(line?.["message"]).toContain(
            isDeaf
              ? "paid calls may answer 503"
              : `X402_FACILITATOR_URL: the facilitator ${facilitator.url} does not settle scheme exact on eip155:84532`
          )
        }),
      60_000
    )
  }

  it.scopedLive(
    "is not there asks for payment everywhere, and gives nothing away (report 19)",
    () =>
      Effect.map(starts("http://127.0.0.1:1", /could not be asked/), (line) =>
        expect(line?.["message"]).toBe(
          "X402_FACILITATOR_URL: the facilitator http://127.0.0.1:1 could not be asked what it supports (nothing listens at its host and port); paid calls may answer 503"
        )
      ),
    60_000
  )
})

it.scopedLive("npm start prints lines of JSON alone, also where Node or a library has something to say", () =>
  Effect.gen(function* () {
    // The driver warns of what this mode will mean one day.
    const database = `${noLedger.DATABASE_URL}?sslmode=require`
    const spawned = yield* almanac({ ...required, DATABASE_URL: database, PORT: "0" })
    yield* listening(spawned)
    expect(lines(spawned)).toContainEqual(
      expect.objectContaining({ level: "warn", message: expect.stringMatching(/^Warning: SECURITY WARNING/) })
    )
  })
)

it.scopedLive(
  "npm start reads a claim for practice, once it serves",
  () =>
    Effect.gen(function* () {
      const spawned = yield* almanac({
        ...required,
        ...noLedger,
        PORT: "0",
        X402_FACILITATOR_URL: "http://127.0.0.1:1",
        LOG_LEVEL: "debug"
      })
      yield* listening(spawned)
      yield* Effect.promise(() => spawned.prints(/warmed up/))
    }),
  60_000
)

describe("the bundle", () => {
  const Sources = Schema.parseJson(Schema.Struct({ sources: Schema.Array(Schema.String) }))
  const Lock = Schema.parseJson(
    Schema.Struct({
      packages: Schema.Record({
        key: Schema.String,
        value: Schema.Struct({ dev: Schema.optional(Schema.Boolean) })
      })
    })
  )
  /** Wallets, paywalls and what comes with them. */
  const unwanted =
    /node_modules\/(@x402|@wagmi|@walletconnect|@reown|wagmi|viem|ethers|react|react-dom|x402-[^/]+)(\/|$)/

  it("and the packages beside it hold no wallet, no paywall and no chain library (report 43)", () => {
    const { sources } = Schema.decodeUnknownSync(Sources)(readFileSync("dist/almanac.cjs.map", "utf8"))
    const { packages } = Schema.decodeUnknownSync(Lock)(readFileSync("package-lock.json", "utf8"))
    const locked = Object.entries(packages)
    const atRunTime = locked.filter(([, { dev }]) => dev !== true).map(([path]) => path)
    expect(sources.some((path) => path.includes("node_modules/effect/"))).toBe(true)
    expect(atRunTime).toContain("node_modules/effect")
    // The tests themselves pay with them.
    expect(locked.filter(([path]) => unwanted.test(path)).length).toBeGreaterThan(2)
    expect([...sources, ...atRunTime].filter((path) => unwanted.test(path))).toEqual([])
  })
})

describe("the bundle's code", () => {
  /** What a start prints, which comes to nothing: no setting is there. `before` and `after` are programs around it. */
  const printed = async (flags: ReadonlyArray<string>, before: string, after: string, folder = "dist") => {
    const program = `${before}; const { compiled } = require("./${folder}/main.cjs"); ${after}`
    const spawned = run("node", [...flags, "-e", program])
    expect(await spawned.ends).toBe(1)
    return spawned.output()
  }
  const isRejected = (flags: ReadonlyArray<string>, folder?: string) =>
    printed(flags, "", 'console.log("rejected:", compiled.script.cachedDataRejected)', folder)

  it("that V8 made is taken by a process with the flags of npm start, and by no other", async () => {
    expect(await isRejected(CodeCache.flags())).toMatch(/rejected: false/)
    expect(await isRejected(["--max-semi-space-size=3"])).toMatch(/rejected: true/)
  })

  // V8 would crash of the first, and run the old code of the second.
  it.each<readonly [string, string, (bytes: Buffer) => Buffer]>([
    ["damaged", "almanac.cache", (bytes) => bytes.fill(0, 1_000_000, 1_000_100)],
    [
      "of another bundle of the same length",
      "almanac.cjs",
      (bytes) => Buffer.from(bytes.toString().replace("cannot start", "CANNOT START"))
    ],
    ["cut short", "almanac.cache", (bytes) => bytes.subarray(0, 1_000_000)],
    ["empty", "almanac.cache", (bytes) => bytes.subarray(0, 0)]
  ])("is made anew where what was kept is %s", async (_, name, change) => {
    const folder = mkdtempSync("dist/test-")
    try {
      copyBundle(folder, ["main.cjs", "almanac.cjs", "almanac.cache"])
      writeFileSync(`${folder}/${name}`, change(readFileSync(`dist/${name}`)))
      const told = await isRejected(CodeCache.flags(), folder)
      // It was not even shown to V8.
      expect(told).toMatch(/rejected: undefined/)
      expect(told).toContain(name === "almanac.cjs" ? "CANNOT START: CONTACT" : "cannot start: CONTACT")
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("is told by the places in its sources where node is asked to", async () => {
    const where = "process.stdout.write = () => process.stderr.write(new Error().stack)"
    expect(await printed(["--enable-source-maps"], where, "")).toMatch(/src\/Telemetry\/Output\.ts:\d+/)
  })

  it("is strict, as its sources are", async () => {
    const where =
      'process.stdout.write = function () { process.stderr.write("caller: " + process.stdout.write.caller) }'
    expect(await printed(CodeCache.flags(), where, "")).toContain("caller: null")
  })
})

describe("npm start", () => {
  it.scopedLive(
    "stops in order: the call under way is settled and answered, new ones are refused, exit 0",
    () =>
      Effect.gen(function* () {
        const asked = yield* Deferred.make<void>()
        const go = yield* Deferred.make<void>()
        const neighbours = yield* Neighbours.start(
          Effect.zipRight(Deferred.succeed(asked, undefined), Deferred.await(go))
        )
        const spawned = yield* almanac(neighbours.environment)
        const url = yield* listening(spawned)
        const header = yield* Effect.promise(() => payment())
        const underWay = yield* Effect.fork(Effect.promise(() => call(url, header)))
        yield* Deferred.await(asked)
        spawned.child.kill("SIGTERM")
        yield* Effect.promise(() => spawned.prints(/stopping/))
        expect((yield* Effect.promise(() => fetch(`${url}/health/ready`))).status).toBe(503)
        const refused = yield* Effect.promise(() => call(url, header))
        expect([refused.status, refused.body.error?.code]).toEqual([503, "SHUTTING_DOWN"])
        yield* Deferred.succeed(go, undefined)
        const answer = yield* Fiber.join(underWay)
        expect(answer.status).toBe(200)
        expect(answer.headers.get("payment-response")).not.toBeNull()
        expect(yield* ended(spawned)).toBe(0)
      })
  )

  it.scopedLive("tells a paid call's story in one log line and one trace, without its secrets", () =>
    Effect.gen(function* () {
      const neighbours = yield* Neighbours.start()
      const spawned = yield* almanac({
        ...neighbours.environment,
        ...(yield* Almanac.ledger),
        X402_FACILITATOR_TOKEN: "facilitator-secret",
        OTEL_EXPORTER_OTLP_ENDPOINT: neighbours.collector
      })
      const url = yield* listening(spawned)
      yield* Almanac.readiness(url, 200)
      const header = yield* Effect.promise(() => payment())
      const traceId = "0af7651916cd43dd8448eb211c80319c"
      const answer = yield* Effect.promise(() =>
        call(
          url,
          header,
          { base: "EUR", currencies: ["USD"] },
          {
            "x-request-id": "story-1",
            traceparent: `00-${traceId}-b7ad6b7169203331-01`
          }
        )
      )
      expect(answer.status).toBe(200)
      spawned.child.kill("SIGTERM")
      expect(yield* ended(spawned)).toBe(0)

      const line = lines(spawned).find(({ requestId }) => requestId === "story-1")
      expect(line).toMatchObject({
        level: "info",
        message: "request",
        method: "POST",
        route: "/v1/fx/rates",
        status: 200,
        outcome: "delivered",
        capability: "fx.rates",
        charged: true,
        amount: "0.002",
        traceId,
        ms: expect.any(Number)
      })
      expect(Object.keys(Object(line?.["phases"]))).toEqual(
        expect.arrayContaining(["gate", "decode", "reserve", "verify", "run", "store", "settle", "record"])
      )

      const spans = neighbours.exports
        .filter(({ path }) => path === "/v1/traces")
        .flatMap(({ text }) => spansOf(text))
      const mine = spans.filter((span) => span.traceId === traceId)
      const parents = new Map(mine.map((span) => [span.spanId, span]))
      const ways = mine.map((span) => {
        const names = [span.name]
        for (let at = parents.get(span.parentSpanId ?? ""); at; at = parents.get(at.parentSpanId ?? "")) {
          names.unshift(at.name)
        }
        return names.join(" > ")
      })
      expect(ways).toEqual(
        expect.arrayContaining([
          "POST /v1/fx/rates",
          "POST /v1/fx/rates > gate",
          "POST /v1/fx/rates > decode",
          "POST /v1/fx/rates > purchase > reserve",
          "POST /v1/fx/rates > purchase > verify > POST /verify",
          "POST /v1/fx/rates > purchase > run > fx.rates > frankfurter.latest > GET /v1/{date}",
          "POST /v1/fx/rates > purchase > settle > POST /settle"
        ])
      )
      const told = spawned.output() + neighbours.exports.map(({ text }) => text).join("")
      for (const secret of [header, header.slice(40, 80), "facilitator-secret", "operator@example.org"]) {
        expect(told.includes(secret), secret).toBe(false)
      }
      // What was asked for; a metric is in USDC.
      expect(told).not.toMatch(/\bUSD\b/)
    })
  )
})

const Traces = Schema.parseJson(
  Schema.Struct({
    resourceSpans: Schema.Array(
      Schema.Struct({
        scopeSpans: Schema.Array(
          Schema.Struct({
            spans: Schema.Array(
              Schema.Struct({
                traceId: Schema.String,
                spanId: Schema.String,
                parentSpanId: Schema.optional(Schema.String),
                name: Schema.String
              })
            )
          })
        )
      })
    )
  })
)

const spansOf = (text: string) =>
  Schema.decodeUnknownSync(Traces)(text).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans)
  )
