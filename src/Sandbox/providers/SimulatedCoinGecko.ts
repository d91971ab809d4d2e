/**
 * A provider that answers `/coins/markets` as api.coingecko.com does, out of recorded dollar figures: the ten
 * biggest assets of 2026-02-27, and Hive with its dollar of 2022-09-16, whose supplies and rank are not known
 * (test/fixtures/coingecko/SOURCES.md has their origin).
 *
 * The figures stand still. In other currencies they are the dollar figures at the recorded reference rates of
 * 2022-06-29, the latest that the sandbox knows; in supported currencies without such a rate they are null.
 * Statuses, order and what is left out follow docs.coingecko.com and what clients recorded.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { plans } from "../../Providers/CoinGecko/plan.ts"
import supportedCurrencies from "../data/coingecko-currencies.json" with { type: "json" }
import february2026 from "../data/coingecko-markets-2026-02-27.json" with { type: "json" }
import hive2022 from "../data/coingecko-markets-hive-2022-09-16.json" with { type: "json" }
import june2022 from "../data/frankfurter-2022-06-29.json" with { type: "json" }

/** The fields of a row that are amounts of the quote currency. */
const amounts = [
  "current_price",
  "market_cap",
  "fully_diluted_valuation",
  "total_volume",
  "high_24h",
  "low_24h",
  "price_change_24h",
  "market_cap_change_24h",
  "ath",
  "atl"
] as const

type Row = { readonly [Amount in (typeof amounts)[number]]: number | null } & {
  readonly id: string
  readonly price_change_percentage_24h: number | null
}

const rows: ReadonlyArray<Row> = Array.sort(
  [...february2026, ...hive2022],
  Order.reverse(Order.mapInput(Order.number, (row: Row) => row.market_cap ?? 0))
)

/** What one dollar is worth. */
const dollarIn = (currency: string): Option.Option<number> => {
  if (currency === "usd") return Option.some(1)
  const inEuro: Readonly<Record<string, number>> = { EUR: 1, ...june2022.rates }
  return Option.map(Option.fromNullable(inEuro[currency.toUpperCase()]), (rate) => rate / june2022.rates.USD)
}

/** A row with its amounts in another currency. */
const quoted =
  (dollar: Option.Option<number>) =>
  (row: Row): Row => {
    const convert = (amount: number | null) =>
      amount === null ? null : Option.getOrNull(Option.map(dollar, (rate) => amount * rate))
    return {
      ...row,
      ...Object.fromEntries(amounts.map((name) => [name, convert(row[name])])),
      price_change_percentage_24h: Option.isSome(dollar) ? row.price_change_percentage_24h : null
    }
  }

const respond = (body: unknown, status = 200) =>
  HttpServerResponse.unsafeJson(body, {
    status,
    headers: { "content-type": "application/json; charset=utf-8" }
  })

/** A pro key belongs to the other host. */
const proKey = respond(
  {
    status: {
      error_code: 10010,
      error_message:
        "If you are using Pro API key, please change your root URL from api.coingecko.com to pro-api.coingecko.com"
    }
  },
  400
)

const wholeNumber = (text: string | undefined, min: number, max: number, otherwise: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Math.min(max, Math.max(min, Number(text))) : otherwise

const markets = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  if (headers[plans.pro.keyHeader] !== undefined) return proKey

  const params = yield* HttpServerRequest.ParsedSearchParams
  const param = (name: string) => {
    const value = params[name]
    return Array.isArray(value) ? value.at(-1) : value
  }
  const currency = param("vs_currency")
  if (currency === undefined) return respond({ error: "Missing parameter vs_currency" }, 400)
  if (!supportedCurrencies.includes(currency)) return respond({ error: "invalid vs_currency" }, 400)

  const ids = param("ids")
  const known = ids === undefined || ids === "" ? rows : rows.filter(({ id }) => ids.split(",").includes(id))
  const size = wholeNumber(param("per_page"), 1, 250, 100)
  const first = (wholeNumber(param("page"), 1, 1_000_000, 1) - 1) * size
  return respond(known.slice(first, first + size).map(quoted(dollarIn(currency))))
})

/** `/api/v3/coins/markets`; anything else is not found. */
export const router: HttpRouter.HttpRouter = HttpRouter.empty.pipe(
  HttpRouter.get("/api/v3/coins/markets", markets),
  HttpRouter.all("*", HttpServerResponse.empty({ status: 404 }))
)
