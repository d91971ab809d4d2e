/** On the server of DATABASE_URL, embedded where there is none. */
import { describe, expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Logs from "../../support/Logs.ts"
import { ledgerSuite } from "./suite/LedgerSuite.ts"
import * as SqlServices from "./suite/SqlServices.ts"
import { bringTo, clock, fresh, key, ports, type State } from "./suite/World.ts"

ledgerSuite("the ledger in PostgreSQL", SqlServices.layer)

/** What is logged of a transfer whose payment has come to this state meanwhile. */
const unrecorded: ReadonlyArray<readonly [state: State, logged: string | undefined]> = [
  ["settling", undefined],
  ["settled", undefined],
  ["presumed_settled", undefined],
  ["failed", "a payment was settled that the ledger has as failed"],
  ["released", "a payment was settled that the ledger has as released"],
  ["reserved", "a payment was settled that the ledger has as reserved"],
  ["absent", "a payment was settled that the ledger does not have"]
]

describe("a transfer that is recorded too late", () => {
  layer(SqlServices.layer, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect.each(unrecorded)("is told to the operator where it is not counted: %s", ([state, logged]) =>
      Logs.collected(({ lines }) =>
        Effect.gen(function* () {
          yield* fresh
          yield* bringTo(state)
          const { ledger } = yield* ports
          expect(yield* ledger.recordTransfer(key, "0xlate")).toBe(true)
          const errors = lines.filter(({ level }) => level === "ERROR").map(({ text }) => text)
          expect(errors).toEqual(logged === undefined ? [] : [logged])
        })
      ).pipe(Effect.withClock(clock))
    )
  })
})
