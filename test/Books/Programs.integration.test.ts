/**
 * The programs of the books on a ledger with a thousand payments of every end, and a chain that differs from it in known
 * places. On the server of DATABASE_URL, embedded where there is none.
 */
import { rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Schema } from "effect"
import { decodeFunctionData, parseAbi } from "viem"
import { changes } from "../../scripts/books/changes/Command.ts"
import { reconcile } from "../../scripts/books/reconcile/Command.ts"
import { refund } from "../../scripts/books/refund/Command.ts"
import { report } from "../../scripts/books/report/Command.ts"
import { after as atMillis, clock, ports } from "../Payment/ledger/suite/World.ts"
import { asset, hex, payTo } from "../support/SignedPayment.ts"
import { type StubNode, stubNode, type Use } from "../support/StubNode.ts"
import { day, isPaid, type Made, thousand, timeOf, useOf } from "./Thousand.ts"
import * as World from "./World.ts"

/** The payments of an end, in their order. */
const of = (end: Made["end"]) => thousand.filter((made) => made.end === end)
const nameOf = ({ nonce, payer }: { readonly nonce: string; readonly payer: string }) => `${payer}/${nonce}`

const cancelled = of("presumed").slice(0, 1)
const neverPaid = of("presumed").slice(1, 5)
/** The facilitator's receipt was false. */
const falselySettled = of("settled").slice(12, 13)
const paidThoughFailed = of("failed").slice(0, 2)
/** Anybody can carry out an authorization that has been read, while its call is still being answered. */
const paidAndUndecided = (["reserved", "settling", "unknown"] as const).flatMap((end) => of(end).slice(0, 1))
/** The facilitator refused it: the ledger has no row. */
const forgotten = of("refused").slice(0, 1)
/** The ledger never heard of it, as of what was sold after a backup. */
const lost: ReadonlyArray<Use> = [
  {
    payer: `0x${"ee".repeat(20)}`,
    nonce: `0x${"dd".repeat(32)}`,
    to: payTo,
    value: 2_000n,
    block: 100,
    transaction: `0x${"cc".repeat(32)}`
  }
]
const byHand: Use = {
  payer: `0x${"bb".repeat(20)}`,
  nonce: `0x${"aa".repeat(32)}`,
  to: payTo,
  value: 5_000_000n,
  block: 101,
  transaction: `0x${"99".repeat(32)}`,
  isByHand: true
}

const uses: ReadonlyArray<Use> = [
  ...thousand
    .filter((made) => isPaid(made) && ![...cancelled, ...neverPaid, ...falselySettled].includes(made))
    .map(useOf),
  ...cancelled.map(useOf).map((use) => ({ ...use, to: undefined })),
  ...[...paidThoughFailed, ...paidAndUndecided, ...forgotten].map(useOf),
  ...lost,
  byHand
]

/** The chain of the thousand. */
class Node extends Context.Tag("test/Node")<Node, StubNode>() {}
const node = Layer.scoped(Node, stubNode({ head: () => 3_010, timeOf, uses: [...uses] }))

const onChain = Effect.map(Node, ({ url }) => ({ X402_RPC_URL: url }))

const titles =
  "day,capability,payer,calls,charged,presumed,given,failed,faults,open,replays,revenue_usdc,provider_calls,provider_cost_usd"

/** The sums of a report's columns from `calls` on; amounts in millionths. */
const sums = (lines: ReadonlyArray<string>) =>
  lines.slice(1).reduce<ReadonlyArray<bigint>>(
    (sum, line) =>
      line
        .split(",")
        .slice(3)
        .map((cell, index) => {
          const [whole = "", fraction = ""] = cell.split(".")
          const isAmount = index === 8 || index === 10
          return (sum[index] ?? 0n) + BigInt(isAmount ? whole + fraction.padEnd(6, "0") : whole)
        }),
    []
  )

const period = "--from 2027-01-15 --to 2027-01-17"

const asked = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`INSERT INTO provider_calls (day, operation, calls) VALUES ('2027-01-15', 'openalex.search', 100),
    ('2027-01-15', 'crossref.search', 7), ('2027-01-16', 'frankfurter.latest', 30), ('2027-01-17', 'wikidata.search', 5)`
)

const Told = Schema.parseJson(
  Schema.Struct({
    chain: Schema.Struct({ transfers: Schema.Number, usdc: Schema.String }),
    ledger: Schema.Struct({ payments: Schema.Number, usdc: Schema.String }),
    findings: Schema.Array(
      Schema.Struct({
        verdict: Schema.String,
        what: Schema.String,
        payer: Schema.String,
        nonce: Schema.NullOr(Schema.String)
      })
    )
  })
)

/** What a reconciliation finds: how often it says what. */
const found = (lines: ReadonlyArray<string>) => {
  const { findings, ...rest } = Schema.decodeUnknownSync(Told)(lines[0])
  const count: Record<string, number> = {}
  for (const { verdict, what } of findings) {
    const line = `${verdict}: ${what.replace(/ \(change \d+\)$/, "")}`
    count[line] = (count[line] ?? 0) + 1
  }
  return { ...rest, count }
}

const whole = "--since 2027-01-15 --json"
const why = "--who ada --why it_is_a_test"

layer(Layer.merge(World.thousand, node), { excludeTestServices: true, timeout: "120 seconds" })(
  "the books of a thousand payments",
  (it) => {
    it.effect("report: the sums are right, those of the providers too", () =>
      Effect.gen(function* () {
        yield* asked
        const { code, lines } = yield* World.ask(report, `${period} --csv`)
        expect([code, lines[0]]).toEqual([0, titles])
        //                        calls, charged, presumed, given, failed, faults, open, replays, revenue, asked, cost
        const expected = [1_200n, 590n, 40n, 170n, 60n, 100n, 80n, 200n, 2_359_561n, 142n, 100_000n]
        expect(sums(lines)).toEqual(expected)
        const fx = lines.filter((line) => line.includes(",fx.rates,"))
        // 199 sales at 0.002, and all calls of frankfurter.
        expect(sums(["", ...fx]).slice(8, 10)).toEqual([398_000n, 30n])
        expect(lines.filter((line) => line.includes("(none)"))).toEqual([
          "2027-01-17,(none),,0,0,0,0,0,0,0,0,0,5,0"
        ])
        const oneDay = yield* World.ask(report, "--from 2027-01-16 --to 2027-01-16 --csv")
        expect(oneDay.lines.slice(1).every((line) => line.startsWith("2027-01-16,"))).toBe(true)
        const table = yield* World.ask(report, period)
        expect(table.lines.find((line) => line.startsWith("total"))).toMatch(
          /^total +1200 +590 +40 +170 +60 +100 +80 +200 +2\.359561 +142 +0\.1$/
        )
        expect(table.lines).toContain("openalex.search       100       0.001       0.1")
      })
    )

    it.effect("report: prices of a file go before those listed, and it is said what is wrong with them", () =>
      Effect.gen(function* () {
        const file = join(tmpdir(), `almanac-prices-${process.pid}.json`)
        const priced = (text: string) =>
          Effect.zipRight(
            Effect.sync(() => writeFileSync(file, text)),
            World.ask(report, `${period} --csv --prices ${file}`)
          )
        const right = yield* priced('{"frankfurter.latest":"0.000258"}')
        expect(sums(right.lines)[10]).toBe(107_740n)
        for (const [text, problem] of [
          ['{"frankfurter.all":"1"}', /no such operation: frankfurter\.all; there are: openalex\.search, /],
          ['{"frankfurter.latest":"cheap"}', /: frankfurter\.latest must be dollars as text[^\n]*$/],
          ['{"frankfurter.latest":1}', /: frankfurter\.latest must be dollars as text[^\n]*$/],
          ...["{", "5", "[]", "null"].map(
            (text) => [text, /^--prices \S+: must be JSON such as \{"openalex\.search":"0\.001"\}$/] as const
          )
        ] as const) {
          const wrong = yield* priced(text)
          expect([wrong.code, wrong.lines.join("\n")]).toEqual([2, expect.stringMatching(problem)])
        }
        rmSync(file)
        for (const words of [
          "--from 2027-02-30",
          "--from 2027-01-02 --to 2027-01-01",
          "--since 2027-01-01"
        ]) {
          expect((yield* World.ask(report, words)).code).toBe(2)
        }
      })
    )

    it.effect(
      "reconcile: finds what is paid and unknown, and what is known and unpaid, and nothing else",
      () =>
        Effect.gen(function* () {
          const { code, lines } = yield* World.ask(reconcile, whole, yield* onChain)
          expect([code, found(lines)]).toEqual([
            1,
            {
              // 584 of the 590 that are counted, 7 that are not, and what was sent by hand.
              chain: { transfers: 592, usdc: "7.355553" },
              ledger: { payments: 590, usdc: "2.359561" },
              count: {
                "difference: paid, and failed in the ledger": 2,
                "difference: paid, and not in the ledger": 2,
                "difference: counted as paid, and never was": 5,
                "difference: counted as paid, and its payer has cancelled it": 1,
                "waiting: paid, and not decided yet: its call or the service's reconciler does": 3,
                "aside: sent by hand: no payment of a call": 1
              }
            }
          ])
          const table = yield* World.ask(reconcile, "--since 2027-01-15T00:00Z", yield* onChain)
          expect(table.lines.at(-1)).toBe("10 differences, 3 waiting, 0 accepted, 1 sent by hand")
          expect(table.lines.some((line) => line.includes(nameOf(lost[0] ?? byHand)))).toBe(true)
        })
    )

    it.effect(
      "reconcile: cannot be made without a node, with one that is away, or with one of another chain",
      () =>
        Effect.gen(function* () {
          const { behaviour } = yield* Node
          expect((yield* World.ask(reconcile, whole)).lines[0]).toContain("X402_RPC_URL is not set")
          behaviour.isAway = true
          const away = yield* World.ask(reconcile, whole, yield* onChain)
          behaviour.isAway = false
          expect([away.code, away.lines[0]]).toEqual([2, expect.stringContaining("(status)")])
          const other = {
            ...(yield* onChain),
            X402_NETWORK: "eip155:8453",
            X402_FACILITATOR_URL: "https://f.example"
          }
          const strange = yield* World.ask(reconcile, whole, {
            ...other,
            DATABASE_URL: "postgres://h/d",
            PUBLIC_URL: "https://a.example"
          })
          expect([strange.code, strange.lines[0]]).toEqual([
            2,
            expect.stringContaining("node of chain 84532")
          ])
        })
    )

    it.effect("refund: prepares the transfer back, once, of what was paid", () =>
      Effect.gen(function* () {
        const [sold, other] = of("settled")
        if (sold === undefined || other === undefined) return
        const call = `--payment ${nameOf(sold)} ${why} --json`
        const both = yield* Effect.all(
          [World.ask(refund, call, yield* onChain), World.ask(refund, call, yield* onChain)],
          { concurrency: 2 }
        )
        const [given] = both.filter(({ code }) => code === 0)
        expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
        const transaction = JSON.parse(given?.lines[0] ?? "{}")
        const abi = parseAbi(["function transfer(address to, uint256 value)"])
        const { args } = decodeFunctionData({ abi, data: hex(transaction.data) })
        expect([args[0].toLowerCase(), args[1]]).toEqual([sold.payer, sold.amount])
        expect([
          transaction.chainId,
          transaction.to,
          transaction.from.toLowerCase(),
          transaction.value
        ]).toEqual([asset.chainId, asset.address, payTo, "0x0"])
        const again = yield* World.ask(
          refund,
          `--payment ${nameOf(sold).toUpperCase().replaceAll("0X", "0x")} ${why}`
        )
        expect([again.code, again.lines[0]]).toEqual([
          1,
          expect.stringMatching(
            /^refused: it has a refund already, 0\.002 USDC by ada at 2027-.* \(change \d+\)$/
          )
        ])
        const part = yield* World.ask(refund, `--payment ${nameOf(other)} ${why} --amount 0.000001`)
        expect(part.lines[0]).toMatch(/^0\.000001 USDC of 0\.010001 back to 0x.* no node was asked/)
      })
    )

    it.effect("refund: refuses what was not paid, is not decided, or is less than is asked for", () =>
      Effect.gen(function* () {
        const none = { payer: `0x${"12".repeat(20)}`, nonce: `0x${"34".repeat(32)}` }
        const cases: ReadonlyArray<
          readonly [string, Parameters<typeof nameOf>[0] | undefined, boolean, RegExp, string?]
        > = [
          ["given", of("given")[0], true, /nothing shows that it was paid: it is released/],
          ["failed", of("failed")[9], true, /nothing shows that it was paid: it is failed/],
          ["failed, without a node", of("failed")[9], false, /Set X402_RPC_URL/],
          ["unknown", of("unknown")[0], true, /it is unknown: not decided yet/],
          ["settling", of("settling")[0], true, /it is settling: not decided yet/],
          ["reserved", of("reserved")[0], true, /it is reserved: not decided yet/],
          ["unheard of", none, true, /not in the ledger\n.*--transaction/],
          [
            "presumed, never paid",
            neverPaid[0],
            true,
            /nothing shows that it was paid: it is presumed_settled/
          ],
          ["presumed, without a node", of("presumed")[9], false, /nothing shows that it was paid/],
          [
            "more than was paid",
            of("settled")[4],
            true,
            /3 USDC is more than the 0\.010001 that were paid/,
            "--amount 3"
          ],
          [
            "another's transaction",
            none,
            true,
            /nothing shows/,
            `--transaction ${of("settled")[7]?.transaction}`
          ]
        ]
        for (const [name, payment, asksNode, problem, more = ""] of cases) {
          const environment = asksNode ? yield* onChain : {}
          const { code, lines } = yield* World.ask(
            refund,
            `--payment ${nameOf(payment ?? none)} ${why} ${more}`,
            environment
          )
          expect([name, code, lines.join("\n")]).toEqual([name, 1, expect.stringMatching(problem)])
        }
        for (const words of [`--payment ${nameOf(none)}`, `--payment 0x1/0x2 ${why}`, why]) {
          expect((yield* World.ask(refund, words)).code).toBe(2)
        }
        const unprintable = yield* World.ask(
          refund,
          `--payment ${nameOf(none)} --who ad\u001b[2Ja --why test`
        )
        expect([unprintable.code, unprintable.lines.join("\n")]).toEqual([
          2,
          expect.stringContaining("--who: must be one line without control characters")
        ])
        // Only the two refunds of the case before are recorded.
        expect((yield* World.ask(changes, "--json")).lines.length).toBe(2)
      })
    )

    it.effect("refund: a node that has no logs shows what is paid by the transaction that is named", () =>
      Effect.gen(function* () {
        const { behaviour } = yield* Node
        const rpc = yield* onChain
        const [made] = of("presumed").slice(-1)
        if (made === undefined) return
        const call = `--payment ${nameOf(made)} ${why} --amount 3`
        behaviour.limit = 0
        const silent = yield* World.ask(refund, call, rpc)
        const named = yield* World.ask(refund, `${call} --transaction ${made.transaction}`, rpc)
        behaviour.limit = Number.POSITIVE_INFINITY
        expect([silent.code, silent.lines.join("\n")]).toEqual([
          2,
          "the node at X402_RPC_URL cannot be asked (refused): nothing can be said. If you see the payment on the chain, name its --transaction: a receipt is enough"
        ])
        expect([named.code, named.lines[0]]).toEqual([
          1,
          "refused: 3 USDC is more than the 0.002 that were paid"
        ])
      })
    )

    it.effect("after each difference is refunded or looked into, nothing is left unexplained", () =>
      Effect.gen(function* () {
        const rpc = yield* onChain
        for (const made of paidThoughFailed) {
          expect((yield* World.ask(refund, `--payment ${nameOf(made)} ${why}`, rpc)).code).toBe(0)
        }
        for (const use of [...forgotten, ...lost]) {
          const words = `--payment ${nameOf(use)} ${why} --transaction ${use.transaction}`
          expect((yield* World.ask(refund, words, rpc)).code).toBe(0)
        }
        for (const made of [...cancelled, ...neverPaid]) {
          expect((yield* World.ask(changes, `--accept ${nameOf(made)} ${why}`)).code).toBe(0)
        }
        // Without a node the ledger's word counts: money goes out that never came in, which explains nothing.
        for (const made of falselySettled) {
          expect((yield* World.ask(refund, `--payment ${nameOf(made)} ${why}`)).code).toBe(0)
        }
        const worse = yield* World.ask(reconcile, "--since 2027-01-15", rpc)
        expect([worse.code, worse.lines.at(-1)]).toEqual([
          1,
          "1 differences, 3 waiting, 9 accepted, 1 sent by hand"
        ])
        expect(worse.lines.join("\n")).toMatch(/counted as paid, and never was; refund by ada \(change \d+\)/)
        for (const made of falselySettled) {
          expect((yield* World.ask(changes, `--accept ${nameOf(made)} ${why}`)).code).toBe(0)
        }
        const { code, lines } = yield* World.ask(reconcile, "--since 2027-01-15", rpc)
        expect([code, lines.at(-1)]).toEqual([0, "0 differences, 3 waiting, 10 accepted, 1 sent by hand"])
      })
    )

    it.effect("what was changed by hand is told, and stays", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const recorded = yield* World.ask(changes, `--record restored_the_backup_of_Friday ${why}`)
        expect([recorded.code, recorded.lines[0]]).toEqual([
          0,
          expect.stringMatching(/^recorded as change \d+$/)
        ])
        const { lines } = yield* World.ask(changes, "")
        expect([lines.length, lines.at(-1)]).toEqual([
          15,
          expect.stringMatching(/ada +other +restored the backup of Friday +it is a test$/)
        ])
        for (const statement of [
          "UPDATE changes_by_hand SET why = 'x'",
          "DELETE FROM changes_by_hand",
          "TRUNCATE changes_by_hand"
        ]) {
          expect(Exit.isFailure(yield* Effect.exit(sql.unsafe(statement)))).toBe(true)
        }
        for (const words of ["--record x", `--record x --accept ${nameOf(byHand)} ${why}`, "--accept x"]) {
          expect((yield* World.ask(changes, words)).code).toBe(2)
        }
        expect((yield* World.ask(changes, "")).lines).toEqual(lines)
      })
    )

    it.effect("the report is the same, line by line, when the rows of what was not paid are swept", () =>
      Effect.withClock(
        Effect.gen(function* () {
          const { retention } = yield* ports
          const before = yield* World.ask(report, `${period} --csv`)
          yield* atMillis(4 * day)
          expect([yield* retention.deleteReleased(1_000), yield* retention.deleteFailed(1_000)]).toEqual([
            220, 60
          ])
          expect(yield* retention.dropResponses(1_000)).toBe(590)
          expect(yield* World.ask(report, `${period} --csv`)).toEqual(before)
        }),
        clock
      )
    )
  }
)
