/** A run with made-up figures that reaches every gate in its stretch. */
import { type ScenarioName, type ServerName, serverNames } from "../../scripts/bench/Names.ts"
import type { Results } from "../../scripts/bench/report/Results.ts"

const round = (cpuMs: number, wrong = 0) => ({
  cpuMs,
  perSecond: 1000,
  p50Ms: 1,
  p99Ms: 5,
  rssMb: 100,
  loopP99Ms: 2,
  answers: 2000,
  wrong
})

/** CPU of each server in one round of a scenario, in milliseconds. */
export type Costs = Readonly<Partial<Record<ServerName, number>>>

/** Rounds of a scenario; `wrong` answers are Almanac's. */
export const measured = (
  scenario: ScenarioName,
  rounds: ReadonlyArray<Costs>,
  wrong = 0
): Results["measured"] =>
  serverNames.flatMap((server) => {
    const own = rounds.flatMap((costs) => {
      const cost = costs[server]
      return cost === undefined ? [] : [round(cost, server === "almanac" ? wrong : 0)]
    })
    return own.length === 0 ? [] : [{ scenario, server, rounds: own }]
  })

/** The run. */
export const good: Results = {
  mode: "full",
  isWhole: true,
  date: "2026-01-02",
  machine: { cpu: "made up", cores: "2" },
  versions: { node: "20.0.0" },
  amount: { rounds: 1, roundSeconds: 2, warmupSeconds: 5, connections: 32 },
  measured: [
    ...measured("health", [{ almanac: 0.02, express: 0.16, floor: 0.02 }]),
    ...measured("unpaid", [{ almanac: 0.02, express: 0.2, floor: 0.02 }]),
    ...measured("openapi", [{ almanac: 0.05 }]),
    ...measured("capabilities", [{ almanac: 0.04 }]),
    ...measured("paid-hit", [{ almanac: 0.3, express: 1.5, tuned: 0.9, durable: 1.8, floor: 0.2 }]),
    ...measured("paid-miss", [{ almanac: 0.4, express: 1.9, tuned: 1.2, durable: 2.2, floor: 0.3 }])
  ],
  footprints: [
    { server: "almanac", startMs: { median: 280, min: 270, max: 300 }, idleMb: 90, loadedMb: 160 },
    { server: "express", startMs: { median: 300, min: 290, max: 320 }, idleMb: 93, loadedMb: 200 }
  ],
  latency: { median: 3, min: 1, max: 9 },
  steady: { perSecond: 50, loopP99Ms: 9, wrong: 0 },
  composite: { median: 2, min: 1, max: 4 },
  upstreamCalls: 1,
  heapPerCall: { inFlight: 1000, bytes: 18 * 1024 },
  worstBody: { path: "/v1/fx/rates", what: "numbers in currencies, a quote", cpuMs: 4 },
  siege: {
    connections: 1200,
    quietMs: { median: 10, min: 8, max: 20 },
    besiegedMs: { median: 10.5, min: 9, max: 40 }
  },
  unreadMb: 4,
  flood: { calls: 5000, served: 1200, refused: 3800, lost: 0, slowestRefusalMs: 400, slowestMs: 2000 }
}
