/**
 * A scenario in rounds: every server is warmed up, then measured in turn, in an order that changes every round.
 */
import { Effect } from "effect"
import * as Load from "../load/Load.ts"
import type { Amount } from "../Options.ts"
import type { Measured, Round } from "../report/Results.ts"
import { percentile, rotated } from "../report/Statistics.ts"
import type { Server } from "../servers/Servers.ts"
import type { Scenario } from "./Scenarios.ts"

/** Bytes. */
export const megabyte = 1024 * 1024

/** What a load cost an answer; `status` is the right one. */
export const measure = (
  { after, cpuMs, latenciesMs, lost, seconds, statuses }: Load.Outcome,
  status: number
): Round => ({
  cpuMs: cpuMs / latenciesMs.length,
  perSecond: latenciesMs.length / seconds,
  p50Ms: percentile(latenciesMs, 0.5),
  p99Ms: percentile(latenciesMs, 0.99),
  rssMb: after.rssBytes / megabyte,
  loopP99Ms: after.loopP99Ms,
  answers: latenciesMs.length,
  wrong: lost + latenciesMs.length - (statuses.get(status) ?? 0)
})

/** Calls by which the first rate is found, for each connection. */
const trial = 4

/** One server's turns in a scenario: each is as many calls as it answered in that time the last time. */
const turns = (server: Server, { caller, status }: Scenario, connections: number) => {
  const { calls, prepare } = caller(server)
  let perSecond = 0
  return (seconds: number) =>
    Effect.gen(function* () {
      const count = Math.max(trial * connections, Math.ceil(perSecond * seconds))
      yield* prepare(count)
      const round = measure(yield* Load.run(server, { calls, count, connections }), status)
      perSecond = round.perSecond
      return round
    })
}

/** Calls until the time is over: the first ones are slow, and make a bad guess. */
const warmUp = <E>(turn: (seconds: number) => Effect.Effect<Round, E>, seconds: number) =>
  Effect.gen(function* () {
    for (let spent = 0; spent < seconds; ) {
      const { answers, perSecond } = yield* turn(seconds - spent)
      spent += answers / perSecond
    }
  })

/** Measures a scenario. */
export const run = (
  scenario: Scenario,
  servers: ReadonlyArray<Server>,
  { connections, rounds, roundSeconds, warmupSeconds }: Amount
) =>
  Effect.gen(function* () {
    const runners = servers
      .filter(({ name }) => scenario.servers.includes(name))
      .map((server) => ({
        server,
        turn: turns(server, scenario, connections),
        measured: [] as Round[]
      }))
    yield* Effect.forEach(runners, ({ turn }) => warmUp(turn, warmupSeconds))
    for (let round = 0; round < rounds; round++) {
      for (const { measured, turn } of rotated(runners, round)) measured.push(yield* turn(roundSeconds))
    }
    return runners.map(
      ({ server, measured }): Measured => ({ scenario: scenario.name, server: server.name, rounds: measured })
    )
  })
