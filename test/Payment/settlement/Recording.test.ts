/** Which payment a transaction is recorded for, while the database comes and goes. */
import { expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Lifecycle } from "../../../src/Lifecycle.ts"
import { Ledger, type PaymentKey } from "../../../src/Payment/ledger/Ledger.ts"
import * as Recording from "../../../src/Payment/settlement/Recording.ts"
import { DatabaseUnavailable } from "../../../src/Storage/Database.ts"

const keyOf = (nonce: string, more: Partial<PaymentKey> = {}): PaymentKey => ({
  network: "eip155:84532",
  asset: "0xusdc",
  payer: "0x1",
  nonce,
  ...more
})
const [first, second, third] = [keyOf("0x01"), keyOf("0x02"), keyOf("0x03")]

/** A process whose database is up, down, or has the transactions as another payment's. */
const process = (hasNode = false) =>
  Effect.gen(function* () {
    const database = { state: "up" as "up" | "down" | "taken", written: [] as Array<string> }
    const ledger = Layer.mock(Ledger, {
      recordTransfer: ({ nonce }, transaction, by) =>
        Effect.suspend(() => {
          if (database.state === "down") return Effect.fail(new DatabaseUnavailable({ reason: "connection" }))
          if (database.state === "taken" && by === "receipt") return Effect.succeed(false)
          database.written.push(`${nonce} ${transaction} ${by}`)
          return Effect.succeed(true)
        })
    })
    const recording = yield* Effect.provide(
      Effect.map(Effect.all([Ledger, Lifecycle]), ([ledger, lifecycle]) =>
        Recording.make({ ledger, lifecycle, hasNode })
      ),
      Layer.merge(ledger, Lifecycle.layer)
    )
    return { database, ...recording }
  })

it.effect("a transaction is the payment's for which it is being recorded, until the database is back", () =>
  Effect.gen(function* () {
    const { database, recordTransfer } = yield* process()
    database.state = "down"
    expect(yield* recordTransfer(first, "0xa", "receipt")).toBe("recorded")
    // The answer of the first is out: the transaction buys no second one, though the ledger does not know of it.
    expect(yield* recordTransfer(second, "0xa", "receipt")).toBe("another's")
    expect(yield* recordTransfer(first, "0xa", "receipt")).toBe("recorded")
    expect(yield* recordTransfer(second, "0xb", "receipt")).toBe("recorded")
    // The chain shows that one transaction has carried out both.
    expect(yield* recordTransfer(third, "0xa", "chain")).toBe("recorded")
    database.state = "up"
    yield* TestClock.adjust("1 second")
    expect(new Set(database.written)).toEqual(
      new Set(["0x01 0xa receipt", "0x02 0xb receipt", "0x03 0xa chain"])
    )
    // From now on the ledger decides.
    database.state = "taken"
    expect(yield* recordTransfer(second, "0xa", "receipt")).toBe("another's")
    database.state = "up"
    expect(yield* recordTransfer(second, "0xa", "receipt")).toBe("recorded")
  })
)

/** Payments beside the first one, and whether its transaction may be theirs as well. */
const beside: ReadonlyArray<readonly [name: string, other: PaymentKey, may: boolean]> = [
  ["the same payment", first, true],
  ["one of another payer", keyOf("0x01", { payer: "0x2" }), false],
  ["one in another token", keyOf("0x01", { asset: "0xeurc" }), false],
  ["one of another nonce", second, false],
  ["one on another network", keyOf("0x01", { network: "eip155:8453" }), true]
]
it.effect.each(beside)("a transaction that is being recorded is told for %s", ([, other, may]) =>
  Effect.gen(function* () {
    const { database, recordTransfer } = yield* process()
    database.state = "down"
    expect(yield* recordTransfer(first, "0xa", "receipt")).toBe("recorded")
    expect(yield* recordTransfer(other, "0xa", "receipt")).toBe(may ? "recorded" : "another's")
  })
)

it.effect("a transaction that is refused by the ledger is nobody's", () =>
  Effect.gen(function* () {
    const { database, recordTransfer } = yield* process()
    database.state = "taken"
    expect(yield* recordTransfer(first, "0xa", "receipt")).toBe("another's")
    database.state = "up"
    expect(yield* recordTransfer(second, "0xa", "receipt")).toBe("recorded")
    expect(database.written).toEqual(["0x02 0xa receipt"])
  })
)

it.effect("with a node, a receipt that the database does not confirm is not believed", () =>
  Effect.gen(function* () {
    const { database, recordTransfer } = yield* process(true)
    database.state = "down"
    expect(yield* recordTransfer(first, "0xa", "receipt")).toBe("unconfirmed")
    // Nothing is left of it: the ledger is not told later, and the transaction may be another's.
    expect(yield* recordTransfer(second, "0xa", "receipt")).toBe("unconfirmed")
    // What the chain shows is recorded when the database is back.
    expect(yield* recordTransfer(first, "0xb", "chain")).toBe("recorded")
    database.state = "up"
    yield* TestClock.adjust("1 second")
    expect(database.written).toEqual(["0x01 0xb chain"])
  })
)
