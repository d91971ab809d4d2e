/**
 * The buyer's key for a purchase, which identifies a repeated call even when its payment is signed anew: the protocol's
 * extension `payment-identifier`, or the header `Idempotency-Key`.
 *
 * Source: `@x402/extensions/payment-identifier` 2.27, whose validators judge the declaration in a test.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { ValidationFailed } from "../../Api/Failure.ts"

/** The extension's key, in a challenge and in a payment. */
export const extension = "payment-identifier"

const idPattern = "^[a-zA-Z0-9_-]+$"

/** How a challenge declares that a payment may have a key, and need not. */
export const declaration = {
  info: { required: false },
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      required: { type: "boolean" },
      id: { type: "string", minLength: 16, maxLength: 128, pattern: idPattern }
    },
    required: ["required"]
  }
} as const

const member = (value: unknown, name: string): unknown =>
  Predicate.isRecord(value) ? value[name] : undefined

const isId = (id: unknown): id is string =>
  Predicate.isString(id) && id.length >= 16 && id.length <= 128 && new RegExp(idPattern).test(id)

/** What a key must be that is sent beside the payment. */
export const rule = "must be 1 to 128 visible ASCII characters"

/** Whether a value is such a key. */
export const isKey = (key: unknown): key is string =>
  Predicate.isString(key) && /^[\x21-\x7e]{1,128}$/.test(key)

/** The fault is no part of the body, and has no place in it. */
export const malformed = (message: string) =>
  new ValidationFailed({
    message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
    details: { problems: [{ pointer: "", message }] }
  })

/**
 * The key in a payment, or the one that was sent beside it (`Idempotency-Key`); the payment's wins. The declaration sent
 * back unchanged is not a key.
 */
export const read = (
  payload: unknown,
  beside: string | undefined
): Either.Either<Option.Option<string>, ValidationFailed> => {
  const id = member(member(member(member(payload, "extensions"), extension), "info"), "id")
  if (id !== undefined && id !== null) {
    return isId(id)
      ? Either.right(Option.some(id))
      : Either.left(
          malformed("the payment's identifier must be 16 to 128 letters, digits, hyphens or underscores")
        )
  }
  if (beside === undefined) return Either.right(Option.none())
  return isKey(beside)
    ? Either.right(Option.some(beside))
    : Either.left(malformed(`the header Idempotency-Key ${rule}`))
}
