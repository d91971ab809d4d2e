/**
 * A chain in memory with one EIP-3009 token: balances and used nonces, no blocks.
 */
import { Context, type Effect, HashMap, HashSet, Option } from "effect"
import type { Authorization } from "../Resources/X402.ts"

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
  }
>() {}

/** The chain at one moment. */
export interface State {
  readonly balances: HashMap.HashMap<string, bigint>
  /** Payer and nonce of every settled authorization. */
  readonly used: HashSet.HashSet<string>
}

/** Atomic units held by an address. */
export const balanceOf = ({ balances }: State, address: string): bigint =>
  Option.getOrElse(HashMap.get(balances, address.toLowerCase()), () => 0n)

/** The chain with more in an account. */
export const credited = (state: State, address: string, amount: bigint): State => ({
  ...state,
  balances: HashMap.set(state.balances, address.toLowerCase(), balanceOf(state, address) + amount)
})

const nonceKey = (payer: string, nonce: string) => `${payer}:${nonce}`.toLowerCase()

/** Whether the authorization's nonce was used. */
export const isUsed = ({ used }: State, payer: string, nonce: string): boolean =>
  HashSet.has(used, nonceKey(payer, nonce))

/** The chain after an authorization was carried out. */
export const transferred = (state: State, { from, to, value, nonce }: Authorization): State => ({
  ...credited(credited(state, from, -BigInt(value)), to, BigInt(value)),
  used: HashSet.add(state.used, nonceKey(from, nonce))
})
