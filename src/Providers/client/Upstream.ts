/**
 * The client that all providers share: one deadline, at most one retry, at most one redirect, a body limit, typed
 * errors, and spans without queries and keys. A provider adds three steps: it builds the request, decodes the reply,
 * and normalises it.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import { Pauses } from "../../Pauses.ts"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import * as Call from "../../Telemetry/Call.ts"
import {
  type ProviderBadResponse,
  type ProviderError,
  ProviderUnavailable,
  type QueryRefused
} from "../Errors.ts"
import * as Bulkhead from "./Bulkhead.ts"
import type { Circuit } from "./CircuitBreaker.ts"
import * as Circuits from "./Circuits.ts"
import type { Limit } from "./Condition.ts"
import * as Deadline from "./Deadline.ts"
import { asOperation } from "./Deadline.ts"
import { deadlinePassed, exchange, final, type Reply } from "./Exchange.ts"
import { measured } from "./Metrics.ts"
import { follow } from "./Redirects.ts"
import type { SecretQuery } from "./RedirectTarget.ts"
import { decodeJson } from "./ReplyBody.ts"
import { retryOnce } from "./Retry.ts"
import { statusError } from "./StatusError.ts"

export type { Reply } from "./Exchange.ts"

/** A provider and how we call it. */
export interface UpstreamOptions {
  readonly provider: ProviderSlug
  /** Origin plus optional path prefix, with or without a slash at the end: `https://api.frankfurter.dev`. */
  readonly baseUrl: string
  /** The longest time of an operation, from its first connection to its last byte. */
  readonly deadline: Duration.DurationInput
  /** The `User-Agent`, with a contact: `almanac/0.1.0 (mailto:ops@example.org)`. */
  readonly userAgent: string
  /** Keys and other secrets. They never reach a span, an error or another origin. */
  readonly secrets?: {
    readonly headers?: Readonly<Record<string, Redacted.Redacted>>
    readonly query?: SecretQuery
  }
  /** How long a circuit stays open when the provider named no time. Default: 30 seconds. */
  readonly cooldown?: Duration.DurationInput
  /** Whether one throttled call opens the circuit though it names no time. Default: false. */
  readonly throttleOpens?: boolean
  /** Runs before every request, retries included: pacing. */
  readonly before?: Effect.Effect<void, ProviderError>
  /** Whether one redirect is followed. A redirect of Census means a refused key. Default: true. */
  readonly followRedirect?: boolean
}

/** A GET of `path` below the base URL. */
export interface UpstreamRequest {
  /** With a leading slash; its segments are already percent-encoded. */
  readonly path: string
  /** The path for spans, where it has parts that a caller chose: `/works/{doi}`. Default: the path itself. */
  readonly template?: string
  readonly query?: Readonly<Record<string, string>>
  /** Statuses besides success that the provider's code reads itself. They cause no error and no retry. */
  readonly accept?: ReadonlyArray<number>
}

/** Sends a request within the operation around it. */
export type Get = (request: UpstreamRequest) => Effect.Effect<Reply, ProviderError>

/** The client of one provider. */
export interface Upstream {
  /**
   * Runs a named operation (`frankfurter.latest`) with one span and one deadline over all of `use`. An operation inside
   * another shares the other's deadline. A refused query counts as an answer, and its span as a success. While the
   * operation's circuit is open, the operation fails at once.
   */
  readonly operation: <A, E extends ProviderError | QueryRefused>(
    name: string,
    use: (get: Get) => Effect.Effect<A, E>
  ) => Effect.Effect<A, E | ProviderError>
  /** Opens the circuit of an operation, because the provider has said that calls are useless. */
  readonly suspend: (name: string, error: ProviderError) => Effect.Effect<void>
  /** Notes that calls of an operation meet a limit for a while, although they are sent. */
  readonly limit: (name: string, limit: Limit) => Effect.Effect<void>
  /** Parses the JSON of a reply and decodes it. */
  readonly decode: <A, I>(
    schema: Schema.Schema<A, I>
  ) => (reply: Reply) => Effect.Effect<A, ProviderBadResponse>
  /** The error of an accepted status whose reply is not the expected one. */
  readonly unexpected: (reply: Reply) => Effect.Effect<never, ProviderError>
}

/** How long a circuit stays open by default when the provider named no time. */
export const defaultCooldown = Duration.seconds(30)

/** Appends the path of the request to the base URL. */
const requestUrl = (base: URL, request: UpstreamRequest, secrets: SecretQuery): URL => {
  const url = new URL(base)
  url.pathname = base.pathname.replace(/\/$/, "") + request.path
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.append(name, value)
  for (const [name, value] of Object.entries(secrets)) url.searchParams.append(name, Redacted.value(value))
  return url
}

/** Why an operation has failed; a refused query is an answer. */
const reasonOf = (exit: Exit.Exit<unknown, ProviderError | QueryRefused>): string | undefined => {
  const failure = Option.flatMap(Exit.causeOption(exit), Cause.failureOption)
  return Option.isSome(failure) && failure.value._tag !== "QueryRefused" ? failure.value.reason : undefined
}

/** Makes the client of one provider. Settings have validated `baseUrl`, so a malformed one is a defect. */
export const make = (options: UpstreamOptions): Effect.Effect<Upstream, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const { provider } = options
    const base = new URL(options.baseUrl)
    const prefix = base.pathname.replace(/\/$/, "")
    const deadline = Duration.decode(options.deadline)
    const secretQuery = options.secrets?.query ?? {}

    const client = yield* HttpClient.HttpClient
    const ourHeaders = {
      accept: "application/json",
      "accept-encoding": "gzip, br",
      "user-agent": options.userAgent
    }
    const headersToBase = { ...ourHeaders, ...Record.map(options.secrets?.headers ?? {}, Redacted.value) }

    const before =
      options.before === undefined
        ? Effect.void
        : Deadline.enforce(deadlinePassed(provider))(Effect.mapError(options.before, final))

    const get = (request: UpstreamRequest, onStatus: (status: number) => void) =>
      Effect.suspend(() => {
        const from = requestUrl(base, request, secretQuery)
        let sent = 0
        const send = (url: URL) =>
          Effect.zipRight(
            before,
            Effect.suspend(() =>
              exchange(client, {
                provider,
                url,
                template: url === from ? `${prefix}${request.template ?? request.path}` : undefined,
                headers: url.origin === base.origin ? headersToBase : ourHeaders,
                accept: request.accept ?? [],
                resendCount: sent++,
                onStatus
              })
            )
          )
        const follower = { provider, secretQuery, enabled: options.followRedirect ?? true }
        return retryOnce(deadline)(follow(follower, from, send))
      }).pipe(Effect.mapError((failure) => failure.error))

    const bulkhead = Bulkhead.make(provider, yield* Bulkhead.MostCalls)
    const circuits = Option.getOrElse(yield* Effect.serviceOption(Circuits.Circuits), Circuits.make)
    const pauses = yield* Effect.serviceOption(Pauses)
    /** Asks nothing while the operator has paused the provider. */
    const unlessPaused = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | ProviderError> => {
      const pause = Option.getOrUndefined(pauses)?.ofProvider(provider)
      return pause === undefined
        ? effect
        : new ProviderUnavailable({
            provider,
            retryAfter: pause.retryAfter,
            reason: "paused by the operator"
          })
    }
    const circuitOf = (operation: string): Circuit =>
      circuits.of(provider, {
        operation,
        cooldown: Duration.decode(options.cooldown ?? defaultCooldown),
        throttleOpens: options.throttleOpens ?? false
      })

    return {
      operation: <A, E extends ProviderError | QueryRefused>(
        name: string,
        use: (get: Get) => Effect.Effect<A, E>
      ) =>
        Effect.suspend(() => {
          const asked: Array<string> = []
          let status: number | undefined
          const recorded: Get = (request) => {
            asked.push(request.path, ...Object.values(request.query ?? {}))
            return get(request, (came) => {
              status = came
            })
          }
          // From the inside to the outside: what is refused by an outer step is unknown to the inner ones.
          return use(recorded).pipe(
            measured(name),
            circuitOf(name).guard(() => asked.join(" ")),
            asOperation(name, deadline),
            bulkhead,
            unlessPaused,
            Call.noteQuestionOf((exit) => ({ provider, operation: name, status, reason: reasonOf(exit) }))
          )
        }),
      suspend: (name, error) => circuitOf(name).open(error),
      limit: (name, limit) => circuitOf(name).limit(limit),
      decode: (schema) => decodeJson(provider, schema),
      unexpected: (reply) => Effect.flip(statusError(provider, reply))
    }
  })
