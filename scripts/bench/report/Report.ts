/**
 * A run as tables. Pure.
 */
import { Option } from "effect"
import { type Judged, judge } from "./Gates.ts"
import type { Results, Spread } from "./Results.ts"
import { spread } from "./Statistics.ts"
import { number, type Table } from "./Table.ts"

const between = ({ median, min, max }: Spread) =>
  min === max ? number(median) : `${number(median)} (${number(min)} to ${number(max)})`

const withUnit = (text: string, unit: string) =>
  unit === "" ? text : unit === "x" ? `${text}x` : `${text} ${unit}`

const sign = { atLeast: ">=", atMost: "<=" } as const

const gateRow = ({ gate, value, verdict }: Judged) => {
  const limit = (number: number) => withUnit(`${sign[gate.bound]} ${number}`, gate.unit)
  return [
    gate.title,
    Option.match(value, { onNone: () => "-", onSome: (value) => withUnit(between(value), gate.unit) }),
    limit(gate.must),
    limit(gate.stretch),
    verdict
  ]
}

const gateTable = (results: Results): Table => ({
  title: "Figures to reach: median (lowest to highest round)",
  head: ["figure", "measured", "must", "stretch", "reached"],
  rows: judge(results).map(gateRow)
})

const roundTable = ({ measured, amount }: Results): Table => ({
  title: `Per answer, ${amount.connections} connections, ${amount.rounds} rounds of ${amount.roundSeconds} s: median of the rounds`,
  head: ["scenario", "server", "CPU ms", "answers/s", "p50 ms", "p99 ms", "loop p99 ms", "RSS MB"],
  rows: measured.map(({ scenario, server, rounds }) => {
    const median = (pick: (round: (typeof rounds)[number]) => number) =>
      number(spread(rounds.map(pick)).median)
    return [
      scenario,
      server,
      between(spread(rounds.map(({ cpuMs }) => cpuMs))),
      median(({ perSecond }) => perSecond),
      median(({ p50Ms }) => p50Ms),
      median(({ p99Ms }) => p99Ms),
      median(({ loopP99Ms }) => loopP99Ms),
      median(({ rssMb }) => rssMb)
    ]
  })
})

/** Of a core's time, what a process is given to do: the rest is room for a bad minute. A choice of ours. */
const usedShare = 0.6

/** What an hour of a core costs, in dollars: about the list price of the large clouds. An assumption, for the order of magnitude. */
const coreHour = 0.05

/** What one process of ours takes on one core, and what that costs. */
const capacityTable = ({ measured }: Results): Table => ({
  title: `One process on one core, which is used at ${usedShare * 100} %; a core at $${coreHour} an hour`,
  head: ["call", "CPU ms", "calls/s", "CPU of 1,000,000 calls, $"],
  rows: measured
    .filter(({ server }) => server === "almanac")
    .map(({ scenario, rounds }) => {
      const cpuMs = spread(rounds.map((round) => round.cpuMs)).median
      return [scenario, ...[cpuMs, (1_000 / cpuMs) * usedShare, (cpuMs / 3.6) * coreHour].map(number)]
    })
})

const footprintTable = ({ footprints }: Results): Table => ({
  title: "Processes",
  head: ["server", "spawn to first 200, ms", "RSS idle, MB", "RSS after load, MB"],
  rows: footprints.map(({ server, startMs, idleMb, loadedMb }) => [
    server,
    between(startMs),
    number(idleMb),
    number(loadedMb)
  ])
})

const crowdTable = ({ crowds = [] }: Results): Table => ({
  title: "Paid calls on more connections",
  head: ["connections", "CPU ms per served call", "answers/s", "p99 ms", "served", "refused"],
  rows: crowds.map(({ connections, cpuMs, perSecond, p99Ms, served, refused }) =>
    [connections, cpuMs, perSecond, p99Ms, served, refused].map(number)
  )
})

const growthTable = ({ growth }: Results): Table => ({
  title: `Before and after ${growth?.entries ?? 0} more ledger rows and cache entries`,
  head: ["call", "CPU ms before", "CPU ms after"],
  rows:
    growth === undefined
      ? []
      : [
          ["paid, cache hit", between(growth.hit.before), between(growth.hit.after)],
          ["paid, upstream miss", between(growth.miss.before), between(growth.miss.after)]
        ]
})

const soakTable = ({ soak }: Results): Table => ({
  title: "Soak at two thirds of the capacity",
  head: ["seconds", "answers/s", "wrong", "heap, MB a minute", "RSS, MB a minute"],
  rows:
    soak === undefined
      ? []
      : [[soak.seconds, soak.perSecond, soak.wrong, soak.heapMbPerMinute, soak.rssMbPerMinute].map(number)]
})

const profileTables = ({ profiles = [] }: Results): ReadonlyArray<Table> =>
  profiles.map(({ scenario, shares }) => ({
    title: `Self time by group: ${scenario}`,
    head: ["group", "share"],
    rows: shares.map(({ group, share }) => [group, `${number(share * 100)} %`])
  }))

const strangerLines = ({ siege, worstBody }: Results): ReadonlyArray<string> => [
  ...(worstBody === undefined
    ? []
    : [
        `The worst body of 64 KiB: ${worstBody.what}, at ${worstBody.path}: ${number(worstBody.cpuMs)} ms of CPU.`
      ]),
  ...(siege === undefined
    ? []
    : [
        `A purchase alone took ${between(siege.quietMs)} ms; beside ${siege.connections} connections whose bodies ` +
          `never end, ${between(siege.besiegedMs)} ms.`
      ])
]

const floodLines = ({ flood, heapPerCall }: Results): ReadonlyArray<string> => [
  ...(flood === undefined
    ? []
    : [
        `${flood.calls} calls at once: ${flood.served} served, ${flood.refused} refused with Retry-After, ${flood.lost} lost; ` +
          `the last refusal after ${number(flood.slowestRefusalMs)} ms, the last answer after ${number(flood.slowestMs)} ms.`
      ]),
  ...(heapPerCall === undefined
    ? []
    : [`Heap per call: ${number(heapPerCall.bytes / 1024)} KB with ${heapPerCall.inFlight} calls in flight.`])
]

/** All tables that have rows. */
export const tables = (results: Results): ReadonlyArray<Table> =>
  [
    gateTable(results),
    roundTable(results),
    capacityTable(results),
    footprintTable(results),
    crowdTable(results),
    growthTable(results),
    soakTable(results),
    ...profileTables(results)
  ].filter(({ rows }) => rows.length > 0)

/** Where and with what a run was made, and what fits no table. */
export const lines = (results: Results): ReadonlyArray<string> => {
  const facts = (record: Readonly<Record<string, string>>) =>
    Object.entries(record)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ")
  return [
    `Run of ${results.date} (${results.mode}).`,
    `Machine: ${facts(results.machine)}.`,
    `Versions: ${facts(results.versions)}.`,
    ...floodLines(results),
    ...strangerLines(results)
  ]
}
