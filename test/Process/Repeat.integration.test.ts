/**
 * A purchase that was cut off, made again as docs/paying.md shows it: one charge, and the answer that it paid for. The sandbox
 * and the program that pays come from their bundles; the page's own commands are run by `test/Docs`.
 */
import { expect, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { freePort } from "../../scripts/process/FreePort.ts"
import { stop } from "../../scripts/process/Spawned.ts"
import { buyers } from "../../src/Sandbox/Accounts.ts"
import * as Program from "../support/process/Program.ts"

const Balances = Schema.Struct({ balances: Schema.Record({ key: Schema.String, value: Schema.String }) })

it.scopedLive(
  "the sandbox loses a settlement's answer, then a client its connection: each purchase is charged once",
  () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const baseUrl = `http://localhost:${port}`
      const sandbox = yield* Program.sandbox({ PORT: String(port) })
      yield* Effect.promise(() => sandbox.prints(/ALMANAC SANDBOX[\s\S]*npm run almanac/))

      const json = (path: string, body?: object) =>
        Effect.promise(
          async (): Promise<unknown> =>
            (
              await fetch(
                `${baseUrl}${path}`,
                body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
              )
            ).json()
        )
      const balance = Effect.map(json("/sandbox/balances"), (body) =>
        Number(Schema.decodeUnknownSync(Balances)(body).balances[buyers[0].address])
      )
      const arm = (settlement: string) =>
        Effect.map(json("/sandbox/faults", { settlement }), (body) =>
          expect(body).toMatchObject({ settlement })
        )
      const pay = (key: string) =>
        Program.start(
          "scripts/pay.ts",
          { BASE_URL: baseUrl, IDEMPOTENCY_KEY: key },
          "fx.rates",
          '{"base":"EUR","currencies":["USD"]}'
        )
      const paid = (key: string) =>
        Effect.scoped(
          Effect.flatMap(pay(key), (again) =>
            Effect.promise(async () => {
              await again.ends
              return again.output()
            })
          )
        )
      const untilPaid = (key: string) =>
        Effect.retry(
          Effect.flatMap(paid(key), (output) =>
            output.includes("HTTP 200") ? Effect.succeed(output) : Effect.fail(output)
          ),
          { times: 40, schedule: Schedule.spaced("100 millis") }
        )
      const transaction = (output: string) => /transaction: '(0x[0-9a-f]{64})'/.exec(output)?.[1]

      const before = yield* balance
      yield* arm("lost")
      const lost = yield* paid("demo-1")
      expect(lost).toContain("HTTP 503")
      expect(lost).toContain("PAYMENT_SETTLEMENT_PENDING")
      expect(lost).toContain("IDEMPOTENCY_KEY='demo-1' npm run pay -- fx.rates")

      // While the sandbox finds out what became of the first purchase, the second one is made.
      yield* arm("slow")
      const cut = yield* pay("demo-2")
      yield* Effect.retry(
        Effect.flatMap(json("/sandbox/faults"), (body) =>
          JSON.stringify(body).includes("none") ? Effect.void : Effect.fail("not settling yet")
        ),
        { times: 1000, schedule: Schedule.spaced("20 millis") }
      )
      yield* Effect.promise(() => stop(cut))
      expect(cut.output()).not.toContain("HTTP")

      yield* Effect.promise(() => sandbox.prints(/reconciled/))
      const found = yield* untilPaid("demo-1")
      expect(transaction(found)).toMatch(/^0x/)
      expect(transaction(yield* paid("demo-1"))).toBe(transaction(found))
      // Each try is a process: they begin when the slow settlement is made.
      yield* Effect.retry(
        Effect.filterOrFail(balance, (left) => before - left > 0.003),
        { times: 600, schedule: Schedule.spaced("50 millis") }
      )
      expect(transaction(yield* untilPaid("demo-2"))).toMatch(/^0x/)
      expect(before - (yield* balance)).toBeCloseTo(0.004, 6)
      expect(yield* json("/sandbox/faults", { settlement: "other" })).toMatchObject({
        error: { code: "VALIDATION_FAILED" }
      })
    }),
  180_000
)
