/**
 * The process that plays facilitator and providers, and its orders.
 */
import { fileURLToPath } from "node:url"
import { Effect, Schema } from "effect"
import { freePort } from "../../process/FreePort.ts"
import { because } from "../Failure.ts"
import * as Child from "./Child.ts"
import type { Cores } from "./Cores.ts"

/** What was asked of it; `held` are the answers that it holds back. */
export const Counts = Schema.Struct({
  verify: Schema.Number,
  settle: Schema.Number,
  provider: Schema.Number,
  held: Schema.Number
})

/** What it is told: milliseconds that a provider, `verify` or `settle` takes, and whether all answers are held back. */
export interface Orders {
  readonly delays?: Readonly<Record<string, number>>
  readonly hold?: boolean
}

const program = fileURLToPath(new URL("./stub.js", import.meta.url))

const call = (url: string, orders?: Orders) =>
  Effect.tryPromise({
    try: async (): Promise<unknown> => {
      const response = await fetch(
        `${url}/control`,
        orders === undefined ? {} : { method: "POST", body: JSON.stringify(orders) }
      )
      return response.json()
    },
    catch: because("the stub")
  })

/** Starts it; it ends with the scope. */
export const start = (directory: string, cores: Cores) =>
  Effect.gen(function* () {
    const port = yield* freePort
    const url = `http://127.0.0.1:${port}`
    const child = yield* Child.run({
      name: "stub",
      words: [program, String(port)],
      environment: {},
      core: cores.stub,
      log: `${directory}/stub.log`,
      probed: false
    })
    yield* Child.ready(child, `${url}/control`)
    return {
      port,
      url,
      counts: Effect.flatMap(call(url), (reply) =>
        Effect.mapError(Schema.decodeUnknown(Counts)(reply), because("the stub"))
      ),
      order: (orders: Orders) => Effect.asVoid(call(url, orders))
    }
  })

/** The running stub. */
export type Stub = Effect.Effect.Success<ReturnType<typeof start>>
