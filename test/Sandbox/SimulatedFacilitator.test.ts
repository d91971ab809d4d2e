import * as Http from "node:http"
import { HttpRouter, HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it, layer } from "@effect/vitest"
import { x402Client } from "@x402/core/client"
import { HTTPFacilitatorClient } from "@x402/core/http"
import { eip3009ABI, type FacilitatorEvmSigner } from "@x402/evm"
import { ExactEvmScheme as ExactEvmClient } from "@x402/evm/exact/client"
import { ExactEvmScheme as ExactEvmFacilitator } from "@x402/evm/exact/facilitator"
import { Context, Duration, Effect, FastCheck as fc, Layer, Predicate, Schema, TestClock } from "effect"
import { decodeFunctionData, encodeFunctionResult, getAddress } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import { Facilitator, SettlementFailed, type Submission } from "../../src/Payment/facilitator/Facilitator.ts"
import * as HttpFacilitator from "../../src/Payment/facilitator/HttpFacilitator.ts"
import * as FacilitatorHttpApp from "../../src/Sandbox/FacilitatorHttpApp.ts"
import { SimulatedChain } from "../../src/Sandbox/SimulatedChain.ts"
import * as SimulatedFacilitator from "../../src/Sandbox/SimulatedFacilitator.ts"
import { Credentials } from "../../src/Settings/Credentials.ts"
import { asset, hex, payer, payTo, requirements, submission, type Wanted } from "../support/SignedPayment.ts"

const stranger = privateKeyToAccount(`0x${"22".repeat(32)}`)

const simulated = (funds: bigint) =>
  SimulatedFacilitator.layer({ chainId: asset.chainId, asset, accounts: { [payer.address]: funds } })

const verify = (submission: Submission) =>
  Effect.map(
    Effect.flatMap(Facilitator, (facilitator) => facilitator.verify(submission)),
    (verdict) => (verdict.isValid ? "valid" : verdict.reason)
  )

const settle = (submission: Submission) =>
  Effect.flatMap(Facilitator, (facilitator) => facilitator.settle(submission)).pipe(
    Effect.map(({ transaction }) => transaction),
    Effect.catchAll(({ _tag, reason }) => Effect.succeed(`${_tag} ${reason}`))
  )

const signed = (wanted?: Wanted) => Effect.promise(() => submission(wanted))

const balances = Effect.flatMap(SimulatedChain, (chain) =>
  Effect.all([chain.balance(payer.address), chain.balance(payTo)])
)

/** The facilitator of `@x402/evm` on a node that knows one token with these funds and, if so, every nonce as used. */
const stock = (funds: bigint, used: boolean) => {
  const abi = eip3009ABI
  const token = (data: `0x${string}`) => {
    const { functionName } = decodeFunctionData({ abi, data })
    switch (functionName) {
      case "balanceOf":
        return encodeFunctionResult({ abi, functionName, result: funds })
      case "authorizationState":
        return encodeFunctionResult({ abi, functionName, result: used })
      case "name":
      case "version":
        return encodeFunctionResult({ abi, functionName, result: asset[functionName] })
      default:
        throw new Error(`not asked: ${functionName}`)
    }
  }
  const calls = Schema.decodeUnknownSync(
    Schema.Tuple(Schema.Boolean, Schema.Array(Schema.Struct({ callData: Schema.String })))
  )
  const signer: FacilitatorEvmSigner = {
    getAddresses: () => [],
    getCode: async ({ address }) => (address === getAddress(asset.address) ? "0x60" : undefined),
    readContract: async ({ functionName, args }) => {
      if (functionName === "tryAggregate") {
        return calls(args)[1].map(({ callData }) => ({ success: true, returnData: token(hex(callData)) }))
      }
      throw new Error("execution reverted")
    },
    verifyTypedData: () => Promise.reject(new Error("not asked")),
    writeContract: () => Promise.reject(new Error("not asked")),
    sendTransaction: () => Promise.reject(new Error("not asked")),
    waitForTransactionReceipt: () => Promise.reject(new Error("not asked"))
  }
  return new ExactEvmFacilitator(signer)
}

const now = Math.floor(Date.now() / 1000)
const otherDomain = (extra: { readonly name: string; readonly version: string }): Wanted => ({
  asked: { extra }
})

describe("verify", () => {
  interface Row extends Wanted {
    readonly funds?: bigint
    readonly used?: boolean
    readonly reason: string
  }
  const rows: Readonly<Record<string, Row>> = {
    "scheme accepted": { accepted: { scheme: "upto" }, reason: "invalid_exact_evm_scheme" },
    "scheme asked": { asked: { scheme: "upto" }, reason: "invalid_exact_evm_scheme" },
    "no domain name": {
      ...otherDomain({ name: "", version: "2" }),
      reason: "invalid_exact_evm_missing_eip712_domain"
    },
    "no domain version": {
      ...otherDomain({ name: "USDC", version: "" }),
      reason: "invalid_exact_evm_missing_eip712_domain"
    },
    "network accepted": {
      accepted: { network: "eip155:8453" },
      reason: "invalid_exact_evm_network_mismatch"
    },
    "another signer": { authorization: { from: stranger.address }, reason: "invalid_exact_evm_signature" },
    "signed under another domain": {
      signedUnder: { ...requirements, extra: { name: "USD Coin", version: "2" } },
      reason: "invalid_exact_evm_signature"
    },
    "signed for another chain": {
      signedUnder: { ...requirements, network: "eip155:8453" },
      reason: "invalid_exact_evm_signature"
    },
    "64 bytes": { signature: `0x${"11".repeat(64)}`, reason: "invalid_exact_evm_signature" },
    "a contract wallet's": { signature: `0x${"11".repeat(500)}`, reason: "invalid_exact_evm_signature" },
    "no signature": { signature: "0x", reason: "invalid_exact_evm_signature" },
    recipient: {
      authorization: { to: stranger.address },
      reason: "invalid_exact_evm_recipient_mismatch"
    },
    expired: {
      authorization: { validBefore: String(now - 10) },
      reason: "invalid_exact_evm_payload_authorization_valid_before"
    },
    "about to expire": {
      authorization: { validBefore: String(now + 3) },
      reason: "invalid_exact_evm_payload_authorization_valid_before"
    },
    "not yet valid": {
      authorization: { validAfter: String(now + 60) },
      reason: "invalid_exact_evm_payload_authorization_valid_after"
    },
    "too little": {
      authorization: { value: "9999" },
      reason: "invalid_exact_evm_payload_authorization_value_mismatch"
    },
    "too much": {
      authorization: { value: "10001" },
      reason: "invalid_exact_evm_payload_authorization_value_mismatch"
    },
    "another asset": { asked: { asset: stranger.address }, reason: "asset_not_deployed_contract" },
    "nonce used": { used: true, reason: "invalid_exact_evm_nonce_already_used" },
    "token name": {
      ...otherDomain({ name: "USD Coin", version: "2" }),
      reason: "invalid_exact_evm_token_name_mismatch"
    },
    "token version": {
      ...otherDomain({ name: "USDC", version: "1" }),
      reason: "invalid_exact_evm_token_version_mismatch"
    },
    "too poor": { funds: 9_999n, reason: "invalid_exact_evm_insufficient_balance" },
    "everything at once": {
      asked: { payTo: stranger.address, amount: "7" },
      authorization: { validBefore: "1" },
      funds: 0n,
      reason: "invalid_exact_evm_recipient_mismatch"
    },
    "used and poor": { used: true, funds: 0n, reason: "invalid_exact_evm_nonce_already_used" },
    "another name and poor": {
      ...otherDomain({ name: "USD Coin", version: "2" }),
      funds: 0n,
      reason: "invalid_exact_evm_token_name_mismatch"
    }
  }

  it.live.each(Object.entries(rows))("refuses %s with the stock facilitator's code", ([, row]) =>
    Effect.gen(function* () {
      const { funds = 1_000_000n, used = false, reason, ...wanted } = row
      const payment = yield* signed(wanted)

      if (used) {
        const chain = yield* SimulatedChain
        yield* chain.credit(payer.address, 10_000n)
        yield* settle(payment)
      }
      expect(yield* verify(payment)).toBe(reason)

      const oracle = yield* Effect.promise(() => stock(funds, used).verify(...forStock(payment)))
      expect(oracle.invalidReason).toBe(reason)
    }).pipe(Effect.provide(simulated(row.funds ?? 1_000_000n)))
  )

  it.effect("accepts, from the first to the last second", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_700_000_000_500)
      const window = (validAfter: number, validBefore: number) =>
        Effect.flatMap(
          signed({ authorization: { validAfter: `${validAfter}`, validBefore: `${validBefore}` } }),
          verify
        )
      expect(yield* window(1_699_999_999, 1_700_000_006)).toBe("valid")
      expect(yield* window(1_700_000_000, 1_700_000_006)).toBe(
        "invalid_exact_evm_payload_authorization_valid_after"
      )
      expect(yield* window(1_699_999_999, 1_700_000_005)).toBe(
        "invalid_exact_evm_payload_authorization_valid_before"
      )
    }).pipe(Effect.provide(simulated(10_000n)))
  )

  it.live.each([
    ["another network", { asked: { network: "eip155:8453" } }, "invalid_exact_evm_network_mismatch"],
    [
      "an amount that is none",
      { asked: { amount: "ten" } },
      "invalid_exact_evm_payload_authorization_value_mismatch"
    ],
    [
      "an asset that is none",
      { signedUnder: requirements, asked: { asset: "USDC" } },
      "invalid_exact_evm_signature"
    ]
  ] as const)("refuses %s", ([, wanted, reason]) =>
    Effect.gen(function* () {
      expect(yield* Effect.flatMap(signed(wanted), verify)).toBe(reason)
    }).pipe(Effect.provide(simulated(10_000n)))
  )

  it.live("accepts addresses in any case, and moves nothing", () =>
    Effect.gen(function* () {
      const payment = yield* signed({
        asked: { asset: asset.address.toLowerCase(), payTo: getAddress(payTo) },
        authorization: { from: getAddress(payer.address) }
      })
      expect(yield* verify(payment)).toBe("valid")
      expect(yield* balances).toEqual([10_000n, 0n])
    }).pipe(Effect.provide(simulated(10_000n)))
  )

  it.effect("says scheme of a payload that accepts nothing", () =>
    Effect.gen(function* () {
      const payment = yield* signed()
      for (const paymentPayload of [null, 1, "x", [], {}, { accepted: null }]) {
        expect(yield* verify({ ...payment, paymentPayload })).toBe("invalid_exact_evm_scheme")
      }
    }).pipe(Effect.provide(simulated(10_000n)))
  )
})

describe("settle", () => {
  it.live("moves the balance, marks the nonce, and answers a transaction of its own", () =>
    Effect.gen(function* () {
      const chain = yield* SimulatedChain
      const [first, second] = yield* Effect.all([signed(), signed()])
      const transaction = yield* settle(first)
      expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
      expect(yield* balances).toEqual([15_000n, 10_000n])
      expect(yield* chain.balances).toEqual({ [payer.address.toLowerCase()]: 15_000n, [payTo]: 10_000n })
      expect(yield* chain.isNonceUsed(payer.address, first.authorization.nonce.toUpperCase())).toBe(true)
      expect(yield* chain.isNonceUsed(payer.address, second.authorization.nonce)).toBe(false)
      expect(yield* chain.isNonceUsed(payTo, first.authorization.nonce)).toBe(false)
      expect(yield* settle(second)).not.toBe(transaction)
      expect(yield* Effect.provide(settle(first), simulated(10_000n))).toBe(transaction)
    }).pipe(Effect.provide(simulated(25_000n)))
  )

  it.live("of a nonce that is used is unknown, and moves nothing", () =>
    Effect.gen(function* () {
      const payment = yield* signed()
      yield* settle(payment)
      expect(yield* settle(payment)).toBe("SettlementUnknown invalid_exact_evm_nonce_already_used")
      expect(yield* balances).toEqual([10_000n, 10_000n])
    }).pipe(Effect.provide(simulated(20_000n)))
  )

  it.effect("checks again", () =>
    Effect.gen(function* () {
      const [poor, stale] = yield* Effect.all([signed(), signed({ authorization: { validBefore: "60" } })])
      expect(yield* verify(stale)).toBe("invalid_exact_evm_payload_authorization_valid_after")
      yield* TestClock.adjust("1 seconds")
      expect(yield* Effect.all([verify(poor), verify(stale)])).toEqual(["valid", "valid"])
      yield* TestClock.adjust("1 minute")
      expect(yield* settle(stale)).toBe(
        "SettlementFailed invalid_exact_evm_payload_authorization_valid_before"
      )
      yield* Effect.flatMap(signed(), settle)
      expect(yield* settle(poor)).toBe("SettlementFailed invalid_exact_evm_insufficient_balance")
      expect(yield* balances).toEqual([0n, 10_000n])
    }).pipe(Effect.provide(simulated(10_000n)))
  )

  it.live("at once, 40 times the same: one transfer", () =>
    Effect.gen(function* () {
      const payment = yield* signed()
      const outcomes = yield* Effect.all(
        Array.from({ length: 40 }, () => settle(payment)),
        {
          concurrency: "unbounded"
        }
      )
      expect(outcomes.filter((outcome) => outcome.startsWith("0x")).length).toBe(1)
      expect(yield* balances).toEqual([990_000n, 10_000n])
    }).pipe(Effect.provide(simulated(1_000_000n)))
  )

  it.live("at once, ten with funds for three: three transfers", () =>
    Effect.gen(function* () {
      const payments = yield* Effect.all(Array.from({ length: 10 }, () => signed()))
      const outcomes = yield* Effect.all(payments.map(settle), { concurrency: "unbounded" })
      expect(outcomes.filter((outcome) => outcome.startsWith("0x")).length).toBe(3)
      expect(outcomes.filter((outcome) => outcome.startsWith("SettlementFailed")).length).toBe(7)
      expect(yield* balances).toEqual([5_000n, 30_000n])
    }).pipe(Effect.provide(simulated(35_000n)))
  )

  it.live("to oneself changes nothing but the nonce", () =>
    Effect.gen(function* () {
      const payment = yield* signed({ asked: { payTo: payer.address }, authorization: { to: payer.address } })
      expect(yield* settle(payment)).toMatch(/^0x/)
      expect(yield* balances).toEqual([10_000n, 0n])
    }).pipe(Effect.provide(simulated(10_000n)))
  )

  it.live("is possible after a faucet", () =>
    Effect.gen(function* () {
      const chain = yield* SimulatedChain
      const payment = yield* signed()
      expect(yield* verify(payment)).toBe("invalid_exact_evm_insufficient_balance")
      expect(yield* chain.credit(payer.address.toUpperCase().replace("0X", "0x"), 12_000n)).toBe(12_000n)
      expect(yield* settle(payment)).toMatch(/^0x/)
      expect(yield* balances).toEqual([2_000n, 10_000n])
    }).pipe(Effect.provide(simulated(0n)))
  )
})

type StockCall = Parameters<HTTPFacilitatorClient["verify"]>

/** The same submission in the types of `@x402/core`. */
const forStock = ({ paymentPayload, paymentRequirements }: Submission): StockCall => {
  const payload: Partial<StockCall[0]> = Predicate.isRecord(paymentPayload) ? paymentPayload : {}
  const { accepted, ...rest } = { x402Version: 2, payload: {}, ...payload }
  const asked = { ...paymentRequirements, network: caip2(paymentRequirements.network) }
  return [{ ...rest, accepted: accepted ?? asked }, asked]
}

const caip2 = (network: string): `${string}:${string}` => {
  const [namespace = "", reference = ""] = network.split(":")
  return `${namespace}:${reference}`
}

const server = HttpRouter.empty.pipe(
  HttpRouter.mount("/sandbox/facilitator", FacilitatorHttpApp.router(asset.network)),
  HttpServer.serve(),
  Layer.provideMerge(simulated(1_000_000n)),
  Layer.provideMerge(NodeHttpServer.layer(Http.createServer, { port: 0, host: "127.0.0.1" }))
)

const url = HttpServer.addressFormattedWith((address) => Effect.succeed(`${address}/sandbox/facilitator`))

/** A payment that the stock client makes of a challenge. */
const bought = Effect.promise(() =>
  new x402Client().register("eip155:*", new ExactEvmClient(payer)).createPaymentPayload({
    x402Version: 2,
    resource: { url: "http://localhost:8402/v1/fx/rates" },
    accepts: [{ ...requirements, network: caip2(requirements.network) }]
  })
)

layer(server, { excludeTestServices: true })("over HTTP", (it) => {
  const asked = { ...requirements, network: caip2(requirements.network) }

  it.effect("the stock client verifies and settles what the stock buyer signed, once", () =>
    Effect.gen(function* () {
      const client = new HTTPFacilitatorClient({ url: yield* url })
      const payment = yield* bought
      const before = yield* balances

      expect(yield* Effect.promise(() => client.getSupported())).toEqual({
        kinds: [{ x402Version: 2, scheme: "exact", network: asset.network }],
        extensions: [],
        signers: {}
      })
      expect(yield* Effect.promise(() => client.verify(payment, asked))).toMatchObject({
        isValid: true,
        payer: payer.address
      })
      expect(yield* balances).toEqual(before)
      const settled = yield* Effect.promise(() => client.settle(payment, asked))
      expect(settled).toMatchObject({ success: true, network: asset.network, payer: payer.address })
      expect(settled.transaction).toMatch(/^0x[0-9a-f]{64}$/)
      const after = yield* balances
      expect(after).toEqual([before[0] - 10_000n, before[1] + 10_000n])

      const again = yield* Effect.flip(Effect.tryPromise(() => client.settle(payment, asked)))
      expect(again.cause).toMatchObject({ statusCode: 500, errorReason: "settlement_pending" })
      expect(yield* Effect.promise(() => client.verify(payment, asked))).toMatchObject({
        isValid: false,
        invalidReason: "invalid_exact_evm_nonce_already_used"
      })
      expect(yield* balances).toEqual(after)
    })
  )

  it.scoped("our client says what the facilitator says", () =>
    Effect.gen(function* () {
      const near = yield* Facilitator
      const client = yield* Layer.build(
        HttpFacilitator.layer({
          url: yield* url,
          credentials: Credentials.None(),
          verifyTimeout: Duration.seconds(5),
          settleTimeout: Duration.seconds(5)
        }).pipe(Layer.provide(Outbound.layer))
      )
      const far = Context.get(client, Facilitator)
      const [good, poor, high] = yield* Effect.all([
        signed(),
        signed({ account: stranger }),
        signed({ authorization: { value: "10001" } })
      ])
      for (const payment of [good, poor, high]) {
        expect(yield* far.verify(payment)).toEqual(yield* near.verify(payment))
      }
      expect((yield* far.settle(good)).transaction).toMatch(/^0x[0-9a-f]{64}$/)
      expect(yield* Effect.flip(far.settle(good))).toMatchObject({
        _tag: "SettlementUnknown",
        reason: "settlement_pending"
      })
      expect(yield* Effect.flip(far.settle(poor))).toEqual(
        new SettlementFailed({ reason: "invalid_exact_evm_insufficient_balance" })
      )
    })
  )

  const post = (path: string, body: string) =>
    Effect.gen(function* () {
      const at = yield* url
      return yield* Effect.promise(async () => {
        const headers = { "content-type": "application/json" }
        const response = await fetch(at + path, { method: "POST", headers, body })
        return { status: response.status, body: await response.json() }
      })
    })

  const payload = {
    signature: "0x",
    authorization: {
      from: payer.address,
      to: payTo,
      value: "1",
      validAfter: "0",
      validBefore: "1",
      nonce: `0x${"00".repeat(32)}`
    }
  }
  const whole = {
    x402Version: 2,
    paymentPayload: { x402Version: 2, payload },
    paymentRequirements: requirements
  }

  it.effect.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["null", "null"],
    ["an array", "[]"],
    ["an empty object", "{}"],
    ["version 1", JSON.stringify({ ...whole, x402Version: 1 })],
    ["no payload", JSON.stringify({ ...whole, paymentPayload: null })],
    ["a payload of version 1", JSON.stringify({ ...whole, paymentPayload: { x402Version: 1, payload } })],
    [
      "a Permit2 payload",
      JSON.stringify({
        ...whole,
        paymentPayload: { x402Version: 2, payload: { signature: "0x", permit2Authorization: {} } }
      })
    ],
    ["no requirements", JSON.stringify({ ...whole, paymentRequirements: undefined })],
    ["a value in hexadecimal", JSON.stringify(whole).replace('"value":"1"', '"value":"0x1"')],
    ["a value above uint256", JSON.stringify(whole).replace('"value":"1"', `"value":"${2n ** 256n}"`)]
  ] as const)("%s is no payment", ([, body]) =>
    Effect.gen(function* () {
      expect(yield* post("/verify", body)).toEqual({
        status: 400,
        body: { isValid: false, invalidReason: "invalid_payload" }
      })
      expect(yield* post("/settle", body)).toEqual({
        status: 400,
        body: { success: false, errorReason: "invalid_payload", transaction: "", network: "" }
      })
    })
  )

  it.effect("no JSON makes it fail", () =>
    Effect.gen(function* () {
      const anything = fc.sample(
        fc.record({
          x402Version: fc.constant(2),
          paymentPayload: fc.oneof(
            fc.jsonValue(),
            fc.record({
              x402Version: fc.constant(2),
              payload: fc.oneof(fc.jsonValue(), fc.constant(payload)),
              accepted: fc.jsonValue()
            })
          ),
          paymentRequirements: fc.oneof(fc.jsonValue(), fc.constant(requirements))
        }),
        100
      )
      for (const body of anything) {
        const { status } = yield* post("/verify", JSON.stringify(body))
        expect([200, 400]).toContain(status)
      }
    })
  )
})
