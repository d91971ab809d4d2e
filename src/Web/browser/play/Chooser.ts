/**
 * The choice of a wallet.
 */
import { fill } from "../Nodes.ts"
import { discover, type Wallet } from "../wallet/Discovery.ts"
import { wallets } from "./Layout.ts"

/** Shows the wallets as they announce themselves; gives the one that is chosen now. */
export const chooser = (list: HTMLElement): (() => Wallet | undefined) => {
  let known: ReadonlyArray<Wallet> = []
  const chosen = () => {
    const id = list.querySelector<HTMLInputElement>("input:checked")?.value
    return known.find((wallet) => wallet.id === id)
  }
  discover((found) => {
    const before = chosen() ?? found[0]
    known = found
    fill(list, ...wallets(found, before?.id))
  })
  return chosen
}
