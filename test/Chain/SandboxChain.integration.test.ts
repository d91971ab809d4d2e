/**
 * The sandbox's chain where anvil cannot run: the same ports, and the reason in the log.
 */
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeHttpClient } from "@effect/platform-node"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Logger, Schedule } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { describe } from "vitest"
import { run, stop } from "../../scripts/process/Spawned.ts"
import { Chain } from "../../src/Payment/chain/Chain.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import { buyers, openingBalance, seller } from "../../src/Sandbox/Accounts.ts"
import * as Anvil from "../../src/Sandbox/Anvil.ts"
import { Balances } from "../../src/Sandbox/Balances.ts"
import * as SandboxChain from "../../src/Sandbox/SandboxChain.ts"
import { describeOnChain, soughtOf } from "../support/LocalChain.ts"
import { submission } from "../support/SignedPayment.ts"
import * as TestSettings from "../support/setup/TestSettings.ts"

const settings = TestSettings.layer({ X402_PAY_TO: seller.address })

/** Pays once and asks the chain about it before and after; what is seen, and what was logged. */
const payOn = (anvil: ReturnType<typeof Anvil.layer>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => {
        lines.push(String(message))
      })
    )
    const seen = yield* Effect.gen(function* () {
      const facilitator = yield* Facilitator
      const chain = yield* Chain
      const { balances } = yield* Balances
      const [buyer] = buyers
      const payment = yield* Effect.promise(() =>
        submission({
          account: privateKeyToAccount(buyer.privateKey),
          authorization: { to: seller.address },
          asked: { payTo: seller.address }
        })
      )
      const before = yield* chain.authorization(soughtOf(payment, 0))
      const { transaction } = yield* facilitator.settle(payment)
      const after = yield* chain.authorization(soughtOf(payment, 0))
      const { [buyer.address]: left, [seller.address]: earned } = yield* balances
      expect(after).toEqual({ _tag: "Transferred", transaction })
      return [before._tag, left, earned]
    }).pipe(
      Effect.provide(
        SandboxChain.layer(anvil).pipe(
          Layer.provideMerge(settings),
          Layer.provideMerge(NodeHttpClient.layerUndici),
          Layer.provideMerge(log)
        )
      )
    )
    return { seen, lines }
  })

const sold = ["Unused", openingBalance - 10_000n, 10_000n]

describe("without anvil", () => {
  const script = join(mkdtempSync(join(tmpdir(), "almanac-")), "anvil")
  writeFileSync(script, "#!/bin/sh\necho cannot execute binary file >&2\nexit 126\n", { mode: 0o755 })

  const rows: ReadonlyArray<readonly [string, string, RegExp]> = [
    [
      "is missing",
      "/nowhere/anvil",
      /^the sandbox's chain is simulated, not real: anvil ended with code 127: .+/
    ],
    [
      "does not run",
      script,
      /^the sandbox's chain is simulated, not real: anvil ended with code 126: cannot execute binary file$/
    ]
  ]
  for (const [name, program, line] of rows) {
    it.live(`that ${name}, money is simulated, and the reason is logged`, () =>
      Effect.gen(function* () {
        const { seen, lines } = yield* payOn(Anvil.layer({ program }))
        expect(seen).toEqual(sold)
        expect(lines).toEqual([expect.stringMatching(line)])
      })
    )
  }
})

describeOnChain("with anvil", () => {
  it.live("money is on it, and nothing is to be said", () =>
    Effect.gen(function* () {
      expect(yield* payOn(Anvil.layer({ blockTime: 1 }))).toEqual({ seen: sold, lines: [] })
    })
  )

  const program = `
    import { NodeHttpClient } from "@effect/platform-node"
    import { Effect, Layer } from "effect"
    import * as Anvil from "./src/Sandbox/Anvil.ts"
    Effect.runFork(Effect.provide(
      Effect.flatMap(Anvil.Anvil, ({ url }) => Effect.zipRight(Effect.log("at " + url), Effect.never)),
      Layer.provide(Anvil.layer(), NodeHttpClient.layerUndici)
    ))`

  const isUp = (url: string) => Effect.isSuccess(Effect.tryPromise(() => fetch(url)))

  it.live("the chain ends with a process that is killed", () =>
    Effect.gen(function* () {
      const url = yield* Effect.acquireUseRelease(
        Effect.sync(() => run("node", ["--import", "tsx", "--input-type=module", "--eval", program])),
        (spawned) =>
          Effect.gen(function* () {
            const [, url = ""] = yield* Effect.promise(() => spawned.prints(/at (http:[\w./:]+)/))
            expect(yield* isUp(url)).toBe(true)
            return url
          }),
        (spawned) => Effect.promise(() => stop(spawned))
      )
      const isDown = yield* isUp(url).pipe(
        Effect.map((up) => !up),
        Effect.repeat({ schedule: Schedule.spaced("50 millis"), until: (down) => down, times: 200 }),
        Effect.zipRight(Effect.map(isUp(url), (up) => !up))
      )
      expect(isDown).toBe(true)
    })
  )
})
