/**
 * The dearest body: what 64 KiB of a stranger's cost the server, as a quote and with a payment, at every endpoint.
 */
import { Effect, Schema } from "effect"
import { registeredCapabilities } from "../../../src/Api/CapabilityRegistry.ts"
import { BenchFailure, because } from "../Failure.ts"
import type { Call } from "../load/Call.ts"
import type { OfferTerms } from "../load/Challenges.ts"
import * as Line from "../load/Line.ts"
import { signer } from "../load/Payments.ts"
import type { Amount } from "../Options.ts"
import type { WorstBody } from "../report/Results.ts"
import { median } from "../report/Statistics.ts"
import type { Server } from "../servers/Servers.ts"

/** Bytes of a body at most. */
const most = 64 * 1024

const digits = (number: number) => number.toString(36)

/** JSON values of any size: what has been dear, and what looks as if it could be. */
const values: Readonly<Record<string, (size: number) => string>> = {
  numbers: (size) => `[${Array(size).fill(1).join(",")}]`,
  texts: (size) => `[${Array(size).fill('"a"').join(",")}]`,
  nesting: (size) => "[".repeat(size) + "]".repeat(size),
  blanks: (size) => JSON.stringify(" ".repeat(size)),
  letters: (size) => JSON.stringify("a".repeat(size)),
  "codes and clauses": (size) => JSON.stringify("A_1,".repeat(size)),
  "a DOI without end": (size) => JSON.stringify(`10.1234/${"%2F(".repeat(size)}`),
  "long texts": (size) =>
    `[${Array(20)
      .fill(JSON.stringify(" ".repeat(size)))
      .join(",")}]`,
  fields: (size) => `{${Array.from({ length: size }, (_, at) => `"${digits(at)}":1`).join(",")}}`
}

/** The largest text of the kind that is no longer than a body may be. */
const largest = (make: (size: number) => string): string => {
  let [fits, tooMuch] = [0, most]
  while (tooMuch - fits > 1) {
    const size = Math.floor((fits + tooMuch) / 2)
    if (make(size).length <= most) fits = size
    else tooMuch = size
  }
  return make(fits)
}

/** An object with one field of the kind, and others before it. */
const withField = (others: object, field: string, value: string) => {
  const { [field]: _, ...rest } = { ...others } as Readonly<Record<string, unknown>>
  const text = JSON.stringify(rest).slice(0, -1)
  return `${text}${text === "{" ? "" : ","}${JSON.stringify(field)}:${value}}`
}

interface Body {
  readonly path: string
  readonly what: string
  readonly text: string
}

/** Every field of an endpoint filled with every kind of value, and too many fields. */
const bodiesOf = ({ facts, path }: (typeof registeredCapabilities)[number]): ReadonlyArray<Body> => {
  const { request } = facts.example
  const kinds = Object.entries(values)
  return [
    ...Object.keys(request).flatMap((field) =>
      kinds.map(([kind, value]) => ({
        path,
        what: `${kind} in ${field}`,
        text: largest((size) => withField(request, field, value(size)))
      }))
    ),
    { path, what: "fields", text: largest((size) => values["fields"]?.(size) ?? "") },
    {
      path,
      what: "fields with long names",
      text: largest(
        (size) => `{${Array.from({ length: 100 }, (_, at) => `"${"~/".repeat(size)}${at}":1`).join(",")}}`
      )
    }
  ]
}

const Refused = Schema.parseJson(
  Schema.Struct({ quote: Schema.optional(Schema.Struct({ valid: Schema.Boolean })) })
)

/** Milliseconds of the server's CPU for a call, sent so many times one after another; its last answer. */
const cost = (server: Server, line: Line.Line, call: Call, times: number) =>
  Effect.gen(function* () {
    const before = yield* server.ask({ question: "sample" })
    let last = yield* line.ask(call)
    for (let time = 1; time < times; time++) last = yield* line.ask(call)
    const after = yield* server.ask({ question: "sample" })
    return { cpuMs: (after.cpuMs - before.cpuMs) / times, answer: last }
  })

interface Cost extends WorstBody {
  readonly call: Call
}

/** Bodies that seem the dearest at first are measured again: a pause of the collector is nobody's fault. */
const suspects = 8

/** How often they are, each time over several calls. */
const repeats = 7

/** The dearest of all, with the median of its measurements. */
export const run = (
  server: Server,
  offers: ReadonlyArray<OfferTerms>,
  { calls }: Amount["bodies"]
): Effect.Effect<WorstBody, BenchFailure> =>
  Effect.gen(function* () {
    const line = yield* Line.open(server.port)
    const headers = { "content-type": "application/json" }
    const found: Array<Cost> = []
    for (const capability of registeredCapabilities) {
      const offer = offers.find(({ path }) => path === capability.path)
      if (offer === undefined) continue
      // A body that is refused touches no payment: one serves them all.
      const payment = signer(offer.terms)()
      for (const { path, what, text } of bodiesOf(capability)) {
        const quote: Call = { method: "POST", path, headers: { ...headers, prefer: "quote" }, body: text }
        const quoted = yield* cost(server, line, quote, calls)
        found.push({ path, what: `${what}, a quote`, cpuMs: quoted.cpuMs, call: quote })
        const told = yield* Effect.mapError(Schema.decodeUnknown(Refused)(quoted.answer.body), because(path))
        if (told.quote === undefined) return yield* new BenchFailure({ message: `${path} gives no quote` })
        if (told.quote.valid) continue
        const paid: Call = { ...quote, headers: { ...headers, "payment-signature": payment } }
        const bought = yield* cost(server, line, paid, calls)
        if (bought.answer.status !== 400) {
          return yield* new BenchFailure({ message: `${path}, ${what}: ${bought.answer.status}, not 400` })
        }
        found.push({ path, what: `${what}, with a payment`, cpuMs: bought.cpuMs, call: paid })
      }
    }
    const dearest = found.toSorted((left, right) => right.cpuMs - left.cpuMs).slice(0, suspects)
    const judged = yield* Effect.forEach(dearest, ({ call, path, what }) =>
      Effect.map(
        Effect.forEach(Array.from({ length: repeats }), () => cost(server, line, call, calls)),
        (costs): WorstBody => ({ path, what, cpuMs: median(costs.map(({ cpuMs }) => cpuMs)) })
      )
    )
    const [worst] = judged.toSorted((left, right) => right.cpuMs - left.cpuMs)
    return worst ?? (yield* new BenchFailure({ message: "there was no body to measure" }))
  }).pipe(Effect.scoped)
