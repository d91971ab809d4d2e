/** Replies and scripts for the tests of a provider, and a clock that runs as fast as the calls allow. */
import { HttpClientError, HttpClientRequest } from "@effect/platform"
import type { HttpClient } from "@effect/platform/HttpClient"
import { Chunk, Effect, Fiber, Layer, TestClock } from "effect"
import { HostLookup } from "../../../src/Providers/client/PublicAddress.ts"
import { type Script, type ScriptedClient, scriptedClient } from "./ScriptedClient.ts"

/** Makes the response anew for each call, since a body can be read once. */
export type Reply = () => Response

/** The name that all providers are asked under. */
export const userAgent = "almanac/0.1.0 (mailto:test@example.org)"

/** A reply; a body of "" is none. */
export const reply =
  (status: number, body: string | null = "", headers: Readonly<Record<string, string>> = {}): Reply =>
  () =>
    new Response(body === "" ? null : body, { status, headers })

/** A recorded reply. */
export const replay = (recorded: {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}) => reply(recorded.status, recorded.body, recorded.headers)

/** The same reply to every call. */
export const always =
  (answer: Reply): Script =>
  () =>
    Effect.sync(answer)

/** The first reply to the first call, and so on; the last stays. */
export const inTurn =
  (...replies: readonly [Reply, ...ReadonlyArray<Reply>]): Script =>
  (_, count) =>
    Effect.sync(replies[Math.min(count, replies.length) - 1] ?? replies[0])

/** A connection that fails with a code of Node's or undici's. */
export const failing =
  (code: string): Script =>
  (url) =>
    Effect.fail(
      new HttpClientError.RequestError({
        request: HttpClientRequest.get(url),
        reason: "Transport",
        cause: Object.assign(new Error(code), { code })
      })
    )

/** A layer over a script. Every host that a redirect names is a public one. */
export const over = <A, R>(layer: Layer.Layer<A, never, R>, client: ScriptedClient) =>
  Layer.provide(layer, Layer.merge(client.layer, Layer.succeed(HostLookup, lookup)))

const lookup = () => Effect.succeed(["93.184.215.14"])

/** Moves the test clock from one alarm to the next, until a fibre is done. */
const passTime = <A, E>(running: Fiber.RuntimeFiber<A, E>): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* TestClock.adjust(0)
    const alarms = yield* TestClock.sleeps()
    if (running.unsafePoll() !== null || Chunk.isEmpty(alarms)) return
    yield* TestClock.setTime(Math.min(...alarms))
    yield* passTime(running)
  })

/** Runs an effect against a script: its outcome, and the calls that went out. */
export const observe = <A, E, Port>(
  script: Script,
  layer: Layer.Layer<Port, never, HttpClient>,
  effect: Effect.Effect<A, E, Port>
) =>
  Effect.gen(function* () {
    const client = scriptedClient(script)
    const running = yield* Effect.fork(
      effect.pipe(
        Effect.provide(Layer.provide(layer, client.layer)),
        Effect.provideService(HostLookup, lookup)
      )
    )
    yield* passTime(running)
    return { outcome: yield* Fiber.join(running), calls: client.calls }
  })
