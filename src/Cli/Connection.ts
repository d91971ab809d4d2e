/**
 * The client of a command: the service, the network, the wallet and the journal that its settings say.
 */
import { join } from "node:path"
import { type Almanac, almanac, fileJournal, type Options, type Signer } from "../Client/index.ts"
import { listing } from "./Service.ts"
import { stateFolder } from "./settings/Files.ts"
import type { Settings } from "./settings/Settings.ts"
import { privateKeyOf } from "./settings/Wallet.ts"
import type { Terminal } from "./Terminal.ts"
import { UsageError } from "./Usage.ts"

/** The network of the sandbox. */
const sandboxNetwork = "eip155:84532"

/** Where is paid, in CAIP-2, and whether it is play money. */
interface Place {
  readonly network: string
  readonly isSandbox: boolean
}

export interface Connection extends Place {
  readonly client: Almanac
  readonly wallet: Signer | undefined
}

/**
 * The network: as it was set, else the sandbox's where the service says that it is one. No other network is paid that
 * nobody named.
 */
const placeOf = async (settings: Settings, signal: AbortSignal): Promise<Place> => {
  const { key, network, url } = settings
  if (network !== undefined && key !== undefined) return { network, isSandbox: false }
  const { caip2, name } = (await listing(settings, signal)).network
  const isSandbox = name === "sandbox" && caip2 === sandboxNetwork
  if (network !== undefined) return { network, isSandbox: isSandbox && network === caip2 }
  if (isSandbox) return { network: caip2, isSandbox }
  throw new UsageError(
    `${url} is paid on ${name} (${caip2}), which you have not named`,
    `name it by --network ${caip2}, ALMANAC_NETWORK or "network" in the file of settings`
  )
}

const walletOf = async ({ key }: Settings, isSandbox: boolean): Promise<Signer | undefined> => {
  if (key === undefined && !isSandbox) return undefined
  const { sandboxKey, signerOf } = await import("./settings/Signer.ts")
  return signerOf(key === undefined ? sandboxKey() : await privateKeyOf(key))
}

/** One journal for each wallet and network: a budget is a wallet's. Play money has a journal of its own. */
const journalFile = (folder: string, { isSandbox, network }: Place, { address }: Signer): string =>
  join(folder, `${isSandbox ? "sandbox" : network.replace(":", "-")}-${address.toLowerCase()}.jsonl`)

/** What the client says of its options is about the settings. */
export const orUsage = async <A>(make: () => A | Promise<A>): Promise<A> => {
  try {
    return await make()
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

interface Means extends Place {
  readonly wallet: Signer | undefined
  readonly options: Options
}

/** What a client is made with: the network, the wallet, if there is one, and its journal. */
export const meansOf = async (settings: Settings, terminal: Terminal): Promise<Means> => {
  const place = await placeOf(settings, terminal.interrupted)
  const wallet = await walletOf(settings, place.isSandbox)
  const { budget, payTo, url } = settings
  const journal =
    wallet === undefined ? undefined : fileJournal(journalFile(stateFolder(terminal), place, wallet))
  return {
    ...place,
    wallet,
    options: { baseUrl: url, network: place.network, budget, payTo, wallet, journal }
  }
}

/** Connects with the wallet, if there is one. */
export const connect = async (settings: Settings, terminal: Terminal): Promise<Connection> => {
  const { options, ...means } = await meansOf(settings, terminal)
  const client = await orUsage(() => almanac({ ...options, maxWait: settings.maxWaitSeconds * 1000 }))
  return { ...means, client }
}

/** Connects with a wallet. */
export const connectToPay = async (
  settings: Settings,
  terminal: Terminal
): Promise<Connection & { readonly wallet: Signer }> => {
  const { wallet, ...connection } = await connect(settings, terminal)
  if (wallet === undefined)
    throw new UsageError(
      "there is no wallet",
      'set ALMANAC_PRIVATE_KEY, or name a file with the key by --wallet or "wallet" in the file of settings'
    )
  return { ...connection, wallet }
}

/** Connects to ask what is free, on whichever network the service is paid. */
export const connectFree = async (settings: Settings, terminal: Terminal): Promise<Almanac> => {
  const { budget, maxWaitSeconds, payTo, url } = settings
  const network = settings.network ?? (await listing(settings, terminal.interrupted)).network.caip2
  return orUsage(() => almanac({ baseUrl: url, network, budget, payTo, maxWait: maxWaitSeconds * 1000 }))
}
