/**
 * What a call of a provider's operation costs us, USD.
 */
import { readFile } from "node:fs/promises"
import { Effect, Predicate } from "effect"
import * as Usdc from "../../../src/Resources/Usdc.ts"
import * as JsonMistake from "../../../src/Text/JsonMistake.ts"
import { NotMade } from "../Failure.ts"

/** Millionths of a dollar by operation. What is not there costs nothing by the call: it is free, or a plan by the month. */
export type Prices = ReadonlyMap<string, bigint>

/** OpenAlex bills a search as 10 credits of $0.0001 once the day's free budget is spent, and no look-up by DOI. */
export const listed: Prices = new Map([["openalex.search", 1_000n]])

const form = 'must be JSON such as {"openalex.search":"0.001"}'

/** The names and prices in a text, or the rule that it breaks. */
const read = (text: string): ReadonlyArray<readonly [name: string, price: bigint]> | string => {
  if (JsonMistake.find(text) !== undefined) return form
  const json: unknown = JSON.parse(text)
  if (!Predicate.isRecord(json)) return form
  const prices: Array<readonly [string, bigint]> = []
  for (const [name, price] of Object.entries(json)) {
    const millionths = Predicate.isString(price) ? Usdc.read(price) : undefined
    if (millionths === undefined) return `${name} must be dollars as text, with at most 6 decimals`
    prices.push([name, millionths])
  }
  return prices
}

const unreadable = (file: string) => (why: string) => new NotMade({ message: `--prices ${file}: ${why}` })

/** The prices of a file, `{"openalex.search":"0.001"}`: they go before those listed. `operations` are all that there are. */
export const fromFile = (file: string, operations: ReadonlyArray<string>): Effect.Effect<Prices, NotMade> =>
  Effect.gen(function* () {
    const fail = unreadable(file)
    const text = yield* Effect.tryPromise({
      try: () => readFile(file, "utf8"),
      catch: () => fail("cannot be read")
    })
    const prices = read(text)
    if (Predicate.isString(prices)) return yield* fail(prices)
    const strange = prices.map(([name]) => name).filter((name) => !operations.includes(name))
    if (strange.length > 0) {
      return yield* fail(`no such operation: ${strange.join(", ")}; there are: ${operations.join(", ")}`)
    }
    return new Map([...listed, ...prices])
  })
