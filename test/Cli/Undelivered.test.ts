/**
 * A purchase that was charged, and whose answer was lost on its way: everything that a person or a script does next
 * fetches that answer, and nothing signs another payment.
 */
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { UsageError } from "../../src/Cli/Usage.ts"
import { sold, state } from "../Client/Scripted.ts"
import { decode } from "../support/Buyer.ts"
import { place } from "./ScriptedShop.ts"

it.scopedLive("is finished by the same call, for one charge", () =>
  Effect.gen(function* () {
    const nonces: Array<string> = []
    let isCutting = true
    // It charges, and ends the connection in place of an answer for as long as `isCutting`.
    const shop = yield* place({
      paid: (payment) => {
        nonces.push(Object(decode(payment)).payload.authorization.nonce)
        return isCutting ? undefined : sold()
      },
      statusOf: (nonce) => state(nonce, "settled")
    })
    const run = (...args: ReadonlyArray<string>) => shop.run(args)
    const call = ["call", "fx.rates", "--base", "EUR", "--currencies", "USD"]

    const lost = yield* run(...call, "--key", "order-1", "--timeout", "2s")
    expect([lost.code, lost.err]).toEqual([7, expect.stringContaining("almanac resume order-1")])
    expect(lost.err).toContain("It was charged.")
    expect(lost.err).not.toContain("may succeed")
    expect((yield* run("status")).out).toContain("order-1")
    expect((yield* run("status", "order-1")).err).toContain("almanac resume order-1")

    isCutting = false
    const broken = new UsageError("the standard output cannot be written (ENOSPC)")
    const unwritten = yield* shop.run(call, broken)
    expect([unwritten.code, unwritten.err]).toEqual([7, expect.stringContaining("almanac resume order-1")])
    expect(unwritten.err).toMatch(/cannot be written \(ENOSPC\)\n {2}It was charged\./)
    const fetched = yield* run("resume", "order-1")
    expect([fetched.code, fetched.out]).toEqual([0, expect.stringContaining("1.05")])
    isCutting = true
    yield* run(...call, "--key", "order-2", "--timeout", "2s")

    isCutting = false
    const again = yield* run(...call)
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("1.05")])
    expect(new Set(nonces).size).toBe(2)
    expect((yield* run("status")).out).toBe("everything is finished\n")
  })
)
