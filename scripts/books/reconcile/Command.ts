/**
 * Chain against ledger: options, and what is printed.
 */
import { Clock, Duration, Effect, Option, Schema } from "effect"
import * as Usdc from "../../../src/Resources/Usdc.ts"
import { Misused, NotMade } from "../Failure.ts"
import * as Node from "../Node.ts"
import { flag, Moment, optional, reader } from "../Options.ts"
import * as Program from "../Program.ts"
import { type Column, table } from "../Table.ts"
import { type Comparison, compare, type Finding, type Verdict } from "./Compare.ts"

const usage = `npm run reconcile -- [options]        in the image: node dist/reconcile.cjs [options]

  --since WHEN  the beginning, such as 2026-01-31 or 2026-01-31T12:00Z (a week ago)
  --json        all of it for other programs
  --help        this

Compares the transfers to X402_PAY_TO (and to the addresses of earlier payments) with the payments that the ledger counts
as paid, over X402_RPC_URL, up to the blocks that are taken for final. Changes nothing. A difference that was looked into
(npm run changes -- --accept) or refunded is told, and is none any more.
Exit code: 0 no difference, 1 differences, 2 it could not be made.`

const read = reader(
  { since: { type: "string" }, json: { type: "boolean" } },
  Schema.Struct({
    since: optional(Moment),
    json: flag
  })
)

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString().replace(".000", "")

/** The order in which findings are told. */
const verdicts: ReadonlyArray<Verdict> = ["difference", "waiting", "accepted", "aside"]

const columns: ReadonlyArray<Column<Finding>> = [
  { title: "verdict", of: ({ verdict }) => verdict },
  { title: "usdc", of: ({ amount }) => Usdc.format(amount), right: true },
  { title: "at", of: ({ at }) => timeOf(Math.floor(at)) },
  { title: "what", of: ({ what }) => what },
  {
    title: "payment",
    of: ({ payer, payment }) => (payment === undefined ? payer : `${payment.payer}/${payment.nonce}`)
  },
  { title: "transaction", of: ({ transaction }) => transaction ?? "" }
]

const count = ({ findings }: Comparison, verdict: Verdict) =>
  findings.filter((finding) => finding.verdict === verdict).length

const summary = (all: Comparison): ReadonlyArray<string> => [
  `from ${timeOf(all.since)} to ${timeOf(all.until)}`,
  `chain   ${all.transfers.count} transfers, ${Usdc.format(all.transfers.sum)} USDC`,
  `ledger  ${all.counted.count} payments, ${Usdc.format(all.counted.sum)} USDC`,
  `${count(all, "difference")} differences, ${count(all, "waiting")} waiting, ${count(all, "accepted")} accepted, ${count(all, "aside")} sent by hand`
]

const asJson = ({ counted, findings, since, transfers, until }: Comparison) =>
  JSON.stringify({
    since: timeOf(since),
    until: timeOf(until),
    chain: { transfers: transfers.count, usdc: Usdc.format(transfers.sum) },
    ledger: { payments: counted.count, usdc: Usdc.format(counted.sum) },
    findings: findings.map(({ amount, at, payment, transaction, ...rest }) => ({
      ...rest,
      nonce: payment?.nonce ?? null,
      transaction: transaction ?? null,
      usdc: Usdc.format(amount),
      at: timeOf(Math.floor(at))
    }))
  })

/** The program. */
export const reconcile = Program.define({
  usage,
  read,
  work: ({ json, since }) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const from = since?.getTime() ?? now - Duration.toMillis(Duration.days(7))
      // Nothing has happened since then: that would be told as no difference.
      if (from > now) return yield* new Misused({ message: "--since must not lie in the future" })
      const node = yield* Node.open
      if (Option.isNone(node)) {
        return yield* new NotMade({
          message: "X402_RPC_URL is not set: without a node nothing is known of the chain"
        })
      }
      const all = yield* compare(node.value, Math.floor(from / 1000))
      const told = verdicts.flatMap((verdict) =>
        all.findings.filter((finding) => finding.verdict === verdict)
      )
      const lines = table(columns, told)
      return {
        lines: json
          ? [asJson({ ...all, findings: told })]
          : [...lines, ...(lines.length === 0 ? [] : [""]), ...summary(all)],
        code: count(all, "difference") === 0 ? 0 : 1
      }
    })
})
