/**
 * The client of Almanac for Effect: the contract's own endpoints, types and errors, paid by the rules of the promise client.
 */
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import { Api } from "../../Api/Api.ts"
import type { Options } from "../Options.ts"
import { paying } from "./Paying.ts"

export { Api } from "../../Api/Api.ts"
export type { Budget, Options, Wait } from "../Options.ts"
export { BudgetExceeded, ConnectionLost, NotOffered, type PaymentError, PurchaseFailed } from "./Errors.ts"
export { paying } from "./Paying.ts"
export { Purchase } from "./Purchase.ts"

/**
 * The typed client: `almanac.fx.rates({ payload })`. A defect for options that cannot be meant.
 */
export const make = (options: Options) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    HttpApiClient.makeWith(Api, { httpClient: paying(options)(client), baseUrl: options.baseUrl })
  )
