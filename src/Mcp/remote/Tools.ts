/**
 * The tools of the remote door: what is listed, and what each call does.
 */
import type { IncomingMessage } from "node:http"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { validationFailed } from "../../Api/Failure.ts"
import * as RequestDecoder from "../../Api/RequestDecoder.ts"
import * as PaymentStatus from "../../Http/handlers/PaymentStatus.ts"
import { Pauses } from "../../Pauses.ts"
import { Challenges } from "../../Payment/challenge/Challenge.ts"
import { capabilityPaused } from "../../Payment/Failures.ts"
import { ProtectedEndpoints } from "../../Payment/Paywall.ts"
import { ProviderAvailability } from "../../ProviderAvailability.ts"
import { Address, Nonce } from "../../Resources/X402.ts"
import { lazy } from "../../Runtime/Lazy.ts"
import { Settings } from "../../Settings.ts"
import { CurrentCall } from "../../Telemetry/Call.ts"
import type { ToolCall, ToolResult } from "../server/Served.ts"
import type { Json } from "../tools/CompactSchema.ts"
import * as CompactSchema from "../tools/CompactSchema.ts"
import * as FreeTools from "../tools/FreeTools.ts"
import { free, gateway, nameIn } from "../tools/Names.ts"
import * as Tool from "../tools/Tool.ts"
import * as DoorChallenge from "./Challenge.ts"
import * as Purchases from "./Purchases.ts"
import * as Results from "./Results.ts"

/** A tool of this door, and what a call of it comes to. */
export interface RemoteTool {
  readonly tool: Tool.Tool
  readonly run: (call: ToolCall, message: IncomingMessage) => Effect.Effect<ToolResult, unknown>
}

const repetition = "The same payment with the same arguments gives the answer again, free."

const door: Tool.Door = { spends: false, repetition, outputOf: (schema) => schema }

const noSuchTool = (names: ReadonlyArray<string>) =>
  validationFailed([{ pointer: "/tool", message: `must be one of ${names.join(", ")}` }])

const decodeIdentity = RequestDecoder.make(
  Schema.Struct({
    payer: Address.annotations({ message: () => "must be an address: 0x and 40 hexadecimal digits" }),
    nonce: Nonce.annotations({ message: () => "must be 0x and 64 hexadecimal digits" })
  })
)

/** The `meta` of a free answer. */
const meta = Effect.map(CurrentCall, ({ id }) => ({ requestId: id }))

const argumentsIn = (given: Json): Json => (Predicate.isRecord(given["arguments"]) ? given["arguments"] : {})

interface Needs {
  readonly availability: ProviderAvailability["Type"]
  readonly pauses: Pauses["Type"]
  readonly byPath: Challenges["Type"]["byPath"]
  readonly endpoints: ProtectedEndpoints["Type"]
  readonly lookUp: Effect.Effect.Success<typeof PaymentStatus.lookUp>
  readonly patience: Duration.Duration
  readonly publicUrl: string
}

/** All tools by name, in order, made when they are first asked for. A caller waits for `patience` at most. */
export const make = (patience: Duration.Duration) =>
  Effect.gen(function* () {
    const endpoints = yield* ProtectedEndpoints
    const { byPath } = yield* Challenges
    const availability = yield* ProviderAvailability
    const pauses = yield* Pauses
    const lookUp = yield* PaymentStatus.lookUp
    const { listen } = yield* Settings
    return lazy(() =>
      tools({ availability, byPath, endpoints, lookUp, patience, pauses, publicUrl: listen.publicUrl })
    )
  })

const tools = ({ availability, byPath, endpoints, lookUp, patience, pauses, publicUrl }: Needs) => {
  const sold = [...byPath].flatMap(([path, challenge]): ReadonlyArray<Purchases.SoldTool> => {
    const { offer, price, requirements } = challenge
    const tool = Tool.make({
      ...door,
      metaOf: () => ({
        x402: { paymentRequired: true, ...requirements },
        "almanac/price": { amount: price.amount, currency: "USDC" }
      })
    })({
      ...offer,
      price: price.amount,
      requestSchema: offer.requestSchema,
      responseSchema: offer.responseSchema
    })
    const endpoint = endpoints.get(path)
    const demanded = DoorChallenge.make(challenge, tool, `${publicUrl}/mcp`)
    return endpoint === undefined ? [] : [{ tool, challenge: demanded, endpoint }]
  })
  const names = sold.map(({ tool }) => tool.name)
  const byName = new Map(sold.map((one) => [one.tool.name, one]))

  /** The tool that an argument names, in the name's form or as the capability's id. */
  const named = (given: Json) =>
    Effect.mapError(Effect.fromNullable(byName.get(nameIn(given["tool"]))), () => noSuchTool(names))

  const sell = (one: Purchases.SoldTool, call: ToolCall, given: Json, message: IncomingMessage) =>
    Effect.map(Purchases.sell(one, call, given, message, patience), Results.bought)

  const quote: RemoteTool["run"] = ({ arguments: given }) =>
    Effect.gen(function* () {
      const one = yield* named(given)
      const { decoded, ...judged } = yield* Purchases.judge(one, argumentsIn(given))
      const { facts } = one.challenge.offer
      const pause = pauses.ofCapability(facts)
      if (pause !== undefined) return yield* capabilityPaused(pause)
      const unavailableProviders = yield* availability.of(facts.id, decoded)
      const price = { amount: one.challenge.price.amount, currency: "USDC" }
      return Results.given({
        data: { tool: one.tool.name, price, ...judged, unavailableProviders },
        meta: yield* meta
      })
    })

  const payment: RemoteTool["run"] = ({ arguments: given }) =>
    Effect.gen(function* () {
      const { nonce, payer } = yield* Effect.mapError(decodeIdentity(given), validationFailed)
      return Results.given(yield* lookUp(payer, nonce))
    })

  const status = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    return Results.given({ data: availability.status(now), meta: yield* meta })
  })

  const list = Effect.map(meta, (meta) =>
    Results.given({
      data: {
        tools: sold.map(({ challenge, tool }) => ({
          name: tool.name,
          title: tool.title,
          description: challenge.offer.facts.description,
          price: { amount: challenge.price.amount, currency: "USDC" }
        }))
      },
      meta
    })
  )

  const describe: RemoteTool["run"] = ({ arguments: given }) =>
    Effect.gen(function* () {
      const { challenge, tool } = yield* named(given)
      const { inputSchema, name, description, outputSchema } = tool
      const { request } = challenge.offer.facts.example
      return Results.given({
        data: { name, description, inputSchema, outputSchema, example: request },
        meta: yield* meta
      })
    })

  const call: RemoteTool["run"] = (call, message) =>
    Effect.flatMap(named(call.arguments), (one) => sell(one, call, argumentsIn(call.arguments), message))

  const runs: Readonly<Record<string, RemoteTool["run"]>> = {
    [free.quote]: quote,
    [free.payment]: payment,
    [free.status]: () => status,
    [gateway.list]: () => list,
    [gateway.describe]: describe,
    [gateway.call]: call
  }
  const others = [
    FreeTools.quote(names),
    FreeTools.payment,
    FreeTools.status,
    ...FreeTools.gatewayTools(names, door.spends)
  ].flatMap((tool): ReadonlyArray<RemoteTool> => {
    const run = runs[tool.name]
    return run === undefined ? [] : [{ tool, run }]
  })

  return new Map(
    [
      ...sold.map(
        (one): RemoteTool => ({
          tool: one.tool,
          run: (call, message) => sell(one, call, call.arguments, message)
        })
      ),
      ...others
    ].map((one) => [one.tool.name, one])
  )
}

/** The tool as clients of an era see it: to one of the older revisions a demand for payment must fit the schema. */
export const shown = ({ outputSchema, ...tool }: Tool.Tool, era: "legacy" | "modern"): Tool.Tool => ({
  ...tool,
  ...(outputSchema === undefined
    ? {}
    : { outputSchema: era === "legacy" ? CompactSchema.widened(outputSchema) : outputSchema })
})
