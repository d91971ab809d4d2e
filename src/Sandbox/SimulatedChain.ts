/**
 * A chain in memory with one EIP-3009 token: balances and used nonces, no blocks.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type AuthorizationQuery, AuthorizationStatus, Chain } from "../Payment/chain/Chain.ts"
import type { Authorization } from "../Resources/X402.ts"

/** What used a nonce: a transfer, or the payer's cancellation (`None`). */
export interface Use {
  /** A made-up hash. */
  readonly transaction: string
  readonly transfer: Option.Option<Pick<Authorization, "to" | "value">>
}

/** The chain behind the simulated facilitator. Addresses in any case, amounts in atomic units. */
export class SimulatedChain extends Context.Tag("almanac/SimulatedChain")<
  SimulatedChain,
  {
    /** Zero for an address that never held anything. */
    readonly balance: (address: string) => Effect.Effect<bigint>
    /** By lower-case address. */
    readonly balances: Effect.Effect<Readonly<Record<string, bigint>>>
    /** Mints, and returns the new balance. */
    readonly credit: (address: string, amount: bigint) => Effect.Effect<bigint>
    /** EIP-3009 `authorizationState`: whether the payer's nonce was used. */
    readonly isNonceUsed: (payer: string, nonce: string) => Effect.Effect<boolean>
    /** What used the payer's nonce, if anything did. */
    readonly use: (payer: string, nonce: string) => Effect.Effect<Option.Option<Use>>
    /** EIP-3009 `cancelAuthorization`, without the payer's signature. `false`: the nonce was used before. */
    readonly cancel: (payer: string, nonce: string) => Effect.Effect<boolean>
  }
>() {}

/** The chain at one moment. */
export interface State {
  readonly balances: HashMap.HashMap<string, bigint>
  /** Every authorization that was settled or cancelled, by payer and nonce. */
  readonly uses: HashMap.HashMap<string, Use>
}

/** The chain without any transaction. */
export const empty: State = { balances: HashMap.empty(), uses: HashMap.empty() }

/** The balance of an address, in atomic units. */
export const balanceOf = ({ balances }: State, address: string): bigint =>
  Option.getOrElse(HashMap.get(balances, address.toLowerCase()), () => 0n)

/** The chain with more in one account. */
export const credited = (state: State, address: string, amount: bigint): State => ({
  ...state,
  balances: HashMap.set(state.balances, address.toLowerCase(), balanceOf(state, address) + amount)
})

const nonceKey = (payer: string, nonce: string) => `${payer}:${nonce}`.toLowerCase()

/** What used the nonce. */
export const useOf = ({ uses }: State, payer: string, nonce: string): Option.Option<Use> =>
  HashMap.get(uses, nonceKey(payer, nonce))

/** Whether the authorization's nonce was used. */
export const isUsed = (state: State, payer: string, nonce: string): boolean =>
  Option.isSome(useOf(state, payer, nonce))

const used = (state: State, payer: string, nonce: string, use: Use): State => ({
  ...state,
  uses: HashMap.set(state.uses, nonceKey(payer, nonce), use)
})

/** The chain after a transaction has carried out an authorization. */
export const transferred = (
  state: State,
  { from, to, value, nonce }: Authorization,
  transaction: string
): State =>
  used(credited(credited(state, from, -BigInt(value)), to, BigInt(value)), from, nonce, {
    transaction,
    transfer: Option.some({ to, value })
  })

/** The chain after the payer has cancelled an authorization; the same chain if it was used before. */
export const cancelled = (state: State, payer: string, nonce: string): State =>
  isUsed(state, payer, nonce)
    ? state
    : used(state, payer, nonce, { transaction: nonce, transfer: Option.none() })

const statusOf = (
  { payTo, amount }: AuthorizationQuery,
  { transaction, transfer }: Use
): AuthorizationStatus =>
  Option.match(transfer, {
    onNone: () => AuthorizationStatus.Cancelled({ transaction }),
    onSome: ({ to, value }) =>
      to.toLowerCase() === payTo.toLowerCase() && BigInt(value) === BigInt(amount)
        ? AuthorizationStatus.Transferred({ transaction })
        : AuthorizationStatus.UsedElsewhere({ transaction })
  })

/** The simulated chain as the port `Chain`. Its newest block is always of the present moment. */
export const chain: Layer.Layer<Chain, never, SimulatedChain> = Layer.effect(
  Chain,
  Effect.map(SimulatedChain, ({ use }) => ({
    authorization: (query) =>
      Effect.zipWith(use(query.key.payer, query.key.nonce), Clock.currentTimeMillis, (use, now) =>
        Option.match(use, {
          onNone: () => AuthorizationStatus.Unused({ asOf: Math.floor(now / 1000) }),
          onSome: (use) => statusOf(query, use)
        })
      )
  }))
)
