/**
 * What is paid with, to whom, and for what: the world's constants.
 */

/** USDC on Base Sepolia. Source: https://developers.circle.com/stablecoins/usdc-contract-addresses */
export const asset = {
  network: "eip155:84532",
  chainId: 84532,
  address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  name: "USDC",
  version: "2"
}

/** Who is paid. */
export const payTo = "0x00000000000000000000000000000000000a11ce"

/** Atomic USDC that a buyer has at the start. */
export const openingBalance = 1_000_000n

/** The price of every request of a history, in atomic USDC. */
export const price = "2000"

/** The chain, CAIP-2. */
export const network = "eip155:84532"

/** What a service asks for. */
export const requirements = {
  scheme: "exact",
  network,
  amount: price,
  asset: asset.address,
  maxTimeoutSeconds: 300,
  extra: { name: asset.name, version: asset.version }
}

/** A request: where it goes and what it says. `free`: its answer is given away. */
export interface Request {
  readonly path: string
  readonly body: string
  readonly free: boolean
}

const day = (number: number) =>
  new Date(Date.UTC(1999, 0, 4) + (number % 9_000) * 86_400_000).toISOString().slice(0, 10)

/** The requests of a history: its own days, so that no cache of another history answers. The last is given away. */
export const requests = (history: number): ReadonlyArray<Request> => {
  const rates = (currencies: ReadonlyArray<string>): Request => ({
    path: "/v1/fx/rates",
    body: JSON.stringify({ base: "EUR", currencies, date: day(history) }),
    free: false
  })
  return [
    rates(["USD"]),
    rates(["GBP", "USD"]),
    { path: "/v1/holidays", body: JSON.stringify({ country: "DE", year: 1900 + (history % 40) }), free: true }
  ]
}
