import { describe, expect, it } from "@effect/vitest"
import { getDefaultAsset } from "@x402/evm"
import * as Assets from "../../src/Resources/Assets.ts"

describe("Assets", () => {
  it("are the ones that the stock client pays by default", () => {
    expect(Assets.known.map(({ network }) => network)).toEqual(["eip155:8453", "eip155:84532"])
    for (const { network, address, name, version, decimals } of Assets.known) {
      expect({ asset: address, name, version, decimals, symbol: "USDC" }).toEqual(
        getDefaultAsset(`eip155:${Number(network.slice(7))}`)
      )
    }
  })

  it("are found by their chain", () => {
    for (const asset of Assets.known) {
      expect(Assets.byNetwork(asset.network)).toEqual(asset)
      expect(Assets.chainId(asset.network)).toEqual(asset.chainId)
      expect(Assets.networkName(asset.network)).toBe(asset.networkName)
    }
    expect(Assets.byNetwork("eip155:1")).toBeUndefined()
    expect(Assets.networkName("eip155:1")).toBe("eip155:1")
  })

  it.each([
    "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    "eip155:",
    "eip155:0",
    "eip155:1e3",
    "eip155:99999999999999999"
  ])("%s names no EIP-155 chain", (network) => {
    expect(Assets.chainId(network)).toBeUndefined()
  })
})
