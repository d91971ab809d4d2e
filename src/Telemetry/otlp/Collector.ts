/**
 * The client of the OTLP exporters. They drop what a collector does not take, and try again after a minute, without a word:
 * here it is logged, once when it begins and once when it is over.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** The longest time for one export, and for the last one at a stop. */
export const exportLimit = Duration.seconds(10)

/** Why an export has failed that took longer. */
const tooSlow = "too slow"

/** `traces`, `metrics` or `logs`: the last part of an export's address. */
const signalOf = (url: string) => url.slice(url.lastIndexOf("/") + 1)

/** Logs that the collector does not take a signal, and that it takes it again. */
const teller = () => {
  const refused = new Set<string>()
  return {
    /** The address may have a secret in it, so that it is not told. */
    failed: (signal: string, why: string) =>
      Effect.suspend(() => {
        if (refused.has(signal)) return Effect.void
        refused.add(signal)
        return Effect.logWarning("telemetry does not reach the collector, and is lost", {
          signal,
          reason: why
        })
      }),
    succeeded: (signal: string) =>
      Effect.suspend(() =>
        refused.delete(signal)
          ? Effect.logInfo("telemetry reaches the collector again", { signal })
          : Effect.void
      )
  }
}

/**
 * Makes the client. Its calls make no spans, or these would be exported in turn. A stop interrupts the export under way, and
 * its batch would be lost; so a call runs to its end once it has begun.
 */
export const client = Effect.map(HttpClient.HttpClient, (client) => {
  const tell = teller()
  return HttpClient.transform(client, (call, request) => {
    const signal = signalOf(request.url)
    return Effect.timeoutFail(call, {
      duration: exportLimit,
      onTimeout: () =>
        new HttpClientError.RequestError({ request, reason: "Transport", description: tooSlow })
    }).pipe(
      Effect.tapBoth({
        onFailure: ({ description }) => tell.failed(signal, description === tooSlow ? tooSlow : "no answer"),
        onSuccess: ({ status }) =>
          status < 400 ? tell.succeeded(signal) : tell.failed(signal, `status ${status}`)
      }),
      Effect.withTracerEnabled(false),
      Effect.interruptible,
      Effect.forkDaemon,
      Effect.flatMap(Fiber.join),
      Effect.uninterruptible
    )
  })
})
