/**
 * The quote: what an unpaid call that says `Prefer: quote` is told of its request. The body is read, within limits of
 * size and time, and held to the capability's schema; no provider is called. Source: decisions, payment.
 */
import type { IncomingMessage } from "node:http"
import { Duration, Effect, Either, Option } from "effect"
import type { RegisteredCapability } from "../../Api/CapabilityRegistry.ts"
import type { PayloadTooLarge, UnsupportedMediaType, ValidationFailed } from "../../Api/Failure.ts"
import { ProviderAvailability } from "../../ProviderAvailability.ts"
import type { Problem } from "../../Resources/Problem.ts"
import type { Quote } from "../../Resources/Quote.ts"
import { prefers } from "./Prefer.ts"
import * as RequestBody from "./RequestBody.ts"

/** How long a body may take to arrive: a challenge is not to be held up by it. */
const longestWait = Duration.seconds(3)

/** Whether a call asks for a quote. */
export const isWanted = (prefer: string | undefined): boolean => prefers(prefer, "quote")

const whole = (message: string): ReadonlyArray<Problem> => [{ pointer: "", message }]

const late = whole(`did not arrive within ${Duration.toSeconds(longestWait)} seconds`)

/** What the failure of a paid call would tell. */
const problemsOf = (
  failure: PayloadTooLarge | UnsupportedMediaType | ValidationFailed
): ReadonlyArray<Problem> => failure.details?.problems ?? whole(failure.message)

/** Quotes: reads the body of a request for a capability. */
export const quoter = Effect.map(
  ProviderAvailability,
  (outages) =>
    (message: IncomingMessage, { facts, decode }: RegisteredCapability): Effect.Effect<Quote> =>
      Effect.gen(function* () {
        const body = yield* RequestBody.decode(message, decode).pipe(
          Effect.mapError(problemsOf),
          Effect.timeoutFail({ duration: longestWait, onTimeout: () => late }),
          Effect.either
        )
        return {
          valid: Either.isRight(body),
          problems: Option.getOrElse(Either.getLeft(body), () => []),
          unavailableProviders: yield* outages.of(facts.id, Either.getRight(body))
        }
      })
)
