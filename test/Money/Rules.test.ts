/**
 * The rules that histories are held to can be broken: each of these facts is made up, and each breaks the rule that
 * is named.
 */
import { describe, expect, it } from "vitest"
import type { Answered } from "../../scripts/prove/buyers/Answer.ts"
import type { Payment } from "../../scripts/prove/buyers/Buyer.ts"
import type { Asked, Call } from "../../scripts/prove/buyers/Journal.ts"
import type { Facts, Row } from "../../scripts/prove/history/Facts.ts"
import * as ChargeTable from "../../scripts/prove/oracle/ChargeTable.ts"
import { requests } from "../../scripts/prove/oracle/Requests.ts"
import { payTo } from "../../scripts/prove/oracle/Terms.ts"
import { rules, violations } from "../../scripts/prove/rules/Rules.ts"
import { transactionOf, type Use } from "../../scripts/prove/world/Chain.ts"

const payer = `0x${"b0".repeat(20)}`
const nonce = `0x${"01".repeat(32)}`
const other = `0x${"02".repeat(32)}`
const now = 1_800_000_000_000
const asked = requests(0, "a history")
const price = "2000"
const hash = "aGFzaA=="
const name = "a-name-of-mine-00"

const row: Row = {
  payer,
  nonce,
  state: "settled",
  amount: price,
  payTo,
  requestHash: asked[0]?.hash ?? "",
  name,
  responseHash: hash,
  bytesHash: hash,
  transaction: transactionOf(payer, nonce),
  requestId: "req_1",
  reason: null,
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
  isGivenAway: false,
  toldPrice: undefined,
  quote: undefined,
  hash,
  digest: `sha-256=:${hash}:`,
  retryAfter: undefined,
  challenged: false,
  receipt: { success: true, transaction: transactionOf(payer, nonce), payer, amount: price }
}

const given: Answered = { ...paid, isGivenAway: true, receipt: undefined }

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
  receipt: { success: false, transaction: "", payer, errorReason: "no" }
})

const call: Call = {
  began: 1,
  ended: 9,
  from: now - 10_000,
  time: now - 10_000,
  payer,
  nonce,
  request: 0,
  key: name,
  isPayers: true,
  way: "HTTP",
  answer: paid
}
const settlement: Asked = { at: 5, payer, nonce, fate: "honest", moves: true, told: "done" }
const payment: Payment = {
  payer,
  nonce,
  authorization: {
    from: payer,
    to: payTo,
    value: price,
    validAfter: "0",
    validBefore: String(now / 1000 + 300),
    nonce
  },
  signature: "0x",
  price,
  name: { key: name, isExtension: false },
  request: 0
}

/** The same purchase, by the published client. */
const client: Facts["client"] = {
  payments: [payment],
  claims: [{ act: 1, key: name, charged: true, hasKill: false }],
  lastActs: new Map([[name, 1]]),
  days: new Map([[name, "2027-01-15"]]),
  perDay: 2_000n
}

/** One purchase that went well. */
const good: Facts = {
  hasNode: true,
  now,
  table: ChargeTable.table,
  requests: asked,
  payments: [payment],
  rows: [row],
  uses: [use],
  verified: [{ at: 3, payer, nonce, isSigned: true, isCalledGood: true }],
  asked: [settlement],
  replied: [{ at: 7, nonce }],
  charged: [{ at: 6, nonce }],
  calls: [call],
  told: [{ began: 10, ended: 11, nonce, state: "settled", transaction: transactionOf(payer, nonce) }],
  quoted: [],
  redelivered: new Map([[nonce, paid]]),
  client,
  purses: [{ address: payer, given: 10_000n, left: 10_000n - BigInt(price) }]
}

const nothingMoved: Partial<Facts> = {
  uses: [],
  told: [],
  redelivered: new Map(),
  purses: [{ address: payer, given: 10_000n, left: 10_000n }]
}

const second = { nonce: other, transaction: transactionOf(payer, other) }

/** A dear purchase that is open from one moment to another. */
const dear = (id: string, from: number, to: number) => ({
  payment: { ...payment, nonce: id, price: "1500000" },
  verified: { at: from, payer, nonce: id, isSigned: true, isCalledGood: true },
  asked: { ...settlement, nonce: id, at: from + 1 },
  replied: { at: to, nonce: id }
})

const dearAtOnce = [dear(nonce, 1, 8), dear(other, 4, 9)]

/** What is changed, and the rule that it breaks first. */
const falsehoods: ReadonlyArray<readonly [what: string, rule: string, change: Partial<Facts>]> = [
  ["a nonce is charged twice", "nothing is charged twice", { uses: [use, use] }],
  [
    "two payments under one name are charged",
    "nothing is charged twice",
    {
      payments: [payment, { ...payment, nonce: other }],
      rows: [row, { ...row, ...second }],
      uses: [use, { ...use, ...second }],
      calls: [call, { ...call, nonce: other }]
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
    "the terms of another request",
    "settled rows are whole and true",
    { rows: [{ ...row, requestHash: asked[4]?.hash ?? "" }] }
  ],
  [
    "presumed beside a node",
    "settled rows are whole and true",
    { rows: [{ ...row, state: "presumed_settled" }] }
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
    "what is given away has a receipt",
    "no answer without its payment",
    { calls: [{ ...call, answer: { ...paid, isGivenAway: true } }] }
  ],
  [
    "what is not charged has a price",
    "no answer without its payment",
    { calls: [{ ...call, answer: { ...given, toldPrice: "0.002" } }] }
  ],
  [
    "another price is told",
    "no answer without its payment",
    { calls: [{ ...call, answer: { ...paid, toldPrice: "0.02" } }] }
  ],
  ["no transfer", "no answer without its payment", nothingMoved],
  ["a transfer of less", "no answer without its payment", { uses: [{ ...use, value: 1_999n }] }],
  ["somebody has not signed", "no answer without its payment", { calls: [{ ...call, isPayers: false }] }],
  [
    "another answer than before",
    "a purchase has one answer",
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
  ["an answer is given 22 times", "repeats are counted", { calls: Array.from({ length: 22 }, () => call) }],
  ["who has no name gets the answer", "a name closes its answer", { calls: [{ ...call, key: undefined }] }],
  [
    "the same is charged under a late name",
    "a name that comes late is kept",
    {
      rows: [
        { ...row, name: null },
        { ...row, ...second }
      ],
      uses: [use, { ...use, ...second }],
      calls: [call, { ...call, nonce: other, began: 12, ended: 14 }]
    }
  ],
  [
    "a purse is short",
    "purses and ledger come to the same",
    { purses: [{ address: payer, given: 10_000n, left: 0n }] }
  ],
  [
    "a charge has no answer",
    "transfers and answers come to the same",
    { calls: [{ ...call, answer: refused(503, "LEDGER_UNAVAILABLE") }] }
  ],
  [
    "every answer to a charge said no",
    "no means no",
    { calls: [{ ...call, answer: refused(502, "PROVIDER_UNAVAILABLE") }] }
  ],
  [
    "a charge comes after a no",
    "no means no",
    {
      calls: [
        { ...call, ended: 2, answer: refused(503, "PAYMENT_SETTLEMENT_PENDING") },
        { ...call, began: 3, ended: 4, answer: refused(502, "PROVIDER_UNAVAILABLE") }
      ]
    }
  ],
  [
    "a charge comes after its payment was told to be released",
    "no means no",
    {
      calls: [{ ...call, ended: 2 }],
      told: [{ began: 3, ended: 4, nonce, state: "released", transaction: undefined }]
    }
  ],
  [
    "a state is told that is not true",
    "the state of a payment is told as it is",
    { told: [{ began: 3, ended: 4, nonce, state: "settled", transaction: transactionOf(payer, other) }] }
  ],
  ["a quote is an answer", "quotes are true", { quoted: [{ answer: paid, isBody: true }] }],
  [
    "a quote calls a body good that is none",
    "quotes are true",
    { quoted: [{ answer: refused(402, "PAYMENT_REQUIRED", { quote: true }), isBody: false }] }
  ],
  [
    "three million are open",
    "exposure is held",
    {
      payments: dearAtOnce.map(({ payment }) => payment),
      verified: dearAtOnce.map(({ verified }) => verified),
      asked: dearAtOnce.map(({ asked }) => asked),
      replied: dearAtOnce.map(({ replied }) => replied)
    }
  ],
  [
    "20 runs for nothing after the first",
    "runs for nothing are counted",
    {
      calls: Array.from({ length: 21 }, (_, run) => ({
        ...call,
        began: 10 * run,
        ended: 10 * run + 5,
        nonce: `0x${run}`,
        answer: given
      }))
    }
  ],
  [
    "51 runs for nothing at once",
    "runs for nothing are counted",
    { calls: Array.from({ length: 51 }, (_, run) => ({ ...call, nonce: `0x${run}`, answer: given })) }
  ],
  [
    "a payment without an end is shown to the facilitator",
    "windows are held",
    {
      payments: [
        { ...payment, authorization: { ...payment.authorization, validBefore: String(now / 1000 + 4_000) } }
      ]
    }
  ],
  [
    "a payment that is about to end is shown to the facilitator",
    "windows are held",
    {
      payments: [
        { ...payment, authorization: { ...payment.authorization, validBefore: String(now / 1000 + 20) } }
      ]
    }
  ],
  [
    "a conflict with nothing",
    "refusals are one's own",
    { calls: [{ ...call, answer: refused(409, "PAYMENT_CONFLICT") }] }
  ],
  [
    "too many, at the first",
    "refusals are one's own",
    { calls: [{ ...call, answer: refused(429, "TOO_MANY_REQUESTS") }] }
  ],
  [
    "the client is charged twice under one key",
    "the client pays once",
    {
      uses: [use, { ...use, ...second }],
      client: { ...client, payments: [payment, { ...payment, nonce: other }] }
    }
  ],
  ["the client says that it was charged", "the client's word is true", { ...nothingMoved, rows: [] }],
  [
    "the client says that it was not charged",
    "the client's word is true",
    { client: { ...client, claims: [{ act: 1, key: name, charged: false, hasKill: false }] } }
  ],
  [
    "the client spends more than it may",
    "the client's budget is held",
    { client: { ...client, perDay: 1_999n } }
  ],
  [
    "the client signs another nonce for the same purchase",
    "the client has one nonce for a purchase",
    { client: { ...client, payments: [payment, { ...payment, nonce: other }] } }
  ]
]

describe("the rules of histories", () => {
  it("hold for a purchase that went well", () => {
    expect(violations(good)).toEqual([])
  })

  it.each(falsehoods)("are broken where %s: %s", (_, name, change) => {
    expect(rules[name]?.({ ...good, ...change })).not.toEqual([])
  })

  const times = (count: number) => Array.from({ length: count }, () => call)
  const pending = { ...call, answer: refused(503, "PAYMENT_SETTLEMENT_PENDING", { hash: "" }) }

  it.each<readonly [string, ReadonlyArray<Call>, number]>([
    ["the answer was given 20 times", times(20), 1],
    ["the answer was given 21 times, which is the last", times(21), 0],
    ["its first call was told to wait, and it was given 19 times", [pending, ...times(19)], 1],
    ["its first call was told to wait, and it was given 20 times", [pending, ...times(20)], 0],
    ["it was given 20 times, and a call over HTTP was told to wait", [...times(20), pending], 1],
    [
      "it was given 20 times, and one over MCP could wait no longer",
      [...times(20), { ...pending, way: "MCP" }],
      0
    ]
  ])("hold a late name to its purchase while that can be given: %s", (_, calls, broken) => {
    const answer = { ...paid, hash: "b3RoZXI=" }
    const again: Call = { ...call, nonce: other, began: 12, ended: 14, answer }
    const facts = {
      ...good,
      rows: [
        { ...row, name: null },
        { ...row, ...second }
      ],
      uses: [use, { ...use, ...second }],
      calls: [...calls, again]
    }
    expect(rules["a name that comes late is kept"]?.(facts)).toHaveLength(broken)
  })

  it("hold no late name to another request: the payment got the answer under it, and bought that one since", () => {
    const facts = {
      ...good,
      rows: [
        { ...row, name: null },
        { ...row, ...second, requestHash: asked[1]?.hash ?? "" }
      ],
      uses: [use, { ...use, ...second }],
      calls: [call, { ...call, nonce: other, began: 12, ended: 14 }]
    }
    expect(rules["a name that comes late is kept"]?.(facts)).toEqual([])
  })

  it("are each broken by something", () => {
    expect([...new Set(falsehoods.map(([, name]) => name))].sort()).toEqual(Object.keys(rules).sort())
  })
})
