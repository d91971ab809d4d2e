/**
 * A capability as the client knows it.
 */
import type { Charges } from "../Api/Charges.ts"
import type { Calls } from "./generated/types.ts"

/** The name of a capability: `fx.rates`. */
export type CapabilityId = keyof Calls

/** The facts of a capability. They are those of the contract; a service may ask another price. */
export interface Capability {
  readonly id: CapabilityId
  /** The group and the method in it: `fx` and `rates`; the same for one that is alone in its group. */
  readonly group: string
  readonly method: string
  /** Where it is sold, by POST: `/v1/fx/rates`. */
  readonly path: string
  readonly name: string
  readonly description: string
  /** What it is about: `finance`. */
  readonly category: string
  /** Who answers: providers, or other capabilities. */
  readonly kind: "provider" | "composite"
  /** The endings of its calls that others of its kind do not have, and the other way round. */
  readonly charges?: Charges
  /** The listed price in USDC, decimal text. */
  readonly price: string
  /** JSON Schema (2020-12) of the request. */
  readonly inputSchema: { readonly [keyword: string]: unknown }
  /** A request that is answered. */
  readonly example: { readonly [field: string]: unknown }
}
