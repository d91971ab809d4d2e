/**
 * Responses that more than one route gives: a failure with its status, body and headers, that the process is alive, and
 * the body of the status.
 */
import * as HttpApiError from "@effect/platform/HttpApiError"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import { codes, type Failure, MethodNotAllowed, NotFound, toWire, validationFailed } from "../Api/Failure.ts"
import { liveness } from "../Api/Health.ts"
import { pointer } from "../Resources/Problem.ts"
import type { ServiceStatus } from "../Resources/ServiceStatus.ts"
import { encodeHeader } from "../Resources/X402.ts"
import { errorLink } from "./documents/Paths.ts"
import type { Route } from "./Routes.ts"

/** The 404 of a path that is no route. */
export const notFound = new NotFound({
  message: "There is no such route. GET /v1/capabilities lists what is sold."
})

/** The 405 of a route that does not take the method. */
export const methodNotAllowed = ({ methods }: Route) => {
  const allow = [...methods, "OPTIONS"]
  return new MethodNotAllowed({ message: `This route takes ${allow.join(", ")}.`, allow })
}

/** A path whose parameters break a rule. */
const malformed = ({ issues }: HttpApiError.HttpApiDecodeError) =>
  validationFailed(issues.map(({ path, message }) => ({ pointer: pointer(path), message })))

/** The library's own errors in our words; any other is left as it is. */
export const translate = (error: unknown): unknown => {
  if (error instanceof HttpServerError.RouteNotFound) return notFound
  return error instanceof HttpApiError.HttpApiDecodeError ? malformed(error) : error
}

const clamp = (seconds: number) => String(Math.min(3600, Math.max(1, Math.ceil(seconds))))

/** The response to a failed call. */
export const failed = (failure: Failure, requestId: string) =>
  HttpServerResponse.text(JSON.stringify(toWire(failure, requestId)), {
    status: codes[failure._tag].status,
    contentType: "application/json",
    headers: {
      "cache-control": "no-store",
      link: errorLink(failure._tag),
      ...(failure.retryAfter === undefined ? {} : { "retry-after": clamp(failure.retryAfter) }),
      ...("allow" in failure ? { allow: failure.allow.join(", ") } : {}),
      // The rest of the body would be read as the next request.
      ...(failure._tag === "REQUEST_TIMEOUT" ? { connection: "close" } : {}),
      ...("quote" in failure && Predicate.isNotUndefined(failure.quote)
        ? { "preference-applied": "quote" }
        : {}),
      ...("challenge" in failure ? { "payment-required": encodeHeader(failure.challenge) } : {}),
      ...("settlement" in failure && Predicate.isNotUndefined(failure.settlement)
        ? { "payment-response": encodeHeader(failure.settlement) }
        : {})
    }
  })

/** For a response that is true of one moment. */
export const noStore = { "cache-control": "no-store" }

/** The process is alive. Times in milliseconds since the epoch. */
export const live = (started: number, now: number) =>
  HttpServerResponse.unsafeJson(liveness(started, now), { headers: noStore })

/** The body of `/v1/status`. */
export const statusText = (data: ServiceStatus, requestId: string): string =>
  JSON.stringify({ data, meta: { requestId } })
