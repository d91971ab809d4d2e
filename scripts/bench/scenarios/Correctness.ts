/**
 * Before anything is measured: whether all servers do the same. Who answers wrongly may be fast.
 */
import { isDeepStrictEqual } from "node:util"
import { Effect, Either, Predicate, Schema } from "effect"
import { decodeHeader } from "../../../src/Resources/X402.ts"
import { BenchFailure, because } from "../Failure.ts"
import { knownRates, sale } from "../load/Call.ts"
import { type Asked, challengeOf, type OfferTerms } from "../load/Challenges.ts"
import { signer } from "../load/Payments.ts"
import type { Server } from "../servers/Servers.ts"
import type { Stub } from "../servers/Stub.ts"

const Health = Schema.Struct({
  status: Schema.Literal("ok"),
  version: Schema.String,
  uptime: Schema.Number,
  timestamp: Schema.String
})

const Envelope = Schema.Struct({
  data: Schema.Unknown,
  meta: Schema.Struct({ requestId: Schema.String })
})

const wrong = (server: Server, what: string) =>
  Effect.fail(new BenchFailure({ message: `${server.name}: ${what}` }))

const request = (server: Server, path: string, init?: RequestInit) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`${server.url}${path}`, init)
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
    catch: because(`${server.name}, ${path}`)
  })

const post = (server: Server, path: string, body: unknown, payment: string) => {
  const call = sale(path, body, payment)
  return request(server, path, { method: call.method, headers: { ...call.headers }, body: call.body })
}

const health = (server: Server) =>
  Effect.gen(function* () {
    const { status, text } = yield* request(server, "/health")
    if (status !== 200) return yield* wrong(server, `/health is answered ${status}`)
    yield* Effect.mapError(
      Schema.decodeUnknown(Schema.parseJson(Health))(text),
      because(`${server.name}, /health`)
    )
  })

/** The same terms, whole: of the extensions a stock peer knows nothing. */
const sameTerms = (server: Server, { path, challenge }: Asked) =>
  Effect.gen(function* () {
    const { challenge: other } = yield* challengeOf(server.url, path)
    const { x402Version, resource, accepts } = challenge
    const same =
      Predicate.isRecord(other) &&
      isDeepStrictEqual(
        [other["x402Version"], other["resource"], other["accepts"]],
        [x402Version, resource, accepts]
      )
    if (!same) return yield* wrong(server, `${path} asks for something else: ${JSON.stringify(other)}`)
  })

const purchase = (server: Server, stub: Stub, { path, terms }: OfferTerms) =>
  Effect.gen(function* () {
    const sign = signer(terms)
    const before = yield* stub.counts
    const payment = sign()
    const { status, headers, text } = yield* post(server, path, knownRates, payment)
    if (status !== 200) return yield* wrong(server, `a paid call is answered ${status}: ${text}`)
    const receipt = Either.getOrElse(decodeHeader(headers.get("payment-response") ?? ""), () => undefined)
    if (!Predicate.isRecord(receipt) || receipt["success"] !== true) {
      return yield* wrong(server, "a paid call is answered without its settlement")
    }
    const refused = yield* post(server, path, { base: "EUR" }, sign())
    if (refused.status !== 400) return yield* wrong(server, `a bad body is answered ${refused.status}`)
    const after = yield* stub.counts
    if (after.settle - before.settle !== 1) {
      return yield* wrong(server, `one sale and one refusal settled ${after.settle - before.settle} payments`)
    }
    if (server.name === "almanac") {
      const again = yield* post(server, path, knownRates, payment)
      if (again.text !== text || (yield* stub.counts).settle !== after.settle) {
        return yield* wrong(server, "the same payment again is not given the same answer for nothing")
      }
    }
    return yield* Effect.mapError(
      Schema.decodeUnknown(Schema.parseJson(Envelope))(text),
      because(`${server.name}, ${path}`)
    )
  })

/** Fails with the first thing that a server does otherwise than Almanac. */
export const check = (
  servers: ReadonlyArray<Server>,
  stub: Stub,
  challenges: ReadonlyArray<Asked>,
  offer: OfferTerms
) =>
  Effect.gen(function* () {
    const sold = yield* Effect.forEach(servers, (server) =>
      Effect.gen(function* () {
        yield* health(server)
        yield* Effect.forEach(challenges, (challenge) => sameTerms(server, challenge), { discard: true })
        return { server, envelope: yield* purchase(server, stub, offer) }
      })
    )
    for (const { server, envelope } of sold) {
      if (!isDeepStrictEqual(envelope.data, sold[0]?.envelope.data)) {
        return yield* wrong(server, `sells other data: ${JSON.stringify(envelope.data)}`)
      }
    }
  })
