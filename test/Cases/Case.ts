/**
 * A paid call, what the providers answer to it, and what the buyer must get.
 */
import { expect } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Live from "../../src/Live.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Pace from "../../src/Providers/client/Pacing.ts"
import { buy } from "../support/Buyer.ts"
import { type Fault, faultServer } from "../support/FaultServer.ts"
import { startWith } from "../support/Harness.ts"

/** A reply to the calls of a provider whose address, decoded, contains `path`, and to `times` of them at most. */
const Stub = Schema.Struct({
  provider: Schema.String,
  path: Schema.optional(Schema.String),
  times: Schema.optional(Schema.Number),
  reply: Schema.Struct({
    status: Schema.Number,
    headers: Schema.Record({ key: Schema.String, value: Schema.String }),
    /** A text as it is, anything else as JSON. */
    body: Schema.Unknown
  })
})

export const Case = Schema.Struct({
  id: Schema.String,
  /** Where it was reported. */
  source: Schema.String,
  stubs: Schema.Array(Stub),
  request: Schema.Struct({ path: Schema.String, body: Schema.Unknown }),
  expect: Schema.Struct({
    status: Schema.Number,
    charged: Schema.Boolean,
    code: Schema.optional(Schema.String),
    /** A part of the answer's data. */
    data: Schema.optional(Schema.Unknown),
    /** How many `results` there are. */
    results: Schema.optional(Schema.Number),
    /** How many calls reach a provider. */
    calls: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Number })),
    /** What a refused request breaks. */
    problems: Schema.optional(Schema.Array(Schema.Unknown)),
    /** Headers of the answer. */
    headers: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.String) }))
  })
})
export type Case = typeof Case.Type

/** The providers, by the setting with their address. */
const variables: Readonly<Record<string, string>> = {
  openalex: "OPENALEX_URL",
  crossref: "CROSSREF_URL",
  gdelt: "GDELT_URL",
  coingecko: "COINGECKO_URL",
  frankfurter: "FRANKFURTER_URL",
  "open-meteo": "OPEN_METEO_URL",
  photon: "PHOTON_URL",
  nager: "NAGER_URL",
  wikidata: "WIKIDATA_URL",
  census: "CENSUS_URL"
}

/** What each endpoint costs, in atomic USDC. */
const amounts: Readonly<Record<string, string>> = {
  "/v1/academic/search": "10000",
  "/v1/academic/work": "5000",
  "/v1/news/search": "10000",
  "/v1/news/trends": "20000",
  "/v1/crypto/price": "2000",
  "/v1/crypto/market": "5000",
  "/v1/fx/rates": "2000",
  "/v1/weather": "3000",
  "/v1/geocode": "2000",
  "/v1/holidays": "2000",
  "/v1/knowledge/search": "5000",
  "/v1/government/census": "10000",
  "/v1/research": "50000"
}

/** Plays the replies of a case, and counts the calls by provider. */
const player = (stubs: Case["stubs"]) => {
  const calls: Record<string, number> = {}
  const left = stubs.map(({ times }) => times ?? Number.POSITIVE_INFINITY)
  const play: Fault = (response, { url = "" }) => {
    const provider = url.split("/")[1] ?? ""
    calls[provider] = (calls[provider] ?? 0) + 1
    const address = decodeURIComponent(url.replaceAll("+", " "))
    const index = stubs.findIndex(
      (stub, place) =>
        stub.provider === provider && (left[place] ?? 0) > 0 && address.includes(stub.path ?? "")
    )
    const stub = stubs[index]
    if (stub === undefined) {
      response.writeHead(500)
      response.end()
      return
    }
    left[index] = (left[index] ?? 0) - 1
    const { status, headers, body } = stub.reply
    response.writeHead(status, headers)
    response.end(typeof body === "string" ? body : JSON.stringify(body))
  }
  return { play, calls }
}

const Results = Schema.Struct({ results: Schema.Array(Schema.Unknown) })

/** Runs a case on a service of its own. */
export const run = ({ stubs, request, expect: wanted }: Case) =>
  Effect.gen(function* () {
    const { play, calls } = player(stubs)
    const { origin } = yield* faultServer(play)
    const ports = Live.providers.pipe(
      Layer.provideMerge(Layer.succeed(Facilitator, yield* Facilitator)),
      Layer.provide(Pace.layerMemory),
      Layer.provide(Outbound.layer)
    )
    const { url } = yield* startWith(ports, {
      environment: {
        ...Object.fromEntries(
          Object.entries(variables).map(([provider, variable]) => [variable, `${origin}/${provider}`])
        ),
        CENSUS_API_KEY: "k3y",
        GDELT_PACE: "1 millis"
      }
    })
    const amount = amounts[request.path]
    if (amount === undefined) throw new Error(`no price for ${request.path}`)
    const { status, body, headers } = yield* Effect.promise(() =>
      buy(url, { path: request.path, amount, body: request.body as object })
    )
    expect({ status, charged: headers.has("payment-response"), code: body.error?.code }).toEqual({
      status: wanted.status,
      charged: wanted.charged,
      code: wanted.code ?? body.error?.code
    })
    if (wanted.data !== undefined) expect(body.data).toMatchObject(wanted.data as object)
    if (wanted.results !== undefined)
      expect(Schema.decodeUnknownSync(Results)(body.data).results).toHaveLength(wanted.results)
    if (wanted.problems !== undefined) expect(body.error?.details?.problems).toEqual(wanted.problems)
    if (wanted.calls !== undefined) expect(calls).toEqual(wanted.calls)
    for (const [name, value] of Object.entries(wanted.headers ?? {})) {
      expect([name, headers.get(name)]).toEqual([name, value])
    }
  }).pipe(Effect.scoped)
