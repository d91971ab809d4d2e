/** What becomes of a purchase, for any layer that keeps the ledger's rules. */
import { layer } from "@effect/vitest"
import { Layer } from "effect"
import { describe } from "vitest"
import type * as Ledgers from "../ledger/suite/World.ts"
import { attemptsTable } from "./Attempts.ts"
import { crowd } from "./Crowd.ts"
import { limitsTable } from "./Limits.ts"
import { namesTable } from "./Names.ts"
import { statesTable } from "./States.ts"
import { uncertainStoring } from "./UncertainStoring.ts"
import { unconfirmedReceipts } from "./UnconfirmedReceipts.ts"
import { unproven } from "./Unproven.ts"
import { waitsTable } from "./Waits.ts"
import { settings } from "./World.ts"

/** Runs the tables on a ledger. */
export const purchaseSuite = <E>(name: string, ledger: Layer.Layer<Ledgers.Services, E>) =>
  layer(Layer.merge(ledger, settings), { excludeTestServices: true, timeout: "60 seconds" })(name, (it) => {
    describe("every call, where the payment is", () => statesTable(it))
    describe("a call that waits, where the payment is", () => waitsTable(it))
    describe("a payer at its limit:", () => limitsTable(it))
    describe("an attempt, where", () => attemptsTable(it))
    describe("an answer of which it is not certain that it is stored:", () => uncertainStoring(it))
    describe("a receipt that the ledger does not confirm, where", () => unconfirmedReceipts(it))
    describe("a payment that only the facilitator can judge:", () => unproven(it))
    describe("a purchase without a key:", () => namesTable(it))
    describe("a crowd of one payer:", () => crowd(it))
  })
