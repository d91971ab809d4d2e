/**
 * What a buyer gets for a facilitator's receipt, by what it says and by who else can be asked: a receipt of success is
 * sold when it is about this payment and names a transaction of its own. Otherwise the node decides; without a node the
 * same success told again, unless it is about another payment.
 */
import { expect, layer } from "@effect/vitest"
import { Context, type Duration, Effect, Fiber, Layer, Option, Schema } from "effect"
import * as SteeredClock from "../../../scripts/prove/service/SteeredClock.ts"
import * as Outbound from "../../../src/Http/client/Outbound.ts"
import * as Live from "../../../src/Live.ts"
import { ReferenceRates } from "../../../src/Providers/ports/ReferenceRates.ts"
import { Authorization } from "../../../src/Resources/X402.ts"
import * as Testing from "../../../src/Testing.ts"
import { decode } from "../../support/Buyer.ts"
import { type Call, facilitatorServer, type Play, reply } from "../../support/FacilitatorServer.ts"
import { someRates, startWith } from "../../support/Harness.ts"
import { Almanac, changeRow, nonceOf, pay, rows, send, stateOf, told, until } from "../../support/Money.ts"
import { asset } from "../../support/SignedPayment.ts"
import { type StubNode, stubNode } from "../../support/StubNode.ts"

type Payment = typeof Authorization.Type

/** What the facilitator does with a payment. */
type Answer = (payment: Payment) => Play

/** The facilitator and the node of a test. */
class Stage extends Context.Tag("test/ReceiptStage")<
  Stage,
  { settle: Answer; verify: Answer; settlements: number; readonly node: StubNode; readonly now: () => number }
>() {}

/** The transaction of a payment's transfer. */
const transactionOf = ({ nonce }: Pick<Payment, "nonce">) =>
  `0x${[...nonce.slice(2)].reverse().join("")}`.toLowerCase()

/** An honest receipt, with other members. */
const receipt =
  (more: object = {}): Answer =>
  (payment) =>
    reply(200, {
      success: true,
      transaction: transactionOf(payment),
      network: asset.network,
      payer: payment.from,
      amount: payment.value,
      ...more
    })

const refusal =
  (errorReason: string, more: object = {}): Answer =>
  ({ from }) =>
    reply(200, { success: false, errorReason, transaction: "", network: asset.network, payer: from, ...more })

const good: Answer = ({ from }) => reply(200, { isValid: true, payer: from })

const Submission = Schema.Struct({
  paymentPayload: Schema.Struct({ payload: Schema.Struct({ authorization: Authorization }) })
})
const paymentIn = ({ body }: Call) =>
  Schema.decodeUnknownSync(Submission)(body).paymentPayload.payload.authorization

const ports = Layer.mergeAll(
  Testing.everyProvider,
  Layer.mock(ReferenceRates, { rates: someRates }),
  Layer.provide(Live.facilitator, Outbound.layer),
  Layer.provide(Live.chain, Outbound.layer)
)

/** The service at a facilitator that plays what a test says, with a node that it asks, or without. */
const service = (hasNode: boolean) =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const clock = SteeredClock.make()
      const now = () => clock.seconds()
      const node = yield* stubNode({ head: () => Math.floor(now() / 2), timeOf: (block) => block * 2 })
      const stage = { settle: receipt(), verify: good, settlements: 0, node, now }
      const { url } = yield* facilitatorServer((response, call) => {
        if (call.url === "/settle") stage.settlements += 1
        const answer = call.url === "/settle" ? stage.settle : stage.verify
        answer(paymentIn(call))(response, call)
      })
      const environment = {
        X402_FACILITATOR_URL: url,
        ...(hasNode ? { X402_RPC_URL: node.url } : {})
      }
      const running = yield* Effect.withClock(startWith(ports, { environment }), clock.clock)
      return Context.make(Almanac, { ...running, clock }).pipe(Context.add(Stage, stage))
    })
  )

/** The payment of a header is settled by an honest receipt from now on; `asked` tells how often it was asked for. */
const watched = (stage: Context.Tag.Service<Stage>, header: string) => {
  let asked = 0
  stage.settle = (payment) => {
    if (payment.nonce.toLowerCase() === nonceOf(header)) asked += 1
    return receipt()(payment)
  }
  return { asked: () => asked }
}

/**
 * Settles these payments by such receipts. Those of earlier cases, for which the reconciler still asks, get none that counts:
 * they would take the transaction.
 */
const receiptsFor =
  (headers: ReadonlyArray<string>, more: Parameters<typeof receipt>[0]): ReturnType<typeof receipt> =>
  (payment) =>
    receipt(
      headers.some((header) => nonceOf(header) === payment.nonce.toLowerCase()) ? more : { payer: stranger }
    )(payment)

/** Everybody honest again. */
const fresh = Effect.map(Stage, (stage) => {
  Object.assign(stage, { settle: receipt(), verify: good, settlements: 0 })
  Object.assign(stage.node.behaviour, {
    isAway: false,
    receipts: "whole",
    limit: Number.POSITIVE_INFINITY,
    head: () => Math.floor(stage.now() / 2)
  })
  return stage
})

/** The payment's transfer, or what else used its nonce, is in a block: the newest one. */
const use = (
  { node }: Context.Tag.Service<Stage>,
  payment: Payment,
  to: string | undefined,
  block = node.behaviour.head()
) => {
  node.behaviour.uses.push({
    payer: payment.from,
    nonce: payment.nonce,
    to,
    value: BigInt(payment.value),
    block,
    transaction: transactionOf(payment)
  })
}

/** The transfer is made, and then something is answered. */
const moved =
  (stage: Context.Tag.Service<Stage>, answer: Answer, to?: string | null): Answer =>
  (payment) => {
    use(stage, payment, to === null ? undefined : (to ?? payment.to))
    return answer(payment)
  }

/**
 * The transfer is made 4 s after the question, and the answer comes 1 s later, at a node that is 3 s behind: its newest
 * block is then one from between the question and the transfer.
 */
const movedMeanwhile =
  (stage: Context.Tag.Service<Stage>, answer: Answer): Answer =>
  (payment) =>
  (response, call) => {
    const asked = stage.now()
    stage.node.behaviour.head = () => Math.floor((stage.now() - 3) / 2)
    const block = Math.ceil((asked + 4) / 2)
    use(stage, payment, payment.to, block)
    const waiting = setInterval(() => {
      if (stage.now() < asked + 5) return
      clearInterval(waiting)
      answer(payment)(response, call)
    }, 5)
  }

/** Sends a call, and lets time pass for what it waits for: `step` for every 15 ms. */
const patiently = (header: string, step: Duration.DurationInput = "200 millis") =>
  Effect.gen(function* () {
    const { clock } = yield* Almanac
    const calling = yield* Effect.fork(send(header))
    while (Option.isNone(yield* Fiber.poll(calling))) {
      yield* clock.jump(step)
      yield* Effect.sleep("15 millis")
    }
    return yield* Fiber.join(calling)
  })

const settlementOf = (answer: { readonly headers: Headers }) =>
  decode(answer.headers.get("payment-response") ?? "")

const pending = [503, "PAYMENT_SETTLEMENT_PENDING", undefined]
const distrusted = [402, "PAYMENT_REJECTED", "recent_settlement_failure"]
const stranger = `0x${"5e".repeat(20)}`
const one = `0x${"0e".repeat(32)}`

/** Receipts of success that are sold, whoever else can be asked. */
const countings: ReadonlyArray<readonly [string, object]> = [
  ["with everything", {}],
  ["without network", { network: undefined }],
  ["of an empty network", { network: "" }],
  ["of the network's name in version 1", { network: "base-sepolia" }],
  ["without payer and amount", { payer: undefined, amount: undefined }],
  ["of no payer by null", { payer: null, amount: null }]
]

/** Those that are about this payment, and prove nothing. */
const unusables: ReadonlyArray<readonly [string, object]> = [
  ["of an empty transaction", { transaction: "" }],
  ["without transaction", { transaction: undefined }],
  ["of junk for a transaction", { transaction: "see http://10.0.0.7" }],
  ["of half a hash", { transaction: `0x${"ab".repeat(16)}` }],
  ["of another network", { network: "eip155:1" }],
  ["of another network's name", { network: "base" }]
]

/** Those that are about another payment. */
const contradictions: ReadonlyArray<readonly [string, object]> = [
  ["of another payer", { payer: stranger }],
  ["of another payer, without transaction", { payer: stranger, transaction: "" }],
  ["of less", { amount: "1999" }],
  ["of more", { amount: "2000000" }]
]

const isIn = (header: string, state: string) => Effect.map(stateOf(header), (now) => now === state)

layer(service(false), { excludeTestServices: true, timeout: "60 seconds" })(
  "a receipt, without a node",
  (it) => {
    for (const [name, more] of countings) {
      it.effect(`${name} is sold`, () =>
        Effect.gen(function* () {
          const stage = yield* fresh
          stage.settle = receipt(more)
          const header = yield* pay(0)
          const answer = yield* patiently(header)
          expect(answer.status).toBe(200)
          const [row] = yield* rows(header)
          expect(row).toMatchObject({
            state: "settled",
            transaction: transactionOf({ nonce: row?.nonce ?? "" })
          })
          expect(settlementOf(answer)).toMatchObject({ success: true, transaction: row?.transaction })
        })
      )
    }

    for (const [name, more] of unusables) {
      it.effect(`${name} is sold when it is told again, 10 s later`, () =>
        Effect.gen(function* () {
          const stage = yield* fresh
          const { clock } = yield* Almanac
          stage.settle = receipt(more)
          const header = yield* pay(1)
          const began = clock.now()
          const first = yield* patiently(header)
          expect(told(first)).toEqual(pending)
          expect(settlementOf(first)).toMatchObject({
            success: false,
            errorReason: "settlement_pending",
            transaction: ""
          })
          const known = clock.now()
          yield* until(isIn(header, "presumed_settled"), "1 second")
          expect(clock.now() - began).toBeGreaterThanOrEqual(10_000)
          expect(clock.now() - known).toBeLessThan(60_000)
          const answer = yield* send(header)
          expect([answer.status, settlementOf(answer)]).toMatchObject([
            200,
            { success: true, transaction: "" }
          ])
        })
      )
    }

    for (const [name, more] of contradictions) {
      it.effect(`${name} is never sold, however often it is told, and somebody is called`, () =>
        Effect.gen(function* () {
          const stage = yield* fresh
          const { lines } = yield* Almanac
          stage.settle = receipt(more)
          const header = yield* pay(2)
          expect(told(yield* patiently(header))).toEqual(pending)
          yield* until(Effect.sync(() => stage.settlements > 6))
          expect(told(yield* send(header))).toEqual(pending)
          expect(yield* stateOf(header)).toBe("unknown")
          const alarms = lines.map(({ message }) => String(message))
          expect(alarms).toContain("the facilitator calls a payment settled in a receipt of another one")
          expect(alarms).toContain("a payment stays of unknown outcome: look at the chain")
          const calls = lines.filter(({ message }) => message === "request").slice(-2)
          expect(calls.map(({ charged, status }) => [status, charged])).toEqual([
            [503, "unknown"],
            [503, "unknown"]
          ])
        })
      )
    }

    it.effect("of another payer ends when the nonce is called used and the payment is over", () =>
      Effect.gen(function* () {
        const stage = yield* fresh
        stage.settle = receipt({ payer: stranger })
        const header = yield* pay(3)
        yield* patiently(header)
        stage.settle = refusal("invalid_exact_evm_nonce_already_used")
        yield* until(Effect.sync(() => stage.settlements > 3))
        expect(yield* stateOf(header)).toBe("unknown")
        yield* until(isIn(header, "presumed_settled"), "20 seconds")
      })
    )

    it.effect("that proves nothing, and then one that counts: it is sold by that", () =>
      Effect.gen(function* () {
        const stage = yield* fresh
        let calls = 0
        stage.settle = (payment) => {
          calls += 1
          return receipt(calls === 1 ? { payer: stranger } : {})(payment)
        }
        const header = yield* pay(4)
        expect((yield* patiently(header)).status).toBe(200)
        expect(yield* stateOf(header)).toBe("settled")
      })
    )

    it.effect("of one transaction is one payment's of the many that are settled at once", () =>
      Effect.gen(function* () {
        const stage = yield* fresh
        const headers = yield* Effect.forEach([10, 11, 12, 13, 14, 15, 16, 17], (index) => pay(index))
        stage.settle = receiptsFor(headers, { transaction: one })
        const answers = yield* Effect.forEach(headers, patiently, { concurrency: "unbounded" })
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(503)])
        // The next one is refused as well, in any spelling.
        stage.settle = receipt({ transaction: one.toUpperCase().replace("0X", "0x") })
        expect(told(yield* patiently(yield* pay(18)))).toEqual(pending)
      })
    )

    it.effect(
      "of another payment's transaction is never sold, however often it is told, and somebody is called",
      () =>
        Effect.gen(function* () {
          const stage = yield* fresh
          const { lines } = yield* Almanac
          const before = lines.length
          const [first, second] = [yield* pay(7), yield* pay(8)]
          stage.settle = receiptsFor([first, second], { transaction: `0x${"0c".repeat(32)}` })
          expect((yield* patiently(first)).status).toBe(200)
          const alarms = () =>
            lines
              .slice(before)
              .filter(({ message, reason }) => reason === "receipt_reused" && message !== "request")
          expect(told(yield* patiently(second))).toEqual(pending)
          yield* until(Effect.map(stateOf(second), (state) => state !== "unknown" || alarms().length >= 2))
          expect(yield* stateOf(second)).toBe("unknown")
          expect(told(yield* send(second))).toEqual(pending)
          expect(new Set(alarms().map(({ message }) => String(message)))).toEqual(
            new Set(["a payment stays of unknown outcome: look at the chain"])
          )
        })
    )

    it.effect("of a row that was reserved under older rules is not asked for a month later", () =>
      Effect.gen(function* () {
        const stage = yield* fresh
        const { clock, lines } = yield* Almanac
        stage.settle = () => reply(500, "")
        const header = yield* pay(19)
        yield* patiently(header)
        yield* changeRow(header, {
          createdAt: clock.now() - 30 * 86_400_000,
          validBefore: "3800000000",
          leaseUntil: 0
        })
        const watch = watched(stage, header)
        const before = lines.length
        yield* until(Effect.sync(() => lines.slice(before).some(({ reason }) => reason === "not_settled")))
        expect(watch.asked()).toBe(0)
        expect(yield* stateOf(header)).toBe("unknown")
      })
    )

    const refused: ReadonlyArray<readonly [reason: string, more: object, next: unknown]> = [
      ["insufficient_funds", {}, distrusted],
      ["invalid_exact_evm_insufficient_balance", {}, distrusted],
      ["invalid_exact_evm_signature", {}, distrusted],
      ["invalid_exact_evm_payload_signature", {}, distrusted],
      ["invalid_exact_evm_transaction_failed", { transaction: one }, distrusted],
      ["invalid_exact_evm_transaction_simulation_failed", {}, 200],
      ["invalid_exact_evm_payload_authorization_valid_before", {}, 200],
      ["invalid_exact_evm_recipient_mismatch", {}, 200],
      ["invalid_exact_evm_token_version_mismatch", {}, 200],
      ["asset_not_deployed_contract", {}, 200],
      ["unsupported_scheme", {}, 200]
    ]
    for (const [index, [reason, more, next]] of refused.entries()) {
      it.effect(`of a failure by ${reason}: whether its payer is refused for a while`, () =>
        Effect.gen(function* () {
          const stage = yield* fresh
          stage.settle = refusal(reason, more)
          expect(told(yield* patiently(yield* pay(20 + index)))).toEqual([
            402,
            "PAYMENT_SETTLEMENT_FAILED",
            reason
          ])
          stage.settle = receipt()
          const answer = yield* patiently(yield* pay(20 + index))
          expect(answer.status === 200 ? 200 : told(answer)).toEqual(next)
        })
      )
    }

    const keptOrNot: ReadonlyArray<readonly [reason: string, more: object, next: unknown]> = [
      ["insufficient_funds", {}, 200],
      [
        "invalid_exact_evm_transaction_failed",
        { transaction: `0x${"0b".repeat(32)}` },
        [402, "PAYMENT_INVALID", "nonce_already_used"]
      ]
    ]
    for (const [index, [reason, more, next]] of keptOrNot.entries()) {
      it.effect(`of a failure by ${reason}: whether the payment, public where it was sent, buys later`, () =>
        Effect.gen(function* () {
          const stage = yield* fresh
          const { clock } = yield* Almanac
          stage.settle = refusal(reason, more)
          const header = yield* pay(31 + index, {
            authorization: { validBefore: String(clock.seconds() + 3000) }
          })
          expect(told(yield* patiently(header))).toEqual([402, "PAYMENT_SETTLEMENT_FAILED", reason])
          stage.settle = receipt()
          yield* clock.jump("11 minutes")
          const answer = yield* patiently(header)
          expect(answer.status === 200 ? 200 : told(answer)).toEqual(next)
        })
      )
    }

    it.effect("of another payer's failure says nothing of this payment: 503, never 402", () =>
      Effect.gen(function* () {
        const stage = yield* fresh
        stage.settle = refusal("insufficient_funds", { payer: stranger })
        const header = yield* pay(5)
        expect(told(yield* patiently(header))).toEqual(pending)
        expect(yield* stateOf(header)).toBe("unknown")
      })
    )

    const verdicts: ReadonlyArray<readonly [string, Answer]> = [
      ["good", () => reply(200, { isValid: true, payer: stranger })],
      [
        "bad",
        () => reply(200, { isValid: false, invalidReason: "invalid_exact_evm_signature", payer: stranger })
      ]
    ]
    for (const [name, verdict] of verdicts) {
      it.effect(
        `a verification that calls another payer's payment ${name} is none: 503, and nothing runs`,
        () =>
          Effect.gen(function* () {
            const stage = yield* fresh
            stage.verify = verdict
            const header = yield* pay(6)
            expect(told(yield* patiently(header))).toEqual([
              503,
              "PAYMENT_FACILITATOR_UNAVAILABLE",
              undefined
            ])
            expect(stage.settlements).toBe(0)
            stage.verify = good
            expect((yield* patiently(header)).status).toBe(200)
          })
      )
    }
  }
)

layer(service(true), { excludeTestServices: true, timeout: "60 seconds" })("a receipt, with a node", (it) => {
  for (const [name, more] of [...countings, ...unusables, ...contradictions]) {
    it.effect(`${name}, of a transfer that the chain has, is sold at once`, () =>
      Effect.gen(function* () {
        const stage = yield* fresh
        stage.settle = moved(stage, receipt(more))
        const header = yield* pay(0)
        const answer = yield* patiently(header)
        expect(answer.status).toBe(200)
        const [row] = yield* rows(header)
        const transaction = transactionOf({ nonce: row?.nonce ?? "" })
        expect(row).toMatchObject({ state: "settled", transaction })
        expect(settlementOf(answer)).toMatchObject({ success: true, transaction })
        expect(stage.settlements).toBe(1)
      })
    )
  }

  for (const [name, more] of [...unusables.slice(3, 5), ...contradictions.slice(1, 3)]) {
    it.effect(`${name}, of a transfer that the chain has not, is told as pending until it has`, () =>
      Effect.gen(function* () {
        const stage = yield* fresh
        const { clock } = yield* Almanac
        stage.settle = receipt(more)
        const header = yield* pay(1)
        const began = clock.now()
        expect(told(yield* patiently(header))).toEqual(pending)
        // 5 s, and what the calls themselves take.
        expect(clock.now() - began).toBeLessThan(8_000)
        yield* until(Effect.sync(() => stage.settlements > 3))
        expect(yield* stateOf(header)).toBe("unknown")
        stage.settle = (payment) => {
          if (!stage.node.behaviour.uses.some(({ nonce }) => nonce === payment.nonce))
            use(stage, payment, payment.to)
          return receipt(more)(payment)
        }
        yield* until(isIn(header, "settled"))
        expect((yield* send(header)).status).toBe(200)
      })
    )
  }

  it.effect("of a transfer that the node has a block later is sold within the call", () =>
    Effect.gen(function* () {
      const stage = yield* fresh
      const { clock } = yield* Almanac
      stage.settle = (payment) => {
        use(stage, payment, payment.to)
        const used = stage.node.behaviour.uses.pop()
        const block = stage.node.behaviour.head() + 1
        if (used !== undefined) stage.node.behaviour.uses.push({ ...used, block })
        return receipt({ transaction: "" })(payment)
      }
      const began = clock.now()
      expect((yield* patiently(yield* pay(2))).status).toBe(200)
      expect(clock.now() - began).toBeLessThan(8_000)
    })
  )

  it.effect("of one transaction for many transfers that the chain has in it is sold for each", () =>
    Effect.gen(function* () {
      const stage = yield* fresh
      stage.settle = (payment) => {
        const logIndex = 3 + 2 * stage.node.behaviour.uses.length
        const block = stage.node.behaviour.head()
        const { from, nonce, to, value } = payment
        stage.node.behaviour.uses.push({
          payer: from,
          nonce,
          to,
          value: BigInt(value),
          block,
          logIndex,
          transaction: one
        })
        stage.node.behaviour.receipts = "none"
        return receipt({ transaction: one })(payment)
      }
      const headers = yield* Effect.forEach([10, 11, 12], (index) => pay(index))
      const answers = yield* Effect.forEach(headers, patiently, { concurrency: "unbounded" })
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    })
  )

  const older: ReadonlyArray<readonly [name: string, isPaid: boolean, state: string]> = [
    ["has failed where the chain shows nothing, and is never settled", false, "failed"],
    ["is settled where the chain shows its transfer of a month ago", true, "settled"]
  ]
  for (const [index, [name, isPaid, state]] of older.entries()) {
    it.effect(`of a row that was reserved under older rules a month ago: it ${name}`, () =>
      Effect.gen(function* () {
        const stage = yield* fresh
        const { clock } = yield* Almanac
        let month = 0
        stage.settle = (payment) => {
          if (isPaid && month === 0) {
            month = Math.floor((stage.now() - 30 * 86_400) / 2)
            use(stage, payment, payment.to)
            const used = stage.node.behaviour.uses.pop()
            if (used !== undefined) stage.node.behaviour.uses.push({ ...used, block: month + 5 })
          }
          return reply(500, "")
        }
        stage.node.behaviour.limit = 500
        const header = yield* pay(15 + index)
        expect(told(yield* patiently(header))).toEqual(pending)
        yield* changeRow(header, {
          createdAt: clock.now() - 30 * 86_400_000,
          validBefore: "3800000000",
          leaseUntil: 0
        })
        const watch = watched(stage, header)
        yield* until(isIn(header, state))
        expect(watch.asked()).toBe(0)
      })
    )
  }

  it.effect("of another payment's transaction is not sold by that: the node decides", () =>
    Effect.gen(function* () {
      const stage = yield* fresh
      stage.settle = receipt({ transaction: `0x${"0d".repeat(32)}` })
      const [first, second] = [yield* pay(13), yield* pay(14)]
      expect((yield* patiently(first)).status).toBe(200)
      expect(told(yield* patiently(second))).toEqual(pending)
      yield* until(Effect.sync(() => stage.settlements > 4))
      expect(yield* stateOf(second)).toBe("unknown")
    })
  )

  const failure = (reason: string) => [402, "PAYMENT_SETTLEMENT_FAILED", reason]
  const reverting = "invalid_exact_evm_transaction_failed"
  const tooShort = "invalid_exact_evm_payload_authorization_valid_before"
  const badSignature = "invalid_exact_evm_signature"
  const revert = refusal(reverting, { transaction: `0x${"0a".repeat(32)}` })

  /** Failures that a transfer would bring about as well, and what a payer is told who pays again after them. */
  const failures: ReadonlyArray<
    readonly [name: string, reason: string, answer: () => Answer, next: unknown]
  > = [
    [
      "a simulation that failed",
      "invalid_exact_evm_transaction_simulation_failed",
      () => refusal("invalid_exact_evm_transaction_simulation_failed"),
      200
    ],
    ["a revert", reverting, () => revert, distrusted],
    [
      "a revert that the repetition reports",
      reverting,
      () => {
        let calls = 0
        return (payment) => {
          calls += 1
          return calls === 1
            ? refusal("settlement_pending", { transaction: `0x${"0a".repeat(32)}` })(payment)
            : revert(payment)
        }
      },
      distrusted
    ],
    ["a balance that is too small", "insufficient_funds", () => refusal("insufficient_funds"), distrusted]
  ]
  /** The checks of a facilitator that asks itself again after the transfer. */
  const others: typeof failures = [
    ["a window that is called too short", tooShort, () => refusal(tooShort), 200],
    ["a signature that is called bad", badSignature, () => refusal(badSignature), distrusted],
    ["a payment that is called invalid", "invalid_payload", () => refusal("invalid_payload"), 200]
  ]

  type Told = "sold" | "failed" | "pending"
  const fates: ReadonlyArray<
    readonly [
      name: string,
      given: (stage: Context.Tag.Service<Stage>, answer: Answer) => Answer,
      told: Told,
      next?: unknown
    ]
  > = [
    ["has happened", moved, "sold", 200],
    ["has not", (_, answer) => answer, "failed"],
    ["was cancelled", (stage, answer) => moved(stage, answer, null), "failed", distrusted],
    ["went elsewhere", (stage, answer) => moved(stage, answer, stranger), "failed", distrusted],
    [
      "cannot be asked for",
      (stage, answer) => {
        stage.node.behaviour.isAway = true
        return answer
      },
      "pending",
      200
    ],
    [
      "is unknown to a node that lags behind",
      (stage, answer) => {
        stage.node.behaviour.head = () => Math.floor(stage.now() / 2) - 150
        return answer
      },
      "pending",
      200
    ],
    [
      "has happened while the facilitator was being asked, and is in no block yet that the node has",
      movedMeanwhile,
      "sold",
      200
    ]
  ]
  const table = [
    ...failures.flatMap((failed) => fates.map((fate) => [failed, fate] as const)),
    ...others.flatMap((failed) => fates.slice(0, 2).map((fate) => [failed, fate] as const))
  ]
  for (const [index, [failed, fate]] of table.entries()) {
    const [kind, reason, answered, nextUsually] = failed
    const [name, given, expected, next = nextUsually] = fate
    it.effect(`of ${kind} is checked: the transfer ${name}`, () =>
      Effect.gen(function* () {
        const stage = yield* fresh
        stage.settle = given(stage, answered())
        // What must be seen within 5 s of the service's has half a second of ours for its questions.
        const answer = yield* patiently(
          yield* pay(20 + index),
          given === movedMeanwhile ? "60 millis" : undefined
        )
        expect(answer.status === 200 ? 200 : told(answer)).toEqual(
          { sold: 200, failed: failure(reason), pending }[expected]
        )
        const again = yield* fresh
        again.settle = moved(again, receipt())
        const after = yield* patiently(yield* pay(20 + index))
        expect(after.status === 200 ? 200 : told(after)).toEqual(next)
      })
    )
  }
})
