import * as Context from "effect/Context"
import type { CallOptions } from "../Call.ts"

/**
 * What a call is bought with: the name of the purchase (`key`), the most that it may cost (`maxPrice`, decimal USDC), and
 * how long it may take (`maxWait`).
 *
 *     Effect.provideService(almanac.fx.rates({ payload }), Purchase, { key: "order-4711" })
 */
export class Purchase extends Context.Reference<Purchase>()("almanac/Purchase", {
  defaultValue: (): Pick<CallOptions, "key" | "maxPrice" | "maxWait"> => ({})
}) {}
