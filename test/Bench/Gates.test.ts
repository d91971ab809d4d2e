import { expect, it } from "@effect/vitest"
import { Option } from "effect"
import { describe } from "vitest"
import { failures, gates, judge } from "../../scripts/bench/report/Gates.ts"
import type { Results } from "../../scripts/bench/report/Results.ts"
import { good, measured } from "./Run.ts"

const missed = (results: Results) => failures(judge(results), results).map(({ gate }) => gate.title)

const without = (...scenarios: ReadonlyArray<string>) =>
  good.measured.filter(({ scenario }) => !scenarios.includes(scenario))

const own = good.footprints[0]

it("a run that reaches everything has every gate in its stretch", () => {
  expect(judge(good).filter(({ verdict }) => verdict !== "stretch")).toEqual([])
  expect(missed(good)).toEqual([])
})

describe("a run fails for", () => {
  const health = (almanac: number): Partial<Results> => ({
    measured: [...without("health"), ...measured("health", [{ almanac, express: 0.16, floor: 0.02 }])]
  })
  const cases: ReadonlyArray<readonly [string, Partial<Results>, ReadonlyArray<string>]> = [
    ["nothing at the limit", health(0.03), []],
    ["a free route that costs too much beside the floor", health(0.031), ["health: CPU over the floor's"]],
    [
      "one that costs too much beside both",
      health(0.033),
      ["health: CPU of the Express peer over ours", "health: CPU over the floor's"]
    ],
    [
      "a paid call twice as dear",
      {
        measured: [
          ...without("paid-hit"),
          ...measured("paid-hit", [{ almanac: 0.8, express: 0.8, tuned: 0.9, durable: 1.4, floor: 0.2 }])
        ]
      },
      [
        "paid, cache hit: CPU of durable Express over ours",
        "paid, cache hit: CPU of the Express peer over ours",
        "paid, cache hit: CPU over the floor's"
      ]
    ],
    [
      "a paid call that waits for us",
      { latency: { median: 8.1, min: 1, max: 9 } },
      ["a paid call: over verification, provider and settlement"]
    ],
    [
      "research that holds up the event loop, and one that fails",
      { steady: { perSecond: 50, loopP99Ms: 15.1, wrong: 1 } },
      ["50 research calls a second: event loop p99", "50 research calls a second: not answered with 200"]
    ],
    ["a second upstream call", { upstreamCalls: 2 }, ["200 equal calls at once: upstream calls"]],
    [
      "a call that nobody answered",
      { flood: { calls: 2, served: 1, refused: 0, lost: 1, slowestRefusalMs: 0, slowestMs: 1 } },
      ["calls of the flood that are neither served nor refused"]
    ],
    [
      "a wrong answer under load",
      {
        measured: [
          ...without("unpaid"),
          ...measured("unpaid", [{ almanac: 0.02, express: 0.2, floor: 0.02 }], 1)
        ]
      },
      ["wrong answers under load"]
    ],
    [
      "a slow composite",
      { composite: { median: 6.1, min: 1, max: 9 } },
      ["composite of 50/80/120 ms: over the slowest source"]
    ],
    ["heap", { heapPerCall: { inFlight: 1000, bytes: 40 * 1024 + 1 } }, ["heap per call in flight"]],
    [
      "a slow start and much memory",
      {
        footprints:
          own === undefined
            ? []
            : [
                { ...own, startMs: { median: 361, min: 1, max: 900 }, idleMb: 121, loadedMb: 241 },
                ...good.footprints.slice(1)
              ]
      },
      ["bundled start to first 200, over the Express peer's", "memory idle", "memory after load"]
    ],
    [
      "a body that is dear",
      { worstBody: { path: "/v1/research", what: "numbers", cpuMs: 10.1 } },
      ["the worst body of 64 KiB: CPU"]
    ],
    [
      "a purchase that strangers hold up",
      {
        siege: {
          connections: 1200,
          quietMs: { median: 10, min: 1, max: 90 },
          besiegedMs: { median: 15.1, min: 1, max: 90 }
        }
      },
      ["a purchase beside bodies that never end, over one alone"]
    ],
    ["documents that stay in memory", { unreadMb: 51 }, ["documents that nobody reads: growth of memory"]],
    [
      "a document that is made anew",
      { measured: [...without("openapi"), ...measured("openapi", [{ almanac: 0.16 }])] },
      ["/openapi.json: CPU"]
    ],
    [
      "what was not measured",
      { composite: undefined },
      ["composite of 50/80/120 ms: over the slowest source"]
    ]
  ]
  it.each(cases)("%s", (_, change, expected) => {
    expect(missed({ ...good, ...change })).toEqual(expected)
  })
})

it("judges a ratio by its median over the rounds, and shows the lowest and highest", () => {
  const rounds = [
    { almanac: 0.01, express: 0.1, floor: 0.01 },
    { almanac: 0.05, express: 0.1, floor: 0.01 },
    { almanac: 0.02, express: 0.1, floor: 0.01 }
  ]
  const [first] = judge({ ...good, measured: measured("health", rounds) })
  expect(first?.value).toEqual(Option.some({ median: 5, min: 2, max: 10 }))
  expect(first?.verdict).toBe("must")
})

describe("a quick run", () => {
  const slow: Results = {
    ...good,
    mode: "quick",
    measured: [...without("health"), ...measured("health", [{ almanac: 0.09, express: 0.16, floor: 0.02 }])],
    composite: { median: 800, min: 800, max: 800 }
  }
  it("is not judged by time", () => {
    expect(missed(slow)).toEqual([])
  })
  it("is judged by ratios of CPU, with a margin", () => {
    const dear = {
      ...slow,
      measured: [
        ...without("health"),
        ...measured("health", [{ almanac: 0.097, express: 0.16, floor: 0.02 }])
      ]
    }
    expect(missed(slow)).toEqual([])
    expect(missed(dear)).toEqual([
      "health: CPU of the Express peer over ours",
      "health: CPU over the floor's"
    ])
  })
  it("is judged by counts", () => {
    expect(missed({ ...slow, upstreamCalls: 3 })).toEqual(["200 equal calls at once: upstream calls"])
  })
})

it("a part of a run is not blamed for the rest", () => {
  const part: Results = { ...good, footprints: [], composite: undefined, flood: undefined }
  expect(missed({ ...part, isWhole: false })).toEqual([])
  expect(missed(part)).toHaveLength(6)
})

it("no gate asks more of the must than of the stretch", () => {
  for (const { bound, must, stretch, title } of gates) {
    expect(bound === "atLeast" ? must <= stretch : must >= stretch, title).toBe(true)
  }
})
