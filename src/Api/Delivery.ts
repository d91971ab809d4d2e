/**
 * What a capability hands to the paywall, and the paid endpoint that it is made for. The two know nothing of each other.
 */
import type * as Option from "effect/Option"
import type * as Schema from "effect/Schema"

/** The body of an answer. */
export interface Envelope {
  readonly data: unknown
  readonly meta: { readonly requestId: string }
}

/** An answer as its capability makes it: the envelope without the request id, and facts that travel in headers. */
export interface Delivery<Success extends Envelope> {
  readonly data: Success["data"]
  readonly meta: Omit<Success["meta"], "requestId">
  readonly headers?: Readonly<Record<string, string>>
  /** False for an answer that is given away: nothing is settled. */
  readonly charged?: boolean
}

/** A paid endpoint of the contract: `Declared` are the failures that are its own. */
export interface PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded, Declared> {
  readonly method: string
  readonly path: string
  readonly payloadSchema: Option.Option<Schema.Schema<Payload, PayloadEncoded>>
  readonly successSchema: Schema.Schema<Success, SuccessEncoded>
  readonly errorSchema: Schema.Schema<Declared, unknown>
}
