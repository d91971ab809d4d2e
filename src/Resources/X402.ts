/**
 * x402 version 2 on the wire, as far as Almanac speaks it: scheme `exact` with EIP-3009 authorizations.
 * Source: the protocol's specification and the packages `@x402/*` 2.27, which win where the two differ.
 */
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Schema from "effect/Schema"

/** A 20-byte address in hexadecimal, any case. */
export const Address = Schema.String.pipe(Schema.pattern(/^0x[0-9a-fA-F]{40}$/))

/** What tells a payer's EIP-3009 authorizations apart: 32 bytes in hexadecimal, any case. */
export const Nonce = Schema.String.pipe(Schema.pattern(/^0x[0-9a-fA-F]{64}$/))

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
  scheme: Schema.String,
  network: Schema.String,
  amount: Schema.String,
  asset: Schema.String,
  payTo: Schema.String,
  maxTimeoutSeconds: Schema.Number,
  extra: Schema.Struct({ name: Schema.String, version: Schema.String })
})
export type PaymentRequirements = typeof PaymentRequirements.Type

/** What is sold, as the challenge describes it. */
export const ResourceInfo = Schema.Struct({
  url: Schema.String,
  description: Schema.String,
  mimeType: Schema.String,
  serviceName: Schema.String,
  tags: Schema.Array(Schema.String)
})
export type ResourceInfo = typeof ResourceInfo.Type

/** The challenge: the header `PAYMENT-REQUIRED`, base64 of its JSON. */
export const PaymentRequired = Schema.Struct({
  x402Version: Schema.Literal(2),
  error: Schema.String,
  resource: ResourceInfo,
  accepts: Schema.NonEmptyArray(PaymentRequirements),
  extensions: Schema.Record({ key: Schema.String, value: Schema.Unknown })
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
export const encodeHeader = (value: unknown): string => Encoding.encodeBase64(JSON.stringify(value))

/** The JSON value in a base64 header (base64url too), `Left` when it is none. */
export const decodeHeader = (header: string): Either.Either<unknown, "not base64 of JSON"> =>
  Either.try({
    try: (): unknown => JSON.parse(Buffer.from(header, "base64").toString("utf8")),
    catch: () => "not base64 of JSON" as const
  })
