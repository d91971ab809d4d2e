/**
 * The state of the local chain before its first block: the token with the sandbox's purses in it, what payments are
 * checked with, and an account that can pay for gas.
 */
import { encodeAbiParameters, type Hex, keccak256, numberToHex } from "viem"
import * as Assets from "../../src/Resources/Assets.ts"
import { buyers, facilitator, openingBalance, wallet } from "../../src/Sandbox/Accounts.ts"
import type { Artefact } from "./Contracts.ts"

/** Where `@x402/evm` and everybody else look for Multicall3, on any chain. */
const multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11"

/** What the facilitator pays gas with: 1000 ETH. */
const gasMoney = 1_000n * 10n ** 18n

const word = (value: bigint): Hex => numberToHex(value, { size: 32 })

/** Where `mapping(address => …)` in the contract's slot `slot` keeps the value of an address. */
const slotOf = (address: Hex, slot: bigint): Hex =>
  keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [address, slot]))

/** Slots of `TestUSDC`, in the order of its variables. */
const slots = { balanceOf: 0n, totalSupply: 2n } as const

/** The genesis file that anvil starts from (`--init`). */
export const genesis = ({ contracts }: Artefact) => {
  const code = (name: string) => {
    const contract = contracts[name]
    if (contract === undefined) throw new Error(`no contract ${name}`)
    return contract.runtime
  }
  const [token] = Assets.known.filter(({ network }) => network === Assets.baseSepolia)
  if (token === undefined) throw new Error("Base Sepolia's USDC is gone")
  const holders: ReadonlyArray<Hex> = [...buyers.map(({ address }) => address), wallet]
  return {
    config: { chainId: token.chainId },
    nonce: "0x0",
    timestamp: "0x0",
    gasLimit: numberToHex(30_000_000),
    difficulty: "0x0",
    alloc: {
      [token.address]: {
        balance: "0x0",
        code: code("TestUSDC"),
        storage: Object.fromEntries([
          [word(slots.totalSupply), word(openingBalance * BigInt(holders.length))],
          ...holders.map((holder) => [slotOf(holder, slots.balanceOf), word(openingBalance)])
        ])
      },
      [multicall3]: { balance: "0x0", code: code("Multicall") },
      [wallet]: { balance: "0x0", code: code("TestWallet") },
      [facilitator.address]: { balance: numberToHex(gasMoney) }
    }
  }
}
