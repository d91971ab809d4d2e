/**
 * What the command line asks for.
 */
import { parseArgs } from "node:util"
import { Effect, Option, Schema } from "effect"
import { WorldBroken } from "./Listener.ts"

/** How much is proved. */
export interface Options {
  readonly runs: number
  readonly kills: number
  readonly seed: number
  /** Worlds at a time; each takes the next seed. */
  readonly lanes: number
  /** One history of the seed's. */
  readonly path: string | undefined
  /** Where the report goes. */
  readonly document: Option.Option<string>
}

const Whole = Schema.NumberFromString.pipe(Schema.int(), Schema.nonNegative())

const decode = Schema.decodeUnknown(
  Schema.Struct({
    runs: Whole,
    kills: Whole,
    seed: Schema.NumberFromString.pipe(Schema.int()),
    lanes: Whole.pipe(Schema.positive()),
    path: Schema.optional(Schema.String),
    document: Schema.optional(Schema.String)
  })
)

const usage =
  "npm run prove:money -- [--runs 200] [--kills 26] [--seed 1] [--lanes 3] [--path from-a-report] [--document docs/money.md]"

const text = { type: "string" } as const

/** Reads the command line. */
export const read = (words: ReadonlyArray<string>): Effect.Effect<Options, WorldBroken> =>
  Effect.try(() =>
    parseArgs({
      args: [...words],
      options: { runs: text, kills: text, seed: text, lanes: text, path: text, document: text }
    })
  ).pipe(
    Effect.flatMap(({ values }) => decode({ runs: "200", kills: "26", seed: "1", lanes: "3", ...values })),
    Effect.mapBoth({
      onSuccess: ({ path, document, ...amounts }) => ({
        ...amounts,
        path,
        document: Option.fromNullable(document)
      }),
      onFailure: () => new WorldBroken({ message: `usage: ${usage}` })
    })
  )
