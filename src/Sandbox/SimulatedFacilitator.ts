/**
 * A facilitator with its own chain in memory: one token, balances and used nonces. It refuses what the `exact`
 * facilitator of `@x402/evm` 2.27 refuses, in the same order and with the same codes. Contract wallets cannot pay here.
 */
import { keccak_256 } from "@noble/hashes/sha3.js"
import * as Array from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import {
  Facilitator,
  type Settlement,
  SettlementFailed,
  SettlementUnknown,
  type Submission,
  type Verdict
} from "../Payment/facilitator/Facilitator.ts"
import * as Signature from "../Payment/request/Signature.ts"
import type { Asset } from "../Resources/Assets.ts"
import { type Authorization, type PaymentRequirements, Uint256 } from "../Resources/X402.ts"
import {
  balanceOf,
  cancelled,
  credited,
  empty,
  isUsed,
  SimulatedChain,
  type State,
  transferred,
  useOf
} from "./SimulatedChain.ts"

/** The chain at the start. */
export interface Options {
  readonly chainId: number
  readonly asset: Pick<Asset, "address" | "name" | "version">
  /** Balances by address (any case), in atomic units. */
  readonly accounts: Readonly<Record<string, bigint>>
}

const sameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The part of a payload that repeats what the payer accepted. */
const asAccepted = Schema.decodeUnknownOption(
  Schema.Struct({ accepted: Schema.Struct({ scheme: Schema.String, network: Schema.String }) })
)

const isAmount = Schema.is(Uint256)

const nonceAlreadyUsed = "invalid_exact_evm_nonce_already_used"

/** The facilitator settles no authorization that ends sooner, in seconds. */
const leastTimeLeft = 6n

/** A submission and the chain at one moment. */
interface Check {
  readonly options: Options
  readonly state: State
  /** Unix seconds. */
  readonly now: bigint
  readonly submission: Submission
  readonly asked: PaymentRequirements
  readonly authorization: Authorization
  readonly accepted: { readonly scheme: string; readonly network: string } | undefined
}

const isSignedByPayer = ({ options, submission, asked, authorization }: Check): boolean => {
  const domain = Signature.domain({
    ...asked.extra,
    chainId: options.chainId,
    verifyingContract: asked.asset
  })
  return Option.contains(
    Signature.recover(Signature.digest(domain, authorization), submission.signature),
    authorization.from.toLowerCase()
  )
}

/**
 * Why a payment would not settle, in the order of the checks of `@x402/evm`. A window that begins in the present second
 * is refused too, as by the token's contract.
 */
const refusals: ReadonlyArray<readonly [reason: string, applies: (check: Check) => boolean]> = [
  [
    "invalid_exact_evm_scheme",
    ({ asked, accepted }) => asked.scheme !== "exact" || accepted?.scheme !== "exact"
  ],
  [
    "invalid_exact_evm_missing_eip712_domain",
    ({ asked }) => asked.extra.name === "" || asked.extra.version === ""
  ],
  [
    "invalid_exact_evm_network_mismatch",
    ({ options, asked, accepted }) =>
      asked.network !== `eip155:${options.chainId}` || accepted?.network !== asked.network
  ],
  ["invalid_exact_evm_signature", (check) => !isSignedByPayer(check)],
  [
    "invalid_exact_evm_recipient_mismatch",
    ({ asked, authorization }) => !sameAddress(authorization.to, asked.payTo)
  ],
  [
    "invalid_exact_evm_payload_authorization_valid_before",
    ({ authorization, now }) => BigInt(authorization.validBefore) < now + leastTimeLeft
  ],
  [
    "invalid_exact_evm_payload_authorization_valid_after",
    ({ authorization, now }) => BigInt(authorization.validAfter) >= now
  ],
  [
    "invalid_exact_evm_payload_authorization_value_mismatch",
    ({ asked, authorization }) =>
      !isAmount(asked.amount) || BigInt(authorization.value) !== BigInt(asked.amount)
  ],
  ["asset_not_deployed_contract", ({ options, asked }) => !sameAddress(asked.asset, options.asset.address)],
  [nonceAlreadyUsed, ({ state, authorization }) => isUsed(state, authorization.from, authorization.nonce)],
  ["invalid_exact_evm_token_name_mismatch", ({ options, asked }) => asked.extra.name !== options.asset.name],
  [
    "invalid_exact_evm_token_version_mismatch",
    ({ options, asked }) => asked.extra.version !== options.asset.version
  ],
  [
    "invalid_exact_evm_insufficient_balance",
    ({ state, authorization }) => balanceOf(state, authorization.from) < BigInt(authorization.value)
  ]
]

const refusal = (
  options: Options,
  submission: Submission,
  now: bigint,
  state: State
): Option.Option<string> => {
  const check: Check = {
    options,
    state,
    now,
    submission,
    asked: submission.paymentRequirements,
    authorization: submission.authorization,
    accepted: Option.getOrUndefined(asAccepted(submission.paymentPayload))?.accepted
  }
  return Option.map(
    Array.findFirst(refusals, ([, applies]) => applies(check)),
    ([reason]) => reason
  )
}

/** A used nonce proves nothing: the transfer may have happened. */
const notSettled = (reason: string): SettlementFailed | SettlementUnknown =>
  reason === nonceAlreadyUsed ? new SettlementUnknown({ reason }) : new SettlementFailed({ reason })

/** A made-up hash, the same for the same authorization. */
const transactionOf = ({ chainId, asset }: Options, authorization: Authorization): string => {
  const domain = Signature.domain({ ...asset, chainId, verifyingContract: asset.address })
  return `0x${Buffer.from(keccak_256(Signature.digest(domain, authorization))).toString("hex")}`
}

const unixSeconds = Effect.map(Clock.currentTimeMillis, (millis) => BigInt(Math.floor(millis / 1000)))

/** The simulated facilitator and the chain that it settles on. */
export const layer = (options: Options): Layer.Layer<Facilitator | SimulatedChain> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const ref = yield* Ref.make(
        Object.entries(options.accounts).reduce<State>(
          (state, [address, amount]) => credited(state, address, amount),
          empty
        )
      )

      const verify = (submission: Submission) =>
        Effect.zipWith(unixSeconds, ref.get, (now, state) =>
          Option.match(refusal(options, submission, now, state), {
            onNone: (): Verdict => ({ isValid: true }),
            onSome: (reason): Verdict => ({ isValid: false, reason })
          })
        )

      const settle = (submission: Submission) =>
        unixSeconds.pipe(
          Effect.flatMap((now) =>
            Ref.modify(ref, (state): readonly [Either.Either<Settlement, string>, State] =>
              Option.match(refusal(options, submission, now, state), {
                onSome: (reason) => [Either.left(reason), state],
                onNone: () => {
                  const transaction = transactionOf(options, submission.authorization)
                  return [
                    Either.right({ transaction }),
                    transferred(state, submission.authorization, transaction)
                  ]
                }
              })
            )
          ),
          Effect.flatMap(Either.mapLeft(notSettled))
        )

      return Context.make(Facilitator, { verify, settle }).pipe(
        Context.add(SimulatedChain, {
          balance: (address) => Effect.map(ref.get, (state) => balanceOf(state, address)),
          balances: Effect.map(ref.get, ({ balances }) => Object.fromEntries(balances)),
          credit: (address, amount) =>
            Effect.map(
              Ref.updateAndGet(ref, (state) => credited(state, address, amount)),
              (state) => balanceOf(state, address)
            ),
          isNonceUsed: (payer, nonce) => Effect.map(ref.get, (state) => isUsed(state, payer, nonce)),
          use: (payer, nonce) => Effect.map(ref.get, (state) => useOf(state, payer, nonce)),
          cancel: (payer, nonce) =>
            Ref.modify(ref, (state) => [!isUsed(state, payer, nonce), cancelled(state, payer, nonce)])
        })
      )
    })
  )
