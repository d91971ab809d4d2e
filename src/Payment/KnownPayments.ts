/**
 * The payments that this process has seen in the ledger. A payment can be read from the chain once it is settled, so
 * anybody may repeat it: such a call looks into the ledger first, and takes none of its payer's places for that. The
 * ledger alone says what became of a payment; this only says where to look first.
 */
import type { PaymentKey } from "./ledger/Ledger.ts"

/** The most payments that are remembered: more than are settled within the time for which one can buy. */
const most = 10_000

const nameOf = ({ asset, network, nonce, payer }: PaymentKey) => `${network} ${asset} ${payer} ${nonce}`

/** The payments that one process knows. */
export const make = () => {
  const names = new Set<string>()
  return {
    has: (key: PaymentKey): boolean => names.has(nameOf(key)),
    /** The payment that was added longest ago goes for one more. */
    add: (key: PaymentKey): void => {
      names.add(nameOf(key))
      const [oldest] = names
      if (names.size > most && oldest !== undefined) names.delete(oldest)
    }
  }
}
