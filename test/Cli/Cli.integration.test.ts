/**
 * The command as a person and a script run it, against a sandbox and its faults: every exit code, one charge a purchase,
 * nothing for terminals where there is none.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { freePort } from "../../scripts/process/FreePort.ts"
import { buyers, penniless } from "../../src/Sandbox/Accounts.ts"
import { noRequests } from "../Mcp/Rpc.ts"
import * as Program from "../support/process/Program.ts"
import { almanac as inProcess } from "./TestTerminal.ts"

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

interface Started {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<Ended>
  readonly interrupt: () => void
}

class Place extends Context.Tag("test/Cli/Place")<
  Place,
  { readonly url: string; readonly folder: string; readonly program: string }
>() {
  static readonly layer = Layer.scoped(
    Place,
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-cli-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
      )
      const port = yield* freePort
      const sandbox = yield* Program.sandbox({ PORT: String(port), PRICE_HOLIDAYS: "0.003" })
      const program = resolve(yield* Effect.promise(() => Program.bundleOf("src/Cli/main.ts")))
      yield* Effect.promise(() => sandbox.prints(/ALMANAC SANDBOX/))
      return { url: `http://localhost:${port}`, folder, program }
    })
  )
}

/** Nothing of this machine: its own folder of settings and journals. */
const environmentOf = (url: string, folder: string) => ({
  PATH: process.env["PATH"] ?? "",
  HOME: folder,
  XDG_STATE_HOME: join(folder, "state"),
  ALMANAC_URL: url
})

const start = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
  /** `undefined`: it stays open. */
  input: string | undefined = undefined
): Effect.Effect<Started, never, Place> =>
  Effect.map(Place, ({ folder, program, url }) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...environmentOf(url, folder), ...environment }
    })
    const told = { out: "", err: "" }
    child.stdout.on("data", (chunk) => {
      told.out += String(chunk)
    })
    child.stderr.on("data", (chunk) => {
      told.err += String(chunk)
    })
    if (input !== undefined) child.stdin.end(input)
    return {
      child,
      ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, ...told }))),
      interrupt: () => {
        child.kill("SIGINT")
      }
    }
  })

const almanac = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
  input = ""
) => Effect.flatMap(start(args, environment, input), ({ ended }) => Effect.promise(() => ended))

/** Runs a line of a shell, in which `almanac` is the command. */
const shell = (line: string) =>
  Effect.flatMap(Place, ({ folder, program, url }) =>
    Effect.promise(
      () =>
        new Promise<Ended>((resolve) => {
          const child = spawn(
            "bash",
            ["-c", `set -o pipefail; almanac() { "${process.execPath}" "${program}" "$@"; }; ${line}`],
            { cwd: folder, env: environmentOf(url, folder), stdio: ["ignore", "pipe", "pipe"] }
          )
          const told = { out: "", err: "" }
          child.stdout.on("data", (chunk) => {
            told.out += String(chunk)
          })
          child.stderr.on("data", (chunk) => {
            told.err += String(chunk)
          })
          child.on("close", (code) => resolve({ code, ...told }))
        })
    )
  )

const turn = (change: object) =>
  Effect.flatMap(Place, ({ url }) =>
    Effect.promise(() => fetch(`${url}/sandbox/faults`, { method: "POST", body: JSON.stringify(change) }))
  )

/** What the first buyer has, in USDC. */
const balance = Effect.map(almanac(["balance", "--json"]), ({ out }) => Number(JSON.parse(out).balance))

const spentBy = <A, R>(effect: Effect.Effect<A, never, R>) =>
  Effect.gen(function* () {
    const before = yield* balance
    const result = yield* effect
    return [result, Math.round((before - (yield* balance)) * 1e6) / 1e6] as const
  })

/** Whether the service has the payment of the purchase that this is in the journal of. */
const isTaken = (purchase: RegExp) =>
  Effect.flatMap(Place, ({ folder, url }) =>
    Effect.tryPromise(async () => {
      const state = join(folder, "state", "almanac")
      const lines = readdirSync(state).flatMap((name) => readFileSync(join(state, name), "utf8").split("\n"))
      const [, nonce] =
        /"nonce":"(0x[0-9a-f]{64})"/.exec(lines.find((line) => purchase.test(line)) ?? "") ?? []
      const { ok } = await fetch(`${url}/v1/payments/${buyers[0].address}/${nonce}`)
      if (!ok) throw new Error("not yet")
    })
  )

const rates = ["call", "fx.rates", "--base", "EUR", "--currencies"]
/** Shorter than any wait that the service names, so that nothing is asked twice; long enough for a slow machine. */
const soon = ["--timeout", "9s"]

interface Row {
  readonly args: ReadonlyArray<string>
  readonly exit: number
  readonly code?: string
  readonly charged?: unknown
  readonly environment?: Readonly<Record<string, string>>
  readonly on?: ReadonlyArray<object>
  readonly off?: ReadonlyArray<object>
}

const failing = (fails: string, code: string): Row => ({
  args: ["call", "news.search", "--query", "Nvidia", ...soon],
  exit: 6,
  code,
  charged: false,
  on: [{ provider: "gdelt", fails }],
  off: [{ provider: "gdelt", on: true }]
})

const empty = ["openalex", "crossref"]

/** One sandbox, one row after the other: what is called, and how it ends. */
const rows: ReadonlyArray<Row> = [
  { args: ["list"], exit: 0 },
  { args: ["show", "fx.rates"], exit: 0 },
  { args: ["quote", "fx.rates", "--base", "EUR", "--currencies", "USD"], exit: 0 },
  { args: [...rates, "USD", "--key", "row-1"], exit: 0, charged: true },
  { args: ["status", "row-1"], exit: 0, charged: true },
  { args: ["resume", "row-1"], exit: 0, charged: true },
  { args: ["budget"], exit: 0 },
  { args: [...rates], exit: 2, code: "USAGE", charged: false },
  {
    args: [...rates, "USD"],
    exit: 2,
    code: "JOURNAL_UNUSABLE",
    charged: false,
    environment: { XDG_STATE_HOME: "/dev/null" }
  },
  { args: [...rates, "USD", "--max", "0.001"], exit: 3, code: "NOT_OFFERED", charged: false },
  {
    args: [...rates, "USD"],
    exit: 3,
    code: "BUDGET_EXCEEDED",
    charged: false,
    environment: { ALMANAC_MAX_PER_CALL: "0.001" }
  },
  {
    args: [...rates, "USD"],
    exit: 3,
    code: "BUDGET_EXCEEDED",
    charged: false,
    environment: { ALMANAC_MAX_PER_DAY: "0.003" }
  },
  {
    args: [...rates, "USD", "--network", "base"],
    exit: 3,
    code: "NOT_OFFERED",
    charged: false,
    environment: { ALMANAC_PRIVATE_KEY: buyers[1].privateKey }
  },
  { args: ["quote", "fx.rates", "--base", "EUR"], exit: 4 },
  { args: ["call", "fx.rates", "--base", "EUR"], exit: 4, code: "VALIDATION_FAILED", charged: false },
  { args: [...rates, "ZZZ", ...soon], exit: 4, code: "VALIDATION_FAILED", charged: false },
  {
    args: ["call", "academic.work", "--doi", "10.1371/journal.pone.0033693", ...soon],
    exit: 4,
    code: "WORK_NOT_FOUND",
    charged: false,
    on: empty.map((provider) => ({ provider, fails: "empty" })),
    off: empty.map((provider) => ({ provider, on: true }))
  },
  { args: ["status", "no-such-key"], exit: 4, code: "UNKNOWN_KEY", charged: false },
  {
    args: ["status", `0x${"1".repeat(40)}`, `0x${"2".repeat(64)}`],
    exit: 4,
    code: "NOT_FOUND",
    charged: false
  },
  { args: ["resume", "no-such-key"], exit: 4, code: "UNKNOWN_KEY", charged: false },
  {
    args: [...rates, "USD", ...soon],
    exit: 5,
    code: "PAYMENT_REJECTED",
    charged: false,
    environment: { ALMANAC_PRIVATE_KEY: penniless.privateKey }
  },
  {
    args: [...rates, "USD", ...soon],
    exit: 5,
    code: "PAYMENT_SETTLEMENT_FAILED",
    charged: false,
    on: [{ settlement: "refused" }]
  },
  { args: [...rates, "GBP", "--key", "row-1"], exit: 5, code: "PAYMENT_CONFLICT", charged: false },
  failing("throttled", "PROVIDER_RATE_LIMITED"),
  failing("garbage", "PROVIDER_BAD_RESPONSE"),
  {
    args: [...rates, "USD", ...soon],
    exit: 6,
    code: "PAYMENT_FACILITATOR_UNAVAILABLE",
    charged: false,
    on: [{ facilitator: "off" }],
    off: [{ facilitator: "on" }]
  },
  { args: [...rates, "USD", "--url", "http://127.0.0.1:9"], exit: 6, code: "UNREACHABLE", charged: false }
]

const esc = "\u001b"

layer(Place.layer, { excludeTestServices: true, timeout: "120 seconds" })("almanac", (it) => {
  it.effect(
    "ends with the exit code of what happened, and with one JSON document",
    () =>
      Effect.gen(function* () {
        for (const { args, charged, code, environment, exit, off = [], on = [] } of rows) {
          for (const change of on) yield* turn(change)
          const ended = yield* almanac([...args, "--json"], environment)
          for (const change of off) yield* turn(change)
          const what = `${args.join(" ")}\n${ended.err}`
          expect(ended.code, what).toBe(exit)
          const document = JSON.parse(ended.out)
          const failed = document.error ?? {}
          expect([failed.code, failed.charged ?? document.charged], what).toEqual([code, charged])
          expect(ended.out.trimEnd().split("\n"), what).toHaveLength(1)
          expect(`${ended.out}${ended.err}`, what).not.toMatch(/\n {4}at |0x[0-9a-f]{64}.*privateKey/i)
        }
      }),
    300_000
  )

  it.effect("ends with 1 when the service has a fault", () =>
    Effect.gen(function* () {
      const { url } = yield* Place
      const server = createServer((request, response) => {
        if (request.url === "/v1/capabilities") {
          void fetch(`${url}/v1/capabilities`)
            .then((answer) => answer.text())
            .then((text) => response.end(text))
        } else {
          const error = { code: "INTERNAL_ERROR", message: "A fault", retryable: false }
          response.statusCode = 500
          response.end(JSON.stringify({ error, meta: { requestId: "req_1" } }))
        }
      })
      const port = yield* freePort
      yield* Effect.acquireRelease(
        Effect.promise(() => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))),
        () => Effect.sync(() => server.close())
      )
      const { code, out } = yield* almanac([...rates, "USD", "--url", `http://127.0.0.1:${port}`, "--json"])
      expect([code, JSON.parse(out)]).toEqual([
        1,
        { error: expect.objectContaining({ code: "INTERNAL_ERROR", charged: false }), exit: 1 }
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("takes the request as JSON, from the standard input and by flags; the answer is the same", () =>
    Effect.gen(function* () {
      const json = '{"currencies":["USD"],"base":"EUR"}'
      const [given, piped, flagged, raw, table] = yield* Effect.all([
        almanac(["call", "fx.rates", json]),
        almanac(["call", "fx.rates", "-"], {}, json),
        almanac([...rates, "USD"]),
        almanac([...rates, "USD", "--raw"]),
        almanac([...rates, "USD", "--table"])
      ])
      expect(JSON.parse(given.out)).toMatchObject({ base: "EUR", rates: { USD: 1.0517 } })
      expect([piped.out, flagged.out]).toEqual([given.out, given.out])
      expect(JSON.parse(raw.out)).toMatchObject({ data: JSON.parse(given.out), meta: {} })
      expect(table.out).toMatch(/^rates\.USD +1\.0517$/m)
      expect(given.err).toMatch(/^paid 0\.002 USDC by 0x[0-9a-f]{64}, key /)
    })
  )

  it.effect("writes the answer into a file, whole, and what is not there is not there", () =>
    Effect.gen(function* () {
      const { folder } = yield* Place
      const file = join(folder, "answer.json")
      const failed = yield* almanac(["call", "fx.rates", "--base", "EUR", "-o", file])
      expect([failed.code, failed.out, existsSync(file)]).toEqual([4, "", false])
      const { code, out } = yield* almanac([...rates, "USD", "-o", file])
      expect([code, out]).toEqual([0, ""])
      expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ rates: { USD: 1.0517 } })
      expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([])
    })
  )

  it.effect("writes nothing for terminals into pipes, with NO_COLOR and with TERM=dumb", () =>
    Effect.gen(function* () {
      const ended = yield* Effect.forEach(
        [{}, { NO_COLOR: "1" }, { TERM: "dumb" }, { FORCE_COLOR: "1" }],
        (environment) =>
          Effect.all([almanac(["show", "geocode"], environment), almanac(["lst"], environment)]),
        { concurrency: "unbounded" }
      )
      expect(ended.flat()).toHaveLength(8)
      expect(
        ended
          .flat()
          .map(({ err, out }) => `${out}${err}`)
          .join("")
      ).not.toContain(esc)
    })
  )

  it.effect("is quiet when its reader has enough", () =>
    Effect.gen(function* () {
      const { code, err, out } = yield* shell(
        "almanac completions zsh | head -1; almanac show research | true"
      )
      expect([code, out, err]).toEqual([0, "#compdef almanac\n", ""])
    })
  )

  it.effect(
    "does not know whether it was paid: exit code 7, and resume gets the answer for one charge",
    () =>
      Effect.gen(function* () {
        const [answer, spent] = yield* spentBy(
          Effect.gen(function* () {
            yield* turn({ settlement: "lost" })
            const first = yield* almanac([...rates, "CHF", ...soon, "--json"])
            const { error, exit } = JSON.parse(first.out)
            expect([first.code, exit, error.charged]).toEqual([7, 7, "unknown"])
            expect(error.resume).toBe(`almanac resume ${error.key}`)
            expect(first.err).toContain(`almanac resume ${error.key}`)
            expect((yield* almanac(["status"])).out).toContain(error.key)
            expect((yield* almanac(["budget"])).err).toContain("0.002 USDC of it may or may not")
            return yield* almanac(["resume", error.key, "--timeout", "60s"])
          })
        )
        expect([answer.code, JSON.parse(answer.out)]).toEqual([
          0,
          expect.objectContaining({ rates: { CHF: 1.0005 } })
        ])
        expect(spent).toBe(0.002)
        expect((yield* almanac(["status"])).out).toBe("everything is finished\n")
      }),
    90_000
  )

  it.effect(
    "prints how to go on when it is interrupted; the same call again finishes it, for one charge",
    () =>
      Effect.gen(function* () {
        const [answers, spent] = yield* spentBy(
          Effect.gen(function* () {
            yield* turn({ settlement: "slow" })
            const first = yield* start([...rates, "SEK", "--json"], {}, "")
            yield* Effect.retry(isTaken(/"body":".*SEK/), {
              times: 400,
              schedule: Schedule.spaced("25 millis")
            }).pipe(Effect.orDie)
            first.interrupt()
            const { code, err, out } = yield* Effect.promise(() => first.ended)
            const { error, exit } = JSON.parse(out)
            expect([code, exit, error.code, error.charged]).toEqual([130, 130, "ABORTED", "unknown"])
            expect(err).toContain(`almanac resume ${error.key}`)
            const again = yield* almanac([...rates, "SEK"])
            expect(again.err).toContain(
              `the same call is not finished: it is taken up first, key ${error.key}`
            )
            return [again, yield* almanac(["resume", error.key])] as const
          })
        )
        for (const { code, out } of answers) {
          expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ rates: { SEK: 10.6848 } })])
        }
        expect(spent).toBe(0.002)
      }),
    90_000
  )

  it.effect("serves its tools over standard input and output, and ends with them", () =>
    Effect.gen(function* () {
      const request = (id: number, method: string, params: object) =>
        JSON.stringify({ jsonrpc: "2.0", id, method, params })
      const clientInfo = { name: "test", version: "1" }
      const { child, ended } = yield* start(["mcp", "--tools", "fx_rates"], {}, undefined)
      child.stdin.write(
        [
          request(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }),
          '{"jsonrpc":"2.0","method":"notifications/initialized"}',
          request(2, "tools/call", { name: "fx_rates", arguments: { base: "EUR", currencies: ["DKK"] } })
        ]
          .map((line) => `${line}\n`)
          .join("")
      )
      const answered = new Promise<void>((resolve) => {
        let text = ""
        child.stdout.on("data", (chunk) => {
          text += String(chunk)
          if (text.includes('"id":2')) resolve()
        })
      })
      yield* Effect.promise(() => Promise.race([answered, ended]))
      child.stdin.end()
      const { code, err, out } = yield* Effect.promise(() => ended)
      const [first, second] = out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
      expect([code, first.result.serverInfo.name]).toEqual([0, "almanac"])
      expect(second.result).toMatchObject({ structuredContent: { data: { base: "EUR" } } })
      expect(err).toContain("at most 0.10 USDC a call")
    })
  )

  it.effect("answers each line that is no good request, however long, and goes on", () =>
    Effect.gen(function* () {
      const { child, ended } = yield* start(["mcp", "--tools", "fx_rates"], {}, undefined)
      const clientInfo = { name: "test", version: "1" }
      const ping = (id: string) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })
      const greeting = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }
      const much = { name: "fx_rates", arguments: { id: 1, base: '\\"{[,'.repeat(1_500_000) } }
      const call = { jsonrpc: "2.0", method: "tools/call", params: much }
      const tooLong = [
        { id: "before", ...call },
        { ...call, id: "after" }
      ]
      const lines = [
        JSON.stringify({ jsonrpc: "2.0", id: "first", method: "initialize", params: greeting }),
        ...noRequests.map(([, text]) => text),
        ...tooLong.map((message) => JSON.stringify(message)),
        "",
        ping("last")
      ]
      const answered = new Promise<void>((resolve) => {
        let text = ""
        child.stdout.on("data", (chunk) => {
          text += String(chunk)
          if (text.includes('"id":"last"')) resolve()
        })
      })
      child.stdin.write(lines.map((line) => `${line}\n`).join(""))
      yield* Effect.promise(() => Promise.race([answered, ended]))
      child.stdin.end()
      const { code, out } = yield* Effect.promise(() => ended)
      const answers = out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map(({ error, id }) => ({ id, code: error?.code, message: error?.message }))
      const tooMuch = { code: -32600, message: "Invalid request: a message has 10485760 bytes at most" }
      expect(code).toBe(0)
      expect(answers).toHaveLength(noRequests.length + 4)
      expect(answers).toEqual(
        expect.arrayContaining([
          ...noRequests.map(([, , code, id, message]) => ({
            id,
            code,
            message: expect.stringContaining(message)
          })),
          { id: "before", ...tooMuch },
          { id: "after", ...tooMuch }
        ])
      )
    })
  )

  it.effect("asks a person before it pays more than the listed price, and nobody where there is none", () =>
    Effect.gen(function* () {
      const { folder, url } = yield* Place
      const scene = { environment: environmentOf(url, folder), home: folder, isTerminal: true }
      const call = ["call", "holidays", "--country", "CN", "--year", "2021"]
      const [no, nobody, max, yes, word] = yield* Effect.promise(async () => [
        await inProcess(call, { ...scene, answer: false }),
        await inProcess(call, scene),
        await inProcess([...call, "--max", "0.0029", "--yes"], { ...scene, answer: true }),
        await inProcess(call, { ...scene, answer: true }),
        await inProcess([...call, "--yes", "--key", "yes-1"], scene)
      ])
      expect([no, nobody, max, yes, word].map((ended) => [ended?.code, ended?.asked.length])).toEqual([
        [3, 1],
        [3, 0],
        [3, 0],
        [0, 1],
        [0, 0]
      ])
      expect(yes?.asked).toEqual(["holidays costs 0.003 USDC, more than listed. Pay it?"])
      expect(yes?.err).toContain("paid 0.003 USDC")
      // A terminal has a line that says what is waited for, and it is gone at the end.
      const lines = yes?.err.split(`\r${esc}[2K`) ?? []
      expect([lines.length > 2, lines[1], lines.at(-1)]).toEqual([
        true,
        expect.stringMatching(/^waiting for .* \(Ctrl-C is safe\)$/),
        expect.stringMatching(/^paid /)
      ])
      expect(no?.err).toContain(`${esc}[31malmanac:`)
    })
  )

  it.effect("explains a verdict from its answer, piped or in a file", () =>
    Effect.gen(function* () {
      const { folder } = yield* Place
      const claim = ["call", "information.verify", "--claim", "Iran attends talks in Pakistan"]
      const { out } = yield* almanac([...claim, "--json"])
      writeFileSync(join(folder, "verdict.json"), out)
      const explained = yield* almanac(["explain", "verdict.json"])
      const { verdict } = JSON.parse(out).data
      expect([explained.code, explained.out]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^${verdict}, confidence`))
      ])
      expect((yield* almanac(["explain", "-"], {}, out)).out).toBe(explained.out)
    })
  )
})
