/**
 * What the command line asks for.
 */
import { parseArgs } from "node:util"
import { Either, Option } from "effect"
import { type ScenarioName, type ServerName, scenarioNames, serverNames } from "./Names.ts"

/** How much is measured. Times in seconds. */
export interface Amount {
  readonly rounds: number
  readonly roundSeconds: number
  readonly warmupSeconds: number
  /** Kept-alive connections, each with one call at a time. */
  readonly connections: number
  /** Calls of the composite. */
  readonly composites: number
  /** Paid calls whose every wait is known. */
  readonly latencies: number
  /** Seconds of research at a steady rate. */
  readonly steadySeconds: number
  /** Bursts of 200 equal calls. */
  readonly bursts: number
  /** Calls that wait at a time, for the heap of each. */
  readonly waiting: number
  /** Connections, for the cost of a call among many. */
  readonly crowds: ReadonlyArray<number>
  /** Calls at once that nobody can serve in time. */
  readonly flood: number
  readonly starts: number
  /** Calls with each body, for the dearest one. */
  readonly bodies: { readonly calls: number }
  /** Connections whose bodies never end, and purchases beside them. */
  readonly siege: { readonly connections: number; readonly purchases: number }
}

/** One run. */
export interface Options {
  readonly mode: "full" | "quick"
  readonly amount: Amount
  readonly servers: ReadonlyArray<ServerName>
  /** The scenarios of the rounds. */
  readonly scenarios: ReadonlyArray<ScenarioName>
  /** Whether everything was asked for that the gates want to see. */
  readonly isWhole: boolean
  /** Ledger rows and cache entries to grow by. */
  readonly growth: Option.Option<number>
  readonly soakSeconds: Option.Option<number>
  readonly profile: boolean
  readonly json: Option.Option<string>
  /** Where the tables of the run go. */
  readonly document: Option.Option<string>
  /** A run of before, in place of a new one. */
  readonly from: Option.Option<string>
}

const full: Amount = {
  rounds: 5,
  roundSeconds: 2,
  warmupSeconds: 15,
  connections: 32,
  composites: 30,
  latencies: 160,
  steadySeconds: 10,
  bursts: 10,
  waiting: 1000,
  crowds: [10, 1000, 5000],
  flood: 5000,
  starts: 5,
  bodies: { calls: 3 },
  siege: { connections: 1200, purchases: 60 }
}

const quick: Amount = {
  rounds: 3,
  roundSeconds: 0.5,
  warmupSeconds: 1,
  connections: 32,
  composites: 5,
  latencies: 8,
  steadySeconds: 1,
  bursts: 2,
  waiting: 200,
  crowds: [10, 200],
  flood: 1000,
  starts: 1,
  bodies: { calls: 1 },
  siege: { connections: 120, purchases: 10 }
}

/** How it is called. */
export const usage = `npm run bench -- [options]

  --quick               short rounds for CI: gates on counts, and CPU ratios with a margin; on no time
  --servers a,b         ${serverNames.join(", ")} (all)
  --only a,b            ${scenarioNames.join(", ")} (all, and the rest of the run)
  --rounds N --seconds N --warmup N
  --growth [N]          then N (100000) ledger rows and cache entries more, and the cost per call after that
  --soak [SECONDS]      then 600 s at two thirds of the capacity, and how memory grows
  --prof                and where the time goes: self time by group
  --json FILE           the results (bench/results.json; with --quick none)
  --document FILE       writes the tables of the run into FILE
  --from FILE           takes the results of a run of before in place of a new one`

const options = {
  quick: { type: "boolean", default: false },
  prof: { type: "boolean", default: false },
  servers: { type: "string" },
  only: { type: "string" },
  rounds: { type: "string" },
  seconds: { type: "string" },
  warmup: { type: "string" },
  growth: { type: "string" },
  soak: { type: "string" },
  json: { type: "string" },
  document: { type: "string" },
  from: { type: "string" }
} as const

/** `--growth` and `--soak` may stand without a number. */
const withNumbers = (words: ReadonlyArray<string>): Array<string> =>
  words.flatMap((word, index) => {
    const isBare = !/^\d/.test(words[index + 1] ?? "")
    if (word === "--growth" && isBare) return ["--growth", "100000"]
    if (word === "--soak" && isBare) return ["--soak", "600"]
    return [word]
  })

const oneOf =
  <Name extends string>(names: ReadonlyArray<Name>) =>
  (text: string | undefined): Either.Either<ReadonlyArray<Name>, string> =>
    text === undefined
      ? Either.right(names)
      : Either.all(
          text.split(",").map((word) => {
            const name = names.find((name) => name === word.trim())
            return name === undefined
              ? Either.left(`no such name: ${word} (there are ${names.join(", ")})`)
              : Either.right(name)
          })
        )

/** A number above zero; `otherwise` where there is no text. */
export const numberOf = (text: string | undefined, otherwise: number): Either.Either<number, string> => {
  const number = text === undefined ? otherwise : Number(text)
  return number > 0 ? Either.right(number) : Either.left(`not a number above zero: ${text}`)
}

const optionalNumber = (text: string | undefined): Either.Either<Option.Option<number>, string> =>
  text === undefined ? Either.right(Option.none()) : Either.map(numberOf(text, 0), Option.some)

/** The options of a command line; `Left` says what is wrong with it. */
export const parse = (words: ReadonlyArray<string>): Either.Either<Options, string> =>
  Either.gen(function* () {
    const { values } = yield* Either.try({
      try: () => parseArgs({ args: withNumbers(words), options }),
      catch: (error) => (error instanceof Error ? error.message : String(error))
    })
    const amount = values.quick ? quick : full
    const mode = values.quick ? "quick" : "full"
    return {
      mode,
      amount: {
        ...amount,
        rounds: Math.ceil(yield* numberOf(values.rounds, amount.rounds)),
        roundSeconds: yield* numberOf(values.seconds, amount.roundSeconds),
        warmupSeconds: yield* numberOf(values.warmup, amount.warmupSeconds)
      },
      servers: yield* oneOf(serverNames)(values.servers),
      scenarios: yield* oneOf(scenarioNames)(values.only),
      isWhole: values.servers === undefined && values.only === undefined,
      growth: yield* optionalNumber(values.growth),
      soakSeconds: yield* optionalNumber(values.soak),
      profile: values.prof,
      json: Option.orElse(Option.fromNullable(values.json), () =>
        values.quick || values.only !== undefined || values.from !== undefined
          ? Option.none()
          : Option.some("bench/results.json")
      ),
      document: Option.fromNullable(values.document),
      from: Option.fromNullable(values.from)
    } as const
  })
