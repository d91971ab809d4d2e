/**
 * Money on a real chain, through the protocol's own packages: what the service asks over HTTP is settled, and what the
 * chain would refuse is refused in the words that the service reads.
 */
import { expect, layer } from "@effect/vitest"
import { Effect, Either, Record } from "effect"
import { keccak256, parseAbi } from "viem"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Signature from "../../src/Payment/request/Signature.ts"
import { buyers, openingBalance, wallet } from "../../src/Sandbox/Accounts.ts"
import { Balances } from "../../src/Sandbox/Balances.ts"
import * as ChainFacilitator from "../../src/Sandbox/ChainFacilitator.ts"
import * as SimulatedFacilitator from "../../src/Sandbox/SimulatedFacilitator.ts"
import { describeOnChain, funds, localChain, Viem } from "../support/LocalChain.ts"
import { asset, hex, payer, payTo, submission, type Wanted } from "../support/SignedPayment.ts"

const abi = parseAbi([
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function decimals() view returns (uint8)"
])

const read = (functionName: "DOMAIN_SEPARATOR" | "name" | "version" | "decimals") =>
  Effect.flatMap(Viem, (viem) =>
    Effect.promise(() => viem.readContract({ address: hex(asset.address), abi, functionName }))
  )

/** Atomic USDC of the payer, of who is paid, and of the contract wallet. */
const balances = Effect.map(
  Effect.flatMap(Balances, ({ balances }) => balances),
  (all) => [payer.address, payTo, wallet].map((address) => all[address.toLowerCase()] ?? 0n)
)

const signed = (wanted: Wanted = {}) => Effect.promise(() => submission(wanted))

/** The outcome of a settlement: the transaction, or what went wrong and why. */
const settle = (payment: Effect.Effect.Success<ReturnType<typeof signed>>) =>
  Effect.flatMap(Facilitator, (facilitator) => facilitator.settle(payment)).pipe(
    Effect.match({
      onSuccess: ({ transaction }) => transaction,
      onFailure: ({ _tag, reason }) => `${_tag} ${reason}`
    })
  )

const verify = (payment: Effect.Effect.Success<ReturnType<typeof signed>>) =>
  Effect.map(
    Effect.either(Effect.flatMap(Facilitator, (facilitator) => facilitator.verify(payment))),
    Either.match({
      onLeft: ({ reason }) => reason,
      onRight: (verdict) => (verdict.isValid ? "valid" : verdict.reason)
    })
  )

const price = 10_000n
const count = 40

for (const [name, options] of Object.entries({
  "a block for every transaction": {},
  "a block every second": { blockTime: 1, instant: false },
  both: { blockTime: 1 }
})) {
  describeOnChain(`with ${name}`, () => {
    layer(localChain(options), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
      it.effect(
        `${count} settlements at once all land, each once`,
        () =>
          Effect.gen(function* () {
            const payments = yield* Effect.all(Array.from({ length: count }, () => signed()))
            const outcomes = yield* Effect.forEach(payments, settle, { concurrency: "unbounded" })
            expect(outcomes.filter((outcome) => !/^0x[0-9a-f]{64}$/.test(outcome))).toEqual([])
            expect(new Set(outcomes).size).toBe(count)
            const total = BigInt(count) * price
            expect(yield* balances).toEqual([funds - total, total, openingBalance])
          }),
        60_000
      )
    })
  })
}

describeOnChain("on the chain", () => {
  layer(localChain(), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("the token's domain is the one that payments are held to", () =>
      Effect.gen(function* () {
        const { separator } = Signature.domain({ ...asset, verifyingContract: asset.address })
        expect(yield* read("DOMAIN_SEPARATOR")).toBe(`0x${Buffer.from(separator).toString("hex")}`)
        expect([yield* read("name"), yield* read("version"), yield* read("decimals")]).toEqual([
          asset.name,
          asset.version,
          asset.decimals
        ])
      })
    )

    it.effect("the sandbox's buyers have their money, and the faucet gives more", () =>
      Effect.gen(function* () {
        const { balances, credit } = yield* Balances
        const before = yield* balances
        expect(buyers.map(({ address }) => before[address])).toEqual(buyers.map(() => openingBalance))
        expect(yield* credit(buyers[0].address, 7n)).toBe(openingBalance + 7n)
        expect(yield* balances).toEqual({ ...before, [buyers[0].address]: openingBalance + 7n })
      })
    )

    it.effect("the faucet gives to many at once, and to one many times", () =>
      Effect.gen(function* () {
        const { balances, credit } = yield* Balances
        const accounts = Array.from({ length: 20 }, (_, index) => `0x${String(index % 10).padStart(40, "c")}`)
        yield* Effect.forEach(accounts, (account) => credit(account, 5n), { concurrency: "unbounded" })
        const after = yield* balances
        expect(accounts.map((account) => after[account])).toEqual(accounts.map(() => 10n))
      })
    )

    it.effect("a payment moves its amount once, and its repetition nothing", () =>
      Effect.gen(function* () {
        const before = yield* balances
        const payment = yield* signed()
        expect(yield* verify(payment)).toBe("valid")
        expect(yield* balances).toEqual(before)
        const transaction = yield* settle(payment)
        expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
        expect(yield* verify(payment)).toBe("invalid_exact_evm_nonce_already_used")
        expect(yield* settle(payment)).toMatch(/^SettlementUnknown /)
        const [buyer = 0n, seller = 0n, purse = 0n] = before
        expect(yield* balances).toEqual([buyer - price, seller + price, purse])
      })
    )

    it.effect("a contract wallet pays, and only with a signature that it takes", () =>
      Effect.gen(function* () {
        const [buyer = 0n, seller = 0n, purse = 0n] = yield* balances
        const own = `${keccak256(wallet)}${"00".repeat(64)}`
        const authorization = { from: wallet }
        const stranger = yield* signed({ authorization, signature: `0x${"11".repeat(96)}` })
        expect(yield* verify(stranger)).toBe("invalid_exact_evm_signature")
        const payment = yield* signed({ authorization, signature: own })
        expect(yield* verify(payment)).toBe("valid")
        expect(yield* settle(payment)).toMatch(/^0x[0-9a-f]{64}$/)
        expect(yield* balances).toEqual([buyer, seller + price, purse - price])
      })
    )

    const refused: Readonly<Record<string, Wanted>> = {
      "insufficient balance": { authorization: { value: "900000000" }, asked: { amount: "900000000" } },
      "another signer": { authorization: { from: buyers[0].address } },
      expired: { authorization: { validBefore: "1700000000" } },
      "not yet valid": { authorization: { validAfter: "4102444000" } },
      "another amount": { authorization: { value: "9999" } },
      "another payee": { authorization: { to: buyers[0].address } },
      "another token name": { asked: { extra: { name: "USD Coin", version: "2" } } },
      "another token version": { asked: { extra: { name: "USDC", version: "1" } } }
    }

    const simulated = SimulatedFacilitator.layer({
      chainId: asset.chainId,
      asset,
      accounts: { [payer.address]: funds }
    })

    for (const [name, wanted] of Record.toEntries(refused)) {
      it.effect(`refuses as the simulated facilitator does: ${name}`, () =>
        Effect.gen(function* () {
          const before = yield* balances
          const payment = yield* signed(wanted)
          const verdict = yield* verify(payment)
          expect(verdict).toMatch(/^invalid_/)
          expect(verdict).toBe(yield* Effect.provide(verify(payment), simulated))
          expect(yield* settle(payment)).toMatch(/^Settlement(Failed|Unknown) /)
          expect(yield* balances).toEqual(before)
        })
      )
    }

    it.effect("says invalid_payload to what is no payment, and does not break", () =>
      Effect.gen(function* () {
        const facilitator = yield* ChainFacilitator.ChainFacilitator
        const before = yield* balances
        const payment = yield* signed()
        const { paymentPayload, paymentRequirements } = payment
        const junk: ReadonlyArray<unknown> = [
          null,
          7,
          "text",
          [],
          {},
          { paymentPayload },
          { paymentPayload: {}, paymentRequirements },
          { paymentPayload: { ...Object(paymentPayload), payload: null }, paymentRequirements },
          { paymentPayload: { ...Object(paymentPayload), payload: {} }, paymentRequirements },
          {
            paymentPayload: {
              ...Object(paymentPayload),
              payload: { signature: "0x", authorization: { value: "x" } }
            },
            paymentRequirements
          }
        ]
        for (const request of junk) {
          expect(yield* facilitator.verify(request)).toMatchObject({ json: { value: { isValid: false } } })
          expect(yield* facilitator.settle(request)).toMatchObject({ json: { value: { success: false } } })
        }
        expect(yield* balances).toEqual(before)
        expect(yield* settle(payment)).toMatch(/^0x/)
        const [buyer = 0n, seller = 0n, purse = 0n] = before
        expect(yield* balances).toEqual([buyer - price, seller + price, purse])
      })
    )
  })
})
