/**
 * Which wallets the browser has: those that announce themselves (EIP-6963), else the one at `window.ethereum`.
 */
import { isObject, member, textOf } from "../../../Client/Json.ts"
import { isProvider, type Provider } from "./Provider.ts"

export interface Wallet {
  readonly id: string
  readonly name: string
  /** A `data:` URL; anything else is not shown. */
  readonly icon: string | undefined
  readonly provider: Provider
}

/** Milliseconds in which wallets announce themselves: extensions do it at once. */
const patience = 300

const announced = (detail: unknown): Wallet | undefined => {
  const info = member(detail, "info")
  const provider = member(detail, "provider")
  const id = textOf(member(info, "uuid"))
  const name = textOf(member(info, "name"))
  if (!isObject(info) || id === undefined || name === undefined || !isProvider(provider)) return undefined
  const icon = textOf(info["icon"])
  return { id, name, icon: icon?.startsWith("data:image/") === true ? icon : undefined, provider }
}

/** Tells the wallets each time that there are others, and when none has come for a moment. */
export const discover = (tell: (wallets: ReadonlyArray<Wallet>) => void): void => {
  const wallets = new Map<string, Wallet>()
  addEventListener("eip6963:announceProvider", (event) => {
    const wallet = event instanceof CustomEvent ? announced(event.detail) : undefined
    if (wallet === undefined || wallets.has(wallet.id)) return
    wallets.set(wallet.id, wallet)
    tell([...wallets.values()])
  })
  dispatchEvent(new Event("eip6963:requestProvider"))
  setTimeout(() => {
    if (wallets.size > 0) return
    const provider: unknown = Reflect.get(globalThis, "ethereum")
    tell(
      isProvider(provider)
        ? [{ id: "ethereum", name: "This browser's wallet", icon: undefined, provider }]
        : []
    )
  }, patience)
}
