/**
 * What Almanac asks for its capabilities: read from its own 402s, so that the peers ask for the same.
 */
import { Effect, Either, Schema } from "effect"
import { registeredCapabilities } from "../../../src/Api/CapabilityRegistry.ts"
import { decodeHeader, PaymentRequired, type PaymentRequirements } from "../../../src/Resources/X402.ts"
import { BenchFailure, because } from "../Failure.ts"

/** A capability's path and terms. */
export interface OfferTerms {
  readonly path: string
  readonly terms: PaymentRequirements
}

/** A capability's challenge, and as it stands in the header. */
export interface Asked extends OfferTerms {
  readonly challenge: PaymentRequired
  readonly header: string
}

const decode = Schema.decodeUnknown(PaymentRequired)

/** The challenge that a server answers an unpaid call with. */
export const challengeOf = (url: string, path: string) =>
  Effect.gen(function* () {
    const response = yield* Effect.tryPromise({
      try: () =>
        fetch(`${url}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}"
        }),
      catch: because(path)
    })
    yield* Effect.promise(() => response.arrayBuffer())
    const header = response.headers.get("payment-required") ?? ""
    if (response.status !== 402) {
      return yield* new BenchFailure({ message: `${path} without payment: ${response.status}, not 402` })
    }
    const challenge = Either.getOrElse(decodeHeader(header), () => undefined)
    return { header, challenge }
  })

/** The challenges of all capabilities, in the order of the Api. */
export const read = (url: string): Effect.Effect<ReadonlyArray<Asked>, BenchFailure> =>
  Effect.forEach(registeredCapabilities, ({ path }) =>
    Effect.flatMap(challengeOf(url, path), ({ header, challenge }) =>
      Effect.mapBoth(decode(challenge), {
        onFailure: because(path),
        onSuccess: (challenge) => ({ path, header, challenge, terms: challenge.accepts[0] })
      })
    )
  )
