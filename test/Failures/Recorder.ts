/**
 * Writes down all that an exporter could tell of a span.
 */
import { Cause, Exit, Option, Tracer } from "effect"

/** What is told of a span. `root` is the name of the outermost one around it. */
export interface Recorded {
  readonly name: string
  readonly root: string
  readonly told: ReadonlyArray<unknown>
}

export const recorder = () => {
  const spans: Array<Recorded> = []
  const roots = new Map<string, string>()
  const tracer = Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind, options) => {
      const told: Array<unknown> = [options?.attributes]
      const attributes = new Map<string, unknown>()
      const spanId = (spans.length + 1).toString(16).padStart(16, "0")
      const root = Option.match(parent, {
        onNone: () => name,
        onSome: (parent) => roots.get(parent.spanId) ?? name
      })
      roots.set(spanId, root)
      spans.push({ name, root, told })
      return {
        _tag: "Span",
        spanId,
        traceId: "0af7651916cd43dd8448eb211c80319c",
        name,
        sampled: true,
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes,
        links,
        kind,
        end: (_, exit) => {
          if (Exit.isFailure(exit)) told.push(Cause.pretty(exit.cause, { renderErrorCause: true }))
        },
        attribute: (key, value) => {
          attributes.set(key, value)
          told.push({ [key]: value })
        },
        event: (name, _, attributes) => {
          told.push(name, attributes)
        },
        addLinks: (links) => {
          told.push(links.map(({ attributes }) => attributes))
        }
      }
    }
  })
  return { spans, tracer }
}
