/**
 * What is known of a history once it is over: the ledger's rows, the chain's uses of nonces, what the buyers got.
 */
import { createHash } from "node:crypto"
import { Schema } from "effect"
import { requestHash } from "../../src/Payment/StoredResponse.ts"
import * as Buyer from "./Buyer.ts"
import type { History } from "./History.ts"
import type { Answered, Asked, Call } from "./Journal.ts"
import type { Request } from "./oracle/Terms.ts"
import type { Use } from "./world/Chain.ts"

const Row = Schema.Struct({
  payer: Schema.String,
  nonce: Schema.String,
  state: Schema.String,
  amount: Schema.String,
  payTo: Schema.String,
  requestHash: Schema.String,
  responseHash: Schema.NullOr(Schema.String),
  /** SHA-256 of the answer's bytes, base64. */
  bytesHash: Schema.NullOr(Schema.String),
  transaction: Schema.NullOr(Schema.String),
  requestId: Schema.String,
  reason: Schema.NullOr(Schema.String),
  replays: Schema.Number,
  /** Unix milliseconds. */
  settledAt: Schema.NullOr(Schema.Number),
  /** Unix seconds. */
  validBefore: Schema.Number
})
/** A row of the ledger. */
export type Row = typeof Row.Type

const decodeRows = Schema.decodeUnknownPromise(Schema.Array(Row))

const columns = `payer, nonce, state, amount::text AS amount, pay_to AS "payTo", request_hash AS "requestHash",
  response_hash AS "responseHash", encode(sha256(response), 'base64') AS "bytesHash", transaction,
  request_id AS "requestId", reason, replays, (EXTRACT(EPOCH FROM settled_at) * 1000)::float AS "settledAt",
  valid_before::float AS "validBefore"`

/** Everything that the rules go by. */
export interface Facts {
  readonly hasNode: boolean
  /** Unix milliseconds. */
  readonly now: number
  readonly requests: ReadonlyArray<Request>
  readonly payments: ReadonlyArray<Buyer.Payment>
  readonly rows: ReadonlyArray<Row>
  readonly uses: ReadonlyArray<Use>
  readonly asked: ReadonlyArray<Asked>
  readonly calls: ReadonlyArray<Call>
  /** What the payment of a row gets when it is sent again at the end. */
  readonly redelivered: ReadonlyMap<string, Answered | undefined>
  /** What every buyer was given and has left. */
  readonly purses: ReadonlyArray<{ readonly address: string; readonly given: bigint; readonly left: bigint }>
}

/** The number of the request that a row is of; -1 for none of the history's. */
export const requestOf = (requests: ReadonlyArray<Request>, row: Row): number =>
  requests.findIndex(({ path, body }) => requestHash("POST", path, JSON.parse(body)) === row.requestHash)

/** Whether money counts as moved. */
export const isPaid = ({ state }: Row): boolean => state === "settled" || state === "presumed_settled"

const day = 86_400_000

/** Whether the answer must be there to be fetched: it is kept for a day, and given again twenty times. */
export const isFetchable = (row: Row, now: number): boolean =>
  isPaid(row) && row.settledAt !== null && row.settledAt > now - day + 60_000 && row.replays < 20

const read = async ({ world, wallets }: History): Promise<ReadonlyArray<Row>> => {
  const payers = wallets.map(({ address }) => address.toLowerCase())
  const rows = await world.run(
    world.query(`SELECT ${columns} FROM payments WHERE payer = ANY($1) ORDER BY created_at`, [payers])
  )
  return decodeRows(rows)
}

/** Reads the facts; every answer that must be there is fetched once more. */
export const gather = async (history: History): Promise<Facts> => {
  const { world, wallets, requests, payments, journal, urls } = history
  const rows = await read(history)
  const redelivered = new Map<string, Answered | undefined>()
  const fetchable = rows.filter((row) => isFetchable(row, world.clock.now()))
  // The clock is left alone: nothing here is to wait, and a database that is slow is not to seem away.
  await Promise.all(
    fetchable.map(async (row, index) => {
      const payment = payments.find(({ nonce }) => nonce === row.nonce)
      if (payment === undefined) return
      const url = urls[index % urls.length] ?? ""
      const request = requestOf(requests, row)
      redelivered.set(row.nonce, await Buyer.call(url, requests, request, payment, journal, undefined))
    })
  )
  const payers = new Set(wallets.map(({ address }) => address.toLowerCase()))
  return {
    hasNode: world.hasNode,
    now: world.clock.now(),
    requests,
    payments,
    rows,
    uses: world.chain.uses().filter(({ payer }) => payers.has(payer)),
    asked: journal.asked,
    calls: journal.calls,
    redelivered,
    purses: wallets.map(({ address }) => ({
      address: address.toLowerCase(),
      given: world.chain.minted(address),
      left: world.chain.balance(address)
    }))
  }
}

/** The same for the same facts: what a run found, in a few letters. */
export const fingerprint = (facts: Facts): string =>
  createHash("sha256")
    .update(JSON.stringify(facts.rows.map(({ nonce, state }) => [nonce, state])))
    .digest("hex")
    .slice(0, 8)
