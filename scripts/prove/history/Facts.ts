/**
 * What is known of a history once it is over: the ledger's rows, the chain's uses of nonces, what the buyers got.
 */
import { Schema } from "effect"
import type { Answered } from "../buyers/Answer.ts"
import * as Buyer from "../buyers/Buyer.ts"
import * as Client from "../buyers/Client.ts"
import type { Asked, Call, Happening, Journal, Quoted, Told, Verified } from "../buyers/Journal.ts"
import * as ChargeTable from "../oracle/ChargeTable.ts"
import type { Request } from "../oracle/Requests.ts"
import { mostRepeats, retention } from "../oracle/Terms.ts"
import type { Use } from "../world/Chain.ts"
import * as History from "./History.ts"

const Row = Schema.Struct({
  payer: Schema.String,
  nonce: Schema.String,
  state: Schema.String,
  amount: Schema.String,
  payTo: Schema.String,
  requestHash: Schema.String,
  /** The name that the purchase had from its reservation on. */
  name: Schema.NullOr(Schema.String),
  responseHash: Schema.NullOr(Schema.String),
  /** SHA-256 of the answer's bytes, base64. */
  bytesHash: Schema.NullOr(Schema.String),
  transaction: Schema.NullOr(Schema.String),
  requestId: Schema.String,
  reason: Schema.NullOr(Schema.String),
  /** Unix milliseconds. */
  settledAt: Schema.NullOr(Schema.Number),
  /** Unix seconds. */
  validBefore: Schema.Number
})
/** A row of the ledger. */
export type Row = typeof Row.Type

const decodeRows = Schema.decodeUnknownPromise(Schema.Array(Row))

const columns = `payments.payer, payments.nonce, state, amount::text AS amount, pay_to AS "payTo", request_hash AS "requestHash",
  payment_id AS name, response_hash AS "responseHash", encode(sha256(body), 'base64') AS "bytesHash", transaction,
  request_id AS "requestId", reason, (EXTRACT(EPOCH FROM settled_at) * 1000)::float AS "settledAt",
  valid_before::float AS "validBefore"`

/** Everything that the rules go by. */
export interface Facts {
  readonly hasNode: boolean
  /** Unix milliseconds. */
  readonly now: number
  /** The published table of charges. */
  readonly table: ReadonlyArray<ChargeTable.Row>
  readonly requests: ReadonlyArray<Request>
  readonly payments: ReadonlyArray<Buyer.Payment>
  readonly rows: ReadonlyArray<Row>
  readonly uses: ReadonlyArray<Use>
  readonly verified: ReadonlyArray<Verified>
  readonly asked: ReadonlyArray<Asked>
  readonly replied: ReadonlyArray<Happening>
  readonly charged: ReadonlyArray<Happening>
  readonly calls: ReadonlyArray<Call>
  readonly told: ReadonlyArray<Told>
  readonly quoted: ReadonlyArray<Quoted>
  /** What the payment of a row gets when it is sent again at the end. */
  readonly redelivered: ReadonlyMap<string, Answered | undefined>
  /** What the published client has signed, said and reserved. */
  readonly client: Client.Told
  /** What every buyer was given and has left. */
  readonly purses: ReadonlyArray<{ readonly address: string; readonly given: bigint; readonly left: bigint }>
}

/** The number of the request that a row is of; -1 for none of the history's. */
export const requestOf = (requests: ReadonlyArray<Request>, row: Row): number =>
  requests.findIndex(({ hash }) => hash === row.requestHash)

/** Whether money counts as moved. */
export const isPaid = ({ state }: Row): boolean => state === "settled" || state === "presumed_settled"

/**
 * How often an answer can have been given: what was received, what may have been lost on its way, and what the ledger
 * may have counted though its own answer came too late, or after a call over MCP could wait no longer.
 */
const given = (row: Row, calls: Journal["calls"]) =>
  calls.filter(({ answer, nonce, payer, way }) => {
    if (payer !== row.payer) return false
    if (answer === undefined || answer.code === "LEDGER_UNAVAILABLE") return true
    if (answer.code === "PAYMENT_SETTLEMENT_PENDING") return way === "MCP" && nonce === row.nonce
    return answer.receipt !== undefined && answer.hash === row.responseHash
  }).length

/**
 * Whether the answer may have been given for the last time: after the first, twenty times. It has no first where the call
 * that bought it was told to wait, or went away.
 */
export const isUsedUp = (row: Row, calls: Journal["calls"]): boolean => {
  const buying = calls.find(({ nonce }) => nonce === row.nonce)
  const most = buying?.answer?.hash === row.responseHash ? mostRepeats + 1 : mostRepeats
  return given(row, calls) >= most
}

/** Whether the answer must be there to be fetched: it is kept for a day, and given so often. */
const isFetchable = (row: Row, now: number, calls: Journal["calls"]): boolean =>
  isPaid(row) && row.settledAt !== null && row.settledAt > now - retention + 60_000 && !isUsedUp(row, calls)

/** All who buy. */
const buyersOf = ({ client, wallets }: History.History) => [...wallets, client.wallet]

/** How often an answer is fetched at the end, at most. */
const mostFetches = 5

const read = async (history: History.History): Promise<ReadonlyArray<Row>> => {
  const { world } = history
  const payers = buyersOf(history).map(({ address }) => address.toLowerCase())
  const rows = await world.run(
    world.query(
      `SELECT ${columns} FROM payments LEFT JOIN answers ON stored_at = answered_at
          AND (answers.network, answers.asset, answers.payer, answers.nonce)
            = (payments.network, payments.asset, payments.payer, payments.nonce)
        WHERE payments.payer = ANY($1) ORDER BY created_at`,
      [payers]
    )
  )
  return decodeRows(rows)
}

/** As the buyer of a row would send it: under the name that the purchase had from its reservation on. */
const sendingOf = (payment: Buyer.Payment, { name }: Row): Buyer.Sending =>
  Buyer.renamed(
    payment,
    name === null ? undefined : { key: name, isExtension: payment.name?.isExtension === true }
  )

/** Reads the facts; every answer that must be there is fetched once more. */
export const gather = async (history: History.History): Promise<Facts> => {
  const { world, requests, journal } = history
  const client = await Client.told(history.client)
  const payments = [...history.payments, ...client.payments]
  const wallets = buyersOf(history)
  const rows = await read(history)
  const redelivered = new Map<string, Answered | undefined>()
  const fetchable = rows.filter((row) => isFetchable(row, world.clock.now(), journal.calls))
  // The clock is left alone: nothing here is to wait, and a database that is slow is not to seem away.
  await Promise.all(
    fetchable.map(async (row, index) => {
      const payment = payments.find(({ nonce }) => nonce === row.nonce)
      if (payment === undefined) return
      const request = requestOf(requests, row)
      const fetch = () => History.call(history, sendingOf(payment, row), request, index)
      let answer = await fetch()
      // On a busy machine the ledger may seem away. Such an answer says nothing of the payment.
      for (let tries = 1; answer?.code === "LEDGER_UNAVAILABLE" && tries < mostFetches; tries += 1) {
        answer = await fetch()
      }
      redelivered.set(row.nonce, answer)
    })
  )
  const payers = new Set(wallets.map(({ address }) => address.toLowerCase()))
  const { asked, calls, charged, quoted, replied, told, verified } = journal
  return {
    hasNode: world.hasNode,
    now: world.clock.now(),
    table: ChargeTable.table,
    requests,
    payments,
    rows,
    uses: world.chain.uses().filter(({ payer }) => payers.has(payer)),
    verified,
    asked,
    replied,
    charged,
    calls,
    told,
    quoted,
    redelivered,
    client,
    purses: wallets.map(({ address }) => ({
      address: address.toLowerCase(),
      given: world.chain.minted(address),
      left: world.chain.balance(address)
    }))
  }
}
