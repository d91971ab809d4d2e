/**
 * The rules that histories are held to can be broken: each of these facts is made up, and each breaks the rule that
 * is named.
 */
import { describe, expect, it } from "vitest"
import type { Payment } from "../../scripts/prove/Buyer.ts"
import type { Facts, Row } from "../../scripts/prove/Facts.ts"
import type { Answered, Asked, Call } from "../../scripts/prove/Journal.ts"
import { payTo, price, requests } from "../../scripts/prove/oracle/Terms.ts"
import { rules, violations } from "../../scripts/prove/rules/Rules.ts"
import { transactionOf, type Use } from "../../scripts/prove/world/Chain.ts"
import { requestHash } from "../../src/Payment/StoredResponse.ts"

const payer = `0x${"b0".repeat(20)}`
const nonce = `0x${"01".repeat(32)}`
const other = `0x${"02".repeat(32)}`
const now = 1_800_000_000_000
const asked = requests(0)
const hash = "aGFzaA=="

const hashOf = (index: number) =>
  requestHash("POST", asked[index]?.path ?? "", JSON.parse(asked[index]?.body ?? ""))

const row: Row = {
  payer,
  nonce,
  state: "settled",
  amount: price,
  payTo,
  requestHash: hashOf(0),
  responseHash: hash,
  bytesHash: hash,
  transaction: transactionOf(payer, nonce),
  requestId: "req_1",
  reason: null,
  replays: 1,
  settledAt: now - 10_000,
  validBefore: now / 1000 + 100
}

const use: Use = {
  payer,
  nonce,
  transaction: transactionOf(payer, nonce),
  to: payTo,
  value: BigInt(price),
  block: Math.ceil(now / 2_000) - 5,
  logIndex: 0
}

const paid: Answered = {
  status: 200,
  code: undefined,
  reason: undefined,
  message: undefined,
  hasData: true,
  hash,
  digest: `sha-256=:${hash}:`,
  retryAfter: undefined,
  challenged: false,
  receipt: {
    success: true,
    transaction: transactionOf(payer, nonce),
    payer,
    amount: price,
    errorReason: undefined
  }
}

const refused = (status: number, code: string, more: Partial<Answered> = {}): Answered => ({
  ...paid,
  status,
  code,
  hasData: false,
  challenged: status === 402,
  retryAfter: "5",
  receipt: undefined,
  ...more
})

const failed = refused(402, "PAYMENT_SETTLEMENT_FAILED", {
  receipt: { success: false, transaction: "", payer, amount: undefined, errorReason: "no" }
})

const call: Call = { began: 1, ended: 9, payer, nonce, request: 0, free: false, answer: paid }
const settlement: Asked = { at: 5, payer, nonce, fate: "honest", moves: true, told: "done" }
const payment: Payment = {
  payer,
  nonce,
  header: "",
  name: { key: "a-name-of-mine-00", isExtension: false },
  request: 0
}

/** One purchase that went well. */
const good: Facts = {
  hasNode: true,
  now,
  requests: asked,
  payments: [payment],
  rows: [row],
  uses: [use],
  asked: [settlement],
  calls: [call],
  redelivered: new Map([[nonce, paid]]),
  purses: [{ address: payer, given: 10_000n, left: 10_000n - BigInt(price) }]
}

const nothingMoved: Partial<Facts> = {
  uses: [],
  redelivered: new Map(),
  purses: [{ address: payer, given: 10_000n, left: 10_000n }]
}

const second = { nonce: other, transaction: transactionOf(payer, other) }

/** What is changed, and the rule that it breaks first. */
const falsehoods: ReadonlyArray<readonly [what: string, rule: string, change: Partial<Facts>]> = [
  ["a nonce is charged twice", "nothing is charged twice", { uses: [use, use] }],
  [
    "two payments under one name are charged",
    "nothing is charged twice",
    {
      payments: [payment, { ...payment, nonce: other }],
      rows: [row, { ...row, ...second }],
      uses: [use, { ...use, ...second }]
    }
  ],
  ["a charge has no row", "every charge is in the ledger", { rows: [] }],
  ["a charge is called failed", "every charge is in the ledger", { rows: [{ ...row, state: "failed" }] }],
  ["a charge is called released", "every charge is in the ledger", { rows: [{ ...row, state: "released" }] }],
  ["another amount was charged", "every charge is in the ledger", { uses: [{ ...use, value: 1n }] }],
  ["a settled row has no transfer", "settled rows are whole and true", nothingMoved],
  [
    "a settled row's transfer went to somebody else",
    "settled rows are whole and true",
    { uses: [{ ...use, to: `0x${"57".repeat(20)}` }] }
  ],
  ["no transaction", "settled rows are whole and true", { rows: [{ ...row, transaction: "" }] }],
  ["no request", "settled rows are whole and true", { rows: [{ ...row, requestHash: "00" }] }],
  [
    "a given answer is paid for",
    "settled rows are whole and true",
    { rows: [{ ...row, requestHash: hashOf(2) }] }
  ],
  ["no answer is kept", "settled rows are whole and true", { rows: [{ ...row, bytesHash: null }] }],
  ["other bytes are kept", "settled rows are whole and true", { rows: [{ ...row, bytesHash: "b3RoZXI=" }] }],
  [
    "a row stays reserved",
    "every row has come to its end",
    { rows: [row, { ...row, nonce: other, state: "reserved" }] }
  ],
  [
    "a row stays unknown",
    "every row has come to its end",
    { rows: [row, { ...row, nonce: other, state: "unknown" }] }
  ],
  [
    "an answer without a receipt",
    "no answer without its payment",
    { calls: [{ ...call, answer: { ...paid, receipt: undefined } }] }
  ],
  [
    "an answer for a failed payment",
    "no answer without its payment",
    { ...nothingMoved, rows: [{ ...row, state: "failed" }] }
  ],
  [
    "another answer than before",
    "no answer without its payment",
    { calls: [call, { ...call, answer: { ...paid, hash: "b3RoZXI=", digest: "sha-256=:b3RoZXI=:" } }] }
  ],
  ["the answer to another request", "no answer without its payment", { calls: [{ ...call, request: 1 }] }],
  [
    "another digest",
    "no answer without its payment",
    { calls: [{ ...call, answer: { ...paid, digest: "sha-256=:b3RoZXI=:" } }] }
  ],
  [
    "a charge is told as a failure",
    "no unknown outcome is told as a failure",
    { calls: [call, { ...call, answer: failed }] }
  ],
  [
    "a lost settlement is told as a failure",
    "no unknown outcome is told as a failure",
    {
      ...nothingMoved,
      rows: [{ ...row, state: "failed" }],
      asked: [{ ...settlement, moves: false, told: "unclear", fate: "not moved, reset" }],
      calls: [{ ...call, answer: failed }]
    }
  ],
  [
    "a charged payment is refused later",
    "no unknown outcome is told as a failure",
    { calls: [call, { ...call, began: 10, ended: 12, answer: refused(402, "PAYMENT_REJECTED") }] }
  ],
  [
    "a charged payment meets a provider's failure later",
    "no unknown outcome is told as a failure",
    { calls: [call, { ...call, began: 10, ended: 12, answer: refused(502, "PROVIDER_UNAVAILABLE") }] }
  ],
  [
    "an inner error",
    "refusals are well formed",
    { calls: [{ ...call, answer: refused(500, "INTERNAL_ERROR") }] }
  ],
  [
    "a 402 without a challenge",
    "refusals are well formed",
    { calls: [{ ...call, answer: refused(402, "PAYMENT_INVALID", { challenged: false }) }] }
  ],
  [
    "a 503 without Retry-After",
    "refusals are well formed",
    { calls: [{ ...call, answer: refused(503, "LEDGER_UNAVAILABLE", { retryAfter: undefined }) }] }
  ],
  [
    "a pending 503 without a receipt",
    "refusals are well formed",
    { calls: [{ ...call, answer: refused(503, "PAYMENT_SETTLEMENT_PENDING") }] }
  ],
  [
    "data in a refusal",
    "refusals are well formed",
    { calls: [{ ...call, answer: refused(502, "PROVIDER_UNAVAILABLE", { hasData: true }) }] }
  ],
  [
    "a paid answer is gone",
    "what is paid for can be fetched",
    { redelivered: new Map([[nonce, refused(402, "PAYMENT_INVALID")]]) }
  ],
  [
    "a paid answer has changed",
    "what is paid for can be fetched",
    { redelivered: new Map([[nonce, { ...paid, hash: "b3RoZXI=" }]]) }
  ],
  ["a purse is short", "the sums are equal", { purses: [{ address: payer, given: 10_000n, left: 0n }] }]
]

describe("the rules of histories", () => {
  it("hold for a purchase that went well", () => {
    expect(violations(good)).toEqual([])
  })

  it.each(falsehoods)("are broken where %s: %s", (_, name, change) => {
    expect(rules[name]?.({ ...good, ...change })).not.toEqual([])
  })

  it("are each broken by something", () => {
    expect([...new Set(falsehoods.map(([, name]) => name))].sort()).toEqual(Object.keys(rules).sort())
  })
})
