/**
 * The line before bodies that cost much once they are read: so many in a turn of the event loop, and so many that wait.
 */
import { setImmediate as turn } from "node:timers/promises"
import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import * as AwaitedBodies from "../../src/Http/limits/AwaitedBodies.ts"

/** Lets senders wait at once; what becomes of each, as it comes. */
const crowd = (senders: ReadonlyArray<string>, inLine: ReturnType<typeof AwaitedBodies.line>) => {
  const told: Array<string> = []
  senders.forEach((sender, place) => {
    Effect.runFork(inLine(sender)).addObserver((exit) =>
      told.push(`${place} ${sender} ${Exit.isSuccess(exit) ? "passes" : "is refused"}`)
    )
  })
  return told
}

/** Turns in which all that can happen has happened. */
const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await turn()
}

describe("a line before bodies", () => {
  it.each([
    {
      rule: "lets so many pass in a turn; of more than may wait, the one that has waited longest is refused",
      line: AwaitedBodies.line(2, 2),
      ends: ["0 a passes", "1 b passes", "2 c is refused", "3 d passes", "4 e passes"]
    },
    {
      rule: "refuses the sender that waits with the most, its last ones first",
      line: AwaitedBodies.line(1, 3),
      ends: ["0 a passes", "1 b passes", "2 b is refused", "3 b is refused", "4 c passes"]
    }
  ])("$rule", async ({ ends, line }) => {
    const senders = ends.flatMap((end) => end.split(" ")[1] ?? [])
    const told = crowd(senders, line)
    await turns(10)
    expect(told.toSorted()).toEqual(ends)
  })
})
