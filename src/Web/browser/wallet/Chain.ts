/**
 * The chain that a wallet is on. It is switched before anything is to be signed: wallets refuse typed data of another
 * chain, or say nothing for ever (MetaMask 8448, 11296, 18276).
 */
import { type Asset, base, baseSepolia, explorer } from "../../../Resources/Assets.ts"
import { isUnknownChain, type Provider } from "./Provider.ts"

/** Name and node of a chain, for a wallet that does not know it (EIP-3085). Source: docs.base.org. */
const chains: Readonly<
  Record<string, { readonly chainName: string; readonly rpcUrls: ReadonlyArray<string> }>
> = {
  [base]: { chainName: "Base", rpcUrls: ["https://mainnet.base.org"] },
  [baseSepolia]: { chainName: "Base Sepolia", rpcUrls: ["https://sepolia.base.org"] }
}

const nativeCurrency = { name: "Ether", symbol: "ETH", decimals: 18 }

/** Leaves the wallet on the asset's chain; rejects with the wallet's own error. */
export const switchTo = async ({ request }: Provider, { chainId, network }: Asset): Promise<void> => {
  const hex = `0x${chainId.toString(16)}`
  if (String(await request({ method: "eth_chainId" })).toLowerCase() === hex) return
  const to = { method: "wallet_switchEthereumChain", params: [{ chainId: hex }] }
  try {
    await request(to)
  } catch (error) {
    if (!isUnknownChain(error)) throw error
    const added = { chainId: hex, nativeCurrency, blockExplorerUrls: [explorer(network)], ...chains[network] }
    await request({ method: "wallet_addEthereumChain", params: [added] })
    await request(to)
  }
}
