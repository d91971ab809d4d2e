/**
 * A run: an empty ledger and a filled one, measured in turns.
 */
import { ConfigProvider, Console, DateTime, Effect, Layer, Option } from "effect"
import { Settings } from "../../../src/Settings.ts"
import * as Machine from "../Machine.ts"
import { rotated } from "../report/Statistics.ts"
import * as Cores from "../servers/Cores.ts"
import * as Database from "../servers/Database.ts"
import { type Round, round, type Side } from "./Operations.ts"
import type { Options } from "./Options.ts"
import { type Facts, filled, open } from "./Place.ts"
import * as Rows from "./Rows.ts"
import { type Size, sizes } from "./Sizes.ts"

/** What came out. */
export interface Results {
  readonly date: string
  readonly machine: Readonly<Record<string, string>>
  readonly facts: Facts
  readonly calls: number
  readonly empty: ReadonlyArray<Round>
  readonly filled: ReadonlyArray<Round>
  readonly sizes: ReadonlyArray<Size>
}

/** Rounds with the programs that read much. */
const wholeRounds = 3

/** What the operator's programs read of the settings: the chain. */
const settings = Layer.effect(
  Settings,
  Effect.withConfigProvider(
    Settings.config,
    ConfigProvider.fromMap(
      new Map([
        ["X402_PAY_TO", Rows.payTo],
        ["X402_NETWORK", Rows.token.network],
        ["X402_FACILITATOR_URL", "http://127.0.0.1:1"],
        ["CONTACT", "mailto:bench@example.org"]
      ])
    )
  )
)

/** Runs what the options ask for. */
export const run = ({ amount, calls, database, rounds }: Options) =>
  Effect.gen(function* () {
    const machine = Machine.facts(Cores.free, yield* Database.version)
    const { facts, url } = yield* filled(amount, database)
    const payers = (yield* Database.query(url, Rows.payers(facts.payers))).map(({ payer }) => String(payer))
    const emptyUrl = yield* Database.make
    const empty: Side = { url: emptyUrl, services: yield* open(emptyUrl), facts: Option.none(), payers }
    const full: Side = { url, services: yield* open(url), facts: Option.some(facts), payers }
    // The first round of each warms up: statements are planned, and pages read.
    for (const one of [empty, full]) yield* round(one, calls, false)
    const measured = new Map<Side, Array<Round>>([
      [empty, []],
      [full, []]
    ])
    for (let number = 0; number < rounds; number += 1) {
      for (const one of rotated([empty, full], number)) {
        measured.get(one)?.push(yield* round(one, calls, number < wholeRounds))
      }
      yield* Console.error(`bench: round ${number + 1} of ${rounds}`)
    }
    const results: Results = {
      date: DateTime.formatIsoDateUtc(yield* DateTime.now),
      machine,
      facts,
      calls,
      empty: measured.get(empty) ?? [],
      filled: measured.get(full) ?? [],
      sizes: yield* sizes(url)
    }
    return results
  }).pipe(Effect.provide(settings), Effect.scoped)
