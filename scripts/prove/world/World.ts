/**
 * Everything around the service, in one piece: a clock, a chain with its node, a facilitator, a provider, a database.
 * What is counted here is what the report tells.
 */
import { Effect, Runtime } from "effect"
import * as Journal from "../Journal.ts"
import { payTo } from "../oracle/Terms.ts"
import * as SteeredClock from "../SteeredClock.ts"
import type { Tally } from "../Tally.ts"
import * as Chain from "./Chain.ts"
import * as Database from "./Database.ts"
import * as DatabaseWay from "./DatabaseWay.ts"
import * as FacilitatorStub from "./FacilitatorStub.ts"
import { listen } from "./Listener.ts"
import * as ProviderStub from "./ProviderStub.ts"
import * as RpcNode from "./RpcNode.ts"

/** Where a call can be held back. */
export type Station = "verify" | "settle" | "settle, moved" | "provider"

/** Milliseconds of the world's clock after which a pending transfer is carried out. */
const landing = 20_000

/** A database's server, and whether the services may ask the chain. */
export interface Options {
  readonly server: string
  readonly hasNode: boolean
  readonly tally: Tally
}

/** A world without a service. */
export const make = ({ server, hasNode, tally }: Options) =>
  Effect.gen(function* () {
    const clock = SteeredClock.make()
    const chain = Chain.make(clock.now)
    let journal = Journal.make()
    let hold: (station: Station) => Promise<void> = () => Promise.resolve()

    const stub = FacilitatorStub.make(
      chain,
      clock.now,
      {
        verifying: (payer, fault) => {
          tally.add("verify", fault)
          journal.arrive("verify", payer)
        },
        settling: (fault, asked) => {
          tally.add("settle", fault)
          journal.settle(asked)
          journal.arrive("settle", asked.payer)
        },
        before: (station) => hold(station)
      },
      landing
    )
    const node = RpcNode.make(chain)
    const provider = ProviderStub.make({
      asked: (fault) => {
        tally.add("provider", fault)
        journal.arrive("provider", "")
      },
      before: () => hold("provider")
    })
    const facilitator = yield* listen(stub.answer)
    const nodeServer = yield* listen((_, body) => {
      journal.tick()
      return node.answer(body)
    })
    const providerServer = yield* listen((path) => provider.answer(path))
    const databaseUrl = yield* Database.make(server)
    const way = yield* DatabaseWay.make(databaseUrl, () => {
      journal.tick()
    })
    const query = yield* Database.connection(databaseUrl)

    /** The settings of a service in this world. */
    const environment = {
      X402_PAY_TO: payTo,
      CONTACT: "mailto:prover@example.org",
      X402_FACILITATOR_URL: facilitator.url,
      X402_FACILITATOR_VERIFY_TIMEOUT: "2 seconds",
      X402_FACILITATOR_SETTLE_TIMEOUT: "4 seconds",
      FRANKFURTER_URL: providerServer.url,
      NAGER_URL: providerServer.url,
      DATABASE_URL: way.url,
      ...(hasNode ? { X402_RPC_URL: nodeServer.url } : {})
    }

    const runtime = yield* Effect.runtime<never>()

    return {
      clock,
      /** Runs an effect from where promises are spoken. */
      run: <A, E>(effect: Effect.Effect<A, E>) => Runtime.runPromise(runtime)(effect),
      chain,
      facilitator: stub,
      facilitatorServer: facilitator,
      node,
      nodeUrl: nodeServer.url,
      provider,
      way,
      databaseUrl,
      query,
      environment,
      hasNode,
      tally,
      journal: () => journal,
      /** Begins a new journal. */
      turn: () => {
        journal = Journal.make()
        return journal
      },
      /** Holds calls back at a station until the promise is kept. */
      hold: (next: (station: Station) => Promise<void>) => {
        hold = next
      }
    }
  })
export type World = Effect.Effect.Success<ReturnType<typeof make>>
