/**
 * What became of a payment, read from a real chain through JSON-RPC.
 */
import { NodeHttpClient } from "@effect/platform-node"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, Option, Schema, Scope } from "effect"
import { encodeFunctionData, parseAbi } from "viem"
import { type AuthorizationQuery, type AuthorizationStatus, Chain } from "../../src/Payment/chain/Chain.ts"
import { Facilitator, type Submission } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Anvil from "../../src/Sandbox/Anvil.ts"
import { Balances } from "../../src/Sandbox/Balances.ts"
import { facilitatorServer, reply } from "../support/FacilitatorServer.ts"
import { describeOnChain, localChain, partsOf, readerAt, soughtOf, Viem } from "../support/LocalChain.ts"
import { asset, hex, payer, payTo, requirements, submission, type Wanted } from "../support/SignedPayment.ts"

const stranger = "0x00000000000000000000000000000000000000ee"

const abi = parseAbi([
  "function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
  "function cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)",
  "function tryAggregate(bool,(address target,bytes callData)[]) returns ((bool,bytes)[])"
])

const token = hex(asset.address)
const multicall = "0xcA11bde05977b3631167028862bE2a173976CA11"

const ask = (sought: AuthorizationQuery) => Effect.flatMap(Chain, (chain) => chain.authorization(sought))

const reasonOf = <A, R>(question: Effect.Effect<A, { readonly reason: string }, R>) =>
  Effect.match(question, { onFailure: ({ reason }) => reason, onSuccess: () => "answered" })

/** Asks the chain of this test. */
const fateOf = (
  payment: Submission,
  {
    since = 0,
    key = {},
    options = {}
  }: {
    readonly since?: number
    readonly key?: Parameters<typeof soughtOf>[2]
    readonly options?: Parameters<typeof readerAt>[1]
  } = {}
) =>
  Effect.flatMap(Anvil.Anvil, ({ url }) =>
    ask(soughtOf(payment, since, key)).pipe(Effect.provide(readerAt(url, options)))
  )

const signed = (wanted: Wanted = {}) => Effect.promise(() => submission(wanted))

const settled = (payment: Submission) =>
  Effect.flatMap(Facilitator, (facilitator) => facilitator.settle(payment))

/** The transaction of a call of the token, or of the multicall. */
const sent = (to: `0x${string}`, data: `0x${string}`) =>
  Effect.flatMap(Viem, (viem) =>
    Effect.promise(async () => {
      const [account] = await viem.getAddresses()
      if (account === undefined) throw new Error("no account")
      const hash = await viem.sendTransaction({ account, to, data })
      const { status } = await viem.waitForTransactionReceipt({ hash })
      expect(status).toBe("success")
      return hash
    })
  )

const transferData = ({ authorization, signature }: Submission) =>
  encodeFunctionData({
    abi,
    functionName: "transferWithAuthorization",
    args: [
      hex(authorization.from),
      hex(authorization.to),
      BigInt(authorization.value),
      BigInt(authorization.validAfter),
      BigInt(authorization.validBefore),
      hex(authorization.nonce),
      hex(signature)
    ]
  })

const cancel = ({ authorization: { nonce } }: Submission) =>
  Effect.gen(function* () {
    const signature = yield* Effect.promise(() =>
      payer.signTypedData({
        domain: { ...requirements.extra, chainId: asset.chainId, verifyingContract: token },
        types: {
          CancelAuthorization: [
            { name: "authorizer", type: "address" },
            { name: "nonce", type: "bytes32" }
          ]
        },
        primaryType: "CancelAuthorization",
        message: { authorizer: payer.address, nonce: hex(nonce) }
      })
    )
    const { v, r, s } = partsOf(signature)
    return yield* sent(
      token,
      encodeFunctionData({
        abi,
        functionName: "cancelAuthorization",
        args: [payer.address, hex(nonce), v, r, s]
      })
    )
  })

/** In slices: viem gives a request up after a while, and makes it again. */
const mine = (blocks: number, interval: number) =>
  Effect.flatMap(Viem, (viem) =>
    Effect.forEach(
      Array.from({ length: Math.ceil(blocks / 300) }, (_, slice) => Math.min(300, blocks - slice * 300)),
      (blocks) => Effect.promise(() => viem.mine({ blocks, interval })),
      { discard: true }
    )
  )

const latest = Effect.flatMap(Viem, (viem) => Effect.promise(() => viem.getBlock()))

/** The same nonce, signed for somebody or something else, and sent. */
const divertedTo = (payment: Submission, authorization: Wanted["authorization"]) =>
  Effect.gen(function* () {
    const other = yield* signed({
      authorization: { ...payment.authorization, ...authorization }
    })
    return yield* sent(token, transferData(other))
  })

/** What we have been paid, atomic USDC. */
const earned = Effect.map(
  Effect.flatMap(Balances, ({ balances }) => balances),
  (all) => all[payTo.toLowerCase()] ?? 0n
)

const LogsRequest = Schema.Struct({
  method: Schema.Literal("eth_getLogs"),
  params: Schema.Tuple(
    Schema.Struct({ fromBlock: Schema.NumberFromString, toBlock: Schema.NumberFromString })
  )
})
const asLogsRequest = Schema.decodeUnknownOption(LogsRequest)

/** The chain behind a node that gives the logs of so many blocks at a time, and answers 500 to more. */
const limited = (limit: number) =>
  Effect.gen(function* () {
    const { url } = yield* Anvil.Anvil
    const node = yield* facilitatorServer((response, call) => {
      const tooWide = Option.exists(
        asLogsRequest(call.body),
        ({ params: [{ fromBlock, toBlock }] }) => toBlock - fromBlock >= limit
      )
      if (tooWide) return reply(500, "range too wide")(response, call)
      const headers = { "content-type": "application/json" }
      fetch(url, { method: "POST", headers, body: JSON.stringify(call.body) })
        .then((answer) => answer.text())
        .then(
          (text) => reply(200, text)(response, call),
          () => response.destroy()
        )
    })
    return node.url
  })

describeOnChain("an authorization on the chain", () => {
  layer(localChain(), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("is unused, as of the newest block", () =>
      Effect.gen(function* () {
        const fate = yield* fateOf(yield* signed())
        const { timestamp } = yield* latest
        expect(fate).toEqual({ _tag: "Unused", asOf: Number(timestamp) })
      })
    )

    it.effect("has paid: the facilitator's transaction, whatever the case of the addresses", () =>
      Effect.gen(function* () {
        const before = yield* earned
        const payment = yield* signed()
        const { transaction } = yield* settled(payment)
        expect((yield* earned) - before).toBe(10_000n)
        const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`
        const { payer, nonce, asset } = soughtOf(payment, 0).key
        const key = { payer: upper(payer), nonce: upper(nonce), asset: upper(asset) }
        expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
        for (const fate of [yield* fateOf(payment), yield* fateOf(payment, { key })]) {
          expect(fate).toEqual({ _tag: "Transferred", transaction })
        }
      })
    )

    const notPaid: ReadonlyArray<
      readonly [
        string,
        AuthorizationStatus["_tag"],
        bigint,
        (payment: Submission) => Effect.Effect<string, unknown, Viem>
      ]
    > = [
      ["was cancelled", "Cancelled", 0n, cancel],
      ["went to another payee", "UsedElsewhere", 0n, (payment) => divertedTo(payment, { to: stranger })],
      ["went with less", "UsedElsewhere", 9_999n, (payment) => divertedTo(payment, { value: "9999" })],
      ["went with more", "UsedElsewhere", 10_001n, (payment) => divertedTo(payment, { value: "10001" })]
    ]
    for (const [name, tag, moved, use] of notPaid) {
      it.effect(`${name}: ${tag}`, () =>
        Effect.gen(function* () {
          const before = yield* earned
          const payment = yield* signed()
          const transaction = yield* use(payment)
          expect((yield* earned) - before).toBe(moved)
          expect(yield* fateOf(payment)).toEqual({ _tag: tag, transaction })
        })
      )
    }

    it.effect("is not paid by another's transfer in the same transaction", () =>
      Effect.gen(function* () {
        const paid = yield* signed()
        const unpaid = yield* signed()
        const elsewhere = yield* signed({ authorization: { ...unpaid.authorization, to: stranger } })
        const calls = [elsewhere, paid, elsewhere].map((payment) => ({
          target: token,
          callData: transferData(payment)
        }))
        const transaction = yield* sent(
          multicall,
          encodeFunctionData({ abi, functionName: "tryAggregate", args: [false, calls] })
        )
        expect(yield* fateOf(paid)).toEqual({ _tag: "Transferred", transaction })
        expect(yield* fateOf(unpaid)).toEqual({ _tag: "UsedElsewhere", transaction })
      })
    )

    it.effect("is not believed to be used before enough blocks lie on top", () =>
      Effect.gen(function* () {
        yield* mine(3, 1)
        const options = { confirmations: 3 }
        const payment = yield* signed()
        const { transaction } = yield* settled(payment)
        yield* mine(2, 1)
        expect(yield* fateOf(payment, { options })).toMatchObject({ _tag: "Unused" })
        yield* mine(1, 1)
        expect(yield* fateOf(payment, { options })).toEqual({ _tag: "Transferred", transaction })
      })
    )

    it.effect("is unused again when its block is taken back", () =>
      Effect.gen(function* () {
        const viem = yield* Viem
        const id = yield* Effect.promise(() => viem.snapshot())
        const payment = yield* signed()
        yield* settled(payment)
        expect(yield* fateOf(payment)).toMatchObject({ _tag: "Transferred" })
        yield* Effect.promise(() => viem.revert({ id }))
        expect(yield* fateOf(payment)).toMatchObject({ _tag: "Unused" })
      })
    )

    it.effect("of a token that is not there tells nothing", () =>
      Effect.gen(function* () {
        expect(yield* reasonOf(fateOf(yield* signed(), { key: { asset: stranger } }))).toBe("malformed")
      })
    )

    it.effect("of another network is not looked for here", () =>
      Effect.gen(function* () {
        expect(yield* reasonOf(fateOf(yield* signed(), { key: { network: "eip155:8453" } }))).toBe(
          "wrong_chain"
        )
      })
    )

    it.effect("is not read from another chain's node, and the operator is told", () =>
      Effect.gen(function* () {
        const lines: Array<string> = []
        const log = Logger.replace(
          Logger.defaultLogger,
          Logger.make(({ logLevel, message }) => {
            lines.push(`${logLevel.label} ${String(message)}`)
          })
        )
        const { url } = yield* Anvil.Anvil
        const base = { network: "eip155:8453", chainId: 8453 }
        const sought = soughtOf(yield* signed(), 0, { network: base.network })
        const question = reasonOf(ask(sought)).pipe(
          Effect.repeatN(2),
          Effect.tap(() =>
            Effect.iterate(0, {
              while: (n) => n < 200 && lines.length === 0,
              body: (n) => Effect.as(Effect.sleep("10 millis"), n + 1)
            })
          )
        )
        const reason = yield* question.pipe(Effect.provide(Layer.provideMerge(readerAt(url, base), log)))
        expect(reason).toBe("wrong_chain")
        expect(lines).toEqual([
          "ERROR X402_RPC_URL is the node of another chain than X402_NETWORK: it is not believed"
        ])
      })
    )
  })

  /** More than one window of blocks, and of 2 seconds each, as Base has them. */
  const blocks = 2_100
  const old = 2 * blocks

  layer(localChain(), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect(
      "is found some 2000 blocks back, and not looked for before the payment was seen",
      () =>
        Effect.gen(function* () {
          const before = Number((yield* latest).timestamp)
          const payment = yield* signed()
          const { transaction } = yield* settled(payment)
          yield* mine(blocks, 2)
          expect(yield* fateOf(payment, { since: before })).toEqual({ _tag: "Transferred", transaction })
          expect(yield* fateOf(payment, { since: before + old })).toEqual({ _tag: "UsedUntraceable" })
          // The same at nodes that give few blocks at a time.
          for (const limit of [10, 500]) {
            const node = yield* limited(limit)
            const found = yield* ask(soughtOf(payment, before)).pipe(Effect.provide(readerAt(node)))
            expect(found).toEqual({ _tag: "Transferred", transaction })
          }
        }).pipe(Effect.scoped),
      60_000
    )
  })

  layer(Layer.empty, { excludeTestServices: true })((it) => {
    it.scoped("is unknown once the node is gone", () =>
      Effect.gen(function* () {
        const payment = yield* signed()
        const life = yield* Scope.make()
        const { url } = Context.get(
          yield* Layer.buildWithScope(Layer.provide(Anvil.layer(), NodeHttpClient.layerUndici), life),
          Anvil.Anvil
        )
        const outcomes = Effect.gen(function* () {
          const first = yield* ask(soughtOf(payment, 0))
          yield* Scope.close(life, Exit.void)
          return [first._tag, yield* reasonOf(ask(soughtOf(payment, 0)))]
        })
        expect(yield* outcomes.pipe(Effect.provide(readerAt(url)))).toEqual(["Unused", "connection"])
      })
    )
  })
})
