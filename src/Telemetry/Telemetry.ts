/**
 * Logs to the standard output, and spans, logs and metrics to an OTLP collector when there is one.
 */
import { randomUUID } from "node:crypto"
import * as OtlpLogger from "@effect/opentelemetry/OtlpLogger"
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import { version } from "../Api/Version.ts"
import { json, readable } from "./Logger.ts"
import * as MinimumLevel from "./MinimumLevel.ts"
import { toOutput } from "./Output.ts"
import * as Collector from "./otlp/Collector.ts"
import * as Conventions from "./otlp/Conventions.ts"
import { withAttributes } from "./otlp/LogAttributes.ts"

/** The log: readable lines on a terminal, JSON otherwise. */
export const logs = (terminal: boolean) =>
  Logger.replace(Logger.defaultLogger, toOutput(terminal ? readable : json))

/** Each process is an instance by itself, as replicas are. */
const resource = {
  serviceName: "almanac",
  serviceVersion: version,
  attributes: { "service.instance.id": randomUUID() }
}

/** Spans, logs and metrics to a collector at its OTLP endpoint. */
const exported = (endpoint: string) => {
  const to = (signal: string) => ({
    url: `${endpoint.replace(/\/+$/, "")}/v1/${signal}`,
    resource,
    shutdownTimeout: Collector.exportLimit
  })
  return Layer.mergeAll(
    Logger.addScoped(Effect.map(OtlpLogger.make(to("logs")), withAttributes)),
    OtlpMetrics.layer(to("metrics")),
    OtlpTracer.layer(to("traces"))
  ).pipe(
    Layer.provide(Conventions.layer),
    Layer.provide(Layer.effect(HttpClient.HttpClient, Collector.client))
  )
}

/**
 * The log level, and the export to a collector (its OTLP endpoint) when there is one. `isLevelChangeable`: whether the
 * level may be changed while the process runs (`MinimumLevel`).
 */
export const layer = (options: {
  readonly logLevel: MinimumLevel.LevelName
  readonly otlpEndpoint: Option.Option<string>
  readonly isLevelChangeable?: boolean
}) =>
  Layer.provideMerge(
    MinimumLevel.layer(options.logLevel, options.isLevelChangeable ?? false),
    Option.match(options.otlpEndpoint, {
      // Nothing would collect the spans.
      onNone: () => Layer.setTracerEnabled(false),
      onSome: exported
    })
  )
