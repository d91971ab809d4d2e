/**
 * The quote: what an unpaid call that says `Prefer: quote` is told about its request. The body is read, within limits of
 * size and time, and held to the capability's schema; no provider is called.
 */
import type { IncomingMessage } from "node:http"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { RegisteredCapability } from "../../Api/CapabilityRegistry.ts"
import {
  type PayloadTooLarge,
  RequestTimeout,
  type UnsupportedMediaType,
  type ValidationFailed
} from "../../Api/Failure.ts"
import * as RequestDecoder from "../../Api/RequestDecoder.ts"
import * as AwaitedBodies from "../../Http/limits/AwaitedBodies.ts"
import * as RequestBody from "../../Http/limits/RequestBody.ts"
import { ProviderAvailability } from "../../ProviderAvailability.ts"
import type { Problem } from "../../Resources/Problem.ts"
import type { Quote } from "../../Resources/Quote.ts"
import { limitPerTick } from "../../Runtime/TickBudget.ts"
import { Settings } from "../../Settings.ts"

/** Quotes under way at a time, as a share of `MAX_CALLS`. A choice of ours: one may wait 5 seconds for its body. */
const share = 1 / 4

/** Quotes that begin in one turn of the event loop: the dearest body takes 10 ms, and others wait for that long. */
const perTick = 2

/** The preferences of the header `Prefer` (RFC 7240) as they are written: a comma within quotes separates nothing. */
const preferences = (header: string): ReadonlyArray<string> =>
  header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/gs) ?? []

/** A bare token. An empty value is none, and parameters say nothing that this service knows. */
const bare = /^\s*([!#$%&'*+.^_`|~0-9a-z-]+)\s*(?:=\s*(?:""\s*)?)?(?:;|$)/i

/** Whether the header `Prefer` of a call asks for a quote; the case of the word does not count. */
export const isWanted = (prefer: string | undefined): boolean =>
  prefer !== undefined &&
  preferences(prefer).some((written) => bare.exec(written)?.[1]?.toLowerCase() === "quote")

const whole = (message: string): ReadonlyArray<Problem> => [{ pointer: "", message }]

const late = new RequestTimeout({
  message: `did not arrive within ${Duration.toSeconds(AwaitedBodies.patience)} seconds`
})

/** A challenge is not held up for longer by a body that does not come. */
const awaiting: AwaitedBodies.Awaiting<RequestTimeout> = Effect.timeoutFail({
  duration: AwaitedBodies.patience,
  onTimeout: () => late
})

/** The problems that the failure of a paid call would tell. */
const problemsOf = (
  failure: PayloadTooLarge | UnsupportedMediaType | ValidationFailed | RequestTimeout
): ReadonlyArray<Problem> => failure.details?.problems ?? whole(failure.message)

/** Reads the body of a request for a capability and makes its quote. `None`: too many quotes are under way. */
export const quoter = Effect.gen(function* () {
  const availability = yield* ProviderAvailability
  const { maxCalls } = (yield* Settings).listen
  const underWay = yield* Effect.makeSemaphore(Math.ceil(maxCalls * share))
  const turn = limitPerTick(perTick)
  return (
    message: IncomingMessage,
    { facts, decode }: RegisteredCapability
  ): Effect.Effect<Option.Option<Quote>> =>
    Effect.gen(function* () {
      yield* turn
      const body = yield* RequestBody.read(message, awaiting).pipe(
        Effect.flatMap((bytes) => RequestDecoder.decodeBytes(bytes, decode)),
        Effect.mapError(problemsOf),
        Effect.either
      )
      return {
        valid: Either.isRight(body),
        problems: Option.getOrElse(Either.getLeft(body), () => []),
        unavailableProviders: yield* availability.of(facts.id, Either.getRight(body))
      }
    }).pipe(underWay.withPermitsIfAvailable(1))
})
