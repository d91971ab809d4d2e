/**
 * The outermost room of a request: gives it its id and its span, turns every failure into its answer, puts on
 * every answer the headers that every answer has, and writes the log line.
 */
import {
  HttpApiBuilder,
  type HttpApp,
  HttpServerError,
  HttpServerRequest,
  HttpServerResponse,
  HttpTraceContext
} from "@effect/platform"
import { Cause, Clock, Effect, HashSet, Option } from "effect"
import { InternalError, isFailure } from "../Api/Failure.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { Challenges } from "../Payment/Challenge.ts"
import { Settings } from "../Settings.ts"
import * as AccessLog from "../Telemetry/AccessLog.ts"
import * as Attributes from "../Telemetry/Attributes.ts"
import * as Call from "../Telemetry/Call.ts"
import * as RequestMetrics from "../Telemetry/RequestMetrics.ts"
import { annotate, span } from "../Telemetry/Span.ts"
import { Capacity } from "./Capacity.ts"
import * as Failures from "./Failures.ts"
import { answerHeaders, preflight, requestId } from "./Headers.ts"

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
  const capacity = yield* Capacity
  const challenges = yield* Challenges
  const lifecycle = yield* Lifecycle
  const { listen, sandbox } = yield* Settings
  const publicUrl = new URL(listen.publicUrl)
  const where = { [Attributes.urlScheme]: publicUrl.protocol.slice(0, -1), ...Attributes.server(publicUrl) }

  /** The answer to whatever went wrong; none when there is nobody to answer. */
  const recover = (cause: Cause.Cause<unknown>, call: Call.Call) =>
    Effect.gen(function* () {
      if (isGone(cause)) {
        call.outcome = "client_gone"
        return yield* Effect.failCause(Cause.interrupt(HttpServerError.clientAbortFiberId))
      }
      const error = Cause.squash(cause)
      const failure = Failures.translate(error)
      if (!isFailure(failure)) {
        call.outcome = internal._tag
        yield* Effect.logError("unexpected failure", cause).pipe(Effect.annotateLogs({ requestId: call.id }))
        return Failures.respond(internal, call.id)
      }
      call.outcome = failure._tag
      const unpaid = failure._tag === "PAYMENT_REQUIRED" ? challenges.unpaid(failure, call.id) : undefined
      return unpaid === undefined ? Failures.respond(failure, call.id) : Failures.unpaid(unpaid)
    })

  /** Every answer's headers. A stopping process also ends the connection. */
  const dress = (response: HttpServerResponse.HttpServerResponse, id: string) =>
    Effect.map(lifecycle.draining, (draining) =>
      HttpServerResponse.setHeaders(response, {
        ...answerHeaders(sandbox, id),
        ...(draining ? { connection: "close" } : {})
      })
    )

  return (app: HttpApp.Default) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const id = requestId(request.headers["x-request-id"])
      const call = Call.make(id)
      const started = yield* Clock.currentTimeNanos
      const path = pathOf(request.url)
      const route = Failures.routeOf(path)
      const isSale = route !== undefined && challenges.byPath.has(route)

      const finish = (status: number | undefined) =>
        Effect.flatMap(Clock.currentTimeNanos, (now) => {
          const millis = Number(now - started) / 1e6
          RequestMetrics.count(call, status, millis)
          return Effect.zipRight(
            annotate(ending(call, status)),
            AccessLog.log(call, { method: request.method, path, status, millis })
          )
        })

      const answer =
        request.method === "OPTIONS"
          ? Effect.succeed(HttpServerResponse.empty({ status: 204, headers: preflight }))
          : Effect.catchAllCause(isSale ? capacity.admit(app) : app, (cause) => recover(cause, call))

      return yield* answer.pipe(
        Effect.flatMap((response) => dress(response, id)),
        Effect.onExit((exit) => finish(exit._tag === "Success" ? exit.value.status : undefined)),
        Effect.provideService(Call.CurrentCall, call),
        span(route === undefined ? request.method : `${request.method} ${route}`, {
          kind: "server",
          parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(request.headers)),
          attributes: {
            ...where,
            [Attributes.requestMethod]: request.method,
            ...(route === undefined ? {} : { [Attributes.route]: route }),
            [Attributes.requestId]: id
          }
        }),
        lifecycle.track
      )
    })
})

/** The edge around the whole Api. */
export const layer = HttpApiBuilder.middleware(make)
