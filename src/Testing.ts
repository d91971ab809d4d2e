/**
 * Layers for tests of a developer's own: a port answers what the test says (`Layer.mock`), and a call that was not
 * expected is a defect.
 *
 * ```ts
 * const rates = Layer.mock(ReferenceRates, {
 *   rates: () => Effect.succeed({ base: "EUR", date: "2022-06-29", rates: { USD: 1.0517 } })
 * })
 * const ports = Layer.mergeAll(Testing.everyProvider, rates, Testing.agreeingFacilitator)
 * ```
 */
import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { providers } from "./Capabilities/index.ts"
import { Facilitator } from "./Payment/facilitator/Facilitator.ts"
import { Circuits } from "./Providers/client/Circuits.ts"

/** Every provider, none of which expects a call; none is out of order. Merge a mock after it to answer for one. */
export const everyProvider = Layer.merge(providers.mocks, Circuits.layer)

/** A facilitator that says yes to everything. A payment's transaction is the same however often it is settled. */
export const agreeingFacilitator = Layer.succeed(Facilitator, {
  verify: () => Effect.succeed({ isValid: true }),
  settle: ({ authorization: { from, nonce } }) =>
    Effect.sync(() => ({
      transaction: `0x${createHash("sha256").update(`${from.toLowerCase()} ${nonce}`).digest("hex")}`
    }))
})
