/**
 * The limits that SECURITY.md tells are those of the code.
 */
import { Duration } from "effect"
import { describe, expect, it } from "vitest"
import { mostProblems } from "../../src/Api/RequestDecoder.ts"
import * as AwaitedBodies from "../../src/Http/limits/AwaitedBodies.ts"
import { mostAtATime } from "../../src/Http/limits/Pipelining.ts"
import * as RequestBody from "../../src/Http/limits/RequestBody.ts"
import { unreadLimits } from "../../src/Http/limits/UnreadBodies.ts"
import { waitLimits } from "../../src/Http/limits/WaitLimits.ts"
import * as NodeServer from "../../src/Http/NodeServer.ts"
import * as Limits from "../../src/Payment/Limits.ts"
import * as PoolQueue from "../../src/Storage/pool/PoolQueue.ts"
import { tableBelow } from "../support/Pages.ts"

const rows = new Map(
  tableBelow("SECURITY.md", "What is protected, and how").map(([what, how]) => [what, how])
)

const many = (count: number) => count.toLocaleString("en-US")
const kib = (bytes: number) => `${bytes / 1024} KiB`
const mib = (bytes: number) => `${bytes / 1024 / 1024} MiB`
const seconds = (duration: Duration.DurationInput) => `${Duration.toSeconds(duration)} s`
const { headersTimeout, maxConnections, maxHeaderSize, requestTimeout } = NodeServer.limits

/** A row, and what it must say. */
const told: ReadonlyArray<readonly [what: string, words: ReadonlyArray<string>]> = [
  [
    "The process",
    [
      `${kib(RequestBody.maxBytes)} of body`,
      `at most ${mostProblems} problems`,
      `${kib(maxHeaderSize)} of headers`,
      `${seconds(headersTimeout)} for headers and ${seconds(requestTimeout)} for a request`,
      `${many(maxConnections)} connections`
    ]
  ],
  [
    "Bodies",
    [
      `has ${seconds(AwaitedBodies.patience)};`,
      `read for ${seconds(unreadLimits.millis)} and ${mib(unreadLimits.bytes)}`
    ]
  ],
  [
    "One connection",
    [`beyond ${kib(waitLimits.ofConnection)} of its own`, `${mib(waitLimits.ofAll)} for all`]
  ],
  ["The database", [`At most ${many(PoolQueue.longestQueue)} statements wait`]],
  [
    "The seller's money",
    [
      `$${Number(Limits.maxExposure) / 1_000_000} unsettled`,
      `${Limits.maxOpenRuns} runs under way`,
      `${Limits.maxUncharged} runs without a charge`
    ]
  ],
  ["Places of sales", [`${Limits.maxWaiting} wait, of whom one asks`]],
  [
    "Contract wallets",
    [`${Limits.maxRefusals} a minute`, `(${Limits.maxRefusalsOfConnection} of one connection)`]
  ]
]

describe("SECURITY.md", () => {
  it.each(told)("tells the limits of the code: %s", (what, words) => {
    const how = rows.get(what) ?? ""
    expect(words.filter((text) => !how.includes(text))).toEqual([])
  })

  it("says how many requests of a connection are worked on at a time", () => {
    expect(mostAtATime).toBe(8)
    expect(rows.get("One connection")).toMatch(/^Eight of its requests/)
  })
})
