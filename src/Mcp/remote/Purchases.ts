/**
 * Sells answers to callers of tools, behind the same paywall as HTTP. Arguments are judged before money is asked for:
 * nobody signs for a call that cannot succeed.
 */
import type { IncomingMessage } from "node:http"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { validationFailed } from "../../Api/Failure.ts"
import { decodeBytes } from "../../Api/RequestDecoder.ts"
import * as RequestBody from "../../Http/limits/RequestBody.ts"
import type { Challenge } from "../../Payment/challenge/Challenge.ts"
import type { Protected } from "../../Payment/Paywall.ts"
import * as IdempotencyKey from "../../Payment/request/IdempotencyKey.ts"
import * as PaymentHeader from "../../Payment/request/PaymentHeader.ts"
import { encodeHeader } from "../../Resources/X402.ts"
import * as Call from "../../Telemetry/Call.ts"
import type { ToolCall } from "../server/Served.ts"
import type { Json } from "../tools/CompactSchema.ts"
import * as Lenient from "../tools/Lenient.ts"
import type { Tool } from "../tools/Tool.ts"

/** Where a request has its payment (x402's binding for the Model Context Protocol), and the buyer's key for it. */
const paymentKey = "x402/payment"
const idempotencyKey = "io.almanac/idempotency-key"

/** A tool of a capability, and what sells its answers. */
export interface SoldTool {
  readonly tool: Tool
  readonly challenge: Challenge
  readonly endpoint: Protected
}

const written = Option.liftThrowable((value: unknown) => JSON.stringify(value))
const encoded = Option.liftThrowable(encodeHeader)

const tooDeep = validationFailed([{ pointer: "", message: "must not be nested so deeply" }])

/** The arguments as the body of a request over HTTP, as the capability takes them. */
export const bodyOf = ({ challenge, tool }: SoldTool, given: Json) =>
  Effect.gen(function* () {
    const json = yield* Effect.mapError(written(Lenient.read(given, tool.inputSchema)), () => tooDeep)
    const body = Buffer.from(json)
    if (body.length > RequestBody.maxBytes) return yield* RequestBody.tooLarge()
    const decoded = yield* decodeBytes(body, challenge.offer.decode)
    return { body, decoded }
  })

/** The payment of a call as the header has it: that in `_meta`, else the header of the request itself. */
const paymentOf = ({ meta }: ToolCall, message: IncomingMessage): string | undefined => {
  const payment = meta[paymentKey]
  if (payment === undefined || payment === null) return PaymentHeader.of(message)
  // What cannot be written is no payment, and is refused as one.
  return Predicate.isString(payment) ? payment : Option.getOrElse(encoded(payment), () => "-")
}

/** The buyer's key for the purchase: that in `_meta`, else the header of the request itself. */
const keyOf = ({ meta }: ToolCall, message: IncomingMessage) => {
  const key = meta[idempotencyKey]
  if (key === undefined || key === null)
    return Effect.succeed(RequestBody.headerOf(message, "idempotency-key"))
  return IdempotencyKey.isKey(key)
    ? Effect.succeed(key)
    : Effect.fail(IdempotencyKey.malformed(`_meta["${idempotencyKey}"] ${IdempotencyKey.rule}`))
}

/** Sells one answer. A caller that has waited for `patience` may send the same payment again (`PurchaseRequest.deadline`). */
export const sell = (
  sold: SoldTool,
  call: ToolCall,
  given: Json,
  message: IncomingMessage,
  patience: Duration.Duration
) =>
  Effect.gen(function* () {
    const { challenge, endpoint } = sold
    yield* Call.note({ capability: challenge.offer.facts.id })
    const { body } = yield* Call.phase("decode")(bodyOf(sold, given))
    const key = yield* keyOf(call, message)
    return yield* endpoint.sell({
      challenge,
      payment: paymentOf(call, message),
      unpaid: Effect.fail(challenge.missing),
      body: () => Effect.succeed(body),
      idempotencyKey: key,
      connection: message.socket,
      deadline: Option.some(patience)
    })
  })

/** Whether arguments would be taken, and what is wrong with them. */
export const judge = (sold: SoldTool, given: Json) =>
  Effect.map(Effect.either(bodyOf(sold, given)), (judged) => ({
    valid: Either.isRight(judged),
    problems: Either.match(judged, {
      onLeft: ({ details, message }) => details?.problems ?? [{ pointer: "", message }],
      onRight: () => []
    }),
    decoded: Option.map(Either.getRight(judged), ({ decoded }) => decoded)
  }))
