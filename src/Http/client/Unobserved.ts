/**
 * A client whose calls leave no trace of the library's own: its span would carry the URL, keys and queries with it, and
 * a `traceparent` tells third parties what belongs together.
 */
import { HttpClient, type HttpClientRequest } from "@effect/platform"
import { Effect, FiberRef, type Predicate } from "effect"

const observing = (
  isDisabled: Predicate.Predicate<HttpClientRequest.HttpClientRequest>,
  isPropagated: boolean
) =>
  Effect.zipRight(
    FiberRef.set(HttpClient.currentTracerDisabledWhen, isDisabled),
    FiberRef.set(HttpClient.currentTracerPropagation, isPropagated)
  )

const never = observing(() => true, false)

/** As `HttpClient.withTracerDisabledWhen` and `withTracerPropagation` do it, at a third of the cost. */
export const unobserved = <E, R>(
  client: HttpClient.HttpClient.With<E, R>
): HttpClient.HttpClient.With<E, R> =>
  HttpClient.transform(client, (response) =>
    Effect.withFiberRuntime((fiber) => {
      const asBefore = observing(
        fiber.getFiberRef(HttpClient.currentTracerDisabledWhen),
        fiber.getFiberRef(HttpClient.currentTracerPropagation)
      )
      // No finalizer, which would cost as much again: what the finalizers of one who is interrupted send is not told.
      const sent = Effect.matchCauseEffect(response, {
        onFailure: (cause) => Effect.zipRight(asBefore, Effect.failCause(cause)),
        onSuccess: (value) => Effect.as(asBefore, value)
      })
      return Effect.zipRight(never, sent)
    })
  )
