/**
 * The steps around every handler: the request gets its id and its span, a failure becomes a response, the response gets
 * the common headers, and the log line is written.
 */
import * as Headers from "@effect/platform/Headers"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as HttpTraceContext from "@effect/platform/HttpTraceContext"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Failure } from "../Api/Failure.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { withClock } from "../Runtime/Clock.ts"
import { generateHex } from "../Runtime/RandomId.ts"
import { annotate, span } from "../Runtime/Span.ts"
import { Settings } from "../Settings.ts"
import * as AccessLog from "../Telemetry/AccessLog.ts"
import * as Attributes from "../Telemetry/Attributes.ts"
import * as Call from "../Telemetry/Call.ts"
import * as DirectLog from "../Telemetry/DirectLog.ts"
import { commonHeaders, requestIdHeader } from "./CommonHeaders.ts"
import { NotFoundPage } from "./documents/NotFoundPage.ts"
import { reporter } from "./FailureReport.ts"
import * as Responses from "./Responses.ts"
import * as Routes from "./Routes.ts"

/** What is read of a request here; the names of headers in lower case. */
export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** When it has arrived, in nanoseconds of the clock, where that is not now. */
  readonly arrived?: bigint
}

/** Around everything that answers. */
export class RequestPipeline extends Context.Tag("almanac/RequestPipeline")<
  RequestPipeline,
  {
    /**
     * The response to a request, from what an application makes of it, however that ends. Only a client that hangs up
     * leaves it without one.
     */
    readonly answer: <E, R>(
      request: Request,
      app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>
  }
>() {}

/** The response to a preflight. The stock buyer does send `Access-Control-Expose-Headers` as a request header. */
const preflightFor = (methods: string, more = "") =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      "access-control-allow-methods": methods,
      "access-control-allow-headers":
        "Content-Type, PAYMENT-SIGNATURE, X-PAYMENT, X-Request-Id, Idempotency-Key, Prefer, traceparent, " +
        `Access-Control-Expose-Headers${more}`,
      "access-control-max-age": "7200"
    }
  })

const preflight = preflightFor("GET, HEAD, POST, OPTIONS")

/** The clients of the Model Context Protocol send headers of its own. */
const mcpPreflight = preflightFor(
  "POST, OPTIONS",
  ", Accept, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id, Last-Event-ID"
)

/** A client's request id that we take over. */
const acceptable = /^[A-Za-z0-9._-]{1,128}$/

/** The id of a request: the client's own (its header `x-request-id`) when it may be used, else a new one. */
export const requestId = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && acceptable.test(header) ? header : `req_${generateHex()}`

/** What a request's span tells at its end. A refusal is no error of ours: only from 500 on there is an error type. */
const ending = ({ capability, outcome, payment, reason }: Call.Call, status: number | undefined) => ({
  ...(status === undefined ? {} : { [Attributes.statusCode]: status }),
  ...(status === undefined || status >= 500
    ? { [Attributes.errorType]: outcome ?? String(status ?? "interrupted") }
    : {}),
  ...(capability === undefined ? {} : { [Attributes.capability]: capability }),
  ...(payment === undefined ? {} : { [Attributes.paymentId]: payment }),
  ...(reason === undefined ? {} : { [Attributes.reason]: reason }),
  [Attributes.outcome]: outcome ?? "ok"
})

const make = Effect.gen(function* () {
  const accessLog = yield* AccessLog.AccessLog
  const lifecycle = yield* Lifecycle
  const notFoundPage = yield* NotFoundPage
  const { listen, sandbox } = yield* Settings
  const publicUrl = new URL(listen.publicUrl)
  const where = { [Attributes.urlScheme]: publicUrl.protocol.slice(0, -1), ...Attributes.server(publicUrl) }

  const report = reporter(sandbox)

  /** A browser gets a page at a path that is no route. */
  const respond = (
    failure: Failure,
    request: Request,
    route: Option.Option<Routes.Route>,
    { id }: Call.Call
  ) =>
    failure._tag === "NOT_FOUND" && Option.isNone(route) && notFoundPage.suits(request)
      ? Effect.catchAllCause(notFoundPage.respond(request, id), (cause) =>
          Effect.as(
            Effect.logError("the page of a 404 could not be made", cause),
            Responses.failed(failure, id)
          )
        )
      : Effect.succeed(Responses.failed(failure, id))

  /** The response to whatever went wrong; none when the client has gone. */
  const recover = (
    cause: Cause.Cause<unknown>,
    request: Request,
    route: Option.Option<Routes.Route>,
    call: Call.Call
  ) =>
    Effect.flatMap(
      report(cause, call),
      Option.match({
        onNone: () => Effect.failCause(Cause.interrupt(HttpServerError.clientAbortFiberId)),
        onSome: (failure) => respond(failure, request, route, call)
      })
    )

  const common = commonHeaders(sandbox)

  /** A stopping process also ends the connection. */
  const withCommonHeaders = (response: HttpServerResponse.HttpServerResponse, id: string) =>
    HttpServerResponse.setHeaders(response, {
      ...common,
      [requestIdHeader]: id,
      ...(lifecycle.isDraining() ? { connection: "close" } : {})
    })

  const serverSpan = ({ headers, method }: Request, route: Option.Option<Routes.Route>, id: string) =>
    span(Option.isNone(route) ? method : `${method} ${route.value.path}`, () => ({
      kind: "server",
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput(headers))),
      attributes: {
        ...where,
        [Attributes.requestMethod]: method,
        ...(Option.isNone(route) ? {} : { [Attributes.route]: route.value.path }),
        [Attributes.requestId]: id
      }
    }))

  /** A preflight, 404 and 405 come before anything else; the library's router would forgive other spellings. */
  const routed = <E, R>(
    method: string,
    path: string,
    route: Option.Option<Routes.Route>,
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E | Failure, R> => {
    if (method === "OPTIONS") return Effect.succeed(path === Routes.mcp ? mcpPreflight : preflight)
    if (Option.isNone(route)) return Routes.isSandbox(path) ? app : Responses.notFound
    return route.value.methods.includes(method) ? app : Responses.methodNotAllowed(route.value)
  }

  return RequestPipeline.of({
    answer: (request, app) =>
      withClock((clock) => {
        const { arrived = clock.nanos(), headers, method, url } = request
        const call = Call.make(requestId(headers[requestIdHeader]), arrived)
        const path = Routes.pathOf(url)
        const route = Routes.find(path)
        const target = Option.match(route, {
          onNone: () => AccessLog.unrouted(path),
          onSome: ({ path }) => ({ route: path })
        })

        const finish = (status: number | undefined) => {
          // A call by another protocol may have failed within a response that says 200.
          const ended = call.failedWith ?? status
          const entry = accessLog.end(call, { method, target, status: ended }, clock.nanos())
          const annotated = annotate(() => ending(call, ended))
          return entry === undefined ? annotated : Effect.zipRight(annotated, DirectLog.write(...entry))
        }

        return Effect.uninterruptibleMask((restore) =>
          restore(routed(method, path, route, app)).pipe(
            Effect.catchAllCause((cause) => recover(cause, request, route, call)),
            Effect.map((response) => withCommonHeaders(response, call.id)),
            Effect.exit,
            Effect.flatMap((exit) =>
              Effect.zipRight(finish(Exit.isSuccess(exit) ? exit.value.status : undefined), exit)
            ),
            Call.within(call),
            serverSpan(request, route, call.id),
            lifecycle.track
          )
        )
      })
  })
})

/** The pipeline of this process, and the same around the Api's own server. */
export const layer = HttpApiBuilder.middleware(
  Effect.map(
    RequestPipeline,
    ({ answer }) =>
      (app) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => answer(request, app))
  )
).pipe(Layer.provideMerge(Layer.effect(RequestPipeline, make)))
