/**
 * What the programs of the books say of options that they cannot take: a line for each, with its name and its rule.
 */
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { changes } from "../../scripts/books/changes/Command.ts"
import type { Misused } from "../../scripts/books/Failure.ts"
import { reconcile } from "../../scripts/books/reconcile/Command.ts"
import { refund } from "../../scripts/books/refund/Command.ts"
import { report } from "../../scripts/books/report/Command.ts"

const day = "must be a day such as 2026-01-31"
const moment = `${day}, or a moment such as 2026-01-31T12:00Z`
const payment = "must be <payer>/<nonce>: an address and 32 bytes, each as 0x and hexadecimal"
const refunded = `--payment=0x${"1".repeat(40)}/0x${"2".repeat(64)}`

describe("options of the books", () => {
  it.effect.each<
    readonly [
      (words: ReadonlyArray<string>) => Effect.Effect<unknown, Misused>,
      ReadonlyArray<string>,
      ReadonlyArray<string>
    ]
  >([
    [report.read, ["--from", "2026-13-01"], [`--from: ${day}`]],
    [report.read, ["--from=x", "--to=2026-02-30"], [`--from: ${day}`, `--to: ${day}`]],
    [report.read, ["--from=2026-02-02", "--to=2026-02-01"], ["--from 2026-02-02 is after --to 2026-02-01"]],
    [reconcile.read, ["--since", "yesterday"], [`--since: ${moment}`]],
    [changes.read, ["--accept", "0x1"], [`--accept: ${payment}`]],
    [
      changes.read,
      ["--record=a\nb", "--who= ", "--why="],
      [
        "--record: must be one line without control characters",
        "--who: must not be empty",
        "--why: must not be empty"
      ]
    ],
    [refund.read, [], ["--payment: is missing", "--who: is missing", "--why: is missing"]],
    [
      refund.read,
      [refunded, "--who=ada", "--why=lost", "--amount=0", "--transaction=0x1"],
      [
        "--amount: must be an amount of USDC above 0 with at most 6 decimals",
        "--transaction: must be a transaction's hash: 0x and 64 hexadecimal digits"
      ]
    ]
  ])("%#: %j %j", ([read, words, lines]) =>
    Effect.gen(function* () {
      const { _tag, message } = yield* Effect.flip(read(words))
      expect([_tag, message.split("\n")]).toEqual(["Misused", lines])
    })
  )
})
