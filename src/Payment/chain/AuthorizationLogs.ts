/**
 * The log entries that an EIP-3009 token writes when an authorization is used, and what they say about a payment.
 * Pure.
 *
 * Sources: EIP-3009, and Circle's `FiatTokenV2`, which emits `AuthorizationUsed` and then `Transfer` with no other
 * event in between.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { lazy } from "../../Runtime/Lazy.ts"
import * as Abi from "../request/Abi.ts"
import { type AuthorizationQuery, AuthorizationStatus } from "./Chain.ts"
import { Quantity } from "./JsonRpc.ts"

const Word = Schema.String.pipe(Schema.pattern(/^0x[0-9a-fA-F]{64}$/))

/** An entry of the chain's log. `logIndex` counts within the block. */
export const Log = Schema.Struct({
  address: Schema.String,
  topics: Schema.Array(Word),
  data: Schema.String,
  logIndex: Quantity,
  transactionHash: Word,
  blockNumber: Schema.optional(Schema.NullOr(Quantity)),
  blockHash: Schema.optional(Schema.NullOr(Word)),
  /** True of an entry whose block was reorganised away. */
  removed: Schema.optional(Schema.Boolean)
})

/** An entry of the chain's log. */
export type Log = typeof Log.Type

/** The first topic of an entry that says that an authorization was used. */
export const authorizationUsed = lazy(() => `0x${Abi.hashOfText("AuthorizationUsed(address,bytes32)")}`)
const authorizationCanceled = lazy(() => `0x${Abi.hashOfText("AuthorizationCanceled(address,bytes32)")}`)

/** The first topic of a transfer. */
export const transfer = lazy(() => `0x${Abi.hashOfText("Transfer(address,address,uint256)")}`)

/** An address as a topic. */
export const topicOfAddress = (address: string) => `0x${Abi.address(address).toLowerCase()}`

/** The filter of `eth_getLogs` for the use or cancellation of the payment's nonce, without its block range. */
export const filterOf = ({ key }: AuthorizationQuery) => ({
  address: key.asset,
  topics: [[authorizationUsed(), authorizationCanceled()], topicOfAddress(key.payer), key.nonce]
})

/**
 * The filter of `eth_getLogs` for all that the token wrote of the payer's transfers and authorizations, without its block
 * range: what a transaction's receipt should have as well.
 */
export const blockFilterOf = ({ key }: AuthorizationQuery) => ({
  address: key.asset,
  topics: [[authorizationUsed(), authorizationCanceled(), transfer()], topicOfAddress(key.payer)]
})

/** The call of `authorizationState(authorizer, nonce)`, which returns one word: 0 for unused. */
export const stateCall = ({ key }: AuthorizationQuery) => ({
  to: key.asset,
  data: `0x${Abi.selector("authorizationState(address,bytes32)")}${Abi.address(key.payer)}${key.nonce.slice(2)}`
})

const same = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()

const isOf =
  (event: string, { key }: AuthorizationQuery) =>
  ({ address, topics: [name, payer] }: Log) =>
    same(address, key.asset) && same(name, event) && same(payer, topicOfAddress(key.payer))

/** Whether an entry says that the payment's nonce was used or cancelled. A node may not have filtered correctly. */
export const isUseOf = (query: AuthorizationQuery) => (log: Log) =>
  log.removed !== true &&
  same(log.topics[2], query.key.nonce) &&
  (isOf(authorizationUsed(), query)(log) || isOf(authorizationCanceled(), query)(log))

const isPaid = ({ topics, data }: Log, { payTo, amount }: AuthorizationQuery) =>
  same(topics[2], topicOfAddress(payTo)) && same(data, `0x${Abi.uint256(amount)}`)

/** Whether an entry is of the same transaction in the same block. A block may have been replaced between two calls. */
const isBeside =
  (used: Log) =>
  ({ blockHash, removed, transactionHash }: Log) =>
    removed !== true &&
    same(transactionHash, used.transactionHash) &&
    (blockHash === undefined ||
      blockHash === null ||
      used.blockHash === undefined ||
      used.blockHash === null ||
      same(blockHash, used.blockHash))

/**
 * The status of a payment whose nonce was cancelled, or whose transfer is among the entries of the transaction that used
 * it. Only the next entry is its transfer: a transaction may carry out several authorizations of one payer, and the
 * transfer of another one must not pay for this one. `None`: the entries are not all there, or of another block.
 */
export const statusOf = (
  query: AuthorizationQuery,
  used: Log,
  logs: ReadonlyArray<Log>
): Option.Option<AuthorizationStatus> => {
  const transaction = used.transactionHash.toLowerCase()
  if (isOf(authorizationCanceled(), query)(used))
    return Option.some(AuthorizationStatus.Cancelled({ transaction }))
  const entries = logs.filter(isBeside(used))
  const isThere = entries.some((log) => log.logIndex === used.logIndex && isUseOf(query)(log))
  const next = entries.find(({ logIndex }) => logIndex === used.logIndex + 1)
  if (!isThere || next === undefined) return Option.none()
  if (!isOf(transfer(), query)(next)) return Option.some(AuthorizationStatus.UsedUntraceable())
  return Option.some(
    isPaid(next, query)
      ? AuthorizationStatus.Transferred({ transaction })
      : AuthorizationStatus.UsedElsewhere({ transaction })
  )
}
