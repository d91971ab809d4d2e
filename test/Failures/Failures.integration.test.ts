/**
 * The never-lies matrix: every operation of every provider meets every fault, through the real server. Each answer is
 * held to its cell; and provider keys, the contact address, payment headers, what callers ask and what providers say
 * are told in no response, log line (debug level included) or span.
 */
import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Option, Record } from "effect"
import { buy } from "../support/Buyer.ts"
import { answer, faultServer } from "../support/FaultServer.ts"
import { type Cell, expected } from "./Expected.ts"
import { faults, type Play } from "./Faults.ts"
import { expectToBeTellable, leaksOf } from "./Judge.ts"
import { meet } from "./Meeting.ts"
import { moreExpected } from "./MoreExpected.ts"
import { moreFaults } from "./MoreFaults.ts"
import { operations, parts } from "./Operations.ts"
import { serve, setting } from "./Service.ts"

const options = { excludeTestServices: true, timeout: "60 seconds" } as const

// Only what never ends meets the deadline; a busy machine must not.
const endless = new Set(["hang", "slow drip past the deadline"])

/** All operations meet the fault. */
const judge = (fault: string, play: Play, cells: Readonly<Record<string, Cell>>) =>
  Effect.gen(function* () {
    const deadline = endless.has(fault) ? "2 seconds" : "15 seconds"
    const meetings = yield* Effect.forEach(parts, (part) => meet(part, play, deadline), { concurrency: 2 })
    const calls = meetings.flatMap(({ calls }) => calls)
    expect(Object.fromEntries(calls.map(({ name, cell }) => [name, cell]))).toEqual(cells)
    expect(meetings.flatMap(leaksOf)).toEqual([])
    for (const meeting of meetings) expectToBeTellable(meeting, fault !== "connection refused")
  })

layer(setting, options)("a provider that fails", (it) => {
  for (const [fault, play] of Record.toEntries(faults)) {
    const cells = Record.map(expected, (cells) => cells[fault])
    it.effect(
      `is told as what it is, and none of its words: ${fault}`,
      () => judge(fault, play, cells),
      60_000
    )
  }
})

// A database of their own, and with it other balances: one buyer may not have many calls for nothing.
layer(setting, options)("a provider with other words", (it) => {
  for (const [fault, play] of Record.toEntries(moreFaults)) {
    const cells = moreExpected[fault]
    it.effect(
      `is told as what it is, and none of its words: ${fault}`,
      () => judge(fault, play, cells),
      60_000
    )
  }
})

layer(setting, options)("a provider that hangs", (it) => {
  it.effect("holds up nobody else: another provider's call is answered while it hangs", () =>
    Effect.gen(function* () {
      const hanging = yield* faultServer(() => {})
      const rates = operations["frankfurter.latest"]
      const well = yield* faultServer(answer(200, rates.replies.good, { "content-type": "application/json" }))
      const { url } = yield* serve({
        GDELT_URL: hanging.origin,
        FRANKFURTER_URL: well.origin,
        PROVIDER_DEADLINE: "3 seconds"
      })
      const stuck = yield* Effect.fork(
        Effect.forEach(
          Array.from({ length: 20 }, (_, n) => ({
            ...operations["gdelt.search"],
            body: { query: `Nvidia ${n}00` }
          })),
          (operation) => Effect.promise(() => buy(url, operation)),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.repeat(
        Effect.delay(
          Effect.sync(() => hanging.requests.length),
          "10 millis"
        ),
        { until: (asked) => asked > 0 }
      )
      const answered = yield* Effect.promise(() => buy(url, rates))
      expect(answered.status).toBe(200)
      expect(yield* Fiber.poll(stuck)).toEqual(Option.none())
      const late = yield* Fiber.join(stuck)
      expect(new Set(late.map(({ status }) => status))).toEqual(new Set([504]))
    }).pipe(Effect.scoped)
  )
})
