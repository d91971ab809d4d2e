/**
 * What is sold: the listed prices, the schemas of the requests, and examples.
 */
export type { Capability, CapabilityId } from "../Capability.ts"
export { capabilities } from "../generated/capabilities.ts"
