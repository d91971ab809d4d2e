/**
 * A chain with one EIP-3009 token, in the prover's own hands: balances, used nonces, and every transfer there ever
 * was. A block every two seconds of the world's clock. What is transferred is signed: the token judges typed data.
 */
import { createHash } from "node:crypto"
import type { Authorization } from "../oracle/TypedData.ts"
import { isSigned } from "../oracle/Wallets.ts"

/** Seconds from block to block. */
export const blockTime = 2

/** What used a nonce up; `to` is absent when it was cancelled. */
export interface Use {
  readonly payer: string
  readonly nonce: string
  readonly transaction: string
  readonly to: string | undefined
  readonly value: bigint
  readonly block: number
  /** Where the entry is in its block's log; its transfer is the next. */
  readonly logIndex: number
}

/** Why an authorization is not carried out. */
export type Obstacle = "signature" | "nonce used" | "balance" | "window"

/** An authorization whose signature the token has judged. */
export interface Judged {
  readonly authorization: Authorization
  readonly isSigned: boolean
}

/** Judges a signature: its typed data, its signer, its form. */
export const judge = async (authorization: Authorization, signature: string): Promise<Judged> => ({
  authorization,
  isSigned: await isSigned(authorization, signature)
})

const idOf = (payer: string, nonce: string) => `${payer}:${nonce}`.toLowerCase()

/** The same for the same authorization. */
export const transactionOf = (payer: string, nonce: string) =>
  `0x${createHash("sha256").update(idOf(payer, nonce)).digest("hex")}`

/** A chain; `now` in Unix milliseconds. It tells of every use of a nonce. */
export const make = (now: () => number, used: (use: Use) => void) => {
  const balances = new Map<string, bigint>()
  const minted = new Map<string, bigint>()
  const uses = new Map<string, Use>()
  const inOrder: Array<Use> = []
  const broadcast = new Map<string, { readonly judged: Judged; readonly at: number }>()

  const balance = (address: string) => balances.get(address.toLowerCase()) ?? 0n
  const add = (address: string, amount: bigint) =>
    balances.set(address.toLowerCase(), balance(address) + amount)

  const note = (payer: string, nonce: string, to: string | undefined, value: bigint, at: number) => {
    const use: Use = {
      payer: payer.toLowerCase(),
      nonce: nonce.toLowerCase(),
      transaction: transactionOf(payer, nonce),
      to: to?.toLowerCase(),
      value,
      block: Math.ceil(at / 1000 / blockTime),
      logIndex: inOrder.length * 2
    }
    uses.set(idOf(payer, nonce), use)
    inOrder.push(use)
    used(use)
    return use
  }

  const obstacle = ({ authorization, isSigned }: Judged, at: number): Obstacle | undefined => {
    const { from, nonce, value, validAfter, validBefore } = authorization
    if (!isSigned) return "signature"
    if (uses.has(idOf(from, nonce))) return "nonce used"
    if (Number(validBefore) * 1000 <= at || Number(validAfter) * 1000 >= at) return "window"
    return balance(from) < BigInt(value) ? "balance" : undefined
  }

  const move = (judged: Judged, at: number): Use | Obstacle => {
    const problem = obstacle(judged, at)
    if (problem !== undefined) return problem
    const { from, to, nonce } = judged.authorization
    const value = BigInt(judged.authorization.value)
    add(from, -value)
    add(to, value)
    return note(from, nonce, to, value, at)
  }

  /** Carries out what was broadcast and is due. */
  const land = () => {
    for (const [id, { judged, at }] of broadcast) {
      if (at > now()) continue
      broadcast.delete(id)
      move(judged, at)
    }
  }

  const settled = <A>(read: () => A): A => {
    land()
    return read()
  }

  return {
    balance: (address: string) => settled(() => balance(address)),
    /** All that an address was ever given. */
    minted: (address: string) => minted.get(address.toLowerCase()) ?? 0n,
    mint: (address: string, amount: bigint) => {
      add(address, amount)
      minted.set(address.toLowerCase(), (minted.get(address.toLowerCase()) ?? 0n) + amount)
    },
    /** Gives away what an address has, so that its next transfer fails. */
    drain: (address: string) =>
      settled(() => {
        minted.set(address.toLowerCase(), (minted.get(address.toLowerCase()) ?? 0n) - balance(address))
        balances.set(address.toLowerCase(), 0n)
      }),
    obstacle: (judged: Judged) => settled(() => obstacle(judged, now())),
    use: (payer: string, nonce: string) => settled(() => uses.get(idOf(payer, nonce))),
    /** Every use, the oldest first. */
    uses: (): ReadonlyArray<Use> => settled(() => inOrder),
    transfer: (judged: Judged) => settled(() => move(judged, now())),
    /** A transaction that is sent, and carried out in so many milliseconds. */
    transferIn: (judged: Judged, millis: number) => {
      const { from, nonce } = judged.authorization
      if (!broadcast.has(idOf(from, nonce))) broadcast.set(idOf(from, nonce), { judged, at: now() + millis })
    },
    isBroadcast: (payer: string, nonce: string) => settled(() => broadcast.has(idOf(payer, nonce))),
    /** `cancelAuthorization`, or, with `to`, another authorization of the same nonce. */
    spoil: (payer: string, nonce: string, to: string | undefined, value: bigint) =>
      settled(() => {
        if (uses.has(idOf(payer, nonce))) return
        if (to !== undefined) {
          if (balance(payer) < value) return
          add(payer, -value)
          add(to, value)
        }
        note(payer, nonce, to, to === undefined ? 0n : value, now())
      }),
    /** The newest block. */
    head: () => settled(() => Math.floor(now() / 1000 / blockTime))
  }
}
export type Chain = ReturnType<typeof make>
