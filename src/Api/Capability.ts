/**
 * What is sold, declared once: the facts of a capability are annotations of its endpoint. Route table, prices,
 * challenge, capability list, JSON Schemas, OpenAPI and docs are derived from them (`CapabilityRegistry`).
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import type { ProviderSlug } from "../Resources/ProviderSlug.ts"
import type { Charges } from "./Charges.ts"
import * as Wire from "./Wire.ts"

/** The contract's categories. */
export type Category =
  | "academic"
  | "news"
  | "crypto"
  | "finance"
  | "weather"
  | "geography"
  | "calendar"
  | "knowledge"
  | "government"
  | "research"
  | "information"

/** Who answers: providers by slug (the fallback last), or other capabilities. */
export type Source =
  | { readonly kind: "provider"; readonly slugs: readonly [ProviderSlug, ...ReadonlyArray<ProviderSlug>] }
  | { readonly kind: "composite" }

/** The facts of a capability. */
export interface CapabilityMetadata {
  readonly id: string
  readonly name: string
  /** With attribution and licence of the providers; at most 500 characters, for it is part of the challenge. */
  readonly description: string
  readonly category: Category
  /** The contract's listed price in USDC, decimal; the operator may set another. */
  readonly price: string
  readonly provider: Source
  /** How its calls end besides the ways of its kind (`endings`), for `x-charges` and docs/charges.md. */
  readonly charges?: Charges
  readonly example: { readonly request: object; readonly response: object }
}

/** The annotation that makes an endpoint a paid capability. */
export class Capability extends Context.Tag("almanac/Capability")<Capability, CapabilityMetadata>() {}

/** A paid endpoint: the facts, and the names that OpenAPI shows. */
export const capability = <const Name extends string>(
  name: Name,
  path: `/${string}`,
  facts: CapabilityMetadata
) =>
  HttpApiEndpoint.post(name, path)
    .annotate(Capability, facts)
    .annotate(OpenApi.Identifier, facts.id)
    .annotate(OpenApi.Summary, facts.name)
    .annotate(OpenApi.Description, facts.description)

/** How a request body is read: every problem is told, unknown fields are refused. */
export const strict = { parseOptions: { errors: "all", onExcessProperty: "error" } } as const

/** The failures of a capability that wraps providers. */
export const providerFailures = Schema.Union(
  Wire.RateLimited,
  Wire.Unavailable,
  Wire.BadResponse,
  Wire.TimedOut
)

/** How a sale can fail, whatever is sold: every group of paid endpoints declares it (`addError`). */
export const saleFailures = Schema.Union(
  Wire.ValidationFailed,
  Wire.PaymentMissing,
  Wire.PaymentInvalid,
  Wire.PaymentRejected,
  Wire.PaymentSettlementFailed,
  Wire.RequestTimeout,
  Wire.PayloadTooLarge,
  Wire.UnsupportedMediaType,
  Wire.FacilitatorDown,
  Wire.SettlementPending,
  Wire.PaymentConflict,
  Wire.TooManyRequests,
  Wire.Overloaded,
  Wire.LedgerDown,
  Wire.CapabilityPaused,
  Wire.ShuttingDown
)
