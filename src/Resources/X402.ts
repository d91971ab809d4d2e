/**
 * x402 version 2 on the wire, as far as Almanac speaks it: scheme `exact` with EIP-3009 authorizations.
 * Source: the protocol's specification and the packages `@x402/*` 2.27, which win where the two differ.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** A 20-byte address in hexadecimal, any case. */
export const Address = Schema.String.pipe(
  Schema.pattern(/^0x[0-9a-fA-F]{40}$/, {
    jsonSchema: { pattern: "^0x[0-9a-fA-F]{40}$", maxLength: 42 }
  })
)

/** What tells a payer's EIP-3009 authorizations apart: 32 bytes in hexadecimal, any case. */
export const Nonce = Schema.String.pipe(
  Schema.pattern(/^0x[0-9a-fA-F]{64}$/, {
    jsonSchema: { pattern: "^0x[0-9a-fA-F]{64}$", maxLength: 66 }
  })
)

/** An unsigned 256-bit integer as decimal text. */
export const Uint256 = Schema.String.pipe(
  Schema.pattern(/^\d{1,78}$/),
  Schema.filter((text) => BigInt(text) < 2n ** 256n)
)

/** What the payer signed (EIP-3009 `TransferWithAuthorization`). `value` in atomic units, times in Unix seconds. */
export const Authorization = Schema.Struct({
  from: Address,
  to: Address,
  value: Uint256,
  validAfter: Uint256,
  validBefore: Uint256,
  nonce: Nonce
})
export type Authorization = typeof Authorization.Type

/** One way to pay: `amount` in atomic units of `asset`; `extra` is the asset's EIP-712 domain. */
export const PaymentRequirements = Schema.Struct({
  scheme: Schema.String.annotations({ description: "How to pay: exact" }),
  network: Schema.String.annotations({ description: "CAIP-2 chain identifier", examples: ["eip155:84532"] }),
  amount: Schema.String.annotations({ description: "In the token's smallest unit", examples: ["2000"] }),
  asset: Schema.String.annotations({ description: "Address of the token" }),
  payTo: Schema.String.annotations({ description: "Address that is paid" }),
  maxTimeoutSeconds: Schema.Number.annotations({
    description: "Seconds that the authorization has to be valid, from when it is signed"
  }),
  extra: Schema.Struct({
    name: Schema.String.annotations({ description: "Name of the token", examples: ["USDC"] }),
    version: Schema.String.annotations({ description: "Version of its domain", examples: ["2"] })
  }).annotations({ description: "The EIP-712 domain of the token, beside chain and address" })
}).annotations({ title: "PaymentRequirements", description: "One way to pay (x402 version 2)" })
export type PaymentRequirements = typeof PaymentRequirements.Type

/** What is sold, as the challenge describes it. */
export const ResourceInfo = Schema.Struct({
  url: Schema.String.annotations({ description: "Where it is" }),
  description: Schema.String.annotations({ description: "What it is" }),
  mimeType: Schema.String.annotations({ description: "Media type of the answer" }),
  serviceName: Schema.String.annotations({ description: "Name of this service" }),
  tags: Schema.Array(Schema.String).annotations({ description: "The category of the capability" }),
  iconUrl: Schema.optional(Schema.String.annotations({ description: "An icon of this service" }))
}).annotations({ title: "ResourceInfo", description: "What is sold (x402 version 2)" })
export type ResourceInfo = typeof ResourceInfo.Type

/** The challenge: the header `PAYMENT-REQUIRED`, base64 of its JSON. */
export const PaymentRequired = Schema.Struct({
  x402Version: Schema.Literal(2).annotations({ description: "Version of the protocol" }),
  error: Schema.String,
  resource: ResourceInfo,
  accepts: Schema.NonEmptyArray(PaymentRequirements).annotations({
    title: "Accepts",
    description: "The ways to pay, of which one is signed"
  }),
  extensions: Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
    title: "Extensions",
    description: "Extensions of the protocol by name: bazaar has an example and the schema of the request"
  })
})
export type PaymentRequired = typeof PaymentRequired.Type

/** The settlement as the buyer sees it: the header `PAYMENT-RESPONSE`, base64 of its JSON. */
export const SettleResponse = Schema.Struct({
  success: Schema.Boolean,
  transaction: Schema.String,
  network: Schema.String,
  payer: Schema.String,
  amount: Schema.optional(Schema.String),
  errorReason: Schema.optional(Schema.String)
})
export type SettleResponse = typeof SettleResponse.Type

/** JSON as a base64 header. */
export const encodeHeader = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64")

/** The JSON value in a base64 header (base64url too), `Left` when it is none. */
export const decodeHeader = (header: string): Either.Either<unknown, "not base64 of JSON"> =>
  Either.try({
    try: (): unknown => JSON.parse(Buffer.from(header, "base64").toString("utf8")),
    catch: () => "not base64 of JSON" as const
  })
