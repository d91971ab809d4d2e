/**
 * A capability as the client knows it.
 */
import type { Charges } from "../Api/Charges.ts"
import type { Calls } from "./generated/types.ts"

/** The name of a capability: `fx.rates`. */
export type CapabilityId = keyof Calls

/** What a call needs to know. It is what the contract says; a service may ask another price. */
export interface Listed {
  readonly id: CapabilityId
  /** Where it is sold, by POST: `/v1/fx/rates`. */
  readonly path: string
  /** The listed price in USDC, decimal text. */
  readonly price: string
}

/** The facts of a capability. */
export interface Capability extends Listed {
  /** The group and the method in it: `fx` and `rates`; the same for one that is alone in its group. */
  readonly group: string
  readonly method: string
  readonly name: string
  readonly description: string
  /** What it is about: `finance`. */
  readonly category: string
  /** Who answers: providers, or other capabilities. */
  readonly kind: "provider" | "composite"
  /** The endings of its calls that others of its kind do not have, and the other way round. */
  readonly charges?: Charges
  /** JSON Schema (2020-12) of the request. */
  readonly inputSchema: { readonly [keyword: string]: unknown }
  /** A request that is answered. */
  readonly example: { readonly [field: string]: unknown }
}
