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
  /** True of an entry whose block was reorganised away. */
  removed: Schema.optional(Schema.Boolean)
})

/** An entry of the chain's log. */
export type Log = typeof Log.Type

const authorizationUsed = lazy(() => `0x${Abi.hashOfText("AuthorizationUsed(address,bytes32)")}`)
const authorizationCanceled = lazy(() => `0x${Abi.hashOfText("AuthorizationCanceled(address,bytes32)")}`)
const transfer = lazy(() => `0x${Abi.hashOfText("Transfer(address,address,uint256)")}`)

const topicOfAddress = (address: string) => `0x${Abi.address(address).toLowerCase()}`

/** The filter of `eth_getLogs` for the use or cancellation of the payment's nonce, without its block range. */
export const filterOf = ({ key }: AuthorizationQuery) => ({
  address: key.asset,
  topics: [[authorizationUsed(), authorizationCanceled()], topicOfAddress(key.payer), key.nonce]
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

/**
 * The status of an authorization, from the entry that used its nonce and all entries of that transaction. Only the
 * next entry is its transfer: a transaction may carry out several authorizations of one payer, and the transfer of
 * another one must not pay for this one.
 */
export const statusOf = (
  query: AuthorizationQuery,
  used: Log,
  transactionLogs: ReadonlyArray<Log>
): AuthorizationStatus => {
  const transaction = used.transactionHash
  if (isOf(authorizationCanceled(), query)(used)) return AuthorizationStatus.Cancelled({ transaction })
  return Option.fromNullable(transactionLogs.find(({ logIndex }) => logIndex === used.logIndex + 1)).pipe(
    Option.filter(isOf(transfer(), query)),
    Option.match({
      onNone: () => AuthorizationStatus.UsedUntraceable(),
      onSome: (next) =>
        isPaid(next, query)
          ? AuthorizationStatus.Transferred({ transaction })
          : AuthorizationStatus.UsedElsewhere({ transaction })
    })
  )
}
