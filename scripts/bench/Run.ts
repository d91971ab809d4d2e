/**
 * A run from the bundle to the results.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Console, DateTime, Duration, Effect, Option } from "effect"
import { BenchFailure, because } from "./Failure.ts"
import { newRates, newSearch } from "./load/Call.ts"
import type { OfferTerms } from "./load/Challenges.ts"
import * as Machine from "./Machine.ts"
import type { Options } from "./Options.ts"
import * as Profiles from "./report/Profiles.ts"
import type { Footprint, Results } from "./report/Results.ts"
import * as Bursts from "./scenarios/Bursts.ts"
import * as Composite from "./scenarios/Composite.ts"
import * as Correctness from "./scenarios/Correctness.ts"
import * as Crowds from "./scenarios/Crowds.ts"
import * as Growth from "./scenarios/Growth.ts"
import * as Latency from "./scenarios/Latency.ts"
import * as Rounds from "./scenarios/Rounds.ts"
import { megabyte } from "./scenarios/Rounds.ts"
import * as Scenarios from "./scenarios/Scenarios.ts"
import * as Soak from "./scenarios/Soak.ts"
import * as Start from "./scenarios/Start.ts"
import * as Steady from "./scenarios/Steady.ts"
import * as Strangers from "./scenarios/Strangers.ts"
import * as WorstBody from "./scenarios/WorstBody.ts"
import * as Cores from "./servers/Cores.ts"
import * as Database from "./servers/Database.ts"
import * as PeerPackages from "./servers/PeerPackages.ts"
import * as Servers from "./servers/Servers.ts"
import * as Stub from "./servers/Stub.ts"

const bundle = Effect.tryPromise({ try: () => import("../build.ts"), catch: because("the bundle") })

const workshop = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-bench-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
)

const place = Effect.gen(function* () {
  const directory = yield* workshop
  const cores = Cores.bind()
  const databaseUrl = yield* Database.make
  const place: Servers.Place = { directory, cores, databaseUrl, stub: yield* Stub.start(directory, cores) }
  return place
})

const offerOf = ({ challenges }: Servers.Started, path: string) =>
  Effect.mapError(
    Effect.fromNullable(challenges.find((challenge) => challenge.path === path)),
    () => new BenchFailure({ message: `nothing is sold at ${path}` })
  )

/** Memory of every server after the rounds, and its start. */
const footprints = (started: Servers.Started, where: Servers.Place, { amount }: Options) =>
  Effect.forEach(started.servers, (server) =>
    Effect.gen(function* () {
      const { rssBytes } = yield* server.ask({ question: "sample" })
      const footprint: Footprint = {
        server: server.name,
        idleMb: server.idle.rssBytes / megabyte,
        loadedMb: rssBytes / megabyte,
        startMs: yield* Start.run(server.name, started, where, amount.starts)
      }
      return footprint
    })
  )

const say = (line: string) => Console.error(`bench: ${line}`)

/** A part of the run; `undefined` where it was not asked for. */
const part = <Asked, A, E>(
  name: keyof Results,
  asked: Option.Option<Asked>,
  run: (asked: Asked) => Effect.Effect<A, E>
): Effect.Effect<A | undefined, E> =>
  Option.match(asked, {
    onNone: (): Effect.Effect<A | undefined, E> => Effect.sync(() => undefined),
    onSome: (asked) => Effect.zipRight(say(name), run(asked))
  })

/** Minutes after which a run is given up. */
const longest = ({ mode, soakSeconds, growth }: Options) =>
  Duration.minutes(
    (mode === "quick" ? 5 : 45) +
      Option.getOrElse(soakSeconds, () => 0) / 60 +
      (Option.isSome(growth) ? 40 : 0)
  )

/** What is measured of Almanac alone, one after another. */
const parts = (options: Options, started: Servers.Started, where: Servers.Place) =>
  Effect.gen(function* () {
    const { amount, isWhole } = options
    const { product } = started
    const { stub } = where
    const rates = yield* offerOf(started, "/v1/fx/rates")
    const research = yield* offerOf(started, "/v1/research")
    const search = yield* offerOf(started, "/v1/academic/search")
    const whole = Option.liftPredicate(amount, () => isWhole)
    return {
      composite: yield* part("composite", whole, ({ composites }) =>
        Composite.run(product, stub, research, composites)
      ),
      latency: yield* part("latency", whole, ({ latencies }) => Latency.run(product, stub, rates, latencies)),
      steady: yield* part("steady", whole, ({ connections, steadySeconds }) =>
        Steady.run(product, research, steadySeconds, connections)
      ),
      upstreamCalls: yield* part("upstreamCalls", whole, ({ bursts }) =>
        Bursts.sharing(product, stub, rates, bursts)
      ),
      heapPerCall: yield* part("heapPerCall", whole, ({ waiting }) =>
        Bursts.heapPerCall(
          product,
          stub,
          [
            { offer: rates, question: newRates },
            { offer: search, question: newSearch }
          ],
          waiting
        )
      ),
      crowds: yield* part("crowds", whole, () => Crowds.run(product, rates, amount)),
      worstBody: yield* part("worstBody", whole, ({ bodies }) =>
        WorstBody.run(product, started.challenges, bodies)
      ),
      siege: yield* part("siege", whole, ({ siege }) => Strangers.siege(product, rates, siege)),
      unreadMb: yield* part("unreadMb", whole, () => Strangers.unread(product)),
      flood: yield* part("flood", whole, ({ flood }) => Bursts.flood(product, rates, flood)),
      profiles: yield* part(
        "profiles",
        Option.liftPredicate(amount, () => options.profile),
        () => Profiles.run(product, chosen(options, rates), amount, where.directory)
      ),
      growth: yield* part("growth", options.growth, (entries) => Growth.run(product, rates, entries, amount)),
      soak: yield* part("soak", options.soakSeconds, (seconds) => Soak.run(product, rates, seconds, amount))
    }
  })

const chosen = ({ scenarios }: Options, offer: OfferTerms) =>
  Scenarios.scenarios(offer).filter(({ name }) => scenarios.includes(name))

/** Runs what the options ask for. Every process and the database end with it. */
export const run = (options: Options): Effect.Effect<Results, BenchFailure> =>
  Effect.gen(function* () {
    const { amount, isWhole } = options
    yield* say("bundle and servers")
    yield* bundle
    if (options.servers.some((name) => name !== "almanac")) yield* PeerPackages.install
    const where = yield* place
    const machine = Machine.facts(where.cores, yield* Database.version)
    const started = yield* Servers.startAll(options.servers, where)
    const { servers, challenges } = started
    const rates = yield* offerOf(started, "/v1/fx/rates")
    yield* say("whether they do the same")
    yield* Correctness.check(servers, where.stub, challenges, rates)
    const measured = yield* Effect.forEach(chosen(options, rates), (scenario) =>
      Effect.zipRight(say(scenario.name), Rounds.run(scenario, servers, amount))
    )
    const processes = isWhole ? yield* footprints(started, where, options) : []
    const rest = yield* parts(options, started, where)
    const { rounds, roundSeconds, warmupSeconds, connections } = amount
    return {
      mode: options.mode,
      isWhole,
      date: DateTime.formatIsoDateUtc(yield* DateTime.now),
      machine,
      versions: Machine.versions(),
      amount: { rounds, roundSeconds, warmupSeconds, connections },
      measured: measured.flat(),
      footprints: processes,
      ...rest
    }
  }).pipe(
    Effect.scoped,
    Effect.timeoutFail({
      duration: longest(options),
      onTimeout: () => new BenchFailure({ message: "the run took too long" })
    })
  )
