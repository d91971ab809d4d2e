/**
 * What the page of a capability tells its script.
 */
import type { CapabilityDescriptor, Network } from "../../../Api/Discovery.ts"
import type { CapabilityId } from "../../../Client/Capability.ts"

export interface Page {
  readonly descriptor: CapabilityDescriptor & { readonly id: CapabilityId }
  readonly network: Pick<typeof Network.Type, "caip2" | "name">
  readonly sandbox: boolean
  /** Where people look at transactions; absent in the sandbox. */
  readonly explorer?: string
}

/** Below which the service is: pages are at `/c/<id>`. */
export const baseUrlOf = (address: string): string => new URL("..", address).href.replace(/\/$/, "")
