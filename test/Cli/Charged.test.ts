/**
 * What a run says of the money, it says once, whatever was lost: the journal, the answer, a header on its way. No run says
 * both that something was charged and that it was not.
 */
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { UsageError } from "../../src/Cli/Usage.ts"
import { answer, given, sold, state } from "../Client/Scripted.ts"
import { place, type Script } from "./ScriptedShop.ts"

/** The status of any payment. */
const statusOf = (status: string) => (nonce: string) => state(nonce, status)

const call = ["call", "fx.rates", "--base", "EUR", "--currencies", "USD"]
const named = [...call, "--key", "order-1", "--timeout", "500ms"]

const denies = /not charged|nothing was charged|charged nothing/i

const failing = (code: string, status: number, message: string) => () =>
  answer(status, { error: { code, message, retryable: true }, meta: { requestId: "req_1" } })

it.scopedLive.each([
  ["LEDGER_UNAVAILABLE", 503, "Payments cannot be recorded at the moment; this call charged nothing."],
  ["PAYMENT_FACILITATOR_UNAVAILABLE", 503, "Payments cannot be checked at the moment; nothing was charged."],
  ["PAYMENT_CONFLICT", 409, "The payment has another key. This call charged nothing."]
] as const)("a purchase whose journal was lost, and that %s meets", ([code, status, message]) =>
  Effect.gen(function* () {
    const script: Script = { paid: () => sold(), statusOf: statusOf("settled") }
    const { forget, run } = yield* place(script)
    expect((yield* run(named)).code).toBe(0)
    yield* forget
    script.paid = failing(code, status, message)
    const lost = yield* run(named)
    // By the contract the second of them has no charge before it either; the others may.
    const isCharged = code !== "PAYMENT_FACILITATOR_UNAVAILABLE"
    expect(lost.err).toContain(`${code}: ${message.split(/[;.]/)[0]}.\n`)
    expect(lost.err.includes("It was charged.")).toBe(isCharged)
    expect(denies.test(lost.err)).toBe(!isCharged)
    yield* forget
    const { error } = JSON.parse((yield* run([...named, "--json"])).out)
    expect([error.charged, denies.test(error.message)]).toEqual([isCharged, false])
  })
)

it.scopedLive.each([
  ["settled", true, /^charged by the payment's status; no receipt came, key order-1$/m],
  ["settling", "unknown", /^no receipt came, and it is not known whether it was charged, key order-1$/m],
  ["released", false, /^not charged, key order-1$/m]
] as const)("an answer without a receipt, of a payment that is %s", ([status, charged, told]) =>
  Effect.gen(function* () {
    const { forget, run } = yield* place({ paid: given, statusOf: statusOf(status) })
    const came = yield* run(named)
    expect([came.code, came.out, came.err]).toEqual([
      0,
      expect.stringContaining("1.05"),
      expect.stringMatching(told)
    ])
    expect(denies.test(came.err)).toBe(charged === false)
    yield* forget
    expect(JSON.parse((yield* run([...named, "--json"])).out)).toMatchObject({ charged })
    yield* forget
    const unwritten = yield* run(named, new UsageError("the standard output cannot be written (ENOSPC)"))
    // What was not paid is no loss: the command is wrong. What may be is fetched by its key.
    expect(unwritten.code).toBe(charged === false ? 2 : 7)
    expect(denies.test(unwritten.err)).toBe(charged === false)
    expect(unwritten.err.includes("It was charged.")).toBe(charged === true)
    expect(unwritten.err.includes("almanac resume order-1")).toBe(charged !== false)
  })
)

it.scopedLive.each([
  // The journal's own word, the service's, and what is told of both.
  ["free", "settled", true, /^state +settled: charged$/m],
  ["free", "released", false, /^state +released: not charged$/m],
  ["charged", "settled", true, /^state +settled: charged$/m],
  ["charged", "released", true, /^state +charged, by the journal; the service calls it released$/m]
] as const)(
  "status of what the journal takes for %s, and the service for %s",
  ([kept, status, charged, told]) =>
    Effect.gen(function* () {
      const script: Script = { paid: kept === "free" ? given : () => sold(), statusOf: statusOf("released") }
      const { run } = yield* place(script)
      yield* run(named)
      script.statusOf = statusOf(status)
      const { err, out } = yield* run(["status", "order-1"])
      expect(out).toMatch(told)
      expect(out.match(/charged/g)).toHaveLength(1)
      expect(err.includes("almanac resume order-1")).toBe(kept === "free" && status === "settled")
      expect(JSON.parse((yield* run(["status", "order-1", "--json"])).out)).toMatchObject({ charged })
    })
)

it.scopedLive("a status that cannot be told says nothing of what the purchase was charged", () =>
  Effect.gen(function* () {
    const script: Script = { paid: () => sold(), statusOf: statusOf("settled") }
    const { run } = yield* place(script)
    yield* run(named)
    script.statusOf = failing("LEDGER_UNAVAILABLE", 503, "Payments cannot be looked up at the moment.")
    const { code, err } = yield* run(["status", "order-1"])
    expect([code, err]).toEqual([6, expect.stringContaining("  This command charged nothing.\n")])
    expect(err).not.toContain("Nothing was charged")
  })
)
