/**
 * What a call of a provider's operation costs us, USD.
 */
import { readFile } from "node:fs/promises"
import { Effect, ParseResult, Schema } from "effect"
import * as Usdc from "../../../src/Resources/Usdc.ts"
import { NotMade } from "../Failure.ts"

/** Millionths of a dollar by operation. What is not there costs nothing by the call: it is free, or a plan by the month. */
export type Prices = ReadonlyMap<string, bigint>

/** OpenAlex bills a search as 10 credits of $0.0001 once the day's free budget is spent, and no look-up by DOI. */
export const listed: Prices = new Map([["openalex.search", 1_000n]])

const Price = Schema.String.pipe(
  Schema.filter((text) => Usdc.read(text) !== undefined || "must be dollars with at most 6 decimals")
)
const File = Schema.parseJson(Schema.Record({ key: Schema.String, value: Price }))

const unreadable = (file: string) => (why: string) => new NotMade({ message: `--prices ${file}: ${why}` })

/** The prices of a file, `{"openalex.search":"0.001"}`: they go before those listed. `operations` are all that there are. */
export const fromFile = (file: string, operations: ReadonlyArray<string>): Effect.Effect<Prices, NotMade> =>
  Effect.gen(function* () {
    const fail = unreadable(file)
    const text = yield* Effect.tryPromise({
      try: () => readFile(file, "utf8"),
      catch: () => fail("cannot be read")
    })
    const prices = yield* Effect.mapError(Schema.decodeUnknown(File)(text), (error) =>
      fail(ParseResult.TreeFormatter.formatErrorSync(error))
    )
    const strange = Object.keys(prices).filter((name) => !operations.includes(name))
    if (strange.length > 0) {
      return yield* fail(`no such operation: ${strange.join(", ")}; there are: ${operations.join(", ")}`)
    }
    return new Map([
      ...listed,
      ...Object.entries(prices).map(([name, price]) => [name, Usdc.read(price) ?? 0n] as const)
    ])
  })
