/**
 * Our own checks of a payment: its header, its signature, and whether it meets the current terms. They are local and
 * come first: the facilitator only sees a payment that passes.
 */
import type { IncomingMessage } from "node:http"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { PaymentInvalid } from "../../Api/Failure.ts"
import { firstBreach } from "../../Api/RequestDecoder.ts"
import { headerOf } from "../../Http/limits/RequestBody.ts"
import * as Assets from "../../Resources/Assets.ts"
import { Authorization, decodeHeader } from "../../Resources/X402.ts"
import { Settings } from "../../Settings.ts"
import type { Challenge } from "../challenge/Challenge.ts"
import type { Payment } from "../Order.ts"
import * as MemberNames from "./MemberNames.ts"
import * as Signature from "./Signature.ts"

/** Seconds that a payment must still be good for: verifying, running and settling have to fit. */
const leastSecondsLeft = 45

/**
 * Seconds that a payment may be good for: a settlement of unknown outcome ends with the payment's window, and nobody
 * waits for one without an end. An hour, and a minute for clocks that differ.
 */
const mostSecondsLeft = 3660

/** Why a payment is refused, in the protocol's codes, and the sentence for a person. */
const sentences = {
  invalid_payload: "The header PAYMENT-SIGNATURE is not base64 of a payment in JSON.",
  invalid_x402_version: "Only protocol version 2 is spoken here.",
  unsupported_scheme: "Only the scheme exact is accepted.",
  unsupported_payload_type: "Only EIP-3009 authorizations are accepted.",
  invalid_network: "The payment is for another network.",
  invalid_payment_requirements: "The accepted terms are not the ones asked for.",
  invalid_exact_evm_payload_authorization_value_mismatch: "The signed value is not the price.",
  invalid_exact_evm_recipient_mismatch: "The signed recipient is not the payee.",
  invalid_exact_evm_payload_authorization_valid_after: "The payment is not valid yet.",
  invalid_exact_evm_payload_authorization_valid_before: `The payment must be valid for at least ${leastSecondsLeft} seconds more, and at most ${mostSecondsLeft}.`,
  invalid_exact_evm_signature:
    "The token's contract refuses this signature: its s is in the upper half of the curve's order.",
  resource_mismatch: "The payment was made for another resource.",
  nonce_already_used: "This payment was used for another request, or its answer cannot be fetched again."
} as const
export type Reason = keyof typeof sentences

/** The 402 of a payment that our own checks refuse. */
export const refuse = (challenge: Challenge, reason: Reason, message: string = sentences[reason]) =>
  new PaymentInvalid({ message, details: { reason }, challenge: challenge.because(reason) })

const Accepted = Schema.Struct({ amount: Schema.String, payTo: Schema.String })

const Signed = Schema.Struct({
  signature: Schema.String.pipe(Schema.pattern(/^0x(?:[0-9a-fA-F]{2})+$/)),
  authorization: Authorization
})

/** A payment as its header tells it, for this network and asset. */
export interface PresentedPayment {
  readonly payload: unknown
  /** `payload` as JSON. */
  readonly text: string
  readonly accepted: typeof Accepted.Type
  readonly signature: string
  readonly authorization: Authorization
  /** The URL that the buyer says it pays for, where it says so. */
  readonly resourceUrl: Option.Option<unknown>
}

const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()
const isText = (value: unknown, text: string) => Predicate.isString(value) && same(value, text)

const decodePresented = Schema.decodeUnknownEither(Schema.Struct({ accepted: Accepted, payload: Signed }))

/** The sentence for a header that is no payment: it names the member that is at fault, where the header is JSON at all. */
const malformed = (header: string): string =>
  Option.match(Option.filter(decoded(header), Predicate.isRecord), {
    onNone: () => sentences.invalid_payload,
    onSome: (payment) =>
      Either.match(decodePresented(payment), {
        onLeft: ({ issue }) =>
          `The member ${firstBreach(issue).join(".")} of the payment is missing, or not of the form that x402 gives it.`,
        // What has no such fault is nested too deeply to be written again.
        onRight: () => Option.getOrElse(MemberNames.ambiguity(payment), () => sentences.invalid_payload)
      })
  })

/** The sentence for terms that are not those of the challenge: it names the members, and what they must be. */
const mismatched = (payment: unknown, { requirements }: Challenge): string => {
  const given =
    Predicate.isRecord(payment) && Predicate.isRecord(payment["accepted"]) ? payment["accepted"] : {}
  const told = (["amount", "asset", "payTo"] as const)
    // What is no text may have members of its own that say how it is written.
    .filter((name) => !isText(given[name], requirements[name]))
    .map((name) => `accepted.${name} must be ${requirements[name]}`)
  return `The accepted terms are not the ones asked for: ${told.join(", ")}.`
}

/** A sentence that says more than the reason's own. */
const detailOf = (reason: Reason, header: string, challenge: Challenge): string | undefined => {
  if (reason === "invalid_payload") return malformed(header)
  return reason === "invalid_payment_requirements"
    ? mismatched(Option.getOrUndefined(decoded(header)), challenge)
    : undefined
}

/** One value: a header sent twice arrives as two with a comma between, and must not count as its first. */
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/

const decoded = (header: string): Option.Option<unknown> =>
  base64.test(header) ? Option.getRight(decodeHeader(header)) : Option.none()

/** Reads the header: version, scheme, network, asset and shape. */
const read = (header: string, challenge: Challenge): Either.Either<PresentedPayment, Reason> => {
  const payload = decoded(header)
  if (Option.isNone(payload) || !Predicate.isRecord(payload.value)) return Either.left("invalid_payload")
  const { x402Version, accepted, payload: inner, resource } = payload.value
  if (x402Version !== 2) return Either.left("invalid_x402_version")
  if (!Predicate.isRecord(accepted) || !Predicate.isRecord(inner)) return Either.left("invalid_payload")
  const { asset, network, scheme } = challenge.requirements
  if (accepted["scheme"] !== scheme) return Either.left("unsupported_scheme")
  if (accepted["network"] !== network) return Either.left("invalid_network")
  if (!isText(accepted["asset"], asset)) return Either.left("invalid_payment_requirements")
  // A facilitator goes by the shape: beside one of these the authorization, and its nonce, would not count.
  if ("permit2Authorization" in inner || "delegationManager" in inner) {
    return Either.left("unsupported_payload_type")
  }
  const terms = decodeAccepted(accepted)
  const signed = decodeSigned(inner)
  // JSON that is nested a thousandfold can be parsed but not written, so neither ledger nor facilitator could have it.
  const text = write(payload.value)
  if (Option.isNone(terms) || Option.isNone(signed) || Option.isNone(text))
    return Either.left("invalid_payload")
  if (Option.isSome(MemberNames.ambiguity(payload.value))) return Either.left("invalid_payload")
  return Either.right({
    payload: payload.value,
    text: text.value,
    accepted: terms.value,
    ...signed.value,
    resourceUrl: Predicate.isRecord(resource) ? Option.fromNullable(resource["url"]) : Option.none()
  })
}

const write = Option.liftThrowable((payload: unknown) => JSON.stringify(payload))

const parse = Schema.decodeOption(Schema.parseJson())
const decodeKept = Schema.decodeUnknownOption(Schema.Struct({ payload: Signed }))

/** A payload that was read once, from its text: with what was signed. */
export const reread = (text: string) =>
  Option.flatMap(parse(text), (payload) =>
    Option.map(decodeKept(payload), ({ payload: signed }) => ({ payload, ...signed }))
  )

const decodeAccepted = Schema.decodeUnknownOption(Accepted)
const decodeSigned = Schema.decodeUnknownOption(Signed)

const decodeIdentity = Schema.decodeUnknownOption(
  Schema.Struct({
    payload: Schema.Struct({
      authorization: Schema.Struct({
        from: Schema.String.pipe(Schema.pattern(/^0x[0-9a-f]{40}$/i)),
        nonce: Schema.String.pipe(Schema.pattern(/^0x[0-9a-f]{64}$/i))
      })
    })
  })
)

/** Payer and nonce of a header that is refused, where it has them: nothing says that they are the sender's. */
export const identityOf = (header: string) =>
  Option.map(
    Option.flatMap(decoded(header), decodeIdentity),
    ({ payload: { authorization } }) => authorization
  )

/** Without the slashes at its end. Without what it looks behind for, each slash of a long row would be a start of its own. */
const pathOf = (url: string): Option.Option<string> =>
  Option.liftThrowable(() => new URL(url, "http://relative.invalid").pathname.replace(/(?<!\/)\/+$/, ""))()

/** Whether the payment fits the price, the payee, the resource and the time window of today. `now` in seconds. */
const check = (
  presented: PresentedPayment,
  challenge: Challenge,
  now: bigint
): Either.Either<void, Reason> => {
  const { accepted, authorization, resourceUrl } = presented
  const { amount, payTo } = challenge.requirements
  if (accepted.amount !== amount || !same(accepted.payTo, payTo))
    return Either.left("invalid_payment_requirements")
  if (BigInt(authorization.value) !== BigInt(amount)) {
    return Either.left("invalid_exact_evm_payload_authorization_value_mismatch")
  }
  if (!same(authorization.to, payTo)) return Either.left("invalid_exact_evm_recipient_mismatch")
  if (Option.isSome(resourceUrl) && Option.isSome(challenge.resourcePath)) {
    const path = Predicate.isString(resourceUrl.value) ? pathOf(resourceUrl.value) : Option.none()
    if (!Option.contains(path, challenge.resourcePath.value)) return Either.left("resource_mismatch")
  }
  if (BigInt(authorization.validAfter) > now) {
    return Either.left("invalid_exact_evm_payload_authorization_valid_after")
  }
  const left = BigInt(authorization.validBefore) - now
  if (left < BigInt(leastSecondsLeft) || left > BigInt(mostSecondsLeft)) {
    return Either.left("invalid_exact_evm_payload_authorization_valid_before")
  }
  return Either.void
}

/** The header of a call that brings a payment, whatever it is worth. */
export const of = (message: IncomingMessage): string | undefined => {
  const header = headerOf(message, "payment-signature")?.trim()
  return header === "" ? undefined : header
}

/** Reads headers at a moment (milliseconds since the epoch), for the token of the settings. */
export const reader = Effect.gen(function* () {
  yield* Signature.installed
  const {
    payment: {
      chain: { asset, network }
    }
  } = yield* Settings
  const domain = Signature.domain({
    name: asset.name,
    version: asset.version,
    chainId: Option.getOrThrow(Option.fromNullable(Assets.chainId(network))),
    verifyingContract: asset.address
  })
  return (header: string, challenge: Challenge, now: number): Either.Either<Payment, PaymentInvalid> =>
    read(header, challenge).pipe(
      Either.flatMap((presented) => {
        const { authorization, signature, payload, text } = presented
        const digest = Signature.digest(domain, authorization)
        const isPayer = Option.contains(authorization.from.toLowerCase())
        const proven = isPayer(Signature.recover(digest, signature))
        if (!proven && isPayer(Signature.recoverUpperHalf(digest, signature))) {
          return Either.left<Reason>("invalid_exact_evm_signature")
        }
        const meetsTerms = Either.mapLeft(
          check(presented, challenge, BigInt(Math.floor(now / 1000))),
          (reason) => refuse(challenge, reason, detailOf(reason, header, challenge))
        )
        return Either.right({ authorization, signature, proven, payload, text, meetsTerms })
      }),
      Either.mapLeft((reason) => refuse(challenge, reason, detailOf(reason, header, challenge)))
    )
})
