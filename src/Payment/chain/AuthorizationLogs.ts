/**
 * What an EIP-3009 token writes into the chain's log when an authorization is used up, and what that says of a
 * payment. Pure.
 *
 * Sources: EIP-3009, and Circle's `FiatTokenV2`, which marks the authorization as used (`AuthorizationUsed`) and
 * transfers (`Transfer`) with no other event between the two.
 */
import { Option, Schema } from "effect"
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

/** The filter of `eth_getLogs` for whatever used the payment's nonce up, without its range of blocks. */
export const filterOf = ({ key }: AuthorizationQuery) => ({
  address: key.asset,
  topics: [[authorizationUsed(), authorizationCanceled()], topicOfAddress(key.payer), key.nonce]
})

/** The call of `authorizationState(authorizer, nonce)`, which answers one word: 0 for unused. */
export const stateCall = ({ key }: AuthorizationQuery) => ({
  to: key.asset,
  data: `0x${Abi.selector("authorizationState(address,bytes32)")}${Abi.address(key.payer)}${key.nonce.slice(2)}`
})

const same = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()

const isOf =
  (event: string, { key }: AuthorizationQuery) =>
  ({ address, topics: [name, payer] }: Log) =>
    same(address, key.asset) && same(name, event) && same(payer, topicOfAddress(key.payer))

/** Whether an entry says that the payment's nonce was used or cancelled. Nodes are not trusted to have filtered. */
export const usesUp = (sought: AuthorizationQuery) => (log: Log) =>
  log.removed !== true &&
  same(log.topics[2], sought.key.nonce) &&
  (isOf(authorizationUsed(), sought)(log) || isOf(authorizationCanceled(), sought)(log))

const isPaid = ({ topics, data }: Log, { payTo, amount }: AuthorizationQuery) =>
  same(topics[2], topicOfAddress(payTo)) && same(data, `0x${Abi.uint256(amount)}`)

/**
 * The fate of a payment, from the entry that used its nonce up and all entries of that transaction. Only the very
 * next entry is its transfer: a transaction may carry out several authorizations of one payer, and another's transfer
 * must not pay for this one.
 */
export const statusOf = (
  sought: AuthorizationQuery,
  used: Log,
  transactionLogs: ReadonlyArray<Log>
): AuthorizationStatus => {
  const transaction = used.transactionHash
  if (isOf(authorizationCanceled(), sought)(used)) return AuthorizationStatus.Cancelled({ transaction })
  return Option.fromNullable(transactionLogs.find(({ logIndex }) => logIndex === used.logIndex + 1)).pipe(
    Option.filter(isOf(transfer(), sought)),
    Option.match({
      onNone: () => AuthorizationStatus.UsedUntraceable(),
      onSome: (next) =>
        isPaid(next, sought)
          ? AuthorizationStatus.Transferred({ transaction })
          : AuthorizationStatus.UsedElsewhere({ transaction })
    })
  )
}
