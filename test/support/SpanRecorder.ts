/** A tracer that records everything an exporter would see. */
import { Cause, Exit, Option, Tracer } from "effect"

/** A span as an exporter would see it. */
export interface Recorded {
  readonly name: string
  readonly parent: string | undefined
  readonly kind: Tracer.SpanKind
  readonly attributes: Record<string, unknown>
  exit: "success" | "failure" | undefined
  cause: string
}

/** A tracer and the spans that it has recorded. */
export const make = () => {
  const spans: Array<Recorded> = []
  const tracer = Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind) => {
      const recorded: Recorded = {
        name,
        parent: Option.getOrUndefined(
          Option.flatMap(parent, (span) => (span._tag === "Span" ? Option.some(span.name) : Option.none()))
        ),
        kind,
        attributes: {},
        exit: undefined,
        cause: ""
      }
      spans.push(recorded)
      return {
        _tag: "Span",
        spanId: String(spans.length),
        traceId: "trace",
        name,
        sampled: true,
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes: new Map(),
        links,
        kind,
        end: (_, exit) => {
          recorded.exit = Exit.isSuccess(exit) ? "success" : "failure"
          recorded.cause = Exit.isSuccess(exit) ? "" : Cause.pretty(exit.cause, { renderErrorCause: true })
        },
        attribute: (key, value) => {
          recorded.attributes[key] = value
        },
        event: () => {},
        addLinks: () => {}
      }
    }
  })
  return { spans, tracer }
}
