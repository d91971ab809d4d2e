/**
 * The spans that an OTLP collector got, and a trace as a tree that can be compared: no ids, no times, no values.
 */
import { Schema } from "effect"
import type { Export } from "./Neighbours.ts"

const Attribute = Schema.Struct({
  key: Schema.String,
  value: Schema.Record({ key: Schema.String, value: Schema.Unknown })
})

const Span = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optional(Schema.String),
  name: Schema.String,
  kind: Schema.Number,
  status: Schema.Struct({ code: Schema.Number }),
  attributes: Schema.Array(Attribute)
})

export type Span = typeof Span.Type

const Traces = Schema.parseJson(
  Schema.Struct({
    resourceSpans: Schema.Array(
      Schema.Struct({ scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) })) })
    )
  })
)

const decode = Schema.decodeUnknownSync(Traces)

/** Of one trace, or of all. */
export const spansOf = (exports: ReadonlyArray<Export>, traceId?: string): ReadonlyArray<Span> =>
  exports
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ text }) => decode(text).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .filter((span) => traceId === undefined || span.traceId === traceId)

/** An attribute's value, whatever its type is on the wire. */
export const valueOf = (span: Span | undefined, key: string): unknown =>
  Object.values(span?.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0]

const kinds = ["", "", " (server)", " (client)"]

/** A line a span, below its parent and in the order of the names: its name, its kind, the keys of its attributes. */
export const tree = (spans: ReadonlyArray<Span>): string => {
  const known = new Set(spans.map(({ spanId }) => spanId))
  const below = (parent: string | undefined, indent: string): ReadonlyArray<string> =>
    spans
      .filter(({ parentSpanId = "" }) =>
        parent === undefined ? !known.has(parentSpanId) : parentSpanId === parent
      )
      .map(({ attributes, kind, name, spanId }) =>
        [
          `${indent}${name}${kinds[kind] ?? ""}: ${attributes
            .map(({ key }) => key)
            .sort()
            .join(" ")}`.replace(/: $/, ""),
          ...below(spanId, `${indent}  `)
        ].join("\n")
      )
      .sort()
  return below(undefined, "").join("\n")
}

const Resource = Schema.Struct({ attributes: Schema.Array(Attribute) })

const Exported = Schema.parseJson(
  Schema.Struct({
    resourceSpans: Schema.optional(Schema.Array(Schema.Struct({ resource: Resource }))),
    resourceLogs: Schema.optional(
      Schema.Array(
        Schema.Struct({
          resource: Resource,
          scopeLogs: Schema.Array(
            Schema.Struct({
              logRecords: Schema.Array(
                Schema.Struct({
                  severityText: Schema.String,
                  body: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
                  attributes: Schema.Array(Attribute)
                })
              )
            })
          )
        })
      )
    ),
    resourceMetrics: Schema.optional(
      Schema.Array(
        Schema.Struct({
          resource: Resource,
          scopeMetrics: Schema.Array(
            Schema.Struct({
              metrics: Schema.Array(Schema.Struct({ name: Schema.String, unit: Schema.String }))
            })
          )
        })
      )
    )
  })
)

const decodeExport = Schema.decodeUnknownSync(Exported)

const record = (attributes: ReadonlyArray<typeof Attribute.Type>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** The log records: the body, the level, and the attributes by their names. */
export const logsOf = (exports: ReadonlyArray<Export>) =>
  exports
    .flatMap(({ text }) => decodeExport(text).resourceLogs ?? [])
    .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
    .map(({ attributes, body, severityText }) => ({
      body: Object.values(body)[0],
      severity: severityText,
      attributes: record(attributes)
    }))

/** The metrics with their units. */
export const metricsOf = (exports: ReadonlyArray<Export>) =>
  exports
    .flatMap(({ text }) => decodeExport(text).resourceMetrics ?? [])
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))

/** What every export says of the process. */
export const resourcesOf = (exports: ReadonlyArray<Export>) =>
  exports
    .flatMap(({ text }) => {
      const { resourceLogs = [], resourceMetrics = [], resourceSpans = [] } = decodeExport(text)
      return [...resourceLogs, ...resourceMetrics, ...resourceSpans]
    })
    .map(({ resource }) => record(resource.attributes))
