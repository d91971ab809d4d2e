/**
 * What leaves the process of a span that failed: of a refusal its type alone.
 */
import { OtlpSerialization } from "@effect/opentelemetry/OtlpSerialization"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Conventions from "../../src/Telemetry/otlp/Conventions.ts"

const text = (key: string, value: string) => ({ key, value: { stringValue: value } })

const failed = (type: string, message: string) => ({
  name: "decode",
  attributes: [],
  events: [
    {
      name: "exception",
      attributes: [
        text("exception.type", type),
        text("exception.message", message),
        text("exception.stacktrace", message)
      ]
    }
  ],
  status: { code: 2, message }
})

const exported = (span: object) =>
  Effect.map(OtlpSerialization, ({ traces }) => {
    const body = traces({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] } as never)
    const bytes = body._tag === "Uint8Array" ? body.body : new Uint8Array()
    return JSON.parse(Buffer.from(bytes).toString()).resourceSpans[0].scopeSpans[0].spans[0]
  }).pipe(Effect.provide(Conventions.layer))

it.effect("tells nothing of a refusal but its type: its message may repeat its caller's words", () =>
  Effect.gen(function* () {
    expect(yield* exported(failed("VALIDATION_FAILED", "/my-diagnosis is not a field"))).toEqual({
      name: "decode",
      attributes: [text("error.type", "VALIDATION_FAILED")],
      events: [{ name: "exception", attributes: [text("exception.type", "VALIDATION_FAILED")] }],
      status: { code: 2 }
    })
  })
)

it.effect("tells a fault with its message and its place", () =>
  Effect.gen(function* () {
    const fault = failed("TypeError", "x is not a function")
    expect(yield* exported(fault)).toEqual({ ...fault, attributes: [text("error.type", "TypeError")] })
  })
)
