/**
 * The record of what was changed by hand: read, and written.
 */
import { Effect, Schema } from "effect"
import { Misused } from "../Failure.ts"
import { flag, optional, PaymentRef, reader, Words } from "../Options.ts"
import * as Program from "../Program.ts"
import { type Column, table } from "../Table.ts"
import * as Changes from "./Record.ts"

const usage = `npm run changes -- [options]        in the image: node dist/changes.cjs [options]

  (none)          all changes that were made by hand
  --json          the same, a line of JSON each
  --record TEXT   records what somebody has done: a statement on the ledger, a setting, a restore
  --accept P/N    records that a difference of npm run reconcile was looked into: <payer>/<nonce>
  --who NAME      who; with --record and --accept
  --why TEXT      why; with --record and --accept
  --help          this

Refunds are recorded by npm run refund. Nothing that is recorded can be changed or deleted.
Exit code: 0 told or recorded, 2 it could not be made.`

const text = { type: "string" } as const

const Request = Schema.Struct({
  record: optional(Words),
  accept: optional(PaymentRef),
  who: optional(Words),
  why: optional(Words),
  json: flag
})

const read = reader({ record: text, accept: text, who: text, why: text, json: { type: "boolean" } }, Request)

const columns: ReadonlyArray<Column<Changes.Change>> = [
  { title: "id", of: ({ id }) => id, right: true },
  { title: "at", of: ({ madeAt }) => madeAt.toISOString() },
  { title: "who", of: ({ madeBy }) => madeBy },
  { title: "kind", of: ({ kind }) => kind },
  { title: "what", of: ({ what }) => what },
  { title: "why", of: ({ why }) => why },
  { title: "payment", of: ({ nonce, payer }) => (nonce === null ? "" : `${payer}/${nonce}`) }
]

const asJson = ({ amount, ...change }: Changes.Change) =>
  JSON.stringify({ ...change, amount: amount === null ? null : String(amount) })

/** What a request records, if anything. */
const entryOf = ({
  accept,
  record,
  who,
  why
}: typeof Request.Type): Effect.Effect<Changes.Entry | undefined, Misused> => {
  if (record === undefined && accept === undefined) return Effect.succeed(undefined)
  if (record !== undefined && accept !== undefined) {
    return new Misused({ message: "--record and --accept: one at a time" })
  }
  if (who === undefined || why === undefined) {
    return new Misused({ message: "--who and --why are required: the record is for those who come later" })
  }
  return Effect.succeed(
    record === undefined
      ? { kind: "accepted", what: "a difference between chain and ledger", who, why, payment: accept }
      : { kind: "other", what: record, who, why }
  )
}

/** The program. */
export const changes = Program.define({
  usage,
  read: (words) =>
    Effect.flatMap(read(words), (request) =>
      Effect.map(entryOf(request), (entry) => ({ ...request, entry }))
    ),
  work: ({ entry, json }) =>
    Effect.gen(function* () {
      if (entry !== undefined) {
        const change = yield* Changes.record(entry)
        return { lines: [`recorded as change ${change?.id ?? "?"}`], code: 0 }
      }
      const all = yield* Changes.all
      if (json) return { lines: all.map(asJson), code: 0 }
      return { lines: all.length === 0 ? ["nothing was changed by hand"] : table(columns, all), code: 0 }
    })
})
