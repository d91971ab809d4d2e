/**
 * The options of the programs of the books.
 */
import { type ParseArgsConfig, parseArgs } from "node:util"
import { Effect, Option, ParseResult, Schema } from "effect"
import { calendarDay } from "../../src/Resources/CalendarDay.ts"
import * as Usdc from "../../src/Resources/Usdc.ts"
import { Misused } from "./Failure.ts"

/** A day as it is written, `YYYY-MM-DD`. All days are UTC's. */
export const Day = Schema.String.pipe(
  Schema.filter((text) => Option.isSome(calendarDay(text)) || "must be a day such as 2026-01-31")
)

/** A moment: a day, at whose beginning it is, or a date and time of ISO 8601 with its zone. */
export const Moment = Schema.transformOrFail(Schema.String, Schema.DateFromSelf, {
  strict: true,
  decode: (text, _, ast) => {
    const isWhole = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
    const moment = new Date(text)
    const isDay = Option.isSome(calendarDay(text.slice(0, 10)))
    return isWhole && isDay && !Number.isNaN(moment.getTime())
      ? ParseResult.succeed(moment)
      : ParseResult.fail(
          new ParseResult.Type(
            ast,
            text,
            "must be a day such as 2026-01-31, or a moment such as 2026-01-31T12:00Z"
          )
        )
  },
  encode: (moment) => ParseResult.succeed(moment.toISOString())
})

/** An amount of USDC in atomic units. */
export const Amount = Schema.transformOrFail(Schema.String, Schema.BigIntFromSelf, {
  strict: true,
  decode: (text, _, ast) =>
    Option.match(Usdc.parse(text), {
      onNone: () =>
        ParseResult.fail(
          new ParseResult.Type(ast, text, "must be an amount of USDC above 0 with at most 6 decimals")
        ),
      onSome: (atomic) => ParseResult.succeed(atomic)
    }),
  encode: (atomic) => ParseResult.succeed(Usdc.format(atomic))
})

/** A payment by its payer and nonce, in lower case. */
export interface PaymentRef {
  readonly payer: string
  readonly nonce: string
}

/** `<payer>/<nonce>`, in any case. */
export const PaymentRef = Schema.transformOrFail(
  Schema.String,
  Schema.Struct({ payer: Schema.String, nonce: Schema.String }),
  {
    strict: true,
    decode: (text, _, ast) => {
      const [, payer, nonce] = /^(0x[0-9a-f]{40})\/(0x[0-9a-f]{64})$/.exec(text.toLowerCase()) ?? []
      return payer === undefined || nonce === undefined
        ? ParseResult.fail(
            new ParseResult.Type(
              ast,
              text,
              "must be <payer>/<nonce>: an address and 32 bytes, each as 0x and hexadecimal"
            )
          )
        : ParseResult.succeed({ payer, nonce })
    },
    encode: ({ nonce, payer }) => ParseResult.succeed(`${payer}/${nonce}`)
  }
)

/** A transaction's hash, in lower case. */
export const Transaction = Schema.Lowercase.pipe(
  Schema.compose(
    Schema.String.pipe(
      Schema.pattern(/^0x[0-9a-f]{64}$/, {
        message: () => "must be a transaction's hash: 0x and 64 hexadecimal digits"
      })
    )
  )
)

/** Words of a person, in one line: what was done, why, and by whom. A terminal would obey what is no character of a text. */
export const Words = Schema.Trim.pipe(
  Schema.minLength(1, { message: () => "must not be empty" }),
  Schema.pattern(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, {
    message: () => "must be one line without control characters"
  })
)

/** An option that may be left out. One that is there has a value: its rule alone is told, not that it could be absent. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** One that is given, or is not. */
export const flag = Schema.optionalWith(Schema.Boolean, { exact: true, default: () => false })

/** Reads the words of a command line: `options` as `parseArgs` has them, their values by `schema`. */
export const reader =
  <A, I>(options: NonNullable<ParseArgsConfig["options"]>, schema: Schema.Schema<A, I>) =>
  (words: ReadonlyArray<string>): Effect.Effect<A, Misused> =>
    Effect.try({
      try: () => parseArgs({ args: [...words], options }).values,
      catch: (error) => new Misused({ message: error instanceof Error ? error.message : String(error) })
    }).pipe(
      Effect.flatMap((values) =>
        Effect.mapError(
          Schema.decodeUnknown(schema, { errors: "all" })({ ...values }),
          (error) =>
            new Misused({
              message: ParseResult.ArrayFormatter.formatErrorSync(error)
                .map(({ message, path }) => `--${path.join(".")}: ${message}`)
                .join("\n")
            })
        )
      )
    )
