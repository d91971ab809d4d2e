/**
 * Terms that differ from what was asked for, or from what the client knows of USDC, are never signed.
 */
import { createHash } from "node:crypto"
import { verifyTypedData } from "viem"
import { describe, expect, it, vi } from "vitest"
import { encodeHeader } from "../../src/Resources/X402.ts"
import { typedData } from "../support/SignedPayment.ts"
import {
  answer,
  challenge,
  failure,
  input,
  type Json,
  path,
  type Reply,
  scripted,
  terms,
  walletOf
} from "./Scripted.ts"

const other = "0x00000000000000000000000000000000000000ff"

/** A challenge with this element of `accepts`. */
const accepting = (accepted: Json) => () => challenge({ accepted })

const withHeader = (header: string) => () => answer(402, {}, { "payment-required": header })

const hostile: ReadonlyArray<readonly [what: string, reply: () => Reply, reason: string]> = [
  ["another payee than the one that is pinned", accepting({ payTo: other }), "PAY_TO"],
  ["a payee that is no address", accepting({ payTo: "0x12" }), "PAY_TO"],
  ["another asset", accepting({ asset: other }), "ASSET"],
  ["no asset", accepting({ asset: undefined }), "ASSET"],
  ["USDC of another network", accepting({ asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" }), "ASSET"],
  ["another network", accepting({ network: "eip155:8453" }), "NETWORK"],
  ["a network without its number", accepting({ network: "base-sepolia" }), "NETWORK"],
  ["another scheme", accepting({ scheme: "upto" }), "SCHEME"],
  ["another name of the domain", accepting({ extra: { name: "USD Coin", version: "2" } }), "DOMAIN"],
  ["another version of the domain", accepting({ extra: { name: "USDC", version: "1" } }), "DOMAIN"],
  ["no domain", accepting({ extra: undefined }), "DOMAIN"],
  ["more than the listed price", accepting({ amount: "2001" }), "PRICE"],
  ["a fortune", accepting({ amount: "999999999999999999" }), "PRICE"],
  ["more digits than there is USDC", accepting({ amount: "9".repeat(19) }), "AMOUNT"],
  ["nothing", accepting({ amount: "0" }), "AMOUNT"],
  ["a negative amount", accepting({ amount: "-2000" }), "AMOUNT"],
  ["a fraction", accepting({ amount: "0.002" }), "AMOUNT"],
  ["a hexadecimal amount", accepting({ amount: "0x7d0" }), "AMOUNT"],
  ["a number for the amount", accepting({ amount: 2000 }), "AMOUNT"],
  ["a window that is over before the answer comes", accepting({ maxTimeoutSeconds: 30 }), "WINDOW"],
  ["no window", accepting({ maxTimeoutSeconds: "300" }), "WINDOW"],
  ["another path", () => challenge({ resource: { url: "http://service.test/v1/compare" } }), "RESOURCE"],
  [
    "another path below the service's own",
    () => challenge({ resource: { url: "http://service.test/below/v1/compare" } }),
    "RESOURCE"
  ],
  [
    "a path with more in it",
    () => challenge({ resource: { url: `http://service.test${path}/x` } }),
    "RESOURCE"
  ],
  ["no resource", () => challenge({ resource: { url: undefined } }), "RESOURCE"],
  ["version 1", () => challenge({ x402Version: 1 }), "VERSION"],
  ["no way to pay", () => challenge({ accepts: [] }), "NO_CHALLENGE"],
  ["ways to pay that are none", () => challenge({ accepts: "exact" }), "NO_CHALLENGE"],
  ["a way to pay that is none", () => challenge({ accepts: [null] }), "SCHEME"],
  ["no header", () => failure("PAYMENT_REQUIRED"), "NO_CHALLENGE"],
  ["a header that is no base64", withHeader("%%%"), "NO_CHALLENGE"],
  ["a header that is no JSON", withHeader("aGVsbG8="), "NO_CHALLENGE"],
  ["a header that is a list", withHeader(encodeHeader([])), "NO_CHALLENGE"],
  ["an answer for nothing", () => answer(200, { data: {}, meta: {} }), "NO_CHALLENGE"],
  ["a page", () => answer(200, "<html>"), "NO_CHALLENGE"],
  ["a page of somebody between", () => answer(403, "<html>"), "NO_CHALLENGE"],
  ["a redirect", () => answer(302, "", { location: "https://elsewhere.test/v1?key=secret" }), "REDIRECT"],
  ["a redirect that a browser hides", () => Response.error(), "REDIRECT"]
]

describe("a challenge is not signed, and nothing is reserved, for", () => {
  it.each(hostile)("%s", async (_, reply, reason) => {
    const { client, sent, signed } = scripted({ unpaid: [reply] }, { payTo: terms.payTo })
    await expect(client.call("fx.rates", input)).rejects.toMatchObject({
      name: "NotOffered",
      code: "NOT_OFFERED",
      reason,
      charged: false
    })
    expect([signed, sent]).toEqual([[], []])
    expect(await client.spent()).toMatchObject({ today: "0", open: "0" })
    expect(await client.open()).toEqual([])
  })

  it("more than the caller's own limit", async () => {
    const { client, signed } = scripted()
    const call = client.call("fx.rates", input, { maxPrice: "0.001999" })
    await expect(call).rejects.toMatchObject({ reason: "PRICE" })
    expect(signed).toEqual([])
  })

  it("a payee other than the first one", async () => {
    const { client, signed } = scripted({ unpaid: [challenge, accepting({ payTo: other })] })
    await client.call("fx.rates", input)
    await expect(client.call("fx.rates", input)).rejects.toMatchObject({ reason: "PAY_TO" })
    expect(signed.map(({ message }) => message.to)).toEqual([terms.payTo])
  })

  it("a redirect: it is not followed", async () => {
    const asked: Array<RequestInit["redirect"]> = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      asked.push(init?.redirect)
      return challenge()
    }
    await scripted({}, { fetch }).client.quote("fx.rates", input)
    expect(asked).toEqual(["manual"])
    const away = () => answer(308, "", { location: "https://elsewhere.test/v1?key=secret" })
    await expect(scripted({ unpaid: [away] }).client.quote("fx.rates", input)).rejects.toMatchObject({
      message: "baseUrl redirects to https://elsewhere.test, which is not followed",
      retryable: false,
      status: 308
    })
  })

  it("an input that would be refused", async () => {
    const problems = [{ pointer: "/currencies", message: "is required" }]
    const { client, sent, signed } = scripted({ unpaid: [() => challenge({}, { valid: false, problems })] })
    await expect(client.call("fx.rates", input)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      status: 400,
      charged: false,
      details: { problems },
      message: "/currencies is required"
    })
    expect([signed, sent]).toEqual([[], []])
  })
})

describe("what is signed", () => {
  it("is a transfer of the amount to the payee under the domain that the client knows", async () => {
    const { client, clock, sent, signed, wallet } = scripted()
    const { nonce } = await client.call("fx.rates", input, { key: "order-1" })
    const validBefore = BigInt(Math.floor(clock.now() / 1000) + 300)
    const { asset, payTo } = terms
    expect(signed).toEqual([
      {
        domain: { name: "USDC", version: "2", chainId: 84532, verifyingContract: asset },
        types: { TransferWithAuthorization: expect.any(Array) },
        primaryType: "TransferWithAuthorization",
        message: { from: wallet.address, to: payTo, value: 2000n, validAfter: 0n, validBefore, nonce }
      }
    ])
    const { accepted, payload } = JSON.parse(Buffer.from(sent[0]?.header ?? "", "base64").toString())
    expect(accepted).toEqual(terms)
    const { authorization, signature } = payload
    expect(
      await verifyTypedData({ ...typedData(authorization, terms), address: wallet.address, signature })
    ).toBe(true)
  })

  it("has a window of ten minutes at most", async () => {
    const { client, clock, sent } = scripted({ unpaid: [accepting({ maxTimeoutSeconds: 1e9 })] })
    await client.call("fx.rates", input)
    expect(sent[0]?.validBefore).toBe(Math.floor(clock.now() / 1000) + 600)
  })

  it("may cost what the caller allows", async () => {
    const { client, signed } = scripted({ unpaid: [accepting({ amount: "5000" })] })
    await client.call("fx.rates", input, { maxPrice: "0.005" })
    expect(signed.map(({ message }) => message.value)).toEqual([5000n])
  })

  it("is the first way to pay that is as expected, in any case of its letters", async () => {
    const good = {
      ...terms,
      asset: terms.asset.toLowerCase(),
      payTo: terms.payTo.toUpperCase().replace("X", "x")
    }
    const accepts = [null, { ...terms, scheme: "upto" }, { ...terms, network: "eip155:8453" }, good]
    const { client, sent } = scripted({ unpaid: [() => challenge({ accepts })] }, { payTo: terms.payTo })
    await client.call("fx.rates", input)
    expect(JSON.parse(Buffer.from(sent[0]?.header ?? "", "base64").toString()).accepted).toEqual(good)
  })

  it("is nothing when the wallet does not sign: nothing is sent, and nothing stays reserved", async () => {
    const wallets = [
      { ...walletOf(), signTypedData: () => Promise.reject(new Error("the person said no")) },
      { ...walletOf(), signTypedData: async () => "0x" as const }
    ]
    for (const wallet of wallets) {
      const { client, sent } = scripted({}, { wallet })
      await expect(client.call("fx.rates", input)).rejects.toMatchObject({
        code: "NOT_SIGNED",
        charged: false
      })
      expect(sent).toEqual([])
      expect(await client.spent()).toMatchObject({ today: "0", open: "0" })
    }
  })

  it("is nothing when the wallet never answers: the call ends with its wait, or by its signal", async () => {
    const calls = [
      { code: "NOT_SIGNED", end: () => vi.advanceTimersByTimeAsync(20_000) },
      { code: "ABORTED", end: async () => caller.abort() }
    ]
    const caller = new AbortController()
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      for (const { code, end } of calls) {
        let hear = () => {}
        const isAsked = new Promise<void>((resolve) => {
          hear = resolve
        })
        const signTypedData = () => {
          hear()
          return new Promise<never>(() => {})
        }
        const { client, sent } = scripted({}, { wallet: { ...walletOf(), signTypedData } })
        const call = client.call("fx.rates", input, { maxWait: "20 seconds", signal: caller.signal })
        const ended = expect(call).rejects.toMatchObject({ code, charged: false })
        await isAsked
        await end()
        await ended
        expect(sent).toEqual([])
        expect(await client.spent()).toMatchObject({ today: "0", open: "0" })
      }
    } finally {
      vi.useRealTimers()
    }
  })
})

const payer = walletOf().address.toLowerCase()

describe("the nonce", () => {
  const nonceOf = async (key: string, asked: object = input, unpaid = challenge) => {
    const { client } = scripted({ unpaid: [unpaid] })
    return (await client.call("fx.rates", JSON.parse(JSON.stringify(asked)), { key })).nonce
  }

  it("is the same for the same purchase, whoever signs it again and whenever", async () => {
    const text = [
      "almanac/1",
      payer,
      "order-1",
      path,
      '{"base":"EUR","currencies":["USD"]}',
      "2000",
      terms.payTo
    ]
    const nonce = `0x${createHash("sha256").update(text.join("\n")).digest("hex")}`
    expect(await nonceOf("order-1")).toBe(nonce)
    expect(await nonceOf("order-1", { currencies: ["USD"], base: "EUR" })).toBe(nonce)
  })

  it("is another for another key, request, amount or payee", async () => {
    const nonces = await Promise.all([
      nonceOf("order-1"),
      nonceOf("order-2"),
      nonceOf("order-1", { ...input, currencies: ["GBP"] }),
      nonceOf("order-1", input, accepting({ amount: "1999" })),
      nonceOf("order-1", input, accepting({ payTo: other }))
    ])
    expect(new Set(nonces).size).toBe(nonces.length)
  })
})
