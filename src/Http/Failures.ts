/**
 * A failure as an answer: its status, its body, and the headers that belong to it.
 */
import { HttpApiError, HttpServerError, HttpServerResponse } from "@effect/platform"
import { Option, Predicate } from "effect"
import { routes } from "../Api/CapabilityRegistry.ts"
import { codes, type Failure, MethodNotAllowed, NotFound, toWire } from "../Api/Failure.ts"
import type { UnpaidAnswer } from "../Payment/challenge/Challenge.ts"
import { invalid } from "../Payment/request/RequestBody.ts"
import { pointer } from "../Resources/Problem.ts"
import { encodeHeader } from "../Resources/X402.ts"

/** Paths that are no endpoints of the Api. */
const pages = [
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/docs" }
]

const methods = new Map<string, ReadonlyArray<string>>()
for (const { method, path } of [...routes, ...pages]) {
  const own = method === "GET" ? ["GET", "HEAD"] : [method]
  methods.set(path, [...(methods.get(path) ?? []), ...own])
}

/** Whether a path fits a route: a parameter fits any one segment. */
const fits = (path: string, route: string): boolean => {
  const [segments, pattern] = [path.split("/"), route.split("/")]
  return (
    segments.length === pattern.length &&
    pattern.every((part, at) => part === segments[at] || (part.startsWith(":") && segments[at] !== ""))
  )
}

/** The route that a path without query is of, if there is one. */
export const routeOf = (path: string): string | undefined =>
  methods.has(path) ? path : [...methods.keys()].find((route) => fits(path, route))

/** What the router did not find: a path that has other methods, or none. */
const unrouted = ({ request }: HttpServerError.RouteNotFound): NotFound | MethodNotAllowed => {
  // As forgiving as the router: absolute-form targets, doubled slashes, case.
  const path = request.url
    .replace(/^https?:\/\/[^/?#]*/, "")
    .replace(/[?#;].*$/s, "")
    .replace(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "")
    .toLowerCase()
  // One that takes the method was not found for another reason: a parameter cannot be read (`%E0%A4%A`).
  const found = [...methods].find(([route, own]) => fits(path, route) && !own.includes(request.method))
  return Option.match(Option.fromNullable(found), {
    onNone: () =>
      new NotFound({ message: "There is no such route: GET /v1/capabilities lists what is sold." }),
    onSome: ([, own]) => {
      const allow = [...own, "OPTIONS"]
      return new MethodNotAllowed({ message: `This route takes ${allow.join(", ")}.`, allow })
    }
  })
}

/** A path whose parameters break a rule. */
const malformed = ({ issues }: HttpApiError.HttpApiDecodeError) =>
  invalid(issues.map(({ path, message }) => ({ pointer: pointer(path), message })))

/** The library's own errors in our words; any other is left as it is. */
export const translate = (error: unknown): unknown => {
  if (error instanceof HttpServerError.RouteNotFound) return unrouted(error)
  return error instanceof HttpApiError.HttpApiDecodeError ? malformed(error) : error
}

const clamp = (seconds: number) => String(Math.min(3600, Math.max(1, Math.ceil(seconds))))

/** The answer to a failed call. */
export const respond = (failure: Failure, requestId: string) =>
  HttpServerResponse.text(JSON.stringify(toWire(failure, requestId)), {
    status: codes[failure._tag].status,
    contentType: "application/json",
    headers: {
      "cache-control": "no-store",
      ...(failure.retryAfter === undefined ? {} : { "retry-after": clamp(failure.retryAfter) }),
      ...("allow" in failure ? { allow: failure.allow.join(", ") } : {}),
      ...("quote" in failure && Predicate.isNotUndefined(failure.quote)
        ? { "preference-applied": "quote" }
        : {}),
      ...("challenge" in failure ? { "payment-required": encodeHeader(failure.challenge) } : {}),
      ...("settlement" in failure && Predicate.isNotUndefined(failure.settlement)
        ? { "payment-response": encodeHeader(failure.settlement) }
        : {})
    }
  })

/** The answer to a call without payment, from bytes that were made at the start. */
export const unpaid = (answer: UnpaidAnswer) =>
  HttpServerResponse.text(answer.body, {
    status: 402,
    contentType: "application/json",
    headers: { "cache-control": "no-store", "payment-required": answer.header }
  })
