/**
 * Payment as a middleware of an `HttpClient`: a request of a capability is bought by the rules of the promise client (terms
 * that are checked, the budget, one signature, the same bytes again, the journal); every other one goes on as it is.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import type { HttpClientRequest } from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import { type Almanac, make } from "../Almanac.ts"
import type { Listed } from "../Capability.ts"
import * as Client from "../Errors.ts"
import { codes } from "../generated/errors.ts"
import { listed } from "../generated/listed.ts"
import { isObject, parse } from "../Json.ts"
import type { Options } from "../Options.ts"
import { BudgetExceeded, ConnectionLost, NotOffered, type PaymentError, PurchaseFailed } from "./Errors.ts"
import { Purchase } from "./Purchase.ts"

/** A call that the contract has an answer for: its answer, or one of its errors. */
interface Ended {
  readonly response: Response
}

const isOfContract = ({ charged, code }: Client.AlmanacError): boolean =>
  Object.hasOwn(codes, code) && (charged === false || code === "PAYMENT_SETTLEMENT_PENDING")

/** An error in the contract's form, where no answer had it: the client itself has seen that the input would be refused. */
const written = ({ code, details, message, requestId, retryable, status }: Client.AlmanacError): Response =>
  new Response(
    JSON.stringify({ error: { code, message, retryable, details }, meta: { requestId: requestId ?? "" } }),
    { status, headers: { "content-type": "application/json" } }
  )

const paymentError = (error: Client.AlmanacError): PaymentError => {
  const { charged, code, key, message, nonce, retryable } = error
  const named = { message, key, nonce, charged }
  if (error instanceof Client.BudgetExceeded) {
    const { asked, left, limit } = error
    return new BudgetExceeded({ ...named, limit, asked, left })
  }
  if (error instanceof Client.NotOffered) return new NotOffered({ ...named, reason: error.reason })
  if (error instanceof Client.ConnectionLost) return new ConnectionLost(named)
  return new PurchaseFailed({ ...named, code, retryable, cause: error })
}

/** The JSON object of a request; nothing for a request without it. */
const inputOf = ({ body }: HttpClientRequest): Parameters<Almanac["call"]>[1] | undefined => {
  if (body._tag !== "Uint8Array") return undefined
  const text = new TextDecoder().decode(body.body)
  return isObject(parse(text)) ? JSON.parse(text) : undefined
}

/** The promise client, and the last answer that came for each purchase on its way. */
const buyer = (options: Options) => {
  const answers = new Map<string, Response>()
  const take = (key: string | undefined) => {
    const answer = answers.get(key ?? "")
    answers.delete(key ?? "")
    return answer
  }
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const almanac = make({
    ...options,
    fetch: async (input, init) => {
      const response = await send(input, init)
      const key = new Headers(init?.headers).get("idempotency-key")
      if (key !== null) answers.set(key, response.clone())
      return response
    }
  })
  return async (
    { id }: Listed,
    input: Parameters<Almanac["call"]>[1],
    call: Parameters<Almanac["call"]>[2]
  ): Promise<Ended | Client.AlmanacError> => {
    try {
      const { key, text } = await almanac.call(id, input, call)
      return { response: take(key) ?? new Response(text) }
    } catch (error) {
      if (!(error instanceof Client.AlmanacError)) throw error
      const answer = take(error.key)
      if (!isOfContract(error)) return error
      return { response: answer?.status === error.status ? answer : written(error) }
    }
  }
}

/** @throws TypeError for options that cannot be meant. */
export const paying = (options: Options) => {
  const buy = buyer(options)
  const baseUrl = options.baseUrl.replace(/\/+$/, "")
  return <E, R>(client: HttpClient.HttpClient.With<E, R>): HttpClient.HttpClient.With<E | PaymentError, R> =>
    HttpClient.transform(
      client,
      (effect, request): Effect.Effect<HttpClientResponse.HttpClientResponse, E | PaymentError, R> => {
        const capability = listed.find(({ path }) => request.url === baseUrl + path)
        if (request.method !== "POST" || capability === undefined) return effect
        const input = inputOf(request)
        if (input === undefined) return effect
        return Effect.gen(function* () {
          const call = yield* Purchase
          const ended = yield* Effect.promise((signal) => buy(capability, input, { ...call, signal }))
          if (ended instanceof Client.AlmanacError) return yield* paymentError(ended)
          return HttpClientResponse.fromWeb(request, ended.response)
        })
      }
    )
}
