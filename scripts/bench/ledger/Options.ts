/**
 * What the command line asks for.
 */
import { parseArgs } from "node:util"
import { Either, Option } from "effect"
import { numberOf } from "../Options.ts"
import type { Amount } from "./Rows.ts"

/** One run. */
export interface Options {
  readonly amount: Amount
  readonly rounds: number
  /** Calls of each operation in a round. */
  readonly calls: number
  /** The name of a filled database that is kept. */
  readonly database: Option.Option<string>
  /** Where the tables of the run go. */
  readonly document: Option.Option<string>
}

/** How it is called. */
export const usage = `npm run bench:ledger -- [options]

  --rows N         rows of the filled ledger (1000000)
  --days N         days that its sales are spread over (90)
  --payers N       (5000)
  --database NAME  keeps the filled ledger in a database of this name, and takes it from there where it is there already
  --rounds N       (5), of the empty ledger and of the filled one in turns
  --calls N        calls of each operation in a round (200)
  --document FILE  writes the tables of the run into FILE`

const options = {
  rows: { type: "string" },
  days: { type: "string" },
  payers: { type: "string" },
  database: { type: "string" },
  rounds: { type: "string" },
  calls: { type: "string" },
  document: { type: "string" }
} as const

const nameOf = (text: string | undefined): Either.Either<Option.Option<string>, string> =>
  text === undefined
    ? Either.right(Option.none())
    : /^[a-z][a-z0-9_]{0,50}$/.test(text)
      ? Either.right(Option.some(text))
      : Either.left(`not the name of a database, in small letters: ${text}`)

/** The options of a command line; `Left` says what is wrong with it. */
export const parse = (words: ReadonlyArray<string>): Either.Either<Options, string> =>
  Either.gen(function* () {
    const { values } = yield* Either.try({
      try: () => parseArgs({ args: [...words], options }),
      catch: (error) => (error instanceof Error ? error.message : String(error))
    })
    const whole = (text: string | undefined, otherwise: number) =>
      Either.map(numberOf(text, otherwise), Math.ceil)
    return {
      amount: {
        rows: yield* whole(values.rows, 1_000_000),
        days: yield* whole(values.days, 90),
        payers: yield* whole(values.payers, 5000)
      },
      rounds: yield* whole(values.rounds, 5),
      calls: yield* whole(values.calls, 200),
      database: yield* nameOf(values.database),
      document: Option.fromNullable(values.document)
    }
  })
