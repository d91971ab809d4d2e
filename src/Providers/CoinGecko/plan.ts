/**
 * CoinGecko's plans. A key fits only the host and the header of its own plan, and both kinds look alike: the plan
 * has to be told (koala73/worldmonitor #4313).
 */

/** Where a plan is served, and the header that carries its key. Source: docs.coingecko.com, authentication. */
export const plans = {
  demo: { origin: "https://api.coingecko.com", keyHeader: "x-cg-demo-api-key" },
  pro: { origin: "https://pro-api.coingecko.com", keyHeader: "x-cg-pro-api-key" }
} as const

/** `demo` is the public API, with a free key or none; `pro` is every paid plan. */
export type Plan = keyof typeof plans
