import type { CryptoMarkets, CryptoPrices } from "../../../../Client/generated/types.ts"
import { type Element, h, type Markup } from "../../../Markup.ts"
import { change, count, missing, number } from "../parts/Format.ts"
import { note, type Prefix, section, table } from "../parts/Layout.ts"
import { quoted } from "../parts/Text.ts"

/** A change in words, coloured by its sign as well. */
const changed = (value: number | null): Markup =>
  h("span", { class: value === null || value === 0 ? "same" : value > 0 ? "up" : "down" }, change(value))

const amount = (value: number | null, currency: string): string =>
  value === null ? missing : `${number(value)} ${currency.toUpperCase()}`

const asset = (name: string, symbol: string): Markup =>
  h("span", {}, quoted(name), name === symbol ? "" : [" ", h("small", {}, quoted(symbol.toUpperCase()))])

/** What was asked for and is not known there. */
const unknown = (ids: ReadonlyArray<string>): ReadonlyArray<Markup> =>
  ids.length === 0
    ? []
    : [
        note(
          "The provider knows no asset called ",
          ...ids.flatMap((id, index) => [index === 0 ? "" : ", ", quoted(id)]),
          "."
        )
      ]

/** `crypto.price` */
export const prices = ({ assets, missing: others }: CryptoPrices, prefix: Prefix): Element =>
  section(
    3,
    `${count(assets.length, "price")} of crypto assets`,
    ...(assets.length === 0
      ? []
      : [
          table(
            `${prefix}-prices`,
            "Price of one unit, and how it changed in the last 24 hours, in percent to two decimals.",
            [{ head: "Asset" }, { head: "Price", isNumber: true }, { head: "24 hours", isNumber: true }],
            assets.map(({ change24h, currency, id, price, symbol }) => [
              asset(id, symbol),
              amount(price, currency),
              changed(change24h)
            ])
          )
        ]),
    ...unknown(others)
  )

/** A 0 beside an unknown rank is no capitalisation of zero (contract, `marketCap`). */
const capitalisation = (value: number | null, rank: number | null): number | null =>
  value === 0 && rank === null ? null : value

/** So many assets at most are columns: more are rows, to be compared. */
const mostColumns = 3

const figures = [
  "Asset",
  "Rank",
  "Price",
  "Change in 24 hours",
  "Market capitalisation",
  "Volume of 24 hours",
  "In circulation",
  "In existence",
  "At most"
]

const figuresOf = (one: CryptoMarkets["markets"][number]): ReadonlyArray<Markup> => [
  asset(one.name, one.symbol),
  number(one.marketCapRank),
  amount(one.price, one.currency),
  changed(one.change24h),
  amount(capitalisation(one.marketCap, one.marketCapRank), one.currency),
  amount(one.volume24h, one.currency),
  number(one.circulatingSupply),
  number(one.totalSupply),
  one.maxSupply === null ? "no limit known" : number(one.maxSupply)
]

const marketTable = (all: CryptoMarkets["markets"], prefix: Prefix): Element => {
  const caption =
    "Prices and sizes. Change in percent of the last 24 hours, to two decimals; supplies in units of the asset."
  const rows = all.map(figuresOf)
  const [id, isFew] = [`${prefix}-markets`, all.length <= mostColumns]
  const columns = isFew ? rows.map(([name = ""]) => name) : figures.slice(1)
  const heads = ["Asset", ...columns].map((head, index) => ({ head, isNumber: index > 0 }))
  return table(
    id,
    caption,
    heads,
    isFew ? figures.slice(1).map((name, index) => [name, ...rows.map((row) => row[index + 1] ?? "")]) : rows
  )
}

/** `crypto.market` */
export const markets = ({ markets, missing: others }: CryptoMarkets, prefix: Prefix): Element =>
  section(
    3,
    `Markets of ${count(markets.length, "crypto asset")}`,
    ...(markets.length === 0 ? [] : [marketTable(markets, prefix)]),
    ...unknown(others)
  )
