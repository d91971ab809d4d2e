/**
 * A ledger with a thousand payments that have come to every end, made by the ledger's own operations; and what the chain
 * has of them.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { ReleaseReason } from "../../src/Payment/ledger/Outcomes.ts"
import {
  after as atMillis,
  keyOf,
  outcome,
  payload,
  ports,
  reservation,
  response,
  start
} from "../Payment/ledger/suite/World.ts"
import { asset, payTo } from "../support/SignedPayment.ts"
import type { Use } from "../support/StubNode.ts"

/** How many payments come to each end: a thousand. */
export const ends = {
  settled: 400,
  /** Settled, and the answer given again twice. */
  replayed: 100,
  presumed: 40,
  /** Settled at the second try; the first run charged nothing. */
  "given, then settled": 50,
  failed: 60,
  /** A run that charged nothing. */
  given: 120,
  /** A provider's fault. */
  fault: 100,
  /** The facilitator refused it: no row is left. */
  refused: 50,
  reserved: 10,
  settling: 10,
  unknown: 60
} as const
export type End = keyof typeof ends

/** What is sold, in turn: prices in atomic units. */
export const capabilities = [
  ["fx.rates", 2_000n],
  ["academic.search", 10_001n],
  ["geocode", 7n]
] as const

/** A payer has at most 20 runs without a charge in ten minutes, and $2 open. */
const payers = 50
const days = 3
export const day = 86_400_000

const word = (value: number, size: number) => `0x${value.toString(16).padStart(size * 2, "0")}`

/** A payment of the thousand. */
export interface Made {
  readonly index: number
  readonly end: End
  /** 0, 1 or 2: days after the start. */
  readonly day: number
  readonly capability: string
  readonly amount: bigint
  readonly payer: string
  readonly nonce: string
  readonly transaction: string
}

/** All of them: each end is spread over days, capabilities and payers. */
export const thousand: ReadonlyArray<Made> = Object.entries(ends)
  .flatMap(([end, count]) => Array.from({ length: count }, (_, place) => ({ end: end as End, place })))
  .map(({ end, place }, index) => {
    const [capability, amount] = capabilities[place % capabilities.length] ?? capabilities[0]
    return {
      index,
      end,
      day: Math.floor(place / capabilities.length) % days,
      capability,
      amount,
      payer: word(1 + (index % payers), 20),
      nonce: word(1 + index, 32),
      transaction: word(0xabc_000 + index, 32)
    }
  })

const network = { network: asset.network, asset: asset.address.toLowerCase() }

/** The key of a payment in the ledger. */
export const keyIn = ({ nonce, payer }: Pick<Made, "nonce" | "payer">) => keyOf(nonce, { ...network, payer })

const failure = { reason: "insufficient_funds", refusePayer: false }

/** Brings one payment to its end. */
const bring = ({ amount, capability, end, transaction, ...made }: Made) =>
  Effect.gen(function* () {
    const { ledger } = yield* ports
    const key = keyIn(made)
    const reserve = ledger.reserve(
      reservation({
        key,
        capability,
        amount: String(amount),
        payTo,
        validBefore: String(start / 1000 + made.day * 86_400 + 300)
      })
    )
    const release = (reason: ReleaseReason) => ledger.release(key, "mine", reason)
    const settling = ledger.storeAnswer(key, "mine", response, payload)
    const settled = ledger.recordTransfer(key, transaction)
    const unknown = ledger.recordUnknown(key, "mine", outcome)
    const steps: Readonly<Record<End, ReadonlyArray<Effect.Effect<unknown, unknown>>>> = {
      settled: [settling, settled],
      replayed: [settling, settled, ledger.replay(key), ledger.replay(key)],
      presumed: [settling, unknown, ledger.presumeSettled(key, "mine")],
      "given, then settled": [release(ReleaseReason.RanUncharged()), reserve, settling, settled],
      failed: [settling, ledger.recordFailure(key, "mine", failure)],
      given: [release(ReleaseReason.RanUncharged())],
      fault: [release(ReleaseReason.NotRun())],
      refused: [release(ReleaseReason.Refused())],
      reserved: [],
      settling: [settling],
      unknown: [settling, unknown]
    }
    const { _tag } = yield* reserve
    if (_tag !== "Reserved") return yield* Effect.dieMessage(`${end} ${made.index}: ${_tag}`)
    yield* Effect.all(steps[end], { discard: true })
  })

const groupOf = ({ capability, day: on, end }: Made) => `${end} ${capability} ${on}`

/** The first payment of each end, capability and day. */
const first = new Map(thousand.toReversed().map((made) => [groupOf(made), made]))

/** Writes those beside the first of each group as copies of its rows, in one statement. */
const copy = Effect.flatMap(SqlClient.SqlClient, (sql) => {
  const others = thousand.flatMap((made) => {
    const original = first.get(groupOf(made))
    return original === undefined || original === made
      ? []
      : [{ ...keyIn(made), transaction: made.transaction, like: original.nonce }]
  })
  return sql`
    WITH made AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(others)}::jsonb)
        AS made (payer text, nonce text, transaction text, "like" text)
    ), answered AS (
      INSERT INTO answers
      SELECT (jsonb_populate_record(original, jsonb_build_object('payer', made.payer, 'nonce', made.nonce))).*
      FROM made JOIN answers AS original ON original.nonce = made."like"
    )
    INSERT INTO payments
    SELECT (jsonb_populate_record(original, jsonb_build_object('payer', made.payer, 'nonce', made.nonce, 'transaction',
      CASE WHEN original.transaction IS NOT NULL THEN made.transaction END))).*
    FROM made JOIN payments AS original ON original.nonce = made."like"`
})

/** Writes all of them into the ledger: the first of each group by its operations, day by day. Ends at the last day. */
export const write = Effect.gen(function* () {
  for (let now = 0; now < days; now++) {
    yield* atMillis(now * day)
    const todays = [...first.values()].filter((made) => made.day === now)
    yield* Effect.forEach(todays, bring, { concurrency: 8, discard: true })
  }
  yield* copy
})

/** The ends that have moved the money, as the ledger knows. */
const paid: ReadonlySet<End> = new Set(["settled", "replayed", "presumed", "given, then settled"])
export const isPaid = ({ end }: Made): boolean => paid.has(end)

/** A block a minute, from an hour before the start. */
export const timeOf = (block: number): number => start / 1000 - 3_600 + block * 60

/** The transfer of a payment on the chain, some seconds before it is settled. */
export const useOf = ({ amount, day: on, index, nonce, payer, transaction }: Made): Use => ({
  payer,
  nonce,
  to: payTo,
  value: amount,
  block: 60 + on * 1_440,
  transaction,
  logIndex: 2 * index
})
