/**
 * The rows of a ledger that has sold for some time, as SQL. Everything of a row follows from its number, so that it can be
 * found again without being read.
 */
import { Duration } from "effect"
import { retention } from "../../../src/Payment/ledger/Ledger.ts"
import { failedRetention, releasedRetention } from "../../../src/Payment/ledger/Retention.ts"
import * as Assets from "../../../src/Resources/Assets.ts"

/** What a ledger is filled with. */
export interface Amount {
  readonly rows: number
  /** The days that the sales are spread over, evenly. */
  readonly days: number
  /** Some buy more than others: a payer's share falls with its number. */
  readonly payers: number
}

const { address, network } = Assets.known[0] ?? { address: "", network: "" }

/** The token of all rows: the first that the service knows. */
export const token = { network, asset: address.toLowerCase() } as const

/** Whom all rows were paid to. */
export const payTo = `0x${"ab".repeat(20)}`

const seconds = Duration.toSeconds

/** The payer of a number, from 0. */
const payerOf = (number: string) =>
  `'0x' || left(md5('payer ' || ${number}) || md5('buyer ' || ${number}), 40)`

/** All payers. */
export const payers = (count: number) =>
  `SELECT ${payerOf("i")} AS payer FROM generate_series(0, ${count - 1}) AS i`

/** An even share from 0 to 1 that belongs to the number of a row. */
const share = "(hashint8extended(i, 7) & 9223372036854775807)::float8 / 9223372036854775807"

/**
 * What a row is, from its number `i` and its `age` in seconds. Released and failed payments are there for as long as the
 * service keeps them: one in 20 and one in 100. One payment in 100 000 stays of unknown outcome.
 */
const state = `CASE
  WHEN age < ${seconds(releasedRetention)} AND i % 20 = 7 THEN 'released'
  WHEN age < ${seconds(failedRetention)} AND i % 100 = 3 THEN 'failed'
  WHEN i % 100000 = 11 THEN 'unknown'
  ELSE 'settled' END`

/** Seconds for which answers are kept that are due to be dropped: the sweeper has something to do. */
const unswept = 3600

/** Rows by number and age: `numbers` is a relation with `i` and `age`. `present` is a moment, as SQL. */
const described = (numbers: string, { payers }: Pick<Amount, "payers">, present: string) => `
  SELECT i, age, ${state} AS state, ${payerOf(`floor(${payers} * power(${share}, 2))::int`)} AS payer,
    '0x' || md5('nonce ' || i) || md5('once ' || i) AS nonce,
    ${present} - make_interval(secs => age) AS created_at,
    age < ${seconds(retention) + unswept} AS is_young
  FROM (${numbers}) AS numbers`

/** The rows from one number to another, the last of all being the youngest. */
const span = ({ days, rows }: Amount, from: number, to: number) => `
  SELECT i, ${days * 86_400}::float8 * (${rows} - i) / ${rows} AS age FROM generate_series(${from}, ${to}) AS i`

/**
 * An answer of JSON: six in ten have 1 KB, three 5 KB, one 22 KB, which is 4.4 KB on average (assumed: rates and places
 * are short, searches long). It can be compressed to about a half, as prose can.
 */
const answer = `(
  SELECT convert_to('{"data":{"results":[' || string_agg('{"title":"A study of the cost of health and education in '
    || md5(i || ' ' || n) || '","doi":"10.1000/' || left(md5(n || ' ' || i), 12)
    || '","authors":["' || left(md5(i || '/' || n), 16) || '"],"year":2024,"source":"Journal of Public Health"}', ',')
    || ']}}', 'UTF8')
  FROM generate_series(1, CASE WHEN i % 10 < 6 THEN 4 WHEN i % 10 < 9 THEN 27 ELSE 110 END) AS n)`

const hex = (word: string) => `md5('${word} ' || i) || md5('${word}s ' || i)`

/** Whether the row has an answer that can be fetched, or that is kept because its outcome is unknown. */
const hasAnswer = "((is_young AND state = 'settled') OR state = 'unknown')"

const payload = `'{"x402Version":2,"scheme":"exact","network":"${token.network}","payload":{"signature":"0x'
  || ${hex("r")} || ${hex("s")} || '1b","authorization":{"from":"' || payer || '","to":"${payTo}","value":"1000",'
  || '"validAfter":"0","validBefore":"1800000000","nonce":"' || nonce || '"}}}'`

/** The key of a payment, in both tables. */
const key = {
  network: `'${token.network}'`,
  asset: `'${token.asset}'`,
  payer: "payer",
  nonce: "nonce"
} as const

const answeredAt = "created_at + INTERVAL '1 second'"

/** The columns of the tables, from the columns of `described`. */
const columns = {
  answers: {
    ...key,
    stored_at: answeredAt,
    body: answer,
    headers: `'{"content-type":"application/json","cache-control":"no-store"}'`,
    payload
  },
  payments: {
    ...key,
    attempt: "left(md5('attempt ' || i), 11)",
    state: "state",
    lease_until: "created_at + INTERVAL '15 seconds'",
    request_hash: hex("request"),
    payment_id: "CASE WHEN is_young AND state = 'settled' AND i % 2 = 0 THEN 'pay_' || md5('id ' || i) END",
    capability: `(ARRAY['fx.rates','academic.search','research','news.search','weather'])[1 + i % 5]`,
    amount: "1000",
    pay_to: `'${payTo}'`,
    valid_before: "floor(EXTRACT(EPOCH FROM created_at)) + 300",
    signature: `CASE WHEN state IN ('released', 'failed') THEN '' ELSE '0x' || ${hex("r")} || ${hex("s")} || '1b' END`,
    request_id: "'req_' || md5('call ' || i)",
    answered_at: `CASE WHEN ${hasAnswer} THEN ${answeredAt} END`,
    response_hash: `CASE WHEN state IN ('settled', 'unknown') THEN left(${hex("hash")}, 44) END`,
    transaction: `CASE WHEN state = 'settled' THEN '0x' || ${hex("transaction")} END`,
    owns_transaction: "state = 'settled'",
    settled_at: "CASE WHEN state = 'settled' THEN created_at + INTERVAL '2 seconds' END",
    failed_at: "CASE WHEN state = 'failed' THEN created_at + INTERVAL '2 seconds' END",
    failures: "(state = 'failed')::int",
    uncharged: "(state = 'released')::int",
    created_at: "created_at"
  }
}

const insert = (table: keyof typeof columns, condition: string) => `
  INSERT INTO ${table} (${Object.keys(columns[table]).join(", ")})
  SELECT ${Object.values(columns[table]).join(",\n    ")} FROM described WHERE ${condition}`

/** Writes payments, and the answers that they name, in one statement: its moments are the same. */
const insertAll = (rows: string) => `
  WITH described AS MATERIALIZED (${rows}), kept AS (${insert("answers", hasAnswer)})
  ${insert("payments", "true")}`

/** Writes the rows from one number to another. `present`: the moment that their ages count from, as SQL. */
export const write = (amount: Amount, from: number, to: number, present: string) =>
  insertAll(described(span(amount, from, to), amount, present))

/** Writes payments whose answers are due to be dropped, by numbers that no other row has. */
export const writeDue = (amount: Pick<Amount, "payers">, count: number) =>
  insertAll(
    described(
      `SELECT (10 * floor(random() * 1e14))::bigint AS i, ${seconds(retention) + 60}::float8 + n AS age
       FROM generate_series(1, ${count}) AS n`,
      amount,
      "almanac_now()"
    )
  )

/** The keys of settled payments of any age from `from` to `to` (seconds), at random. */
export const keys = (amount: Amount, count: number, from: number, to: number) => {
  const numberAt = (age: number) => amount.rows - Math.floor((age / (amount.days * 86_400)) * amount.rows)
  const [low, high] = [Math.max(1, numberAt(to) + 1), Math.max(1, numberAt(from))]
  const numbers = `
    SELECT i, ${amount.days * 86_400}::float8 * (${amount.rows} - i) / ${amount.rows} AS age
    FROM (SELECT ${low} + floor(random() * ${high - low + 1})::bigint AS i FROM generate_series(1, ${2 * count})) AS drawn`
  return `
    SELECT DISTINCT '${token.network}' AS network, '${token.asset}' AS asset, payer, nonce
    FROM (${described(numbers, amount, "now()")}) AS described WHERE state = 'settled' LIMIT ${count}`
}
