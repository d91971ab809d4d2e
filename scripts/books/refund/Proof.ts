/**
 * What a payment has paid: by the chain where a node can be asked, else by the ledger's word.
 */
import { Effect, Option, Schema } from "effect"
import {
  authorizationUsed,
  Log,
  topicOfAddress,
  transfer
} from "../../../src/Payment/chain/AuthorizationLogs.ts"
import { ChainUnavailable, searchWindow } from "../../../src/Payment/chain/Chain.ts"
import { NotMade } from "../Failure.ts"
import { type Node, unavailable } from "../Node.ts"
import type { PaymentRef } from "../Options.ts"
import * as Payments from "../Payments.ts"

/** A payment that was paid: its amount, who got it, by which transaction. */
export interface Paid {
  readonly amount: bigint
  readonly payTo: string
  readonly transaction: string | undefined
  /** Whether the chain says so. */
  readonly proven: boolean
}

const Receipt = Schema.Struct({ logs: Schema.Array(Log) })

/** What a transaction in a block that is taken for final has paid to one of our addresses by the payment's authorization. */
const paidBy = (node: Node, name: PaymentRef, transaction: string) =>
  Effect.gen(function* () {
    const { asset } = yield* Payments.token
    const ours = yield* Payments.payees
    const logs = yield* node.call("eth_getTransactionReceipt", [transaction], Receipt).pipe(
      Effect.map(({ logs }) => logs),
      // The node does not know of such a transaction.
      Effect.catchIf(
        (error) => error instanceof ChainUnavailable && error.reason === "missing",
        () => Effect.succeed([])
      ),
      Effect.mapError(unavailable)
    )
    const head = yield* node.head
    const own = logs.filter(
      ({ address, blockNumber, removed }) =>
        address.toLowerCase() === asset && removed !== true && (blockNumber ?? 0) <= head.number
    )
    const used = own.find(
      ({ topics: [event, payer, nonce] }) =>
        event?.toLowerCase() === authorizationUsed() &&
        payer?.toLowerCase() === topicOfAddress(name.payer) &&
        nonce?.toLowerCase() === name.nonce
    )
    const next = own.find(({ logIndex }) => used !== undefined && logIndex === used.logIndex + 1)
    const payTo = ours.find((address) => next?.topics[2]?.toLowerCase() === topicOfAddress(address))
    return next === undefined ||
      payTo === undefined ||
      next.topics[0]?.toLowerCase() !== transfer() ||
      next.topics[1]?.toLowerCase() !== topicOfAddress(name.payer)
      ? Option.none<Paid>()
      : Option.some<Paid>({ amount: BigInt(next.data), payTo, transaction, proven: true })
  })

/** A search needs the logs of many blocks, which not every node gives; a receipt is one question. */
const unsearchable = (error: ChainUnavailable) =>
  new NotMade({
    message: `${unavailable(error).message}. If you see the payment on the chain, name its --transaction: a receipt is enough`
  })

/** What the chain says of a row's authorization, wherever its transfer is. */
const paidByAuthorization = (node: Node, row: Payments.Payment) =>
  Effect.gen(function* () {
    const key = { ...(yield* Payments.token), payer: row.payer, nonce: row.nonce }
    const status = yield* Effect.mapError(
      node.authorization({
        key,
        payTo: row.payTo,
        amount: String(row.amount),
        window: searchWindow(row.validBefore, Math.floor(row.createdAt))
      }),
      unsearchable
    )
    return status._tag === "Transferred"
      ? Option.some<Paid>({
          amount: row.amount,
          payTo: row.payTo,
          transaction: status.transaction,
          proven: true
        })
      : Option.none<Paid>()
  })

/** `None`: nothing shows that it was paid. `transaction`: where the operator has seen it. */
export const paid = (
  name: PaymentRef,
  row: Payments.Payment | undefined,
  node: Option.Option<Node>,
  transaction: string | undefined
) =>
  Effect.gen(function* () {
    if (Option.isNone(node)) {
      return row?.state === "settled"
        ? Option.some<Paid>({
            amount: row.amount,
            payTo: row.payTo,
            transaction: row.transaction ?? undefined,
            proven: false
          })
        : Option.none<Paid>()
    }
    const where = transaction ?? row?.transaction ?? undefined
    const shown = where === undefined ? Option.none<Paid>() : yield* paidBy(node.value, name, where)
    return Option.isSome(shown) || row === undefined ? shown : yield* paidByAuthorization(node.value, row)
  })
