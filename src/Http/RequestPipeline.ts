/**
 * The outermost room of a request: gives it its id and its span, turns every failure into its answer, puts on
 * every answer the headers that every answer has, and writes the log line.
 */
import {
  Headers,
  HttpApiBuilder,
  HttpServerError,
  HttpServerRequest,
  HttpServerResponse,
  HttpTraceContext
} from "@effect/platform"
import { Cause, Context, Effect, FiberRef, HashSet, Layer, Option } from "effect"
import { type Failure, InternalError, isFailure } from "../Api/Failure.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { Challenges } from "../Payment/challenge/Challenge.ts"
import { clockOf } from "../Runtime/Clock.ts"
import { Settings } from "../Settings.ts"
import * as AccessLog from "../Telemetry/AccessLog.ts"
import * as Attributes from "../Telemetry/Attributes.ts"
import * as Call from "../Telemetry/Call.ts"
import * as DirectLog from "../Telemetry/DirectLog.ts"
import { annotate, span } from "../Telemetry/Span.ts"
import * as Failures from "./Failures.ts"
import { answerHeaders, preflight, requestId } from "./Headers.ts"

/** What is read of a request here; the names of headers in lower case. */
export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

/** The room around everything that answers. */
export class RequestPipeline extends Context.Tag("almanac/RequestPipeline")<
  RequestPipeline,
  {
    /**
     * The answer to a request, from what an application makes of it, however that ends; nothing but the client's
     * hanging up leaves it without one. To be run by a fibre that does nothing else: the call is its own to the end.
     */
    readonly answer: <E, R>(
      request: Request,
      app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>
  }
>() {}

const internal = new InternalError({ message: "Something went wrong on our side; nothing was charged." })

const isGone = (cause: Cause.Cause<unknown>) =>
  HashSet.has(Cause.interruptors(cause), HttpServerError.clientAbortFiberId)

const pathOf = (url: string) => url.replace(/[?#].*$/s, "").slice(0, 120)

/** What a request's span tells at its end. A refusal is no error of ours: only from 500 on there is an error type. */
const ending = ({ capability, outcome }: Call.Call, status: number | undefined) => ({
  ...(status === undefined ? {} : { [Attributes.statusCode]: status }),
  ...(status === undefined || status >= 500
    ? { [Attributes.errorType]: outcome ?? String(status ?? "interrupted") }
    : {}),
  ...(capability === undefined ? {} : { [Attributes.capability]: capability }),
  [Attributes.outcome]: outcome ?? "ok"
})

const make = Effect.gen(function* () {
  const challenges = yield* Challenges
  const lifecycle = yield* Lifecycle
  const { listen, sandbox } = yield* Settings
  const publicUrl = new URL(listen.publicUrl)
  const where = { [Attributes.urlScheme]: publicUrl.protocol.slice(0, -1), ...Attributes.server(publicUrl) }

  const refuse = (failure: Failure, call: Call.Call) => {
    call.outcome = failure._tag
    const unpaid = failure._tag === "PAYMENT_REQUIRED" ? challenges.unpaid(failure, call.id) : undefined
    return unpaid === undefined ? Failures.respond(failure, call.id) : Failures.unpaid(unpaid)
  }

  /** The answer to whatever went wrong; none when there is nobody to answer. */
  const recover = (cause: Cause.Cause<unknown>, call: Call.Call) => {
    if (isGone(cause)) {
      call.outcome = "client_gone"
      return Effect.failCause(Cause.interrupt(HttpServerError.clientAbortFiberId))
    }
    const failure = Failures.translate(Cause.squash(cause))
    if (isFailure(failure)) return Effect.succeed(refuse(failure, call))
    return Effect.logError("unexpected failure", cause).pipe(
      Effect.annotateLogs({ requestId: call.id }),
      Effect.as(refuse(internal, call))
    )
  }

  /** Every answer's headers. A stopping process also ends the connection. */
  const dress = (response: HttpServerResponse.HttpServerResponse, id: string) =>
    HttpServerResponse.setHeaders(response, {
      ...answerHeaders(sandbox, id),
      ...(lifecycle.unsafeDraining() ? { connection: "close" } : {})
    })

  const spanOf = ({ headers, method }: Request, route: string | undefined, id: string) =>
    span(route === undefined ? method : `${method} ${route}`, () => ({
      kind: "server",
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput(headers))),
      attributes: {
        ...where,
        [Attributes.requestMethod]: method,
        ...(route === undefined ? {} : { [Attributes.route]: route }),
        [Attributes.requestId]: id
      }
    }))

  return RequestPipeline.of({
    answer: (request, app) =>
      Effect.withFiberRuntime((fiber) => {
        const clock = clockOf(fiber)
        const { headers, method, url } = request
        const call = Call.make(requestId(headers["x-request-id"]), clock.unsafeCurrentTimeNanos())
        const path = pathOf(url)
        const route = Failures.routeOf(path)
        lifecycle.unsafeTrack(fiber)

        const finish = (status: number | undefined) =>
          Effect.suspend(() =>
            Effect.zipRight(
              annotate(() => ending(call, status)),
              DirectLog.write(
                ...AccessLog.end(call, { method, path, status }, clock.unsafeCurrentTimeNanos())
              )
            )
          )

        const answered =
          method === "OPTIONS"
            ? Effect.succeed(HttpServerResponse.empty({ status: 204, headers: preflight }))
            : app

        const mine = Effect.withFiberRuntime<void>(({ currentContext }) =>
          FiberRef.set(FiberRef.currentContext, Context.add(currentContext, Call.CurrentCall, call))
        )
        const whole = Effect.uninterruptibleMask((restore) =>
          Effect.matchCauseEffect(restore(answered), {
            onFailure: (cause) => recover(cause, call),
            onSuccess: Effect.succeed
          }).pipe(
            Effect.matchCauseEffect({
              onFailure: (cause) => Effect.zipRight(finish(undefined), Effect.failCause(cause)),
              onSuccess: (response) => {
                const dressed = dress(response, call.id)
                return Effect.as(finish(dressed.status), dressed)
              }
            })
          )
        )
        return spanOf(request, route, call.id)(Effect.zipRight(mine, whole))
      })
  })
})

/** The edge of this process, and the same around the whole Api's own server. */
export const layer = HttpApiBuilder.middleware(
  Effect.map(
    RequestPipeline,
    ({ answer }) =>
      (app) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => answer(request, app))
  )
).pipe(Layer.provideMerge(Layer.effect(RequestPipeline, make)))
