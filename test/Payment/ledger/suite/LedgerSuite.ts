/** The rules of the ledger, for any layer that keeps them. */
import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import { describe } from "vitest"
import { limits } from "./Limits.ts"
import { payers } from "./Payers.ts"
import { reads } from "./Reads.ts"
import { receipts } from "./Receipts.ts"
import { transitions } from "./Transitions.ts"
import { upkeep } from "./Upkeep.ts"
import type { Services } from "./World.ts"
import { writes } from "./Writes.ts"

/** Runs the table against a ledger. */
export const ledgerSuite = <E>(name: string, ledger: Layer.Layer<Services, E>) =>
  layer(ledger, { excludeTestServices: true, timeout: "60 seconds" })(name, (it) => {
    describe("an operation", () => transitions(it))
    describe("what it writes", () => writes(it))
    describe("a payer's limits", () => limits(it))
    describe("a transaction", () => receipts(it))
    describe("what it tells", () => reads(it))
    describe("what it knows of payers", () => payers(it))
    describe("reconciler and sweeper", () => upkeep(it))
  })
