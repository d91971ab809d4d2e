/**
 * Everything around the service, in one piece: a clock, a chain with its node, a facilitator, a provider, a database.
 * What is counted here is what the report tells.
 */
import { Effect, Runtime } from "effect"
import * as Journal from "../buyers/Journal.ts"
import { settings as prices } from "../oracle/Requests.ts"
import { payTo } from "../oracle/Terms.ts"
import * as SteeredClock from "../service/SteeredClock.ts"
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

/** The providers of a history's requests, as the settings name them. */
const providers = [
  "FRANKFURTER",
  "NAGER",
  "OPEN_METEO",
  "COINGECKO",
  "GDELT",
  "OPENALEX",
  "CROSSREF",
  "WIKIDATA"
]

/** Milliseconds of the world's clock after which a pending transfer is carried out. */
const landing = 20_000

/**
 * A database's server, whether the services may ask the chain, and whether they have a database of their own, within
 * the process. `redis`: the server that they share, by URL.
 */
export interface Options {
  readonly server: Database.Server
  readonly hasNode: boolean
  readonly isEmbedded: boolean
  readonly redis: string | undefined
  readonly tally: Tally
}

/** A world without a service. */
export const make = ({ server, hasNode, isEmbedded, redis, tally }: Options) =>
  Effect.gen(function* () {
    const clock = SteeredClock.make()
    let journal = Journal.make()
    let hold: (station: Station) => Promise<void> = () => Promise.resolve()
    const chain = Chain.make(clock.now, ({ nonce }) => journal.charge(nonce))

    const databaseUrl = yield* isEmbedded ? Effect.succeed("") : Database.make(server)
    const way = yield* isEmbedded
      ? Effect.succeed(DatabaseWay.none)
      : DatabaseWay.make(databaseUrl, clock.now, () => {
          journal.tick()
        })
    const stub = FacilitatorStub.make(
      chain,
      clock.now,
      {
        verifying: (fault, asked) => {
          tally.add("verify", fault)
          journal.verify(asked)
          journal.arrive("verify", asked.payer)
        },
        settling: (fault, asked) => {
          tally.add("settle", fault)
          journal.settle(asked)
          journal.arrive("settle", asked.payer)
        },
        replying: (nonce) => journal.reply(nonce),
        before: (station) => hold(station),
        canDoubt: () => hasNode || way.isWhole()
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
    /** Whoever is asked is at work: it is not quiet. */
    const working =
      <Arguments extends ReadonlyArray<string>, Reply>(answer: (...asked: Arguments) => Promise<Reply>) =>
      async (...asked: Arguments) => {
        journal.tick()
        const reply = await answer(...asked)
        journal.tick()
        return reply
      }
    const facilitator = yield* listen(working(stub.answer))
    const nodeServer = yield* listen((_, body) => {
      journal.tick()
      return node.answer(body)
    })
    const providerServer = yield* listen(working((path: string) => provider.answer(path)))
    // Never cut: what Redis is asked is waited for.
    const redisWay = yield* redis === undefined
      ? Effect.succeed(DatabaseWay.none)
      : DatabaseWay.make(redis, clock.now, () => {
          journal.tick()
        })
    let query: Database.Query = yield* isEmbedded
      ? Effect.succeed(Database.none)
      : Database.connection(databaseUrl)

    /** The settings of a service in this world. */
    const environment = {
      X402_PAY_TO: payTo,
      CONTACT: "mailto:prover@example.org",
      X402_FACILITATOR_URL: facilitator.url,
      X402_FACILITATOR_VERIFY_TIMEOUT: "2 seconds",
      X402_FACILITATOR_SETTLE_TIMEOUT: "4 seconds",
      ...Object.fromEntries(providers.map((name) => [`${name}_URL`, providerServer.url])),
      GDELT_PACE: "1 millis",
      ...prices,
      ...(isEmbedded ? { DATA_DIR: "memory://" } : { DATABASE_URL: way.url }),
      ...(redis === undefined ? {} : { REDIS_URL: redisWay.url }),
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
      /** Whether a server outside of this process works on something. */
      isAtWork: () => way.isAtWork() || redisWay.isAtWork(),
      databaseUrl,
      /** Asks the ledger's database beside the services. */
      query: (...asked: Parameters<Database.Query>) => query(...asked),
      /** An embedded database is asked by the service whose it is. */
      askBy: (next: Database.Query) => {
        query = next
      },
      environment,
      hasNode,
      isEmbedded,
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
