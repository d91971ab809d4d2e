/**
 * What leaves the process over OTLP, by OpenTelemetry's semantic conventions. The library's exporter calls every span
 * without an error `Ok`, every failed one interrupted, and every statement `sql.execute`; it has no units, and tells the
 * fibre of a log record.
 */

import { OtlpSerialization } from "@effect/opentelemetry/OtlpSerialization"
import * as HttpBody from "@effect/platform/HttpBody"
import * as Layer from "effect/Layer"
import { codes } from "../../Api/Failure.ts"
import * as Attributes from "../Attributes.ts"
import { isOwn, unitOf } from "../MetricNames.ts"
import { summarise } from "./SqlSummary.ts"

interface KeyValue {
  readonly key: string
  readonly value: { readonly stringValue?: string }
}

interface Event {
  readonly attributes: ReadonlyArray<KeyValue>
}

interface Span {
  readonly name: string
  readonly attributes: ReadonlyArray<KeyValue>
  readonly events: ReadonlyArray<Event>
  readonly status: { readonly code: number; readonly message?: string }
}

interface Traces {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }>
  }>
}

interface Metrics {
  readonly resourceMetrics: ReadonlyArray<{
    readonly scopeMetrics: ReadonlyArray<{ readonly metrics: ReadonlyArray<{ readonly name: string }> }>
  }>
}

interface Logs {
  readonly resourceLogs: ReadonlyArray<{
    readonly scopeLogs: ReadonlyArray<{
      readonly logRecords: ReadonlyArray<{ readonly attributes: ReadonlyArray<KeyValue> }>
    }>
  }>
}

const exceptionType = "exception.type"

const unset = 0
const error = 2

const text = (key: string, value: string): KeyValue => ({ key, value: { stringValue: value } })

const textOf = (attributes: ReadonlyArray<KeyValue>, key: string): string | undefined =>
  attributes.find((attribute) => attribute.key === key)?.value.stringValue

/** The library's own, which say something else than they mean. */
const misleading = new Set(["span.label", "status.interrupted", "fiberId"])

const kept = (attributes: ReadonlyArray<KeyValue>) => attributes.filter(({ key }) => !misleading.has(key))

/** Names a statement by what it does, on which table. */
const named = (span: Span): Span => {
  const query = textOf(span.attributes, Attributes.queryText)
  if (query === undefined) return span
  const { operation, summary, table } = summarise(query)
  return {
    ...span,
    name: summary,
    attributes: [
      ...span.attributes.filter(({ key }) => key !== Attributes.operationName),
      text(Attributes.operationName, operation),
      text(Attributes.querySummary, summary),
      ...(table === undefined ? [] : [text(Attributes.collectionName, table)])
    ]
  }
}

/** The codes of what a caller is refused for. */
const refusals = new Set(Object.entries(codes).flatMap(([code, { status }]) => (status < 500 ? [code] : [])))

/** A refusal's type says it all. Its message is for its caller, and may repeat that caller's own words. */
const withoutRefusals = (span: Span): Span => {
  const type = (event: Event) => textOf(event.attributes, exceptionType)
  if (!span.events.some((event) => refusals.has(type(event) ?? ""))) return span
  const events = span.events.map((event) =>
    refusals.has(type(event) ?? "")
      ? { ...event, attributes: event.attributes.filter(({ key }) => key === exceptionType) }
      : event
  )
  return { ...span, events, status: { code: span.status.code } }
}

/** The status is unset unless there is an error, and an error has its type. */
const judged = (span: Span): Span => {
  const attributes = kept(span.attributes)
  if (textOf(attributes, Attributes.errorType) !== undefined) {
    return { ...span, attributes, status: { ...span.status, code: error } }
  }
  if (span.status.code !== error) return { ...span, attributes, status: { code: unset } }
  const [type] = span.events.flatMap((event) => textOf(event.attributes, exceptionType) ?? [])
  return { ...span, attributes: [...attributes, text(Attributes.errorType, type ?? "_OTHER")] }
}

const traces = ({ resourceSpans }: Traces): Traces => ({
  resourceSpans: resourceSpans.map((resource) => ({
    ...resource,
    scopeSpans: resource.scopeSpans.map((scope) => ({
      ...scope,
      spans: scope.spans.map((span) => judged(withoutRefusals(named(span))))
    }))
  }))
})

const metrics = ({ resourceMetrics }: Metrics): Metrics => ({
  resourceMetrics: resourceMetrics.map((resource) => ({
    ...resource,
    scopeMetrics: resource.scopeMetrics.map((scope) => ({
      ...scope,
      metrics: scope.metrics
        .filter(({ name }) => isOwn(name))
        .map((metric) => ({ ...metric, unit: unitOf(metric.name) }))
    }))
  }))
})

const logs = ({ resourceLogs }: Logs): Logs => ({
  resourceLogs: resourceLogs.map((resource) => ({
    ...resource,
    scopeLogs: resource.scopeLogs.map((scope) => ({
      ...scope,
      logRecords: scope.logRecords.map((record) => ({ ...record, attributes: kept(record.attributes) }))
    }))
  }))
})

/** OTLP as JSON. The library's exporter makes what it gets from these three shapes. */
export const layer = Layer.succeed(OtlpSerialization, {
  traces: (data) => HttpBody.unsafeJson(traces(data as Traces)),
  metrics: (data) => HttpBody.unsafeJson(metrics(data as Metrics)),
  logs: (data) => HttpBody.unsafeJson(logs(data as Logs))
})
