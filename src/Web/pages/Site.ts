/**
 * What the pages are made of: the service as it shows itself, and what it sells.
 */
import type { CapabilityMetadata } from "../../Api/Capability.ts"
import type { CapabilityDescriptor } from "../../Api/Discovery.ts"
import type { PaymentRequired } from "../../Resources/X402.ts"
import type { WebFiles } from "../WebFiles.ts"

/** The service. */
export interface Site {
  /** Its public URL, without a slash at the end. */
  readonly publicUrl: string
  readonly version: string
  /** What it is, in a sentence or two. */
  readonly summary: string
  /** `base`, `base-sepolia` or `sandbox`, and the CAIP-2 chain. */
  readonly network: { readonly name: string; readonly caip2: string }
  readonly sandbox: boolean
  /** Where people look at the chain's transactions. */
  readonly explorer: string | undefined
  readonly files: WebFiles
}

/** A capability: as the list shows it, its facts, and its challenge. */
export interface Sold {
  readonly descriptor: CapabilityDescriptor
  readonly facts: CapabilityMetadata
  readonly challenge: PaymentRequired
}

/** The price in words. */
export const priceOf = ({ descriptor: { price } }: Sold): string => `${price.amount} ${price.currency}`

/** The path of a capability's page. */
export const pathOf = ({ descriptor }: Sold): string => `/c/${descriptor.id}`
