import type * as Http from "node:http"
import { describe, expect, it } from "@effect/vitest"
import {
  Cause,
  Deferred,
  Duration,
  Effect,
  Either,
  Fiber,
  FastCheck as fc,
  Layer,
  Option,
  Redacted,
  TestClock,
  Tracer
} from "effect"
import { Dispatcher } from "undici"
import * as Outbound from "../../../src/Http/client/Outbound.ts"
import { exchangeOver, Pool } from "../../../src/Http/client/PooledClient.ts"
import { Facilitator, type Submission } from "../../../src/Payment/facilitator/Facilitator.ts"
import * as HttpFacilitator from "../../../src/Payment/facilitator/HttpFacilitator.ts"
import * as Replies from "../../../src/Payment/facilitator/Replies.ts"
import { Credentials } from "../../../src/Settings/Credentials.ts"
import { facilitatorServer, hang, type Play, reply, reset } from "../../support/FacilitatorServer.ts"
import { asset, payer, submission } from "../../support/SignedPayment.ts"
import { runs } from "../../support/setup/Runs.ts"

const page = "<!doctype html><title>502 Bad Gateway</title> http://10.0.0.7/internal"

const hangInBody: Play = (response) => {
  response.writeHead(200, { "content-type": "application/json" })
  response.write('{"isValid":true,"success":true,')
}

const resetInBody: Play = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": 500 })
  response.write('{"isValid":true,"success":true,', () => response.socket?.resetAndDestroy())
}

const cutInBody: Play = (response) => {
  response.writeHead(200, { "content-type": "application/json" })
  response.write('{"isValid":true,"success":true,', () => response.socket?.end())
}

/** As long as it is let. */
const endless: Play = (response) => {
  response.writeHead(200, { "content-type": "application/json" })
  const more = () => {
    while (!response.destroyed && response.write(" ".repeat(16_384))) {}
    response.once("drain", more)
  }
  more()
}

const padded = (size: number, body: object) => JSON.stringify(body).padEnd(size, " ")

const layerAt = (url: string, credentials: Credentials = Credentials.None()) =>
  HttpFacilitator.layer({
    url,
    credentials,
    verifyTimeout: Duration.seconds(5),
    settleTimeout: Duration.seconds(20)
  }).pipe(Layer.provide(Outbound.layer))

type Ask = (submission: Submission) => Effect.Effect<unknown, never, Facilitator>

const verify: Ask = (submission) =>
  Effect.flatMap(Facilitator, (facilitator) => facilitator.verify(submission)).pipe(
    Effect.catchAll(({ _tag, reason, status }) => Effect.succeed({ _tag, reason, status }))
  )

const settle: Ask = (submission) =>
  Effect.flatMap(Facilitator, (facilitator) => facilitator.settle(submission)).pipe(
    Effect.catchAll((error) =>
      Effect.succeed({
        _tag: error._tag,
        reason: error.reason,
        transaction: error.transaction,
        ...(error._tag === "SettlementUnknown" ? { receipt: error.receipt } : {})
      })
    )
  )

const payment = Effect.promise(() => submission())

/** The outcome at a facilitator that plays this. */
const at = (play: Play, ask: Ask) =>
  Effect.gen(function* () {
    const { url } = yield* facilitatorServer(play)
    return yield* ask(yield* payment).pipe(Effect.provide(layerAt(url)))
  }).pipe(Effect.scoped)

const transaction = `0x${"ab".repeat(32)}`

const unavailable = (reason: string, status?: number) => ({ _tag: "FacilitatorUnavailable", reason, status })

const refused = (reason: string) => ({ isValid: false, reason })

const failed = (reason: string, transaction?: string) => ({ _tag: "SettlementFailed", reason, transaction })

const unknown = (reason: string, transaction?: string, receipt?: string) => ({
  _tag: "SettlementUnknown",
  reason,
  transaction,
  receipt
})

const unusable = (reason: string) => unknown(reason, undefined, "unusable")
const contradicting = (reason: string) => unknown(reason, undefined, "contradicting")

const lowerPayer = payer.address.toLowerCase()
const stranger = `0x${"5e".repeat(20)}`

describe("verify", () => {
  const rows: ReadonlyArray<readonly [string, Play, unknown]> = [
    ["valid", reply(200, { isValid: true, payer: payer.address }), { isValid: true }],
    ["valid, payer in lower case", reply(200, { isValid: true, payer: lowerPayer }), { isValid: true }],
    ["valid, payer null", reply(200, { isValid: true, payer: null }), { isValid: true }],
    ["valid, payer empty", reply(200, { isValid: true, payer: "" }), { isValid: true }],
    ...[stranger, `${payer.address}00`, 7, [payer.address], { address: payer.address }].flatMap(
      (other): ReadonlyArray<readonly [string, Play, unknown]> => [
        [
          `valid, for another payer: ${JSON.stringify(other)}`,
          reply(200, { isValid: true, payer: other }),
          unavailable("malformed", 200)
        ],
        [
          `invalid, for another payer: ${JSON.stringify(other)}`,
          reply(400, { isValid: false, invalidReason: "insufficient_funds", payer: other }),
          unavailable("status", 400)
        ]
      ]
    ),
    [
      "valid, with unknown members",
      reply(200, { isValid: true, extra: { a: [1] }, x: null }),
      { isValid: true }
    ],
    ["valid, nulls for absent", reply(200, { isValid: true, invalidReason: null }), { isValid: true }],
    [
      "valid, as text/plain",
      reply(200, { isValid: true }, { "content-type": "text/plain" }),
      { isValid: true }
    ],
    ["valid, 201", reply(201, { isValid: true }), { isValid: true }],
    ["valid, with a byte order mark", reply(200, '\uFEFF{"isValid":true}'), { isValid: true }],
    ["valid, exactly 64 KiB", reply(200, padded(65_536, { isValid: true })), { isValid: true }],
    ["one byte above 64 KiB", reply(200, padded(65_537, { isValid: true })), unavailable("malformed", 200)],
    ["endless", endless, unavailable("malformed", 200)],
    [
      "invalid",
      reply(200, { isValid: false, invalidReason: "insufficient_funds" }),
      refused("insufficient_funds")
    ],
    ["invalid without reason", reply(200, { isValid: false }), refused("invalid_payment")],
    ["invalid, null", reply(200, { isValid: false, invalidReason: null }), refused("invalid_payment")],
    ["invalid, a number", reply(200, { isValid: false, invalidReason: 7 }), refused("invalid_payment")],
    ["invalid, empty", reply(200, { isValid: false, invalidReason: "" }), refused("invalid_payment")],
    [
      "invalid, a text",
      reply(200, { isValid: false, invalidReason: "see http://10.0.0.7" }),
      refused("invalid_payment")
    ],
    [
      "invalid, a line feed",
      reply(200, { isValid: false, invalidReason: "a\n" }),
      refused("invalid_payment")
    ],
    [
      "invalid, too long",
      reply(200, { isValid: false, invalidReason: "a".repeat(129) }),
      refused("invalid_payment")
    ],
    [
      "invalid, longest",
      reply(200, { isValid: false, invalidReason: "a".repeat(128) }),
      refused("a".repeat(128))
    ],
    ...[400, 401, 402, 403, 404, 409, 412, 422, 429].flatMap(
      (status): ReadonlyArray<readonly [string, Play, unknown]> => [
        [
          `invalid, ${status}`,
          reply(status, { isValid: false, invalidReason: "bad.code" }),
          refused("bad.code")
        ],
        [`valid, ${status}`, reply(status, { isValid: true }), unavailable("status", status)],
        [
          `JSON, ${status}`,
          reply(status, { error: "no", invalidReason: "x" }),
          unavailable("status", status)
        ],
        [`HTML, ${status}`, reply(status, page), unavailable("status", status)]
      ]
    ),
    ...[500, 502, 503, 504, 599].flatMap(
      (status): ReadonlyArray<readonly [string, Play, unknown]> => [
        [
          `invalid, ${status}`,
          reply(status, { isValid: false, invalidReason: "x" }),
          unavailable("status", status)
        ],
        [`valid, ${status}`, reply(status, { isValid: true }), unavailable("status", status)],
        [`HTML, ${status}`, reply(status, page), unavailable("status", status)]
      ]
    ),
    ...[301, 302, 307, 308].map(
      (status) =>
        [
          `redirect, ${status}`,
          reply(status, { isValid: true }, { location: "/elsewhere" }),
          unavailable("status", status)
        ] as const
    ),
    ["no content", reply(204, ""), unavailable("malformed", 204)],
    ["HTML, 200", reply(200, page), unavailable("malformed", 200)],
    ["nothing", reply(200, ""), unavailable("malformed", 200)],
    ["half of a JSON", reply(200, '{"isValid":true'), unavailable("malformed", 200)],
    ["no UTF-8", reply(200, "\u0000\u0001"), unavailable("malformed", 200)],
    ["null", reply(200, "null"), unavailable("malformed", 200)],
    ["an array", reply(200, "[true]"), unavailable("malformed", 200)],
    ["a boolean as text", reply(200, { isValid: "true" }), unavailable("malformed", 200)],
    ["the reply of settle", reply(200, { success: true, transaction }), unavailable("malformed", 200)],
    ["reset", reset, unavailable("connection")],
    ["reset in the body", resetInBody, unavailable("connection")],
    ["cut in the body", cutInBody, unavailable("connection")]
  ]

  it.live.each(rows)("%s", ([, play, expected]) =>
    Effect.map(at(play, verify), (outcome) => expect(outcome).toEqual(expected))
  )
})

/** Members of a receipt, beside the honest ones, under which it counts. */
const receiptsThatCount: ReadonlyArray<readonly [string, object]> = [
  ["without network", { network: undefined }],
  ["network null", { network: null }],
  ["network empty", { network: "" }],
  ["network by its name in version 1", { network: "base-sepolia" }],
  ["without payer", { payer: undefined }],
  ["payer null", { payer: null }],
  ["payer in lower case", { payer: lowerPayer }],
  ["amount", { amount: "10000" }],
  ["amount as a number", { amount: 10_000 }],
  ["amount with zeros in front", { amount: "0010000" }],
  ["amount null", { amount: null }],
  ["transaction in capitals", { transaction: `0x${"AB".repeat(32)}` }]
]

const receiptsOfAnother: ReadonlyArray<readonly [string, object, string]> = [
  ["another payer", { payer: stranger }, "receipt_payer"],
  ["payer a number", { payer: 7 }, "receipt_payer"],
  ["payer in a list", { payer: [payer.address] }, "receipt_payer"],
  ["another payer and no transaction", { payer: stranger, transaction: "" }, "receipt_payer"],
  ["less", { amount: "9999" }, "receipt_amount"],
  ["more", { amount: "10001" }, "receipt_amount"],
  ["nothing", { amount: "0" }, "receipt_amount"],
  ["amount in dollars", { amount: "0.01" }, "receipt_amount"],
  ["amount in hexadecimal", { amount: "0x2710" }, "receipt_amount"],
  ["amount true", { amount: true }, "receipt_amount"]
]

const unusableReceipts: ReadonlyArray<readonly [string, object, string]> = [
  ["another network", { network: "eip155:1" }, "receipt_network"],
  ["another network's name", { network: "base" }, "receipt_network"],
  ["no network's name", { network: "constructor" }, "receipt_network"],
  ["network a number", { network: 84_532 }, "receipt_network"],
  ["without transaction", { transaction: undefined }, "receipt_transaction"],
  ["transaction null", { transaction: null }, "receipt_transaction"],
  ["transaction empty", { transaction: "" }, "receipt_transaction"],
  ["transaction 0x", { transaction: "0x" }, "receipt_transaction"],
  ["transaction of 63 digits", { transaction: `0x${"a".repeat(63)}` }, "receipt_transaction"],
  ["transaction of 65 digits", { transaction: `0x${"a".repeat(65)}` }, "receipt_transaction"],
  ["transaction without 0x", { transaction: "ab".repeat(32) }, "receipt_transaction"],
  ["transaction with a line feed", { transaction: `0x${"ab".repeat(32)}\n` }, "receipt_transaction"],
  ["transaction of another kind of chain", { transaction: "5VERv8NM:7/=" }, "receipt_transaction"],
  ["a text as transaction", { transaction: page }, "receipt_transaction"],
  ["transaction a number", { transaction: 1 }, "receipt_transaction"]
]

describe("settle", () => {
  const network = asset.network
  const success = { success: true, transaction, network, payer: payer.address }
  const failure = (errorReason: unknown, more: object = {}) => ({
    success: false,
    errorReason,
    transaction: "",
    network,
    ...more
  })
  const rows: ReadonlyArray<readonly [string, Play, unknown]> = [
    ["success", reply(200, success), { transaction }],
    ["success, 201", reply(201, success), { transaction }],
    ["success with unknown members", reply(200, { ...success, x: 1, errorReason: null }), { transaction }],
    ...receiptsThatCount.map(
      ([name, more]) => [`success, ${name}`, reply(200, { ...success, ...more }), { transaction }] as const
    ),
    ...receiptsOfAnother.map(
      ([name, more, reason]) =>
        [`success, ${name}`, reply(200, { ...success, ...more }), contradicting(reason)] as const
    ),
    ...unusableReceipts.map(
      ([name, more, reason]) =>
        [`success, ${name}`, reply(200, { ...success, ...more }), unusable(reason)] as const
    ),
    ["success alone", reply(200, { success: true }), unusable("receipt_transaction")],
    [
      "success, in which nothing fits",
      reply(200, { success: true, transaction: "", network: "x", payer: stranger, amount: "1" }),
      contradicting("receipt_payer")
    ],
    ["success as text", reply(200, { ...success, success: "true" }), unknown("malformed")],
    ["success, too long", reply(200, padded(65_537, success)), unknown("malformed")],
    ["success, 400", reply(400, success), unknown("status", transaction)],
    ["success for another, 500", reply(500, { ...success, payer: stranger }), unknown("status")],
    ["success, 500", reply(500, success), unknown("status", transaction)],
    ["success, 302", reply(302, success, { location: "/elsewhere" }), unknown("status", transaction)],
    ...[200, 400, 401, 402, 403, 404, 409, 422, 429].flatMap(
      (status): ReadonlyArray<readonly [string, Play, unknown]> => [
        [`failure, ${status}`, reply(status, failure("insufficient_funds")), failed("insufficient_funds")],
        [
          `a transaction that reverted, ${status}`,
          reply(status, failure("invalid_transaction_state", { transaction })),
          failed("invalid_transaction_state", transaction)
        ],
        [
          `failure with a transaction that was sent, ${status}`,
          reply(status, failure("some_new_reason", { transaction })),
          unknown("some_new_reason", transaction)
        ],
        [
          `settlement_pending, ${status}`,
          reply(status, failure("settlement_pending", { transaction })),
          unknown("settlement_pending", transaction)
        ],
        [`failure without reason, ${status}`, reply(status, { success: false }), unknown("unknown")],
        [`failure with a text, ${status}`, reply(status, failure(page)), unknown("unknown")]
      ]
    ),
    ...[
      "unexpected_settle_error",
      "unexpected_verify_error",
      "duplicate_settlement",
      "nonce_already_used",
      "invalid_exact_evm_nonce_already_used",
      "authorization_nonce_used",
      "confirmation_timeout",
      "invalid_exact_evm_transaction_failed",
      "invalid_transaction_state",
      "failed_to_execute_transfer",
      "some_new_reason"
    ].map((reason) => [`failure, ${reason}`, reply(200, failure(reason)), unknown(reason)] as const),
    ...[
      "invalid_exact_evm_insufficient_balance",
      "invalid_exact_evm_payload_authorization_valid_before",
      "invalid_exact_evm_signature",
      "invalid_exact_evm_transaction_simulation_failed"
    ].map((reason) => [`failure, ${reason}`, reply(200, failure(reason)), failed(reason)] as const),
    [
      "failure of a transaction that was seen",
      reply(200, failure("invalid_exact_evm_transaction_failed", { transaction })),
      failed("invalid_exact_evm_transaction_failed", transaction)
    ],
    ["failure, message dropped", reply(200, failure("x", { errorMessage: page })), unknown("x")],
    ...["insufficient_funds", "invalid_transaction_state", "settlement_pending"].map(
      (reason) =>
        [
          `failure of another payer, ${reason}`,
          reply(200, failure(reason, { transaction, payer: stranger })),
          unknown("receipt_payer")
        ] as const
    ),
    [
      "failure, payer in lower case",
      reply(200, failure("insufficient_funds", { payer: lowerPayer })),
      failed("insufficient_funds")
    ],
    ...[page, "0x", `${transaction}00`, "5VERv8NM:7/=", 7, {}].flatMap(
      (junk): ReadonlyArray<readonly [string, Play, unknown]> => [
        [
          `failure, junk as transaction: ${JSON.stringify(junk)}`,
          reply(200, failure("insufficient_funds", { transaction: junk })),
          unknown("insufficient_funds")
        ],
        [
          `revert, junk as transaction: ${JSON.stringify(junk)}`,
          reply(200, failure("invalid_transaction_state", { transaction: junk })),
          unknown("invalid_transaction_state")
        ]
      ]
    ),
    [
      "failure, transaction null",
      reply(200, failure("insufficient_funds", { transaction: null })),
      failed("insufficient_funds")
    ],
    [
      "Coinbase's pending",
      reply(500, failure("settlement_pending", { transaction })),
      unknown("settlement_pending", transaction)
    ],
    ...[500, 502, 503, 504].flatMap(
      (status): ReadonlyArray<readonly [string, Play, unknown]> => [
        [`failure, ${status}`, reply(status, failure("insufficient_funds")), unknown("insufficient_funds")],
        [`failure with a text, ${status}`, reply(status, failure(page)), unknown("unknown")],
        [`HTML, ${status}`, reply(status, page), unknown("status")]
      ]
    ),
    ...[301, 400, 401, 403, 404, 429].flatMap(
      (status): ReadonlyArray<readonly [string, Play, unknown]> => [
        [`JSON of its own, ${status}`, reply(status, { error: "no" }), unknown("status")],
        [`HTML, ${status}`, reply(status, page), unknown("status")]
      ]
    ),
    ["HTML, 200", reply(200, page), unknown("malformed")],
    ["nothing", reply(200, ""), unknown("malformed")],
    ["null", reply(200, "null"), unknown("malformed")],
    ["the reply of verify", reply(200, { isValid: true }), unknown("malformed")],
    ["endless", endless, unknown("malformed")],
    ["reset", reset, unknown("connection")],
    ["reset in the body", resetInBody, unknown("connection")],
    ["cut in the body", cutInBody, unknown("connection")]
  ]

  it.live.each(rows)("%s", ([, play, expected]) =>
    Effect.map(at(play, settle), (outcome) => expect(outcome).toEqual(expected))
  )

  it("of any reply is a settlement only for a success of ours, and passes on nothing that is no code", async () => {
    const expected = await submission()
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom("settlement_pending", "insufficient_funds", network, "\r\n<b>")
    )
    const json = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          success: fc.oneof(fc.boolean(), text),
          transaction: fc.oneof(text, fc.constant(transaction)),
          network: text,
          errorReason: text,
          payer: fc.constantFrom(payer.address, stranger, null),
          amount: fc.constantFrom("10000", "1", null)
        },
        { requiredKeys: [] }
      )
    )
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), json, (status, json) => {
        const outcome = Replies.settlement(expected)({ status, json: Option.some(json) })
        if (Either.isRight(outcome)) {
          expect(status).toBeLessThan(300)
          expect(json).toMatchObject({ success: true })
          expect(JSON.stringify(json)).not.toMatch(new RegExp(`${stranger}|"amount":"1"`))
        } else {
          expect(outcome.left.reason).toMatch(/^[A-Za-z0-9_.:-]{1,128}$/)
          if (outcome.left._tag === "SettlementFailed") {
            expect(json).toMatchObject({ success: false, errorReason: outcome.left.reason })
            expect(status < 300 || (status >= 400 && status < 500)).toBe(true)
          }
        }
        expect(Either.merge(outcome).transaction ?? "").toMatch(/^(0x[0-9a-f]{64})?$/)
      }),
      { numRuns: runs(2000) }
    )
  })
})

describe("nobody there", () => {
  it.live.each([
    ["a closed port", "http://127.0.0.1:1"],
    ["no such host", "http://facilitator.invalid"],
    ["no URL", "facilitator"]
  ] as const)("%s", ([, url]) =>
    Effect.gen(function* () {
      const submission = yield* payment
      expect(yield* verify(submission)).toEqual(unavailable("connection"))
      expect(yield* settle(submission)).toEqual(unknown("connection"))
    }).pipe(Effect.provide(layerAt(url)))
  )
})

describe("time-outs", () => {
  /** Runs what asks a facilitator that hangs, and says when the call has arrived there and when it was given up. */
  const hanging = (play: Play) =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<Http.ServerResponse>()
      const closed = yield* Deferred.make<void>()
      const { url } = yield* facilitatorServer((response, call) => {
        response.once("close", () => Deferred.unsafeDone(closed, Effect.void))
        play(response, call)
        Deferred.unsafeDone(arrived, Effect.succeed(response))
      })
      return { url, arrived, closed }
    })

  it.scoped.each([
    ["verify", "before the head", hang, verify, 5, unavailable("timeout")],
    ["verify", "in the body", hangInBody, verify, 5, unavailable("timeout")],
    ["settle", "before the head", hang, settle, 20, unknown("timeout")],
    ["settle", "in the body", hangInBody, settle, 20, unknown("timeout")]
  ] as const)("%s, hanging %s, even where nothing may interrupt", ([, , play, ask, seconds, expected]) =>
    Effect.gen(function* () {
      const { url, arrived, closed } = yield* hanging(play)
      const fiber = yield* ask(yield* payment).pipe(
        Effect.provide(layerAt(url)),
        Effect.uninterruptible,
        Effect.fork
      )
      yield* Deferred.await(arrived)
      yield* TestClock.adjust(Duration.millis(seconds * 1000 - 1))
      expect(yield* Fiber.poll(fiber)).toEqual(Option.none())
      yield* TestClock.adjust("1 millis")
      expect(yield* Fiber.join(fiber)).toEqual(expected)
      yield* Deferred.await(closed)
    })
  )

  it.scoped("an interruption does not reach a settlement where nothing may interrupt", () =>
    Effect.gen(function* () {
      const { url, arrived } = yield* hanging(hang)
      const outcome = yield* Deferred.make<unknown>()
      const fiber = yield* settle(yield* payment).pipe(
        Effect.flatMap((settlement) => Deferred.succeed(outcome, settlement)),
        Effect.provide(layerAt(url)),
        Effect.uninterruptible,
        Effect.fork
      )
      const response = yield* Deferred.await(arrived)
      yield* Fiber.interruptFork(fiber)
      yield* Effect.yieldNow()
      response.end(JSON.stringify({ success: true, transaction }))
      expect(yield* Deferred.await(outcome)).toEqual({ transaction })
    })
  )

  it.scoped("an interruption gives a verification up", () =>
    Effect.gen(function* () {
      const { url, arrived, closed } = yield* hanging(hang)
      const fiber = yield* verify(yield* payment).pipe(Effect.provide(layerAt(url)), Effect.fork)
      yield* Deferred.await(arrived)
      yield* Fiber.interrupt(fiber)
      yield* Deferred.await(closed)
    })
  )
})

describe("the call", () => {
  it.scopedLive.each([
    ["/verify", verify],
    ["/settle", settle]
  ] as const)("POST %s carries payload and requirements as they are", ([path, ask]) =>
    Effect.gen(function* () {
      const { url, calls } = yield* facilitatorServer(
        reply(200, { isValid: true, success: true, transaction })
      )
      const sent = yield* payment
      yield* ask(sent).pipe(
        Effect.withSpan("test"),
        Effect.provide(layerAt(`${url}/base//`, Credentials.Bearer({ token: Redacted.make("s3cret") })))
      )
      expect(calls).toMatchObject([
        {
          method: "POST",
          url: `/base${path}`,
          headers: {
            "content-type": "application/json",
            accept: "application/json",
            authorization: "Bearer s3cret"
          }
        }
      ])
      expect(calls.map(({ body }) => body)).toEqual([
        {
          x402Version: 2,
          paymentPayload: sent.paymentPayload,
          paymentRequirements: sent.paymentRequirements
        }
      ])
      expect(calls[0]?.headers).not.toHaveProperty("traceparent")
    })
  )

  it.scopedLive("has no authorization without a token", () =>
    Effect.gen(function* () {
      const { url, calls } = yield* facilitatorServer(reply(200, { isValid: true }))
      yield* verify(yield* payment).pipe(Effect.provide(layerAt(url)))
      expect(calls[0]?.headers).not.toHaveProperty("authorization")
    })
  )

  it.scopedLive("follows no redirect", () =>
    Effect.gen(function* () {
      const { url, calls } = yield* facilitatorServer((response, call) =>
        call.url === "/verify"
          ? reply(307, "", { location: "/elsewhere" })(response, call)
          : reply(200, { isValid: true })(response, call)
      )
      expect(yield* verify(yield* payment).pipe(Effect.provide(layerAt(url)))).toEqual(
        unavailable("status", 307)
      )
      expect(calls.length).toBe(1)
    })
  )
})

describe("spans", () => {
  /** A tracer that keeps every span's name and attributes. */
  const recorder = () => {
    const spans: Array<{ readonly name: string; readonly attributes: Map<string, unknown> }> = []
    const tracer = Tracer.make({
      span: (name, parent, context, links, startTime, kind) => {
        const attributes = new Map<string, unknown>()
        spans.push({ name, attributes })
        return {
          _tag: "Span",
          name,
          parent,
          context,
          links: [...links],
          kind,
          attributes,
          spanId: String(spans.length),
          traceId: "trace",
          sampled: true,
          status: { _tag: "Started", startTime },
          end: () => {},
          attribute: (key, value) => attributes.set(key, value),
          event: () => {},
          addLinks: () => {}
        }
      },
      context: (execution) => execution()
    })
    return { spans, tracer }
  }

  it.live("tell host, status and outcome, and nothing of the payment or the path", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder()
      yield* at(reply(400, { isValid: false, invalidReason: "insufficient_funds" }), verify).pipe(
        Effect.withTracer(tracer)
      )
      yield* at(reply(200, { success: true, transaction }), settle).pipe(Effect.withTracer(tracer))
      yield* at(reset, settle).pipe(Effect.withTracer(tracer))
      const host = {
        "http.request.method": "POST",
        "url.scheme": "http",
        "server.address": "127.0.0.1",
        "server.port": expect.any(Number)
      }
      expect(spans.map(({ name, attributes }) => [name, Object.fromEntries(attributes)])).toEqual([
        [
          "POST /verify",
          {
            ...host,
            "url.template": "/verify",
            "http.response.status_code": 400,
            "facilitator.outcome": "invalid",
            "facilitator.reason": "insufficient_funds"
          }
        ],
        [
          "POST /settle",
          {
            ...host,
            "url.template": "/settle",
            "http.response.status_code": 200,
            "facilitator.outcome": "settled"
          }
        ],
        [
          "POST /settle",
          {
            ...host,
            "url.template": "/settle",
            "facilitator.outcome": "unknown",
            "facilitator.reason": "connection"
          }
        ]
      ])
    })
  )

  it.live("and errors tell nothing more", () =>
    Effect.gen(function* () {
      const { url } = yield* facilitatorServer(reply(502, page))
      const exit = yield* Effect.flatMap(Facilitator, (facilitator) =>
        Effect.flatMap(payment, facilitator.settle)
      ).pipe(Effect.provide(layerAt(url)), Effect.exit)
      const told = exit._tag === "Failure" ? Cause.pretty(exit.cause) : ""
      expect(told).not.toMatch(/10\.0\.0\.7|127\.0\.0\.1|Bad Gateway/)
    }).pipe(Effect.scoped)
  )
})

it.scoped("a client that dies is not asked twice", () =>
  Effect.gen(function* () {
    let asked = 0
    const dispatcher = new (class extends Dispatcher {
      override dispatch() {
        asked += 1
        return true
      }
    })()
    const layer = HttpFacilitator.layer({
      url: "http://facilitator.test",
      credentials: Credentials.None(),
      verifyTimeout: Duration.seconds(5),
      settleTimeout: Duration.seconds(20)
    }).pipe(Layer.provide(Layer.succeed(Pool, { exchange: exchangeOver(dispatcher) })))
    const fiber = yield* settle(yield* payment).pipe(Effect.provide(layer), Effect.fork)
    yield* TestClock.adjust("20 seconds")
    expect(yield* Fiber.join(fiber)).toEqual(unknown("timeout"))
    expect(asked).toBe(1)
  })
)

it.scopedLive("300 settlements are under way at a time: none waits for another's connection", () =>
  Effect.gen(function* () {
    const waiting: Array<() => void> = []
    const together: Play = (response, asked) => {
      waiting.push(() => reply(200, { success: false, errorReason: "unsupported_scheme" })(response, asked))
      if (waiting.length === 300) for (const answer of waiting) answer()
    }
    const { url } = yield* facilitatorServer(together)
    const one = yield* payment
    const outcomes = yield* Effect.replicateEffect(settle(one), 300, { concurrency: "unbounded" }).pipe(
      Effect.provide(layerAt(url))
    )
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set([JSON.stringify(failed("unsupported_scheme"))])
    )
  })
)
