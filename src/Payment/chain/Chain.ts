/**
 * The port to the chain itself: what became of an EIP-3009 authorization. Only the reconciler asks, and only where a
 * node is configured (`X402_RPC_URL`): elsewhere there is no such service.
 */
import { Context, Data, type Effect, Schema } from "effect"
import type { PaymentKey } from "../ledger/Ledger.ts"

/** A payment to look for. */
export interface AuthorizationQuery {
  readonly key: PaymentKey
  /** Who was to be paid: an address, any case. */
  readonly payTo: string
  /** Atomic units, as decimal text. */
  readonly amount: string
  /** When the payment was first seen, in Unix seconds: nothing older is looked at (but for a margin). */
  readonly since: number
}

/** What became of an authorization. `transaction` is the hash of the transaction that used it up. */
export type AuthorizationStatus = Data.TaggedEnum<{
  /**
   * Its nonce was not used up to the block of time `asOf` (Unix seconds). It never will be once `asOf` is not before
   * `validBefore`: compare with that, not with our clock, for a node may lag behind. `asOf` is floored, and blocks
   * that may still be reorganised away are not counted in.
   */
  Unused: { readonly asOf: number }
  /** It paid the sought amount to the sought address. Certain. */
  Transferred: { readonly transaction: string }
  /** The payer cancelled it: it moved nothing and never will. Certain. */
  Cancelled: { readonly transaction: string }
  /** Its nonce went to another transfer of the payer's: it never paid us and never will. Certain. */
  UsedElsewhere: { readonly transaction: string }
  /** Its nonce was used, but the chain's logs do not show for what, as far as they could be searched. Proves nothing. */
  UsedUntraceable: object
}>

/** Constructors and matchers of `Fate`. */
export const AuthorizationStatus = Data.taggedEnum<AuthorizationStatus>()

/**
 * The chain could not be asked, or what it said cannot be relied on. `refused`: the node answered with an error;
 * `malformed`: with something else than the protocol's; `missing`: with nothing where there must be something, for it
 * lags behind or has forgotten; `wrong_chain`: it is another chain's node, or the payment is
 * another chain's. No text of the node is kept: it may repeat its URL, and with it a key.
 */
export class ChainUnavailable extends Schema.TaggedError<ChainUnavailable>()("ChainUnavailable", {
  reason: Schema.Literal("timeout", "connection", "status", "refused", "malformed", "missing", "wrong_chain")
}) {}

/** Reads what became of payments. */
export class Chain extends Context.Tag("almanac/Chain")<
  Chain,
  {
    readonly authorization: (
      sought: AuthorizationQuery
    ) => Effect.Effect<AuthorizationStatus, ChainUnavailable>
  }
>() {}
