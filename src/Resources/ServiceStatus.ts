/**
 * What this process knows of the providers without asking them: from its own calls, the limits that providers told it,
 * and its own pace.
 */
import * as Schema from "effect/Schema"
import { Moment } from "./Moment.ts"
import { ProviderSlug } from "./ProviderSlug.ts"

/** Whether an operation is asked, and how well that goes. */
export const OperationState = Schema.Literal("up", "degraded", "out").annotations({
  title: "OperationState",
  description:
    "up: nothing speaks against it. degraded: it is asked, but its last calls failed, its calls wait for their turn, or " +
    "its budget is nearly spent. out: it is not asked until the time named in until; calls get its error at once, or " +
    "the answer of the fallback"
})
export type OperationState = typeof OperationState.Type

/** Why an operation is not up. */
export const StatusReason = Schema.Literal(
  "throttled",
  "unavailable",
  "late",
  "malformed",
  "budget",
  "paced",
  "paused"
).annotations({
  description:
    "How its last calls failed: throttled by the provider, unavailable, late, or with malformed answers. budget: what " +
    "the provider lets this service spend is nearly used up, or used up. paced: calls wait, so that the provider gets no " +
    "more of them than it takes. paused: by the operator"
})
export type StatusReason = typeof StatusReason.Type

/** One operation of a provider. */
export const OperationStatus = Schema.Struct({
  provider: ProviderSlug,
  operation: Schema.String.annotations({
    description: "Provider and kind of question",
    examples: ["openalex.search"]
  }),
  state: OperationState,
  reason: Schema.NullOr(StatusReason).annotations({ description: "null when the state is up" }),
  since: Moment.annotations({
    description: "Since when it is in this state; for one that never failed, since this process started"
  }),
  until: Schema.NullOr(Moment).annotations({
    description: "When the state ends by itself; null when only the next call can tell"
  })
}).annotations({ title: "OperationStatus" })
export type OperationStatus = typeof OperationStatus.Type

/** What a quote would say of a capability, for any request. */
export const CapabilityStatus = Schema.Struct({
  id: Schema.String.annotations({ description: "Capability", examples: ["academic.search"] }),
  operations: Schema.Array(Schema.String).annotations({
    description: "The operations that its calls may ask, the fallback's last",
    examples: [["openalex.search", "crossref.search"]]
  }),
  paused: Schema.Boolean.annotations({
    description: "Whether the operator has paused it"
  }),
  unavailableProviders: Schema.Array(ProviderSlug).annotations({
    description:
      "Providers that it may ask and of which an operation is out; another, or the cache, may answer"
  })
}).annotations({ title: "CapabilityStatus" })

/** All operations, and all capabilities. */
export const ServiceStatus = Schema.Struct({
  operations: Schema.Array(OperationStatus).annotations({ description: "Every operation of every provider" }),
  capabilities: Schema.Array(CapabilityStatus).annotations({ description: "Every capability that is sold" })
}).annotations({ title: "ServiceStatus", description: "How the providers are, as this process knows it" })
export type ServiceStatus = typeof ServiceStatus.Type
