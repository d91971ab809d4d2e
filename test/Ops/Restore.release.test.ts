/**
 * The drill of docs/backup.md: a ledger is dumped while buyers pay, its machine is lost, the dump is restored into another
 * database, and the chain tells what is missing. Then nothing is left unexplained, and nobody pays twice. About 15 seconds.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FetchHttpClient, HttpServer } from "@effect/platform"
import { NodeContext, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Redacted, Schema } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { changes } from "../../scripts/books/changes/Command.ts"
import * as LedgerDatabase from "../../scripts/books/LedgerDatabase.ts"
import * as Program from "../../scripts/books/Program.ts"
import { reconcile } from "../../scripts/books/reconcile/Command.ts"
import { refund } from "../../scripts/books/refund/Command.ts"
import { run, stop } from "../../scripts/process/Spawned.ts"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Accounts from "../../src/Sandbox/Accounts.ts"
import * as Anvil from "../../src/Sandbox/Anvil.ts"
import * as ChainFacilitator from "../../src/Sandbox/ChainFacilitator.ts"
import { Settings } from "../../src/Settings.ts"
import { type Answer, call, payment } from "../support/Buyer.ts"
import { describeOnChain, viemAt } from "../support/LocalChain.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const obstacle =
  spawnSync("pg_dump", ["--version"]).error !== undefined
    ? "there is no pg_dump"
    : Postgres.url === undefined
      ? "DATABASE_URL is not set"
      : undefined
if (obstacle !== undefined) process.stderr.write(`The drill of a restore is skipped: ${obstacle}.\n`)

const account = privateKeyToAccount(Accounts.buyers[0].privateKey)

/** Runs a program to its end, which must be a good one. */
const succeed = (command: string, ...args: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const spawned = run(command, args)
    expect([await spawned.ends, spawned.output()]).toEqual([0, ""])
  })

/** Waits until something holds; `act` is done again and again meanwhile. */
const until = (holds: () => Promise<boolean> | boolean, act: () => Promise<unknown> = async () => {}) =>
  Effect.promise(async () => {
    while (!(await holds())) {
      await act()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })

/** A program of the books under these settings. */
const ask = <Request, E extends { readonly _tag: string }>(
  program: Program.Definition<Request, E>,
  environment: Readonly<Record<string, string>>,
  ...words: ReadonlyArray<string>
) =>
  Program.tell(program, words).pipe(
    Effect.provide(
      Layer.provideMerge(
        LedgerDatabase.layer,
        Layer.effect(
          Settings,
          Effect.withConfigProvider(
            Settings.config,
            ConfigProvider.fromMap(new Map(Object.entries(environment)))
          )
        )
      ).pipe(Layer.provideMerge(Layer.merge(FetchHttpClient.layer, NodeContext.layer)))
    ),
    Effect.scoped
  )

const Told = Schema.parseJson(
  Schema.Struct({
    chain: Schema.Struct({ transfers: Schema.Number }),
    ledger: Schema.Struct({ payments: Schema.Number }),
    findings: Schema.Array(
      Schema.Struct({
        verdict: Schema.String,
        what: Schema.String,
        payer: Schema.String,
        nonce: Schema.String,
        transaction: Schema.String
      })
    )
  })
)
const decode = Schema.decodeUnknownSync(Told)

const drill = Effect.gen(function* () {
  const { url: node } = yield* Anvil.Anvil
  const chain = viemAt(node)
  const server = yield* NodeHttpServer.make(() => createServer(), { host: "127.0.0.1", port: 0 })
  yield* server.serve(ChainFacilitator.router)
  const neighbours = yield* Neighbours.start()
  const [lost, restored] = [yield* Postgres.database, yield* Postgres.database]
  const settings = (database: Postgres.Database) => ({
    ...neighbours.environment,
    X402_FACILITATOR_URL: HttpServer.formatAddress(server.address),
    X402_RPC_URL: node,
    DATABASE_URL: Redacted.value(database.url)
  })
  const since = new Date(Date.now() - 60_000).toISOString()

  const service = yield* Almanac.start(settings(lost))
  const url = yield* Almanac.urlOf(service)
  yield* Almanac.readiness(url, 200)

  // Buyers pay all the time.
  const sold: Array<readonly [header: string, answer: Answer]> = []
  let isOver = false
  const buyer = async () => {
    while (!isOver) {
      const header = await payment({ account })
      const answer = await call(url, header).catch(() => undefined)
      if (answer?.status === 200) sold.push([header, answer])
    }
  }
  const load = Array.from({ length: 3 }, buyer)
  yield* until(() => sold.length >= 10)
  const directory = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-dump-"))),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
  )
  const dump = join(directory, "ledger.dump")
  const before = sold.length
  yield* succeed("pg_dump", "--format=custom", `--file=${dump}`, Redacted.value(lost.url))
  const dumped = sold.length
  expect(dumped).toBeGreaterThanOrEqual(before)
  yield* until(() => sold.length >= dumped + 5)

  // The machine is lost, and with it what was sold since the dump.
  yield* Effect.promise(() => stop(service))
  isOver = true
  yield* Effect.promise(() => Promise.all(load))
  yield* succeed(
    "pg_restore",
    "--exit-on-error",
    "--no-owner",
    `--dbname=${Redacted.value(restored.url)}`,
    dump
  )
  const there = settings(restored)
  const next = yield* Almanac.start(there)
  const nextUrl = yield* Almanac.urlOf(next)
  yield* Almanac.readiness(nextUrl, 200)

  // The reconciler ends what was under way in the dump, by blocks that are taken for final.
  const open = Effect.map(
    restored.query("SELECT 1 FROM payments WHERE state IN ('reserved', 'settling', 'unknown')"),
    (rows) => rows.length === 0
  )
  yield* until(
    () => Effect.runPromise(open),
    () => chain.mine({ blocks: 4 })
  )
  yield* Effect.promise(() => chain.mine({ blocks: 12 }))

  const found = yield* ask(reconcile, there, "--since", since, "--json")
  const { chain: transfers, findings, ledger } = decode(found.lines[0])
  expect(found.code).toBe(1)
  expect(
    findings.filter(({ verdict, what }) => verdict !== "difference" || !what.startsWith("paid, and "))
  ).toEqual([])
  // Each transfer is counted or told; all that buyers got since the dump is among what is told.
  expect(ledger.payments + findings.length).toBe(transfers.transfers)
  expect(findings.length).toBeGreaterThanOrEqual(sold.length - dumped)
  expect(transfers.transfers).toBeGreaterThanOrEqual(sold.length)

  // What was sold before the dump is given again, byte for byte; what came after buys nothing, and costs nothing.
  const answers = yield* Effect.promise(() =>
    Promise.all([sold[0], sold.at(-1)].map(async (one) => call(nextUrl, one?.[0])))
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 402])
  expect(answers[0]?.text).toBe(sold[0]?.[1].text)

  for (const { nonce, payer, transaction } of findings) {
    const words = [
      "--payment",
      `${payer}/${nonce}`,
      "--transaction",
      transaction,
      "--who",
      "drill",
      "--why",
      "lost"
    ]
    expect((yield* ask(refund, there, ...words)).code).toBe(0)
  }
  const clean = yield* ask(reconcile, there, "--since", since)
  expect([clean.code, clean.lines.at(-1)]).toEqual([
    0,
    `0 differences, 0 waiting, ${findings.length} accepted, 0 sent by hand`
  ])
  expect((yield* ask(changes, there, "--json")).lines.length).toBe(findings.length)
})

const describeDrill = obstacle === undefined ? describeOnChain : describe.skip

describeDrill("a ledger that is restored from a dump made under load", () => {
  it.scopedLive(
    "is whole again but for what came after it, which the chain tells",
    () =>
      drill.pipe(
        Effect.provide(
          Layer.provideMerge(ChainFacilitator.layer, Layer.provide(Anvil.layer(), Outbound.layer))
        )
      ),
    180_000
  )
})
