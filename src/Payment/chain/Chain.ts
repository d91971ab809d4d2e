/**
 * The port to the chain itself: the status of an EIP-3009 authorization. The reconciler asks, and a settlement whose
 * receipt proves nothing; only where a node is configured (`X402_RPC_URL`). Without a node there is no such service.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PaymentKey } from "../ledger/Ledger.ts"

/** The payment whose authorization is looked up. `payTo` in any case. */
export interface AuthorizationQuery {
  readonly key: PaymentKey
  /** The payee: an address, in any case. */
  readonly payTo: string
  /** Atomic units, as decimal text. */
  readonly amount: string
  /** Where its transfer may be: see `searchWindow`. */
  readonly window: SearchWindow
  /**
   * Whether the newest block is read, which may still be reorganised away: as good as a facilitator's receipt, and not
   * enough to call a payment unpaid for good. Otherwise blocks that are confirmed are read.
   */
  readonly newest?: boolean
}

/** The blocks that are searched for a transfer, by their times in Unix seconds, less and plus a margin. */
export interface SearchWindow {
  readonly from: number
  readonly until: number
  /** When the payment was first seen: the search begins there. */
  readonly firstSeen: number
}

/** How long before its end an authorization is accepted, in seconds. Older rows may have been accepted earlier. */
const longestValidity = 3600

/** The window of a payment that was first seen at a moment, and can be carried out until `validBefore`. Unix seconds. */
export const searchWindow = (validBefore: string, firstSeen: number): SearchWindow => ({
  from: Math.min(firstSeen, Number(validBefore) - longestValidity),
  until: Number(validBefore),
  firstSeen
})

/**
 * The status of an authorization. `transaction` is the hash of the transaction that used it. Blocks that may still be
 * reorganised are read only where the query asks for the `newest`: what it says is certain otherwise.
 */
export type AuthorizationStatus = Data.TaggedEnum<{
  /**
   * Its nonce was unused at the block of time `asOf` (Unix seconds, floored). It can no longer be used once `asOf` has
   * reached `validBefore`. Compare with `asOf`, not with our clock: a node may lag behind.
   */
  Unused: { readonly asOf: number }
  /** It paid the amount to the payee. */
  Transferred: { readonly transaction: string }
  /** The payer cancelled it: it has moved nothing and never will. */
  Cancelled: { readonly transaction: string }
  /** Another transfer of the payer's used its nonce: it has not paid us and never will. */
  UsedElsewhere: { readonly transaction: string }
  /** Its nonce is used, but the logs that could be searched do not show by what. Proves nothing. */
  UsedUntraceable: object
}>

/** Constructors and matchers of `AuthorizationStatus`. */
export const AuthorizationStatus = Data.taggedEnum<AuthorizationStatus>()

/**
 * The chain could not be asked, or the reply cannot be relied on. `refused`: the node replied with an error.
 * `malformed`: the reply is not the protocol's. `missing`: the node does not have what must exist, because it lags
 * behind or has pruned it. `wrong_chain`: the node, or the payment, belongs to another chain. No text of the node is
 * kept: it may repeat its URL, which may hold a key.
 */
export class ChainUnavailable extends Schema.TaggedError<ChainUnavailable>()("ChainUnavailable", {
  reason: Schema.Literal("timeout", "connection", "status", "refused", "malformed", "missing", "wrong_chain")
}) {}

/** Reads the status of authorizations. */
export class Chain extends Context.Tag("almanac/Chain")<
  Chain,
  {
    readonly authorization: (
      query: AuthorizationQuery
    ) => Effect.Effect<AuthorizationStatus, ChainUnavailable>
  }
>() {}
