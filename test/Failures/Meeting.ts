/**
 * What comes of it when the operations of a service meet a fault: all at the same time, a paid call each.
 */
import { Effect, Schema } from "effect"
import { nextBuyer, payment } from "../support/Buyer.ts"
import { answer, type Fault, faultServer } from "../support/FaultServer.ts"
import type { Cell } from "./Expected.ts"
import { movedTo, type Play } from "./Faults.ts"
import { type Operation, providers } from "./Operation.ts"
import { ask, serve } from "./Service.ts"
import { says } from "./Words.ts"

/** Paths of the fault server begin with the name of the provider. */
const addresses = (origin: string) =>
  Object.entries(providers).map(([provider, { variable }]) => [variable, `${origin}/${provider}`] as const)

/** Providers that misbehave in these operations alone. */
const misbehaving =
  (operations: ReadonlyArray<Operation>, play: Play): Fault =>
  (response, request) => {
    const url = request.url ?? ""
    const found = (url: string) => operations.find(({ own }) => url.startsWith(own))
    const moved = url.startsWith(movedTo) ? found(url.slice(movedTo.length)) : undefined
    if (moved !== undefined) return says(200, () => moved.replies.good)(response, request)
    const own = found(url)
    if (own !== undefined) return play(own.replies)?.(response, request)
    const others = operations.flatMap(({ others = {} }) => Object.entries(others))
    const other = others.find(([path]) => url.startsWith(path))
    return (other?.[1] ?? answer(404))(response, request)
  }

const Failure = Schema.Struct({ code: Schema.String, retryable: Schema.Boolean })

const cellOf = ({ status, headers, told: { body } }: Effect.Effect.Success<ReturnType<typeof ask>>): Cell => {
  const retryAfter = headers.get("retry-after")
  return {
    status,
    ...(body.error === undefined ? {} : Schema.decodeUnknownSync(Failure)(body.error)),
    ...(retryAfter === null ? {} : { retryAfter: Number(retryAfter) }),
    charged: headers.has("payment-response")
  }
}

/** The answers by operation, what the service told besides, and what each operation's provider was sent. */
export const meet = (operations: Readonly<Record<string, Operation>>, play: Play, deadline: string) =>
  Effect.gen(function* () {
    const all = Object.values(operations)
    const { origin, requests } = yield* faultServer(misbehaving(all, play))
    const unreachable = all
      .filter(({ replies }) => play(replies) === undefined)
      .map(({ provider }) => [providers[provider].variable, "http://127.0.0.1:1"] as const)
    const { url, lines, spans } = yield* serve({
      ...Object.fromEntries([...addresses(origin), ...unreachable]),
      PROVIDER_DEADLINE: deadline
    })
    const calls = yield* Effect.forEach(
      Object.entries(operations),
      ([name, operation]) =>
        Effect.gen(function* () {
          const { amount, body, path } = operation
          const header = yield* Effect.promise(() => payment({ amount, account: nextBuyer() }))
          const answer = yield* ask(`${url}${path}`, header, JSON.stringify(body))
          return { name, operation, header, ...answer, cell: cellOf(answer) }
        }),
      { concurrency: "unbounded" }
    )
    return {
      lines,
      spans,
      calls: calls.map((call) => ({
        ...call,
        asked: requests
          .filter(({ url = "" }) => url.startsWith(call.operation.own))
          .map(({ url, headers }) => `${url} ${JSON.stringify(headers)}`)
      }))
    }
  }).pipe(Effect.scoped)

export type Meeting = Effect.Effect.Success<ReturnType<typeof meet>>
