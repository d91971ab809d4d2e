/**
 * The parts of the playground that need no browser: what is told, what is remembered, what a wallet is asked.
 */
import { hashTypedData } from "viem"
import { describe, expect, it } from "vitest"
import {
  AlmanacError,
  BudgetExceeded,
  type Code,
  ConnectionLost,
  JournalUnusable,
  NotOffered
} from "../../src/Client/Errors.ts"
import type { Entry } from "../../src/Client/journal/Journal.ts"
import type { TypedData } from "../../src/Client/Signer.ts"
import { byNetwork } from "../../src/Resources/Assets.ts"
import { baseUrlOf } from "../../src/Web/browser/play/Page.ts"
import { payerAt, placeOf, storedJournal } from "../../src/Web/browser/play/StoredJournal.ts"
import { OutOfPatience, signed, told } from "../../src/Web/browser/play/Words.ts"
import type { Store } from "../../src/Web/browser/Store.ts"
import type { Provider } from "../../src/Web/browser/wallet/Provider.ts"
import { accountOf, signerOf, typedDataText } from "../../src/Web/browser/wallet/Signer.ts"
import { typedDataHash } from "../../src/Web/browser/wallet/TypedDataHash.ts"
import { types } from "../support/SignedPayment.ts"

const payer = "0x1111111111111111111111111111111111111111"
const payee = "0x29a972157d556d0c4e019e6891a6ba9e271191dc"
const network = "eip155:84532"
const asset = byNetwork(network)
if (asset === undefined) throw new Error("there is no such network")

const typed: TypedData = {
  domain: {
    name: "USDC",
    version: "2",
    chainId: 84532,
    verifyingContract: "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
  },
  types: { TransferWithAuthorization: [...types.TransferWithAuthorization] },
  primaryType: "TransferWithAuthorization",
  message: {
    from: payer,
    to: payee,
    value: 2000n,
    validAfter: 0n,
    validBefore: 1_300n,
    nonce: `0x${"0a".repeat(32)}`
  }
}

describe("what is told", () => {
  const error = (code: Code, charged: false | true | "unknown", facts = {}) =>
    new AlmanacError(code, "it failed", { charged, ...facts })
  const refusal = Object.assign(new Error("User rejected"), { code: 4001 })

  const cases: ReadonlyArray<
    readonly [name: string, error: unknown, tone: string, title: string, text: RegExp]
  > = [
    ["a person's no to an account", refusal, "calm", "You said no", /signed nothing.*Nothing was charged/],
    [
      "a person's no to a signature",
      error("NOT_SIGNED", false, { cause: refusal }),
      "calm",
      "You said no",
      /Nothing was charged/
    ],
    [
      "a no of a mobile wallet",
      { code: -32603, data: { originalError: { code: 4001 } } },
      "calm",
      "You said no",
      /Nothing was charged/
    ],
    [
      "a wallet that waits",
      { code: -32002 },
      "calm",
      "The wallet shows a request already",
      /Nothing was charged/
    ],
    [
      "another failure of a wallet",
      error("NOT_SIGNED", false, { cause: new Error("locked") }),
      "failed",
      "The wallet did not sign",
      /^locked\. Nothing was charged\.$/
    ],
    [
      "a budget that is too small",
      new BudgetExceeded("perDay", "0.05", "0.01", "k"),
      "calm",
      "Over your budget",
      /^It costs 0\.05 USDC, and 0\.01 USDC are left of today's budget\. Nothing was signed\. Nothing was charged\.$/
    ],
    [
      "another price",
      new NotOffered("PRICE", "dear"),
      "failed",
      "The price has changed",
      /Nothing was charged/
    ],
    [
      "other terms",
      new NotOffered("PAY_TO", "x is paid"),
      "failed",
      "The service's terms are not the expected ones",
      /x is paid\. Nothing was charged/
    ],
    [
      "terms that changed after a payment",
      new NotOffered("CHANGED", "dear", { charged: "unknown" }),
      "open",
      "It is not known whether it was charged",
      /Fetch the answer/
    ],
    [
      "a provider's failure",
      error("PROVIDER_TIMEOUT", false, { retryable: true, retryAfterSeconds: 7 }),
      "failed",
      "The provider is too slow",
      /Nothing was charged\. It may work in 7 s\.$/
    ],
    [
      "a message that is a sentence",
      new AlmanacError("PROVIDER_BAD_RESPONSE", "x is broken.", { charged: false }),
      "failed",
      "The provider's answer makes no sense",
      /^x is broken\. Nothing was charged\.$/
    ],
    [
      "an empty purse",
      error("PAYMENT_REJECTED", false, { details: { reason: "invalid_exact_evm_insufficient_balance" } }),
      "failed",
      "The payment was rejected",
      /too little USDC/
    ],
    [
      "a settlement that is pending",
      error("PAYMENT_SETTLEMENT_PENDING", "unknown"),
      "open",
      "The payment is not settled yet",
      /Fetch the answer.*only once/
    ],
    [
      "a lost connection after a payment",
      new ConnectionLost("cut", { charged: "unknown" }),
      "open",
      "It is not known whether it was charged",
      /^cut\. “Fetch the answer”/
    ],
    [
      "a lost connection before it",
      new ConnectionLost("cut", { charged: false }),
      "failed",
      "The service cannot be reached",
      /Nothing was charged/
    ],
    [
      "an answer that has not come",
      error("ANSWER_DAMAGED", true),
      "open",
      "It was charged, and its answer has not come",
      /Fetch the answer/
    ],
    ["a stop before a payment", error("ABORTED", false), "calm", "You stopped it", /Nothing was charged/],
    ["a stop after it", error("ABORTED", "unknown"), "open", "You stopped waiting", /may be charged/],
    [
      "a failure that stays",
      error("ABORTED", false, { cause: new OutOfPatience("gdelt is away") }),
      "failed",
      "It does not work at present",
      /^gdelt is away\. Nothing was charged\. Try again later\.$/
    ],
    [
      "a settlement that stays open",
      error("ABORTED", "unknown", { cause: new OutOfPatience("wait") }),
      "open",
      "The payment is not settled yet",
      /Fetch the answer/
    ],
    [
      "a storage that is full",
      new JournalUnusable("full"),
      "failed",
      "This browser's storage cannot be used",
      /Nothing was sent/
    ],
    ["what nobody thought of", new Error("what"), "failed", "It did not work", /Open purchases/]
  ]
  for (const [name, failure, tone, title, text] of cases) {
    it(name, () => expect(told(failure)).toEqual({ tone, title, text: expect.stringMatching(text) }))
  }

  it("what is signed", () =>
    expect(signed(typed, 1000)).toBe("0.002 USDC to 0x29a9…91dc, valid 5 minutes, once"))
})

describe("what is remembered", () => {
  const store = () => {
    const places = new Map<string, string>()
    const held: Store = {
      change: async (place, change) => {
        const [next, result] = change(places.get(place))
        if (next !== undefined) places.set(place, next)
        return result
      },
      places: async () => [...places.keys()]
    }
    return { ...held, places }
  }
  const journal = (on: Pick<Store, "change">) =>
    storedJournal({ ...on, places: async () => [] }, network, payer)
  const owner = { network, payer }
  const bought = (key: string, at: string, charged: boolean | "unknown"): ReadonlyArray<Entry> => [
    {
      event: "reserved",
      key,
      id: "fx.rates",
      path: "/v1/fx/rates",
      body: "{}",
      amount: "2000",
      payTo: payee,
      nonce: `0x${"0a".repeat(32)}`,
      attempt: "a",
      at
    },
    { event: "ended", key, attempt: "a", charged, at }
  ]
  const write = (on: Pick<Store, "change">, entries: ReadonlyArray<Entry>) =>
    journal(on).change(owner, () => ({ entries, result: undefined }))
  const keys = (on: Pick<Store, "change">) =>
    journal(on).change(undefined, (purchases) => ({ entries: [], result: [...purchases.keys()] }))

  it("is there after a reload, and for its payer alone", async () => {
    const on = store()
    await write(on, bought("one", "2026-11-29T10:00:00.000Z", "unknown"))
    expect(await keys(on)).toEqual(["one"])
    expect([...on.places.keys()].map((place) => payerAt(network, place))).toEqual([payer])
    expect(payerAt("eip155:8453", placeOf(network, payer))).toBeUndefined()
    const other = { network, payer: payee }
    await expect(
      journal(on).change(other, () => ({ entries: [], result: undefined }))
    ).rejects.toBeInstanceOf(JournalUnusable)
  })

  it("forgets what is over after two days, never what is open", async () => {
    const on = store()
    await write(on, [
      ...bought("over", "2026-11-26T10:00:00.000Z", true),
      ...bought("open", "2026-11-01T10:00:00.000Z", "unknown"),
      ...bought("yesterday", "2026-11-28T10:00:00.000Z", false)
    ])
    await write(on, bought("today", "2026-11-29T10:00:00.000Z", true))
    expect(await keys(on)).toEqual(["open", "yesterday", "today"])
  })

  it("writes nothing when what is decided fails, and says when it cannot be read or written", async () => {
    const on = store()
    const fails = journal(on).change(owner, () => {
      throw new Error("no")
    })
    await expect(fails).rejects.toThrow("no")
    expect(on.places.size).toBe(0)
    on.places.set(placeOf(network, payer), "no JSON")
    await expect(keys(on)).rejects.toBeInstanceOf(JournalUnusable)
    const full = { change: () => Promise.reject(new Error("QuotaExceededError")) }
    await expect(write(full, bought("one", "2026-11-29T10:00:00.000Z", true))).rejects.toBeInstanceOf(
      JournalUnusable
    )
  })
})

describe("what a wallet is asked", () => {
  const signature = `0x${"ab".repeat(200)}`

  const wallet = (chain: string, onSwitch: ReadonlyArray<unknown> = []) => {
    const calls: Array<string> = []
    const params: Array<unknown> = []
    const errors = [...onSwitch]
    return {
      calls,
      params,
      request: async (call: { readonly method: string; readonly params?: ReadonlyArray<unknown> }) => {
        calls.push(call.method)
        params.push(...(call.params ?? []))
        if (call.method === "eth_chainId") return chain
        if (call.method === "eth_requestAccounts") return [payer]
        if (call.method === "eth_signTypedData_v4") return signature
        const error = errors.shift()
        if (error !== undefined) throw error
        return null
      }
    }
  }
  const sign = (on: Provider, ending = new AbortController()) =>
    signerOf(on, payer, asset, { signal: ending.signal, onSign: () => {}, onSigned: () => {} }).signTypedData(
      typed
    )

  const cases: ReadonlyArray<readonly [string, ReturnType<typeof wallet>, ReadonlyArray<string>]> = [
    ["nothing more on its chain", wallet("0x14A34"), ["eth_chainId", "eth_signTypedData_v4"]],
    [
      "the chain first on another one",
      wallet("0x1"),
      ["eth_chainId", "wallet_switchEthereumChain", "eth_signTypedData_v4"]
    ],
    [
      "to add a chain that it does not know",
      wallet("0x1", [{ code: 4902 }]),
      [
        "eth_chainId",
        "wallet_switchEthereumChain",
        "wallet_addEthereumChain",
        "wallet_switchEthereumChain",
        "eth_signTypedData_v4"
      ]
    ]
  ]
  for (const [name, on, calls] of cases) {
    it(name, async () => {
      // A smart wallet's signature is longer, and passed on.
      expect(await sign(on)).toBe(signature)
      expect(on.calls).toEqual(calls)
      expect(on.params.slice(-2)).toEqual([payer, typedDataText(typed)])
    })
  }

  it("no signature after a no to the chain", async () => {
    const on = wallet("0x1", [{ code: 4001 }])
    await expect(sign(on)).rejects.toEqual({ code: 4001 })
    expect(on.calls).toEqual(["eth_chainId", "wallet_switchEthereumChain"])
  })

  it("nothing more once the wait is over", async () => {
    const ending = new AbortController()
    const on = { ...wallet("0x14a34"), request: () => new Promise(() => {}) }
    const waiting = sign(on, ending)
    ending.abort(new Error("stopped"))
    await expect(waiting).rejects.toThrow("stopped")
    await expect(accountOf(on, ending.signal)).rejects.toThrow("stopped")
  })

  it("typed data with its domain's type, decimal texts and a number for the chain", () => {
    const text = JSON.parse(typedDataText(typed))
    expect(Object.keys(text.types)).toEqual(["EIP712Domain", "TransferWithAuthorization"])
    expect(text.domain.chainId).toBe(84532)
    expect(text.message).toMatchObject({ value: "2000", validAfter: "0", validBefore: "1300" })
  })

  it("a hash as viem makes it", () =>
    expect(`0x${Buffer.from(typedDataHash(JSON.parse(typedDataText(typed)))).toString("hex")}`).toBe(
      hashTypedData(typed)
    ))
})

it("the service is where the page is", () => {
  expect(baseUrlOf("https://almanac.example/c/fx.rates?x=1#try")).toBe("https://almanac.example")
  expect(baseUrlOf("https://example.com/data/c/fx.rates")).toBe("https://example.com/data")
})
