/**
 * `almanac balance`: the USDC of the wallet, or of an address; by the sandbox's word, else by a node of the chain.
 */
import { isAddress } from "../../Client/Json.ts"
import { known } from "../../Resources/Assets.ts"
import { format } from "../../Resources/Usdc.ts"
import type { Run } from "../Command.ts"
import { connect } from "../Connection.ts"
import { textAt } from "../Json.ts"
import { visible } from "../output/Visible.ts"
import { ask, sandboxBalance, Unreachable } from "../Service.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { noMore, UsageError } from "../Usage.ts"

/** `balanceOf(address)` of the token, as a node answers it. */
const balanceAt = async (
  rpcUrl: string,
  settings: Settings,
  token: string,
  address: string,
  signal: AbortSignal
): Promise<string> => {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, "0")}`
  const call = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [{ to: token, data }, "latest"] }
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(call)
  } as const
  const reply = await ask(rpcUrl, settings, signal, request, "ALMANAC_RPC_URL")
  const word = textAt(reply, "result") ?? ""
  if (/^0x[0-9a-fA-F]{64}$/.test(word)) return format(BigInt(word))
  // Not its address: it may hold a key.
  throw new Unreachable(
    `the node of the chain does not tell the balance: ${textAt(reply, "error", "message") ?? "no result"}`
  )
}

export const run: Run = async ({ args, terminal }) => {
  const [word] = args.words
  noMore(args.words, 1)
  if (word !== undefined && !isAddress(word)) throw new UsageError(`${JSON.stringify(word)} is no address`)
  const settings = await readSettings(args, terminal)
  const { isSandbox, network, wallet } = await connect(settings, terminal)
  const address = word ?? wallet?.address
  if (address === undefined)
    throw new UsageError("there is no wallet", "name an address, or set ALMANAC_PRIVATE_KEY")
  const token = known.find((asset) => asset.network === network)?.address ?? ""
  if (!isSandbox && settings.rpcUrl === undefined)
    throw new UsageError(
      `the service does not tell the balance of ${address}`,
      `set ALMANAC_RPC_URL to a node of ${network}, or look at the address in an explorer of that chain`
    )
  const balance =
    isSandbox || settings.rpcUrl === undefined
      ? await sandboxBalance(settings, address, terminal.interrupted)
      : await balanceAt(settings.rpcUrl, settings, token, address, terminal.interrupted)
  return {
    document: { address, network, balance, currency: "USDC" },
    text: `${visible(balance)} USDC\n`,
    notes: [`${address} on ${isSandbox ? "the sandbox" : network}`]
  }
}
