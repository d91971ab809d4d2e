import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc, Option } from "effect"
import { signRecoverable } from "tiny-secp256k1"
import {
  getAddress,
  hashTypedData,
  parseSignature,
  recoverAddress,
  recoverTypedDataAddress,
  toHex
} from "viem"
import { privateKeyToAccount } from "viem/accounts"
import * as Signature from "../../src/Payment/request/Signature.ts"
import * as Assets from "../../src/Resources/Assets.ts"
import type { Authorization } from "../../src/Resources/X402.ts"
import { asset, hex, payer, requirements, typedData } from "../support/SignedPayment.ts"
import { runs } from "../support/setup/Runs.ts"

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const domain = Signature.domain({ ...asset, verifyingContract: asset.address })

const octets = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })

const bytes = (size: number) => octets(size).map((bytes) => toHex(bytes))

const uint256 = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 0n, max: 10_000_000n })
)

const privateKey = fc.bigInt({ min: 1n, max: curveOrder - 1n }).map((key) => toHex(key, { size: 32 }))

const authorization: fc.Arbitrary<Authorization> = fc.record({
  from: bytes(20),
  to: fc.oneof(bytes(20), bytes(20).map(getAddress)),
  value: uint256.map(String),
  validAfter: uint256.map(String),
  validBefore: uint256.map(String),
  nonce: bytes(32)
})

/** The other signature that the same key could have made: (r, n - s, flipped v). */
const highTwin = (signature: string): string => {
  const { r, s, yParity } = parseSignature(hex(signature))
  return `${r}${toHex(curveOrder - BigInt(s), { size: 32 }).slice(2)}${yParity === 0 ? "1c" : "1b"}`
}

const withV = (signature: string, v: number): string =>
  `${signature.slice(0, 130)}${v.toString(16).padStart(2, "0")}`

/** What an implementation says of a signature: a key, or that there is none. */
const said = (recover: Signature.RecoverKey, ...of: Parameters<Signature.RecoverKey>) => {
  try {
    const key = recover(...of)
    return key === null ? "none" : Buffer.from(key).toString("hex")
  } catch {
    return "none"
  }
}

describe("Signature", () => {
  it.each([
    ["eip155:8453", "02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f"],
    ["eip155:84532", "71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818"]
  ])("the domain separator of USDC on %s is the one its contract answers", (network, separator) => {
    const { address, ...asset } = Option.getOrThrow(Option.fromNullable(Assets.byNetwork(network)))
    for (const verifyingContract of [address, address.toLowerCase()]) {
      expect(Buffer.from(Signature.domain({ ...asset, verifyingContract }).separator).toString("hex")).toBe(
        separator
      )
    }
  })

  it("agrees with viem on any authorization and key, and refuses the twin with a high s", async () => {
    await fc.assert(
      fc.asyncProperty(authorization, privateKey, async (authorization, key) => {
        const account = privateKeyToAccount(key)
        const data = typedData(authorization)
        const digest = Signature.digest(domain, authorization)
        expect(toHex(digest)).toBe(hashTypedData(data))

        const signature = await account.signTypedData(data)
        const signer = Option.some(account.address.toLowerCase())
        expect(await recoverTypedDataAddress({ ...data, signature })).toBe(account.address)
        expect(Signature.recover(digest, signature)).toEqual(signer)
        expect(Signature.recover(digest, signature.toUpperCase().replace("0X", "0x"))).toEqual(signer)

        const { yParity } = parseSignature(signature)
        expect(Signature.recover(digest, withV(signature, yParity))).toEqual(signer)
        expect(Signature.recover(digest, withV(signature, 28 - yParity))).not.toEqual(signer)

        const twin = highTwin(signature)
        expect(await recoverTypedDataAddress({ ...data, signature: hex(twin) })).toBe(account.address)
        expect(Signature.recover(digest, twin)).toEqual(Option.none())
      }),
      { numRuns: runs(1000) }
    )
  }, 180_000)

  it("agrees with viem on random bytes as a signature", async () => {
    const digest = Signature.digest(domain, {
      from: payer.address,
      to: requirements.payTo,
      value: "1",
      validAfter: "0",
      validBefore: "1",
      nonce: `0x${"00".repeat(32)}`
    })
    await fc.assert(
      fc.asyncProperty(bytes(32), bytes(32), fc.constantFrom(0, 1, 27, 28), async (r, s, v) => {
        const signature = withV(`${r}${s.slice(2)}`, v)
        const signer = await recoverAddress({ hash: toHex(digest), signature: hex(signature) }).then(
          (address) => Option.some(address.toLowerCase()),
          () => Option.none()
        )
        const [lower, upper] =
          BigInt(s) <= curveOrder / 2n ? [signer, Option.none()] : [Option.none(), signer]
        expect(Signature.recover(digest, signature)).toEqual(lower)
        expect(Signature.recoverUpperHalf(digest, signature)).toEqual(upper)
      }),
      { numRuns: runs(300) }
    )
  })

  describe("recovers nobody from", () => {
    const digest = new Uint8Array(32).fill(7)
    const word = (value: bigint) => toHex(value, { size: 32 }).slice(2)
    const one = word(1n)

    it.each([
      ["nothing", ""],
      ["0x", "0x"],
      ["64 bytes", `0x${"11".repeat(64)}`],
      ["66 bytes", `0x${"11".repeat(65)}1b`],
      ["65 bytes and a half", `0x${"11".repeat(64)}1b1`],
      ["a missing prefix", `${"11".repeat(64)}1b`],
      ["a line feed at the end", `0x${"11".repeat(64)}1b\n`],
      ["letters", `0x${"zz".repeat(65)}`],
      ["r = 0", `0x${word(0n)}${one}1b`],
      ["s = 0", `0x${one}${word(0n)}1b`],
      ["r = n", `0x${word(curveOrder)}${one}1b`],
      ["r above n", `0x${"ff".repeat(32)}${one}1b`],
      ["s = n", `0x${one}${word(curveOrder)}1b`],
      ["s just above n / 2", `0x${one}${word(curveOrder / 2n + 1n)}1b`],
      ["an r that is no x of the curve", `0x${word(5n)}${one}1b`],
      ...[2, 3, 26, 29, 30, 31, 35, 36, 37, 128, 255].map((v): [string, string] => [
        `v = ${v}`,
        withV(`0x${one}${one}`, v)
      ])
    ])("%s", (_, signature) => {
      expect(Signature.recover(digest, signature)).toEqual(Option.none())
    })

    it.each([2, 26, 29, 255])("the upper half under v = %s", (v) => {
      const upper = `0x${one}${word(curveOrder - 1n)}`
      expect(Option.isSome(Signature.recoverUpperHalf(digest, withV(upper, 27)))).toBe(true)
      expect(Signature.recoverUpperHalf(digest, withV(upper, v))).toEqual(Option.none())
    })

    it("but somebody from s = n / 2", () => {
      expect(Option.isSome(Signature.recover(digest, `0x${one}${word(curveOrder / 2n)}1b`))).toBe(true)
    })
  })

  it("throws for no text", () => {
    const digest = new Uint8Array(32)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.uint8Array({ maxLength: 100 }).map((bytes) => toHex(bytes)),
          bytes(65)
        ),
        (signature) => {
          Signature.recover(digest, signature)
        }
      ),
      { numRuns: runs(1000) }
    )
  })

  it("says the same in native code and in WebAssembly, of signatures and of junk", (context) => {
    const loaded = Signature.native()
    if (Option.isNone(loaded)) return context.skip()
    const native = loaded.value
    expect(Signature.recoverKey()).toBe(native)
    const wasm = Signature.wasm()
    let keys = 0
    fc.assert(
      fc.property(octets(32), octets(32), octets(64), (digest, secret, junk) => {
        fc.pre(secret.some((byte) => byte !== 0))
        const { signature, recoveryId } = signRecoverable(digest, secret)
        for (const id of [0, 1] as const) {
          for (const one of [signature, junk]) {
            const key = said(native, digest, one, id)
            expect(key).toBe(said(wasm, digest, one, id))
            if (key !== "none") keys += 1
          }
        }
        expect(said(native, digest, signature, recoveryId === 0 ? 0 : 1)).not.toBe("none")
      }),
      { numRuns: runs(500) }
    )
    expect(keys).toBeGreaterThan(runs(500))
  })
})
