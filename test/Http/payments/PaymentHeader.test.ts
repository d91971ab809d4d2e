/**
 * What the header PAYMENT-SIGNATURE may say, and what is answered when it says something else. The service's clock stands
 * still, so a second more or less can be told.
 */
import { expect, layer } from "@effect/vitest"
import { Clock, Context, Effect, FastCheck, Layer, Option, Predicate, Schema } from "effect"
import { PaymentRequired } from "../../../src/Resources/X402.ts"
import { SimulatedChain } from "../../../src/Sandbox/SimulatedChain.ts"
import {
  type Answer,
  call,
  decode,
  encode,
  payment,
  question,
  terms,
  type Wanted
} from "../../support/Buyer.ts"
import { exchange } from "../../support/Exchange.ts"
import {
  buyers,
  Knobs,
  type Options,
  openingBalance,
  type Running,
  start,
  world
} from "../../support/Harness.ts"
import { asset, payTo, typedData } from "../../support/SignedPayment.ts"
import { least, runs } from "../../support/setup/Runs.ts"
import * as TestLedger from "../../support/TestLedger.ts"

/** The moment at which the clock stands, in Unix seconds. */
const now = Date.parse("2026-11-28T12:00:00Z") / 1000

/** A clock that stands `seconds` after `now`; only waiting goes on. */
const standing = (seconds: number): Clock.Clock => {
  const live = Clock.make()
  const millis = (now + seconds) * 1000
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => millis,
    currentTimeMillis: Effect.succeed(millis),
    unsafeCurrentTimeNanos: () => live.unsafeCurrentTimeNanos(),
    currentTimeNanos: live.currentTimeNanos,
    sleep: (duration) => live.sleep(duration)
  }
}

const startAt = (seconds: number, options: Options = {}) =>
  Effect.withClock(
    start({ ...options, environment: { PUBLIC_URL: "https://almanac.example", ...options.environment } }),
    standing(seconds)
  )

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}

const service = Layer.scoped(Almanac, startAt(0)).pipe(Layer.provideMerge(world))

const buyer = (index: number) => {
  const account = buyers[index]
  if (account === undefined) throw new Error("no such buyer")
  return account
}

/** A good payment, but for what is wanted otherwise. */
const good = (wanted: Wanted = {}) =>
  payment({ ...wanted, authorization: { validBefore: String(now + 300), ...wanted.authorization } })

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json => (Predicate.isRecord(value) ? value : {})

const absent = Symbol("absent")

/** A JSON value with another value at a place. */
const replaced = (value: unknown, [key, ...rest]: ReadonlyArray<string>, other: unknown): unknown => {
  if (key === undefined) return other
  const { [key]: inner, ...kept } = object(value)
  const replacement = replaced(inner, rest, other)
  return replacement === absent ? kept : { ...kept, [key]: replacement }
}

/** A good payment with another value at a place, the signature unchanged. */
const edited = async (path: string, other: unknown, wanted: Wanted = {}) =>
  encode(replaced(decode(await good(wanted)), path.split("."), other))

const signatureOf = (header: string) => String(object(object(decode(header))["payload"])["signature"])

/** A good payment whose signature is written otherwise. */
const resigned = async (change: (signature: string) => string) => {
  const header = await good()
  return encode(replaced(decode(header), ["payload", "signature"], change(signatureOf(header))))
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other signature (s, n - s) of the same key over the same digest, which USDC refuses. */
const malleated = (signature: string) => {
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, "0")
  return `${signature.slice(0, 66)}${s}${signature.slice(130) === "1b" ? "1c" : "1b"}`
}

/** Signed under the EIP-712 domain of Base itself. */
const forMainnet = async () => {
  const header = await good()
  const { authorization } = object(object(decode(header))["payload"])
  const { from, to, value, validAfter, validBefore, nonce } = object(authorization)
  const signed = [from, to, value, validAfter, validBefore, nonce].map(String)
  const [payer = "", payee = "", amount = "", after = "", before = "", once = ""] = signed
  const signature = await buyer(0).signTypedData(
    typedData(
      { from: payer, to: payee, value: amount, validAfter: after, validBefore: before, nonce: once },
      {
        ...terms,
        network: "eip155:8453",
        asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
        extra: { name: "USD Coin", version: "2" }
      }
    )
  )
  return encode(replaced(decode(header), ["payload", "signature"], signature))
}

const resource = (url: unknown) =>
  good({ members: { resource: { url, description: "as the buyer saw it" } } })

/** What JavaScript cannot write as text. */
const unwritable = { toString: 1, valueOf: 1 }

/** A list within a list, 3000 times: as deep as can be written, and too deep for what writes it for people. */
const nested: unknown = JSON.parse(`${"[".repeat(3000)}${"]".repeat(3000)}`)

const permit2 = { permitted: { token: terms.asset, amount: "2000" }, from: buyer(0).address, nonce: "1" }

/** A good payment, with a member of another one of the same payer beside its own, under a name that looks like it. */
const disguised = async (path: ReadonlyArray<string>, name: string) => {
  const other = path.reduce<unknown>((value, key) => object(value)[key], decode(await good()))
  return encode(replaced(decode(await good()), [...path.slice(0, -1), name], other))
}

/** A payment whose base64 ends with padding, or without. */
const padded = async (padding: "" | "=" | "==") => {
  for (let length = 0; length < 3; length++) {
    const header = await good({ members: { note: "x".repeat(length) } })
    if (header.replace(/^[^=]*/, "") === padding) return header
  }
  throw new Error("no such padding")
}

const invalidPayload = ["PAYMENT_INVALID", "invalid_payload"] as const
const invalidRequirements = ["PAYMENT_INVALID", "invalid_payment_requirements"] as const
const invalidVersion = ["PAYMENT_INVALID", "invalid_x402_version"] as const
const notEip3009 = ["PAYMENT_INVALID", "unsupported_payload_type"] as const
const valueMismatch = ["PAYMENT_INVALID", "invalid_exact_evm_payload_authorization_value_mismatch"] as const
const validAfter = ["PAYMENT_INVALID", "invalid_exact_evm_payload_authorization_valid_after"] as const
const validBefore = ["PAYMENT_INVALID", "invalid_exact_evm_payload_authorization_valid_before"] as const
const elsewhere = ["PAYMENT_INVALID", "resource_mismatch"] as const
/** What only the facilitator can judge. */
const badSignature = ["PAYMENT_REJECTED", "invalid_exact_evm_signature"] as const

const other = "0x000000000000000000000000000000000000dEaD"

const refused: ReadonlyArray<
  readonly [
    name: string,
    header: () => string | ReadonlyArray<string> | Promise<string | ReadonlyArray<string>>,
    answer: readonly [code: "PAYMENT_INVALID" | "PAYMENT_REJECTED", reason: string]
  ]
> = [
  ["not base64", () => "%%%", invalidPayload],
  ["base64 of no JSON", () => Buffer.from("{").toString("base64"), invalidPayload],
  ["base64 of nothing", () => "=", invalidPayload],
  ["JSON as it is", async () => JSON.stringify(decode(await good())), invalidPayload],
  ["null", () => encode(null), invalidPayload],
  ["a list", () => encode([]), invalidPayload],
  ["a list with a payment", async () => encode([decode(await good())]), invalidPayload],
  ["a number", () => encode(2), invalidPayload],
  ["a text", async () => encode(await good()), invalidPayload],
  ["an empty object", () => encode({}), invalidVersion],
  ["version 1", () => edited("x402Version", 1), invalidVersion],
  ["version 3", () => edited("x402Version", 3), invalidVersion],
  ["version 2 as text", () => edited("x402Version", "2"), invalidVersion],
  ["no version", () => edited("x402Version", absent), invalidVersion],
  ["no accepted terms", () => edited("accepted", absent), invalidPayload],
  ["a list of accepted terms", () => edited("accepted", [terms]), invalidPayload],
  ["accepted terms nested deeply", () => edited("accepted", nested), invalidPayload],
  ["no payload", () => edited("payload", absent), invalidPayload],
  ["a payload of null", () => edited("payload", null), invalidPayload],
  ["no authorization", () => edited("payload.authorization", absent), invalidPayload],
  ["an authorization of text", () => edited("payload.authorization", "0x"), invalidPayload],
  ["an authorization nested deeply", () => edited("payload.authorization", nested), invalidPayload],
  ["no signature", () => edited("payload.signature", absent), invalidPayload],
  ["no nonce", () => edited("payload.authorization.nonce", absent), invalidPayload],
  [
    "a nonce of 31 bytes",
    () => edited("payload.authorization.nonce", `0x${"ab".repeat(31)}`),
    invalidPayload
  ],
  [
    "a nonce of 33 bytes",
    () => edited("payload.authorization.nonce", `0x${"ab".repeat(33)}`),
    invalidPayload
  ],
  ["a payer that is no address", () => edited("payload.authorization.from", "0x1"), invalidPayload],
  ["a value that is a number", () => edited("payload.authorization.value", 2000), invalidPayload],
  ["a value in hexadecimal", () => edited("payload.authorization.value", "0x7d0"), invalidPayload],
  ["a negative value", () => edited("payload.authorization.value", "-2000"), invalidPayload],
  ["a value with a sign", () => edited("payload.authorization.value", "+2000"), invalidPayload],
  ["a value with a fraction", () => edited("payload.authorization.value", "2000.0"), invalidPayload],
  ["a value in powers of ten", () => edited("payload.authorization.value", "2e3"), invalidPayload],
  ["an empty value", () => edited("payload.authorization.value", ""), invalidPayload],
  ["a value of 2^256", () => edited("payload.authorization.value", String(2n ** 256n)), invalidPayload],
  ["an endless end", () => edited("payload.authorization.validBefore", "9".repeat(4000)), invalidPayload],
  ["another scheme", () => edited("accepted.scheme", "upto"), ["PAYMENT_INVALID", "unsupported_scheme"]],
  [
    "the scheme in capitals",
    () => edited("accepted.scheme", "EXACT"),
    ["PAYMENT_INVALID", "unsupported_scheme"]
  ],
  ["no scheme", () => edited("accepted.scheme", absent), ["PAYMENT_INVALID", "unsupported_scheme"]],
  [
    "another network",
    () => edited("accepted.network", "eip155:8453"),
    ["PAYMENT_INVALID", "invalid_network"]
  ],
  [
    "a version 1 network",
    () => edited("accepted.network", "base-sepolia"),
    ["PAYMENT_INVALID", "invalid_network"]
  ],
  ["another asset", () => edited("accepted.asset", other), invalidRequirements],
  ["no asset", () => edited("accepted.asset", absent), invalidRequirements],
  ["an asset that says how it is written", () => edited("accepted.asset", unwritable), invalidRequirements],
  ["an asset nested deeply", () => edited("accepted.asset", nested), invalidRequirements],
  ["a lower amount", () => good({ accepted: { amount: "1999" } }), invalidRequirements],
  ["a higher amount", () => good({ accepted: { amount: "2001" } }), invalidRequirements],
  ["the amount in USDC", () => good({ accepted: { amount: "0.002" } }), invalidRequirements],
  ["an amount that is a number", () => good({ accepted: { amount: 2000 } }), invalidPayload],
  ["version 1's amount", () => edited("accepted.amount", absent), invalidPayload],
  ["another payee", () => good({ accepted: { payTo: other } }), invalidRequirements],
  ["a lower signed value", () => good({ authorization: { value: "1999" } }), valueMismatch],
  ["a higher signed value", () => good({ authorization: { value: "2001" } }), valueMismatch],
  ["a signed value of 0", () => good({ authorization: { value: "0" } }), valueMismatch],
  [
    "another signed recipient",
    () => good({ authorization: { to: other } }),
    ["PAYMENT_INVALID", "invalid_exact_evm_recipient_mismatch"]
  ],
  [
    "a window that begins in a second",
    () => good({ authorization: { validAfter: String(now + 1) } }),
    validAfter
  ],
  ["a window that has ended", () => good({ authorization: { validBefore: String(now - 1) } }), validBefore],
  ["a window that ended in 1970", () => good({ authorization: { validBefore: "0" } }), validBefore],
  ["44 seconds left", () => good({ authorization: { validBefore: String(now + 44) } }), validBefore],
  [
    "an hour and 61 seconds left",
    () => good({ authorization: { validBefore: String(now + 3661) } }),
    validBefore
  ],
  [
    "good for years",
    () => good({ authorization: { validBefore: String(now + 10 * 365 * 86_400) } }),
    validBefore
  ],
  ["good for ever", () => good({ authorization: { validBefore: String(2n ** 256n - 1n) } }), validBefore],
  ["another resource", () => resource("https://almanac.example/v1/holidays"), elsewhere],
  ["a longer path", () => resource("https://almanac.example/v1/fx/rates/x"), elsewhere],
  ["the path in the query", () => resource("https://almanac.example/?/v1/fx/rates"), elsewhere],
  ["the whole site", () => resource("https://almanac.example"), elsewhere],
  ["a resource that is no URL", () => resource("http://[/v1/fx/rates"), elsewhere],
  ["a resource that is a number", () => resource(7), elsewhere],
  ["Permit2", () => edited("payload", { signature: "0x00", permit2Authorization: permit2 }), notEip3009],
  ["Permit2 beside a good authorization", () => edited("payload.permit2Authorization", permit2), notEip3009],
  [
    "ERC-7710",
    () => edited("payload", { delegationManager: other, permissionContext: "0x00", delegator: other }),
    notEip3009
  ],
  ["ERC-7710 beside a good authorization", () => edited("payload.delegationManager", other), notEip3009],
  ["Permit2 in another spelling", () => edited("payload.Permit2Authorization", permit2), invalidPayload],
  ["another payment in Payload", () => disguised(["payload"], "Payload"), invalidPayload],
  [
    "another authorization in Authorization",
    () => disguised(["payload", "authorization"], "Authorization"),
    invalidPayload
  ],
  ["another nonce in NONCE", () => disguised(["payload", "authorization", "nonce"], "NONCE"), invalidPayload],
  [
    "another signature under a name with a long s",
    () => disguised(["payload", "signature"], "\u017Fignature"),
    invalidPayload
  ],
  ["another version in X402VERSION", () => edited("X402VERSION", 1), invalidPayload],
  ["a signature without 0x", () => resigned((signature) => signature.slice(2)), invalidPayload],
  [
    "a signature that is not hexadecimal",
    () => resigned((signature) => `${signature.slice(0, -2)}zz`),
    invalidPayload
  ],
  ["half a byte of signature", () => resigned((signature) => signature.slice(0, -1)), invalidPayload],
  ["an empty signature", () => resigned(() => "0x"), invalidPayload],
  ["a signature of 64 bytes", () => resigned((signature) => signature.slice(0, -2)), badSignature],
  ["a signature of 66 bytes", () => resigned((signature) => `${signature}00`), badSignature],
  ["another v", () => resigned((signature) => `${signature.slice(0, -2)}1d`), badSignature],
  [
    "the signature's upper twin",
    () => resigned(malleated),
    ["PAYMENT_INVALID", "invalid_exact_evm_signature"]
  ],
  [
    "the upper twin of another's signature",
    async () => {
      const header = await good({ authorization: { from: buyer(1).address } })
      return encode(replaced(decode(header), ["payload", "signature"], malleated(signatureOf(header))))
    },
    badSignature
  ],
  ["another's signature", () => good({ authorization: { from: buyer(1).address } }), badSignature],
  [
    "a value changed after signing",
    () => edited("payload.authorization.validBefore", String(now + 301)),
    badSignature
  ],
  ["a signature for Base itself", forMainnet, badSignature],
  ["two headers, whole bytes", async () => [await padded(""), await padded("")], invalidPayload],
  ["two headers, padded", async () => [await padded("=="), await padded("==")], invalidPayload],
  ["a header and nonsense", async () => [await padded("="), "nonsense"], invalidPayload]
]

const accepted: ReadonlyArray<readonly [name: string, header: () => string | Promise<string>]> = [
  ["as the challenge asks", () => good()],
  [
    "with addresses in lower case",
    () =>
      good({
        accepted: { payTo: terms.payTo.toLowerCase(), asset: terms.asset.toLowerCase() },
        authorization: { from: buyer(0).address.toLowerCase(), to: terms.payTo.toLowerCase() }
      })
  ],
  [
    "with a payee in capitals",
    () => good({ accepted: { payTo: `0x${terms.payTo.slice(2).toUpperCase()}` } })
  ],
  [
    "with fields of the buyer's own",
    async () => {
      const header = await good({
        accepted: { maxTimeoutSeconds: 60 },
        members: { note: "mine", extensions: { mine: { info: {} } } }
      })
      const more = replaced(decode(header), ["accepted", "outputSchema"], null)
      return encode(replaced(more, ["payload", "authorization", "memo"], "mine"))
    }
  ],
  [
    "without extensions, extra and time-out",
    async () => {
      const less = replaced(decode(await good()), ["accepted", "extra"], absent)
      return encode(replaced(less, ["accepted", "maxTimeoutSeconds"], absent))
    }
  ],
  ["with a null resource and null extensions", () => good({ members: { resource: null, extensions: null } })],
  ["with a resource without a URL", () => good({ members: { resource: {} } })],
  ["for this resource on another host", () => resource("http://localhost:8402/v1/fx/rates")],
  [
    "for this resource with a query and a slash",
    () => resource("https://almanac.example/v1/fx/rates/?x=1#y")
  ],
  ["for this resource without a host", () => resource("/v1/fx/rates")],
  ["with 45 seconds left", () => good({ authorization: { validBefore: String(now + 45) } })],
  ["with 46 seconds left", () => good({ authorization: { validBefore: String(now + 46) } })],
  ["with an hour and a minute left", () => good({ authorization: { validBefore: String(now + 3660) } })],
  ["that began a second ago", () => good({ authorization: { validAfter: String(now - 1) } })],
  [
    "that began ten minutes ago, as older buyers sign",
    () => good({ authorization: { validAfter: String(now - 600) } })
  ],
  [
    "with v as 0 and 1",
    () => resigned((signature) => `${signature.slice(0, -2)}${signature.endsWith("1b") ? "00" : "01"}`)
  ],
  [
    "with a signature and a nonce in capitals",
    async () => {
      const header = await resigned((signature) => `0x${signature.slice(2).toUpperCase()}`)
      const { nonce } = object(object(object(decode(header))["payload"])["authorization"])
      return encode(
        replaced(
          decode(header),
          ["payload", "authorization", "nonce"],
          `0x${String(nonce).slice(2).toUpperCase()}`
        )
      )
    }
  ],
  [
    "in base64url",
    async () =>
      Buffer.from(JSON.stringify({ ...object(decode(await good())), note: "???>>>~~~" })).toString(
        "base64url"
      )
  ],
  ["without padding", async () => (await padded("==")).replace(/=+$/, "")],
  ["between blanks", async () => `  ${await good()}\t`]
]

const reset = Effect.map(Knobs, (knobs) => {
  knobs.reset()
  return knobs
})

const send = (header: string | ReadonlyArray<string> | undefined, headers: Record<string, string> = {}) =>
  Effect.flatMap(Almanac, ({ url }) =>
    Effect.promise(() =>
      exchange(url, {
        method: "POST",
        target: "/v1/fx/rates",
        headers: {
          "content-type": "application/json",
          ...headers,
          ...(header === undefined ? {} : { "payment-signature": header })
        },
        body: JSON.stringify(question)
      })
    )
  )

const challengeOf = Schema.decodeUnknownSync(PaymentRequired, { onExcessProperty: "error" })

const payments = Effect.flatMap(Almanac, ({ table }) => table.payments)

layer(service, { excludeTestServices: true, timeout: "60 seconds" })("a payment header", (it) => {
  const member = (path: string) =>
    `The member ${path} of the payment is missing, or not of the form that x402 gives it.`
  for (const [name, make, message] of [
    ["no JSON", () => "%%%", "The header PAYMENT-SIGNATURE is not base64 of a payment in JSON."],
    [
      "a short nonce",
      () => edited("payload.authorization.nonce", "0x1"),
      member("payload.authorization.nonce")
    ],
    ["no signature", () => edited("payload.signature", absent), member("payload.signature")],
    [
      "a value that is a number",
      () => edited("payload.authorization.value", 1),
      member("payload.authorization.value")
    ],
    ["no accepted terms", () => edited("accepted", absent), member("accepted")],
    [
      "one that looks like another",
      () => edited("payload.Authorization", {}),
      "The member payload.Authorization of the payment cannot be told from payload.authorization by everybody who reads it."
    ],
    ["a price that is a number", () => edited("accepted.amount", 2000), member("accepted.amount")],
    [
      "another price",
      () => edited("accepted.amount", "1"),
      "The accepted terms are not the ones asked for: accepted.amount must be 2000."
    ],
    [
      "another payee",
      () => edited("accepted.payTo", asset.address),
      `The accepted terms are not the ones asked for: accepted.payTo must be ${payTo}.`
    ],
    [
      "another token",
      () => edited("accepted.asset", payTo),
      `The accepted terms are not the ones asked for: accepted.asset must be ${asset.address}.`
    ],
    [
      "another token, and a price and a payee that are no text",
      async () =>
        encode(
          replaced(decode(await good()), ["accepted"], {
            ...terms,
            asset: payTo,
            amount: unwritable,
            payTo: [terms.payTo]
          })
        ),
      `The accepted terms are not the ones asked for: accepted.amount must be 2000, accepted.asset must be ${asset.address}, accepted.payTo must be ${payTo}.`
    ],
    [
      "an authorization nested deeply",
      () => edited("payload.authorization", nested),
      member("payload.authorization")
    ]
  ] as const) {
    it.effect(`names the member that is at fault: ${name}`, () =>
      Effect.gen(function* () {
        const header = yield* Effect.promise(async () => make())
        const { text } = yield* send(header)
        expect(JSON.parse(text)).toMatchObject({ error: { code: "PAYMENT_INVALID", message } })
      })
    )
  }

  for (const [name, make, [code, reason]] of refused) {
    it.effect(`is refused: ${name}`, () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const before = yield* payments
        const header = yield* Effect.promise(async () => make())
        const received = yield* send(header)
        expect(received.status).toBe(402)
        expect(JSON.parse(received.text)).toMatchObject({
          error: { code, retryable: false, details: { reason } }
        })
        expect(challengeOf(decode(received.headers["payment-required"] ?? ""))).toMatchObject({
          x402Version: 2,
          error: reason,
          accepts: [terms]
        })
        const asked = code === "PAYMENT_REJECTED" ? 1 : 0
        expect(knobs.calls).toEqual({ verify: asked, settle: 0, rates: 0 })
        // What the facilitator refuses is not kept either.
        expect(yield* payments).toHaveLength(before.length)
      })
    )
  }

  for (const [name, make] of accepted) {
    it.effect(`is accepted ${name}`, () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const header = yield* Effect.promise(async () => make())
        const received = yield* send(header)
        expect([received.status, received.headers["payment-required"]]).toEqual([200, undefined])
        expect(knobs.calls).toMatchObject({ verify: 1, settle: 1 })
      })
    )
  }

  const missing: ReadonlyArray<readonly [name: string, headers: Record<string, string>, says: RegExp]> = [
    ["none", {}, /^Payment is required: this call costs 0\.002 USDC on base-sepolia \(eip155:84532\)/],
    [
      "an empty one",
      { "payment-signature": "" },
      /^Payment is required: this call costs 0\.002 USDC on base-sepolia \(eip155:84532\)/
    ],
    [
      "a blank one",
      { "payment-signature": " \t " },
      /^Payment is required: this call costs 0\.002 USDC on base-sepolia \(eip155:84532\)/
    ],
    ["that of version 1", { "x-payment": encode({ x402Version: 1 }) }, /X-PAYMENT .* PAYMENT-SIGNATURE/],
    [
      "one in the wrong place",
      { authorization: "Payment e30=" },
      /^Payment is required: this call costs 0\.002 USDC on base-sepolia \(eip155:84532\)/
    ]
  ]
  for (const [name, headers, says] of missing) {
    it.effect(`is missing: ${name}`, () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const received = yield* send(undefined, headers)
        expect(received.status).toBe(402)
        expect(JSON.parse(received.text)).toMatchObject({
          error: { code: "PAYMENT_REQUIRED", message: expect.stringMatching(says) }
        })
        expect(challengeOf(decode(received.headers["payment-required"] ?? ""))).toMatchObject({
          error: "Payment required"
        })
        expect(knobs.calls).toEqual({ verify: 0, settle: 0, rates: 0 })
      })
    )
  }

  it.effect("of version 2 counts when that of version 1 is there too", () =>
    Effect.gen(function* () {
      yield* reset
      const header = yield* Effect.promise(() => good())
      expect((yield* send(header, { "x-payment": "nonsense" })).status).toBe(200)
      const bad = yield* send("nonsense", { "x-payment": yield* Effect.promise(() => good()) })
      expect([bad.status, bad.text]).toEqual([402, expect.stringContaining('"invalid_payload"')])
    })
  )

  it.effect("nested as deep as a header can be breaks nothing", () =>
    Effect.gen(function* () {
      yield* reset
      const header = yield* Effect.promise(() => good())
      const text = JSON.stringify(decode(header)).replace(/\}$/, ',"extensions":')
      for (const depth of [100, 1000, 3000, 5400]) {
        const deep = Buffer.from(`${text}${"[".repeat(depth)}${"]".repeat(depth)}}`).toString("base64")
        expect([200, 402], String(depth)).toContain((yield* send(deep)).status)
      }
    })
  )

  it.effect(
    "that bought an answer gets it again, whatever is asked for today",
    () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const ledger = yield* TestLedger.lasting
        const [header, unused] = yield* Effect.promise(() =>
          Promise.all([good({ account: buyer(4) }), good({ account: buyer(4) })])
        )
        const ask = (url: string, header: string, body: unknown = question): Effect.Effect<Answer> =>
          Effect.promise(() => call(url, header, body))
        const first = yield* Effect.scoped(Effect.flatMap(startAt(0, ledger), ({ url }) => ask(url, header)))
        expect(first.status).toBe(200)
        const today = [
          { after: 3600, environment: {} },
          { after: 23 * 3600, environment: { PRICE_FX_RATES: "0.003", X402_PAY_TO: other } }
        ]
        for (const { after, environment } of today) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              const { url } = yield* startAt(after, { ...ledger, environment })
              const again = yield* ask(url, header)
              expect([again.status, again.text]).toEqual([200, first.text])
              expect(again.headers.get("payment-response")).toBe(first.headers.get("payment-response"))
              const another = yield* ask(url, header, { base: "EUR", currencies: ["JPY"] })
              expect([another.status, another.body.error?.details?.reason]).toEqual([
                402,
                "nonce_already_used"
              ])
              const late = yield* ask(url, unused)
              expect([late.status, late.body.error?.code]).toEqual([402, "PAYMENT_INVALID"])
              // Who knows the nonce alone gets nothing.
              const forged = encode(replaced(decode(header), ["payload", "signature"], signatureOf(unused)))
              const stolen = yield* ask(url, forged)
              expect([stolen.status, stolen.body.error?.code]).toEqual([402, "PAYMENT_INVALID"])
            })
          )
        }
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { url } = yield* startAt(24 * 3600 + 1, ledger)
            const forgotten = yield* ask(url, header)
            expect([forgotten.status, forgotten.body.error?.details?.reason]).toEqual([
              402,
              "nonce_already_used"
            ])
            expect(forgotten.body.error?.message).toMatch(/no longer kept/)
          })
        )
        expect(knobs.calls).toEqual({ verify: 1, settle: 1, rates: 1 })
      }).pipe(Effect.scoped),
    60_000
  )

  const holds = <A>(
    arbitrary: FastCheck.Arbitrary<A>,
    property: (value: A, url: string) => Promise<void>,
    numRuns = runs(200)
  ) =>
    Effect.gen(function* () {
      yield* reset
      const { url } = yield* Almanac
      yield* Effect.promise(() =>
        FastCheck.assert(
          FastCheck.asyncProperty(arbitrary, (value) => property(value, url)),
          { numRuns }
        )
      )
    })

  const isRefused = async (url: string, header: string) => {
    const { status, headers } = await exchange(url, {
      method: "POST",
      target: "/v1/fx/rates",
      headers: { "content-type": "application/json", "payment-signature": header },
      body: JSON.stringify(question)
    })
    // Our own limits may answer 429 to what only the facilitator can judge.
    expect([402, 429]).toContain(status)
    if (status === 402) challengeOf(decode(headers["payment-required"] ?? ""))
  }

  it.effect("of any bytes is refused", () =>
    holds(
      FastCheck.oneof(
        FastCheck.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString("base64")),
        FastCheck.uint8Array({ maxLength: 400 }).map((bytes) =>
          Buffer.from(bytes.map((byte) => (byte === 9 || (byte >= 32 && byte !== 127) ? byte : 33))).toString(
            "latin1"
          )
        ),
        FastCheck.string({ unit: "grapheme", maxLength: 400 }).map((text) =>
          Buffer.from(text).toString("base64")
        )
      ),
      (header, url) => isRefused(url, header)
    )
  )

  it.effect("of any JSON is refused", () =>
    holds(
      FastCheck.oneof(
        FastCheck.jsonValue({ maxDepth: 4 }),
        FastCheck.record({
          x402Version: FastCheck.constant(2),
          accepted: FastCheck.record(
            {
              scheme: FastCheck.constantFrom<unknown>("exact", "upto", 1, null),
              network: FastCheck.constantFrom<unknown>(terms.network, "eip155:1", {}),
              asset: FastCheck.constantFrom<unknown>(terms.asset, other, []),
              amount: FastCheck.constantFrom<unknown>("2000", "0", 2000),
              payTo: FastCheck.constantFrom<unknown>(terms.payTo, other, null)
            },
            { requiredKeys: [] }
          ),
          payload: FastCheck.jsonValue({ maxDepth: 3 })
        })
      ),
      (value, url) => isRefused(url, encode(value))
    )
  )

  const places = [
    "x402Version",
    "accepted",
    "accepted.scheme",
    "accepted.network",
    "accepted.asset",
    "accepted.amount",
    "accepted.payTo",
    "payload",
    "payload.signature",
    "payload.authorization",
    "payload.authorization.from",
    "payload.authorization.to",
    "payload.authorization.value",
    "payload.authorization.validAfter",
    "payload.authorization.validBefore",
    "payload.authorization.nonce"
  ]
  const at = (value: unknown, path: string) =>
    path.split(".").reduce<unknown>((inner, key) => object(inner)[key], value)

  /** Other values for a place: any JSON, none, or the present one with one character changed. */
  const mutation = FastCheck.oneof(
    FastCheck.jsonValue({ maxDepth: 2 }).map((value) => () => value),
    FastCheck.constant(() => absent),
    FastCheck.tuple(FastCheck.nat(), FastCheck.constantFrom(..."0123456789abcdefxz .-")).map(
      ([index, character]) =>
        (present: unknown) => {
          if (!Predicate.isString(present)) return absent
          const place = index % present.length
          return `${present.slice(0, place)}${character}${present.slice(place + 1)}`
        }
    )
  )
  it.effect("that was good before one thing in it was changed is refused", () =>
    holds(FastCheck.tuple(FastCheck.constantFrom(...places), mutation), async ([path, change], url) => {
      const whole = decode(await good({ account: buyer(2) }))
      const present = at(whole, path)
      const value = change(present)
      const text = (json: unknown) => (json === absent ? "" : JSON.stringify(json).toLowerCase())
      FastCheck.pre(text(value) !== text(present))
      await isRefused(url, encode(replaced(whole, path.split("."), value)))
    })
  )

  /** The rules of the body, said again in other words. */
  const isValidBody = (body: unknown): boolean => {
    if (!Predicate.isRecord(body) || Array.isArray(body)) return false
    const { base, currencies, date, ...rest } = body
    const isCode = (value: unknown) => Predicate.isString(value) && /^[a-z]{3}$/i.test(value.trim())
    const isDay = (value: unknown) => {
      if (value === undefined || value === null) return true
      if (!Predicate.isString(value) || !/^\d{4}-\d\d-\d\d$/.test(value.trim())) return false
      const day = value.trim()
      const time = Option.liftThrowable(() => new Date(`${day}T00:00:00Z`).toISOString())()
      return Option.contains(time, `${day}T00:00:00.000Z`) && day >= "1999-01-04" && day <= "2026-11-28"
    }
    return (
      Object.keys(rest).length === 0 &&
      isCode(base) &&
      Array.isArray(currencies) &&
      currencies.length >= 1 &&
      currencies.length <= 20 &&
      currencies.every(isCode) &&
      isDay(date)
    )
  }
  const code = FastCheck.oneof(
    { weight: 8, arbitrary: FastCheck.constantFrom<unknown>("EUR", "usd", " Gbp ", "JPY\n") },
    { weight: 1, arbitrary: FastCheck.constantFrom<unknown>("EU", "EURO", "", 7, null, "ÄÖÜ") },
    { weight: 1, arbitrary: FastCheck.jsonValue({ maxDepth: 2 }) }
  )
  const likely = FastCheck.record(
    {
      base: code,
      currencies: FastCheck.oneof(
        { weight: 8, arbitrary: FastCheck.array(code, { minLength: 1, maxLength: 2 }) },
        {
          weight: 1,
          arbitrary: FastCheck.array(FastCheck.constant("CHF"), { minLength: 19, maxLength: 22 })
        },
        { weight: 1, arbitrary: FastCheck.jsonValue({ maxDepth: 1 }) }
      ),
      date: FastCheck.oneof(
        {
          weight: 6,
          arbitrary: FastCheck.date({
            min: new Date("1998-12-01T00:00:00Z"),
            max: new Date("2026-12-31T00:00:00Z"),
            noInvalidDate: true
          }).map((date) => date.toISOString().slice(0, 10))
        },
        {
          weight: 3,
          arbitrary: FastCheck.constantFrom<unknown>(
            null,
            "2026-11-28",
            "2026-11-29",
            "1999-01-04",
            "1999-01-03",
            "2023-02-29"
          )
        },
        { weight: 1, arbitrary: FastCheck.jsonValue({ maxDepth: 1 }) }
      )
    },
    { requiredKeys: ["base", "currencies"] }
  )
  const anything = FastCheck.oneof(
    { weight: 12, arbitrary: likely.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: likely.map((value) => JSON.stringify({ ...value, limit: 1 })) },
    { weight: 1, arbitrary: FastCheck.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: FastCheck.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) }
  )
  it.effect("that is good buys an answer to every valid body, and 400 for any other", () =>
    Effect.gen(function* () {
      const spare: Array<string> = []
      const outcomes = { sold: 0, refused: 0 }
      yield* holds(anything, async (body, url) => {
        const header = spare.pop() ?? (await good({ account: buyer(3) }))
        const { status } = await exchange(url, {
          method: "POST",
          target: "/v1/fx/rates",
          headers: { "content-type": "application/json", "payment-signature": header },
          body
        })
        const json = Option.liftThrowable((): unknown =>
          JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body)))
        )()
        const valid = Option.exists(json, isValidBody)
        expect(status).toBe(valid ? 200 : 400)
        if (valid) outcomes.sold += 1
        else {
          outcomes.refused += 1
          spare.push(header)
        }
      })
      expect(outcomes.sold).toBeGreaterThan(least(30))
      expect(outcomes.refused).toBeGreaterThan(least(30))
    })
  )

  it.effect("moves the price of what was bought, and nothing else", () =>
    Effect.gen(function* () {
      const chain = yield* SimulatedChain
      const settled = (yield* payments).filter(({ state }) => state === "settled")
      for (const { address } of buyers.slice(0, 4)) {
        const bought = settled.filter(({ payer }) => payer === address.toLowerCase())
        expect(openingBalance - (yield* chain.balance(address))).toBe(2000n * BigInt(bought.length))
      }
    })
  )
})
