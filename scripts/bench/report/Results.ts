/**
 * What a run found out, as it stands in the JSON. Times in milliseconds, memory in MB (2^20 bytes).
 */
import { Schema } from "effect"
import { scenarioNames, serverNames } from "../Names.ts"

/** A figure; one that could not be measured is `NaN`, and `null` in the JSON. */
const Figure = Schema.transform(Schema.NullOr(Schema.Number), Schema.Number, {
  strict: true,
  decode: (value) => value ?? Number.NaN,
  encode: (value) => (Number.isFinite(value) ? value : null)
})

/** A median and how far the numbers lie apart. */
export const Spread = Schema.Struct({ median: Figure, min: Figure, max: Figure })
export type Spread = typeof Spread.Type

/** One server in one round. `cpuMs` is user and system time for each answer; `wrong` are calls without the right one. */
export const Round = Schema.Struct({
  cpuMs: Figure,
  perSecond: Figure,
  p50Ms: Figure,
  p99Ms: Figure,
  rssMb: Figure,
  loopP99Ms: Figure,
  answers: Figure,
  wrong: Figure
})
export type Round = typeof Round.Type

/** A server's rounds in a scenario. */
export const Measured = Schema.Struct({
  scenario: Schema.Literal(...scenarioNames),
  server: Schema.Literal(...serverNames),
  rounds: Schema.Array(Round)
})
export type Measured = typeof Measured.Type

/** What became of calls that came all at once. `lost`: neither served nor refused with 503 and Retry-After. */
export const Flood = Schema.Struct({
  calls: Figure,
  served: Figure,
  refused: Figure,
  lost: Figure,
  slowestRefusalMs: Figure,
  slowestMs: Figure
})
export type Flood = typeof Flood.Type

/** The body whose answer costs most: what it has, at which path, and milliseconds of CPU. */
export const WorstBody = Schema.Struct({ path: Schema.String, what: Schema.String, cpuMs: Figure })
export type WorstBody = typeof WorstBody.Type

/** How long an honest purchase takes, alone and beside connections whose bodies never end. */
export const Siege = Schema.Struct({ connections: Figure, quietMs: Spread, besiegedMs: Spread })
export type Siege = typeof Siege.Type

/** Research at a steady rate: the delay of the event loop. */
export const Steady = Schema.Struct({ perSecond: Figure, loopP99Ms: Figure, wrong: Figure })
export type Steady = typeof Steady.Type

/** Paid calls on so many connections; `cpuMs` for each call that was served. */
export const Crowd = Schema.Struct({
  connections: Figure,
  cpuMs: Figure,
  perSecond: Figure,
  p99Ms: Figure,
  served: Figure,
  refused: Figure
})
export type Crowd = typeof Crowd.Type

/** A process: spawn to first 200, and its memory before the first call and after the last round. */
export const Footprint = Schema.Struct({
  server: Schema.Literal(...serverNames),
  startMs: Spread,
  idleMb: Figure,
  loadedMb: Figure
})
export type Footprint = typeof Footprint.Type

/** The cost per call before and after the ledger and the cache have grown by `entries`. */
export const Growth = Schema.Struct({
  entries: Figure,
  hit: Schema.Struct({ before: Spread, after: Spread }),
  miss: Schema.Struct({ before: Spread, after: Spread }),
  rssMb: Figure
})
export type Growth = typeof Growth.Type

/** Two thirds of the capacity for a long time. Memory by minute, heap after garbage collection. */
export const Soak = Schema.Struct({
  seconds: Figure,
  perSecond: Figure,
  wrong: Figure,
  heapMbPerMinute: Figure,
  rssMbPerMinute: Figure,
  samples: Schema.Array(Schema.Struct({ minute: Figure, heapMb: Figure, rssMb: Figure }))
})
export type Soak = typeof Soak.Type

/** Self time by group of code, as shares of all. */
export const Profile = Schema.Struct({
  scenario: Schema.Literal(...scenarioNames),
  shares: Schema.Array(Schema.Struct({ group: Schema.String, share: Figure }))
})
export type Profile = typeof Profile.Type

/** A run. What was not asked for is missing. */
export const Results = Schema.Struct({
  mode: Schema.Literal("full", "quick"),
  /** Whether everything was asked for that the gates want to see. */
  isWhole: Schema.Boolean,
  date: Schema.String,
  machine: Schema.Record({ key: Schema.String, value: Schema.String }),
  versions: Schema.Record({ key: Schema.String, value: Schema.String }),
  amount: Schema.Struct({
    rounds: Figure,
    roundSeconds: Figure,
    warmupSeconds: Figure,
    connections: Figure
  }),
  measured: Schema.Array(Measured),
  footprints: Schema.Array(Footprint),
  composite: Schema.optional(Spread),
  /** Milliseconds of a paid call over verification, provider and settlement. */
  latency: Schema.optional(Spread),
  steady: Schema.optional(Steady),
  upstreamCalls: Schema.optional(Figure),
  heapPerCall: Schema.optional(Schema.Struct({ inFlight: Figure, bytes: Figure })),
  flood: Schema.optional(Flood),
  worstBody: Schema.optional(WorstBody),
  siege: Schema.optional(Siege),
  /** MB by which the server grows with documents that nobody reads. */
  unreadMb: Schema.optional(Figure),
  crowds: Schema.optional(Schema.Array(Crowd)),
  growth: Schema.optional(Growth),
  soak: Schema.optional(Soak),
  profiles: Schema.optional(Schema.Array(Profile))
})
export type Results = typeof Results.Type

/** The rounds of a server in a scenario. */
export const roundsOf = (
  { measured }: Pick<Results, "measured">,
  scenario: Measured["scenario"],
  server: Measured["server"]
): ReadonlyArray<Round> =>
  measured.find((one) => one.scenario === scenario && one.server === server)?.rounds ?? []
