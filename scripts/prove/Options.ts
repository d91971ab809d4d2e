/**
 * What the command line asks for.
 */
import { parseArgs } from "node:util"
import { Effect, Option, ParseResult, Schema } from "effect"
import * as Findings from "./Findings.ts"
import { killPoints } from "./kills/KillPoint.ts"
import { WorldBroken } from "./world/Listener.ts"

/** How much is proved. */
export interface Options {
  readonly runs: number
  readonly kills: number
  readonly seed: number
  /** Processes for histories; each takes the next seed. */
  readonly lanes: number
  /** One history of the seed's. */
  readonly path: string | undefined
  /** Ends with the first violation, as it was drawn. */
  readonly first: boolean
  /** Where the report goes. */
  readonly document: Option.Option<string>
  /** Where each violation is written as it is found. */
  readonly log: string
}

/** What the command line asks for: a run, or only to be told what there is to ask for. */
export type Request = { readonly _tag: "Run"; readonly options: Options } | { readonly _tag: "Help" }

const number = (least: number, what: string) =>
  Schema.NumberFromString.pipe(Schema.int(), Schema.greaterThanOrEqualTo(least)).annotations({
    message: () => ({ message: `must be ${what}`, override: true })
  })
const count = number(0, "a whole number, 0 or more")

const decode = Schema.decodeUnknown(
  Schema.Struct({
    runs: count,
    kills: count,
    seed: number(Number.MIN_SAFE_INTEGER, "a whole number"),
    lanes: number(1, "a whole number, 1 or more"),
    path: Schema.optional(Schema.String),
    document: Schema.optional(Schema.String),
    log: Schema.optionalWith(Schema.String, { default: () => Findings.file })
  }),
  { errors: "all" }
)

/** How the command is called. */
export const usage = `npm run prove:money -- [options]

  --runs N         random histories (200)
  --kills N        kills, going through the ${killPoints.length} points in turn (${killPoints.length})
  --seed N         what is drawn (1)
  --lanes N        processes for histories, each with the next seed (2), and for kills: 3 at least
  --path P         one history again, as a violation prints it
  --first          ends with the first violation, as it was drawn
  --log FILE       where each violation is written as it is found (${Findings.file})
  --document FILE  writes the counts into a page, where no rule was broken
  --help           this

The server of DATABASE_URL is used, and databases of the proof's own there. Ends with a line of counts.
Exit code: 0 no rule broken, 1 violations, 2 the proof could not be made.`

const text = { type: "string" } as const

const problem = (error: unknown) =>
  new WorldBroken({ message: `${error instanceof Error ? error.message : String(error)}\n\n${usage}` })

/** The option that is no number, and what it should be. */
const unreadable = (error: ParseResult.ParseError) =>
  ParseResult.ArrayFormatter.formatErrorSync(error)
    .map(({ path, message }) => `--${path.join(".")}: ${message}`)
    .join("\n")

/** Reads the command line. */
export const read = (words: ReadonlyArray<string>): Effect.Effect<Request, WorldBroken> =>
  Effect.gen(function* () {
    const { values } = yield* Effect.try({
      try: () =>
        parseArgs({
          args: [...words],
          options: {
            runs: text,
            kills: text,
            seed: text,
            lanes: text,
            path: text,
            document: text,
            log: text,
            first: { type: "boolean" },
            help: { type: "boolean", short: "h" }
          }
        }),
      catch: problem
    })
    const { first = false, help, ...asked } = values
    if (help === true) return { _tag: "Help" } as const
    const { path, document, ...amounts } = yield* Effect.mapError(
      decode({ runs: "200", kills: String(killPoints.length), seed: "1", lanes: "2", ...asked }),
      (error) => problem(unreadable(error))
    )
    return {
      _tag: "Run",
      options: { ...amounts, path, first, document: Option.fromNullable(document) }
    } as const
  })
