/**
 * A chain in memory with one EIP-3009 token: balances and used nonces, no blocks.
 */
import { Clock, Context, Effect, HashMap, Layer, Option } from "effect"
import { type AuthorizationQuery, AuthorizationStatus, Chain } from "../Payment/chain/Chain.ts"
import type { Authorization } from "../Resources/X402.ts"

/** What used a nonce up: a transfer, or nothing but its payer's wish to cancel it. */
export interface Use {
  /** Looks like a hash. */
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
    /** Mints; answers the new balance. */
    readonly credit: (address: string, amount: bigint) => Effect.Effect<bigint>
    /** EIP-3009 `authorizationState`: whether the payer's nonce was used. */
    readonly isNonceUsed: (payer: string, nonce: string) => Effect.Effect<boolean>
    /** What used the payer's nonce up, if anything did. */
    readonly use: (payer: string, nonce: string) => Effect.Effect<Option.Option<Use>>
    /** EIP-3009 `cancelAuthorization`, without asking for the payer's signature; `false` when it was used before. */
    readonly cancel: (payer: string, nonce: string) => Effect.Effect<boolean>
  }
>() {}

/** The chain at one moment. */
export interface State {
  readonly balances: HashMap.HashMap<string, bigint>
  /** By payer and nonce: every authorization that was settled or cancelled. */
  readonly uses: HashMap.HashMap<string, Use>
}

/** The chain before anything was done. */
export const empty: State = { balances: HashMap.empty(), uses: HashMap.empty() }

/** Atomic units held by an address. */
export const balanceOf = ({ balances }: State, address: string): bigint =>
  Option.getOrElse(HashMap.get(balances, address.toLowerCase()), () => 0n)

/** The chain with more in an account. */
export const credited = (state: State, address: string, amount: bigint): State => ({
  ...state,
  balances: HashMap.set(state.balances, address.toLowerCase(), balanceOf(state, address) + amount)
})

const nonceKey = (payer: string, nonce: string) => `${payer}:${nonce}`.toLowerCase()

/** What used the nonce up. */
export const useOf = ({ uses }: State, payer: string, nonce: string): Option.Option<Use> =>
  HashMap.get(uses, nonceKey(payer, nonce))

/** Whether the authorization's nonce was used. */
export const isUsed = (state: State, payer: string, nonce: string): boolean =>
  Option.isSome(useOf(state, payer, nonce))

const used = (state: State, payer: string, nonce: string, use: Use): State => ({
  ...state,
  uses: HashMap.set(state.uses, nonceKey(payer, nonce), use)
})

/** The chain after an authorization was carried out in a transaction. */
export const transferred = (
  state: State,
  { from, to, value, nonce }: Authorization,
  transaction: string
): State =>
  used(credited(credited(state, from, -BigInt(value)), to, BigInt(value)), from, nonce, {
    transaction,
    transfer: Option.some({ to, value })
  })

/** The chain after the payer took an authorization back; the same chain when it was used before. */
export const cancelled = (state: State, payer: string, nonce: string): State =>
  isUsed(state, payer, nonce)
    ? state
    : used(state, payer, nonce, { transaction: nonce, transfer: Option.none() })

const fate = ({ payTo, amount }: AuthorizationQuery, { transaction, transfer }: Use): AuthorizationStatus =>
  Option.match(transfer, {
    onNone: () => AuthorizationStatus.Cancelled({ transaction }),
    onSome: ({ to, value }) =>
      to.toLowerCase() === payTo.toLowerCase() && BigInt(value) === BigInt(amount)
        ? AuthorizationStatus.Transferred({ transaction })
        : AuthorizationStatus.UsedElsewhere({ transaction })
  })

/** The simulated chain behind the port that a node's chain is behind. Its newest block is now. */
export const chain: Layer.Layer<Chain, never, SimulatedChain> = Layer.effect(
  Chain,
  Effect.map(SimulatedChain, ({ use }) => ({
    authorization: (sought) =>
      Effect.zipWith(use(sought.key.payer, sought.key.nonce), Clock.currentTimeMillis, (use, now) =>
        Option.match(use, {
          onNone: () => AuthorizationStatus.Unused({ asOf: Math.floor(now / 1000) }),
          onSome: (use) => fate(sought, use)
        })
      )
  }))
)
