/**
 * Logs to the standard output, and spans, logs and metrics to an OTLP collector when there is one.
 */
import { Otlp } from "@effect/opentelemetry"
import { HttpClient } from "@effect/platform"
import { Effect, Layer, Logger, LogLevel, Option } from "effect"
import { version } from "../Api/Api.ts"
import { Settings } from "../Settings.ts"
import { json, readable } from "./Logger.ts"

const levels = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  fatal: LogLevel.Fatal,
  none: LogLevel.None
} as const

/** The log: readable when a person looks at it. */
export const logs = (terminal: boolean) =>
  Logger.replace(Logger.defaultLogger, Logger.withConsoleLog(terminal ? readable : json))

/** What the settings say of telemetry. */
export const layer = Layer.unwrapEffect(
  Effect.map(Settings, ({ telemetry: { logLevel, otlpEndpoint } }) =>
    Layer.merge(
      Logger.minimumLogLevel(levels[logLevel]),
      Option.match(otlpEndpoint, {
        onNone: () => Layer.empty,
        onSome: (baseUrl) =>
          Otlp.layerJson({ baseUrl, resource: { serviceName: "almanac", serviceVersion: version } }).pipe(
            // The exporter's own calls make no spans, or they would be exported in turn.
            Layer.provide(
              Layer.effect(
                HttpClient.HttpClient,
                Effect.map(
                  HttpClient.HttpClient,
                  HttpClient.withTracerDisabledWhen(() => true)
                )
              )
            )
          )
      })
    )
  )
)
