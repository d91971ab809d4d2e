/**
 * The sandbox's switches: each error that a buyer may meet can be made, told in the table of docs/sandbox.md, and ended.
 */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { freePort } from "../../scripts/process/FreePort.ts"
import { buyers, penniless, seller } from "../../src/Sandbox/Accounts.ts"
import { payment, post } from "../support/Buyer.ts"
import * as Program from "../support/process/Program.ts"

const [first, second] = buyers

const page = readFileSync("docs/sandbox.md", "utf8")

const paid = (amount: string, privateKey: `0x${string}` = first.privateKey) =>
  payment({ amount, account: privateKeyToAccount(privateKey), payTo: seller.address })

const rates = { path: "/v1/fx/rates", amount: "2000", body: { base: "EUR", currencies: ["USD"] } }
const news = { path: "/v1/news/search", amount: "10000", body: { query: "Nvidia" } }
const work = { path: "/v1/academic/work", amount: "5000", body: { doi: "10.1371/journal.pone.0033693" } }
const search = { path: "/v1/academic/search", amount: "10000", body: { query: "climate" } }

type Call = typeof rates | typeof news | typeof work | typeof search

/** Switches that are turned, the call that is then paid for, and what comes of it. */
const rows: ReadonlyArray<{
  readonly switches: ReadonlyArray<object>
  readonly call: Call
  readonly status: number
  readonly code?: string
  readonly reason?: string
  readonly ends: ReadonlyArray<object>
  readonly key?: `0x${string}`
}> = [
  ...(
    [
      ["throttled", 429, "PROVIDER_RATE_LIMITED"],
      ["late", 504, "PROVIDER_TIMEOUT"],
      ["unavailable", 502, "PROVIDER_UNAVAILABLE"],
      ["garbage", 502, "PROVIDER_BAD_RESPONSE"]
    ] as const
  ).map(([fails, status, code]) => ({
    switches: [{ provider: "gdelt", fails }],
    call: news,
    status,
    code,
    ends: [{ provider: "gdelt", on: true }]
  })),
  {
    switches: [
      { provider: "openalex", fails: "empty" },
      { provider: "crossref", fails: "empty" }
    ],
    call: work,
    status: 404,
    code: "WORK_NOT_FOUND",
    ends: [
      { provider: "openalex", on: true },
      { provider: "crossref", on: true }
    ]
  },
  {
    switches: [{ facilitator: "off" }],
    call: rates,
    status: 503,
    code: "PAYMENT_FACILITATOR_UNAVAILABLE",
    ends: [{ facilitator: "on" }]
  },
  {
    switches: [{ ledger: "off" }],
    call: rates,
    status: 503,
    code: "LEDGER_UNAVAILABLE",
    ends: [{ ledger: "on" }]
  },
  {
    switches: [{ settlement: "refused" }],
    call: rates,
    status: 402,
    code: "PAYMENT_SETTLEMENT_FAILED",
    ends: []
  },
  {
    switches: [{ settlement: "lost" }],
    call: rates,
    status: 503,
    code: "PAYMENT_SETTLEMENT_PENDING",
    ends: []
  },
  {
    switches: [],
    call: rates,
    key: penniless.privateKey,
    status: 402,
    code: "PAYMENT_REJECTED",
    reason: "invalid_exact_evm_insufficient_balance",
    ends: []
  },
  // The last one: the payer is refused for ten minutes.
  {
    switches: [{ settlement: "reverted" }],
    call: rates,
    key: second.privateKey,
    status: 402,
    code: "PAYMENT_SETTLEMENT_FAILED",
    ends: []
  },
  {
    switches: [],
    call: rates,
    key: second.privateKey,
    status: 402,
    code: "PAYMENT_REJECTED",
    reason: "recent_settlement_failure",
    ends: []
  }
]

/** The service's own error, with a message that holds this. */
const refusal = (message: string) => ({
  error: {
    code: "VALIDATION_FAILED",
    message: expect.stringContaining(message),
    retryable: false,
    details: { problems: expect.arrayContaining([expect.objectContaining({ pointer: expect.any(String) })]) }
  },
  meta: { requestId: expect.any(String) }
})

const started = Effect.gen(function* () {
  const port = yield* freePort
  const sandbox = yield* Program.sandbox({ PORT: String(port) })
  yield* Effect.promise(() => sandbox.prints(/ALMANAC_PRIVATE_KEY=.*\n/))
  const url = `http://localhost:${port}`
  const turn = (change: unknown) =>
    Effect.promise(async () => {
      const response = await fetch(`${url}/sandbox/faults`, { method: "POST", body: JSON.stringify(change) })
      return { status: response.status, body: JSON.parse(await response.text()) }
    })
  const buy = ({ path, amount, body }: Call, key?: `0x${string}`) =>
    Effect.promise(async () => post(`${url}${path}`, await paid(amount, key), body))
  return { sandbox, port, url, turn, buy }
})

describe("the sandbox", () => {
  it.scopedLive(
    "makes each error by a switch, and ends it by one",
    () =>
      Effect.gen(function* () {
        const { url, turn, buy } = yield* started
        for (const { switches, call, key, status, code, reason, ends } of rows) {
          for (const change of switches) {
            expect((yield* turn(change)).status).toBe(200)
            expect(page).toContain(JSON.stringify(change).replace(/^.*("fails":"\w+").*$/, "$1"))
          }
          const failed = yield* buy(call, key)
          expect([
            switches,
            failed.status,
            failed.body.error?.code,
            reason && failed.body.error?.details?.reason
          ]).toEqual([switches, status, code, reason])
          expect(failed.headers.get("link")).toBe(`</docs/errors#${code}>; rel="help"`)
          if (reason === "invalid_exact_evm_insufficient_balance")
            expect(failed.body.error?.message).toContain("POST /sandbox/faucet")
          for (const change of ends) yield* turn(change)
          if (ends.length > 0) expect([ends, (yield* buy(call)).status]).toEqual([ends, 200])
        }
        const calls = yield* Effect.promise(async () => (await fetch(`${url}/sandbox/log`)).json())
        expect(calls).toMatchObject({
          calls: expect.arrayContaining([
            expect.objectContaining({
              route: "/v1/fx/rates",
              status: 402,
              outcome: "PAYMENT_REJECTED",
              charged: false
            })
          ])
        })
        expect(JSON.stringify(calls)).not.toContain("/sandbox/")
      }),
    120_000
  )

  it.scopedLive(
    "forgets what a provider has filled when its switch is turned, as the demonstration of docs/sandbox.md needs it",
    () =>
      Effect.gen(function* () {
        const { turn, buy } = yield* started
        const status = (call: Call) =>
          Effect.map(buy(call), ({ status, headers, text }) => [
            status,
            headers.get("cache-status"),
            /"source":"(\w+)"/.exec(text)?.[1]
          ])
        expect(yield* status(search)).toEqual([200, "almanac; fwd=miss", "openalex"])
        expect(yield* status(search)).toEqual([200, "almanac; hit", "openalex"])
        expect(yield* status(rates)).toEqual([200, "almanac; fwd=miss", undefined])
        yield* turn({ provider: "openalex", on: false })
        expect(yield* status(search)).toEqual([200, "almanac; fwd=miss; detail=crossref", "crossref"])
        yield* turn({ provider: "crossref", on: false })
        expect(yield* status(search)).toEqual([502, null, undefined])
        yield* turn({ provider: "openalex", on: true })
        expect(yield* status(search)).toEqual([200, "almanac; fwd=miss", "openalex"])
        // Others keep theirs.
        expect(yield* status(rates)).toEqual([200, "almanac; hit", undefined])
      }),
    60_000
  )

  it.scopedLive(
    "says what it waits for and what it is, names the switches that there are, and tells a busy port at once",
    () =>
      Effect.gen(function* () {
        const { sandbox, port, url, turn } = yield* started
        expect(sandbox.output()).toMatch(/waiting for the database[\s\S]*waiting for the chain[\s\S]*SANDBOX/)
        expect(sandbox.output()).toMatch(/Chain +(anvil|simulated in memory, for anvil does not run here: )/)
        expect(sandbox.output()).toContain(`ALMANAC_URL=${url} npm run almanac -- call fx.rates --base EUR`)
        for (const [change, message] of [
          [{ provider: "gdlet", fails: "throttled" }, "/provider must be one of openalex, crossref, gdelt"],
          [
            { provider: "gdelt", fails: "gone" },
            "/fails must be one of throttled, late, unavailable, garbage, empty"
          ],
          [{ settlement: "gone" }, "/settlement must be one of none, slow, lost, refused, reverted"],
          [{ ledger: false }, "/ledger must be one of on, off"],
          [{ constructor: 1 }, 'must be one of {"provider":"gdelt","fails":"throttled"}'],
          ["nonsense", 'the body: must be one of {"provider":"gdelt","fails":"throttled"}']
        ] as const) {
          const refused = yield* turn(change)
          expect(refused.status).toBe(400)
          expect(refused.body).toEqual(refusal(message))
        }
        for (const [path, body, message] of [
          ["faucet", "{}", "/address must be an address"],
          ["faucet", '{"address":"0x12"}', "/address must be an address"],
          ["faucet", '{"address":', "the body: must be JSON in UTF-8: it ends too early"],
          ["faults", "", "the body: must be JSON in UTF-8: it is empty"]
        ] as const) {
          const refused = yield* Effect.promise(() =>
            fetch(`${url}/sandbox/${path}`, { method: "POST", body })
          )
          expect([refused.status, refused.headers.get("link")]).toEqual([
            400,
            '</docs/errors#VALIDATION_FAILED>; rel="help"'
          ])
          expect(yield* Effect.promise(() => refused.json())).toEqual(refusal(message))
        }
        const another = yield* Program.sandbox({ PORT: String(port) })
        expect(yield* Effect.promise(() => another.ends)).toBe(1)
        expect(another.output()).toContain(`PORT ${port} is in use by another process`)
        expect(another.output()).not.toContain("waiting for")
      }),
    60_000
  )
})
