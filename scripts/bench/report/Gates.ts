/**
 * The figures to reach. Pure.
 */
import { Option } from "effect"
import type { ScenarioName, ServerName } from "../Names.ts"
import { type Results, roundsOf, type Spread } from "./Results.ts"
import { ratio, spread } from "./Statistics.ts"

/** Counts hold on every machine, and ratios of CPU nearly; other ratios need a quiet one, and times a fast one. */
export type Kind = "count" | "cpu" | "ratio" | "time"

/** A figure and its bounds. `value` is none where it was not measured. */
export interface Gate {
  readonly title: string
  readonly kind: Kind
  readonly unit: string
  readonly bound: "atLeast" | "atMost"
  readonly must: number
  readonly stretch: number
  readonly value: (results: Results) => Option.Option<Spread>
}

/** How a figure fared. */
export interface Judged {
  readonly gate: Gate
  readonly value: Option.Option<Spread>
  readonly verdict: "stretch" | "must" | "missed" | "not measured"
}

const exactly = (value: number): Spread => ({ median: value, min: value, max: value })

const known = (value: number | undefined) => Option.map(Option.fromNullable(value), exactly)

const quotient =
  (scenario: ScenarioName, dividend: ServerName, divisor: ServerName) =>
  (results: Results): Option.Option<Spread> => {
    const cpu = (server: ServerName) => roundsOf(results, scenario, server).map(({ cpuMs }) => cpuMs)
    return Option.liftPredicate(ratio(cpu(dividend), cpu(divisor)), ({ median }) => Number.isFinite(median))
  }

const peers = { express: "the Express peer", durable: "durable Express" } as const

/** How many times as much a peer takes. */
const cheaper = (
  title: string,
  scenario: ScenarioName,
  must: number,
  stretch: number,
  peer: keyof typeof peers = "express"
): Gate => ({
  title: `${title}: CPU of ${peers[peer]} over ours`,
  kind: "cpu",
  unit: "x",
  bound: "atLeast",
  must,
  stretch,
  value: quotient(scenario, peer, "almanac")
})

/** How many times as much we take as the floor. */
const dearer = (title: string, scenario: ScenarioName, must: number, stretch: number): Gate => ({
  title: `${title}: CPU over the floor's`,
  kind: "cpu",
  unit: "x",
  bound: "atMost",
  must,
  stretch,
  value: quotient(scenario, "almanac", "floor")
})

const atMost = (
  kind: Kind,
  title: string,
  unit: string,
  must: number,
  stretch: number,
  value: Gate["value"]
): Gate => ({ title, kind, unit, bound: "atMost", must, stretch, value })

/** What a document costs, which nobody pays for. */
const document = (title: string, scenario: ScenarioName): Gate =>
  atMost("time", `${title}: CPU`, "ms", 0.15, 0.06, (results) => {
    const costs = roundsOf(results, scenario, "almanac").map(({ cpuMs }) => cpuMs)
    return Option.liftPredicate(spread(costs), ({ median }) => Number.isFinite(median))
  })

const footprintOf = ({ footprints }: Results, name: ServerName) =>
  footprints.find(({ server }) => server === name)

const own = (results: Results) => footprintOf(results, "almanac")

/** Our start over the stock peer's: milliseconds belong to the machine. */
const startRatio = (results: Results): number | undefined => {
  const [ours, theirs] = [own(results), footprintOf(results, "express")]
  return ours === undefined || theirs === undefined ? undefined : ours.startMs.median / theirs.startMs.median
}

const wrongAnswers = ({ measured }: Results): number | undefined =>
  measured.length === 0
    ? undefined
    : measured.flatMap(({ rounds }) => rounds).reduce((sum, { wrong }) => sum + wrong, 0)

/** All of them, in the order of the targets. */
export const gates: ReadonlyArray<Gate> = [
  cheaper("health", "health", 5, 7),
  dearer("health", "health", 1.5, 1.1),
  cheaper("unpaid 402", "unpaid", 5, 8),
  dearer("unpaid 402", "unpaid", 1.7, 1.1),
  cheaper("paid, cache hit", "paid-hit", 1.8, 2.5, "durable"),
  cheaper("paid, upstream miss", "paid-miss", 1.6, 2.5, "durable"),
  cheaper("paid, cache hit", "paid-hit", 1.1, 1.4),
  cheaper("paid, upstream miss", "paid-miss", 1, 1.4),
  dearer("paid, cache hit", "paid-hit", 2, 1.6),
  dearer("paid, upstream miss", "paid-miss", 2.4, 1.6),
  atMost("time", "a paid call: over verification, provider and settlement", "ms", 8, 4, ({ latency }) =>
    Option.fromNullable(latency)
  ),
  atMost("time", "composite of 50/80/120 ms: over the slowest source", "ms", 6, 3, ({ composite }) =>
    Option.fromNullable(composite)
  ),
  atMost("time", "50 research calls a second: event loop p99", "ms", 15, 15, ({ steady }) =>
    known(steady?.loopP99Ms)
  ),
  atMost("count", "50 research calls a second: not answered with 200", "", 0, 0, ({ steady }) =>
    known(steady?.wrong)
  ),
  atMost("count", "200 equal calls at once: upstream calls", "", 1, 1, ({ upstreamCalls }) =>
    known(upstreamCalls)
  ),
  atMost("ratio", "bundled start to first 200, over the Express peer's", "x", 1.2, 1, (results) =>
    known(startRatio(results))
  ),
  atMost("time", "memory idle", "MB", 120, 95, (results) => known(own(results)?.idleMb)),
  atMost("time", "memory after load", "MB", 240, 170, (results) => known(own(results)?.loadedMb)),
  atMost("time", "heap per call in flight", "KB", 40, 20, ({ heapPerCall }) =>
    known(heapPerCall === undefined ? undefined : heapPerCall.bytes / 1024)
  ),
  atMost("count", "calls of the flood that are neither served nor refused", "", 0, 0, ({ flood }) =>
    known(flood?.lost)
  ),
  atMost("time", "slowest refusal of the flood", "ms", 1000, 1000, ({ flood }) =>
    known(flood?.slowestRefusalMs)
  ),
  atMost("time", "the worst body of 64 KiB: CPU", "ms", 10, 5, ({ worstBody }) => known(worstBody?.cpuMs)),
  atMost("ratio", "a purchase beside bodies that never end, over one alone", "x", 1.5, 1.1, ({ siege }) =>
    known(siege === undefined ? undefined : siege.besiegedMs.median / siege.quietMs.median)
  ),
  atMost("time", "documents that nobody reads: growth of memory", "MB", 50, 20, ({ unreadMb }) =>
    known(unreadMb)
  ),
  document("/openapi.json", "openapi"),
  document("/v1/capabilities", "capabilities"),
  atMost("count", "wrong answers under load", "", 0, 0, (results) => known(wrongAnswers(results)))
]

const reaches = ({ bound }: Gate, value: number, limit: number) =>
  bound === "atLeast" ? value >= limit : value <= limit

/** How each figure of a run fared, by its median. */
export const judge = (results: Results): ReadonlyArray<Judged> =>
  gates.map((gate) => {
    const value = gate.value(results)
    const verdict = Option.match(value, {
      onNone: () => "not measured" as const,
      onSome: ({ median }) => {
        if (reaches(gate, median, gate.stretch)) return "stretch" as const
        return reaches(gate, median, gate.must) ? ("must" as const) : ("missed" as const)
      }
    })
    return { gate, value, verdict }
  })

/** A quick run warms up little and measures little: it blames a ratio of CPU that is this many times beyond its bound. */
const margin = 3

const isFarFrom = ({ gate, value }: Judged): boolean =>
  Option.exists(
    value,
    ({ median }) => !reaches(gate, median, gate.bound === "atLeast" ? gate.must / margin : gate.must * margin)
  )

/**
 * The figures for which a run fails. A quick run judges counts, and ratios of CPU with a margin for noise; one that was asked
 * for a part (`isWhole` is false) is not blamed for the rest.
 */
export const failures = (
  judged: ReadonlyArray<Judged>,
  { mode, isWhole }: Pick<Results, "mode" | "isWhole">
): ReadonlyArray<Judged> =>
  judged.filter((one) => {
    const { gate, verdict } = one
    if (mode === "quick" && gate.kind !== "count" && gate.kind !== "cpu") return false
    if (verdict === "not measured") return isWhole
    return verdict === "missed" && (mode === "full" || gate.kind === "count" || isFarFrom(one))
  })
