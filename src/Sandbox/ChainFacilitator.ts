/**
 * A facilitator of the protocol's own packages (`@x402/core`, `@x402/evm`) that settles on the local chain. What it
 * says over HTTP are their words, as they are.
 *
 * This file alone knows those packages and viem: the service itself never does.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { x402Facilitator } from "@x402/core/facilitator"
import { toFacilitatorEvmSigner } from "@x402/evm"
import { ExactEvmScheme } from "@x402/evm/exact/facilitator"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { createWalletClient, hashTypedData, http, publicActions } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { baseSepolia } from "viem/chains"
import type { BoundedReply } from "../Http/client/Reply.ts"
import { Facilitator, type Submission } from "../Payment/facilitator/Facilitator.ts"
import * as Replies from "../Payment/facilitator/Replies.ts"
import { facilitator as sender } from "./Accounts.ts"
import { Anvil } from "./Anvil.ts"

/** What it answers, over HTTP and in the process: a status and the packages' own JSON. */
export class ChainFacilitator extends Context.Tag("almanac/ChainFacilitator")<
  ChainFacilitator,
  {
    readonly verify: (request: unknown) => Effect.Effect<BoundedReply>
    readonly settle: (request: unknown) => Effect.Effect<BoundedReply>
    readonly supported: Effect.Effect<BoundedReply>
  }
>() {}

/** How often a receipt is looked for, in milliseconds; viem's own pace is that of public nodes. */
const pollingInterval = 25

/** How long a settlement waits for its receipt, in milliseconds. */
const confirmationTimeoutMs = 10_000

/** One at a time: the node's count of a sender's transactions is asked for and used up before the next asks. */
const queue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <A>(work: () => Promise<A>): Promise<A> => {
    const next = last.then(work, work)
    last = next
    return next
  }
}

/** The signer that the packages want, sending from one account. */
const signerAt = (url: string) => {
  const account = privateKeyToAccount(sender.privateKey)
  const client = createWalletClient({
    account,
    chain: baseSepolia,
    transport: http(url),
    pollingInterval
  }).extend(publicActions)
  const inTurn = queue()
  return toFacilitatorEvmSigner(
    {
      address: account.address,
      getCode: (args) => client.getCode(args),
      readContract: (args) => client.readContract(args),
      verifyTypedData: ({ address, signature, ...typedData }) =>
        client.verifyHash({ address, signature, hash: hashTypedData(typedData) }),
      writeContract: (args) => inTurn(() => client.writeContract(args)),
      sendTransaction: (args) => inTurn(() => client.sendTransaction(args)),
      waitForTransactionReceipt: (args) => client.waitForTransactionReceipt(args)
    },
    { confirmationTimeoutMs }
  )
}

const network = `eip155:${baseSepolia.id}` as const

const Anything = Schema.Record({ key: Schema.String, value: Schema.Unknown })

const Requirements = Schema.Struct({
  scheme: Schema.String,
  network: Schema.TemplateLiteral(Schema.String, ":", Schema.String),
  amount: Schema.String,
  asset: Schema.String,
  payTo: Schema.String,
  maxTimeoutSeconds: Schema.Number,
  extra: Anything
}).pipe(Schema.mutable)

/** What the packages want to be given; what is in a payload they judge themselves. */
const Request = Schema.Struct({
  paymentPayload: Schema.Struct({
    x402Version: Schema.Number,
    accepted: Requirements,
    payload: Anything
  }).pipe(Schema.mutable),
  paymentRequirements: Requirements
})

const decodeRequest = Schema.decodeUnknown(Request, { onExcessProperty: "preserve" })

const reply = (status: number, json: unknown): BoundedReply => ({ status, json: Option.some(json) })

const make = (url: string): ChainFacilitator["Type"] => {
  const facilitator = new x402Facilitator().register(network, new ExactEvmScheme(signerAt(url)))
  /** Its answer; a request of another shape, or one that it chokes on, is answered with `refusal`. */
  const answer =
    (ask: (request: typeof Request.Type) => Promise<unknown>, refusal: (reason: string) => object) =>
    (request: unknown) =>
      decodeRequest(request).pipe(
        Effect.matchEffect({
          onFailure: () => Effect.succeed(reply(400, refusal("invalid_payload"))),
          onSuccess: (request) =>
            Effect.tryPromise(() => ask(request)).pipe(
              Effect.match({
                onFailure: () => reply(500, refusal("unexpected_error")),
                onSuccess: (json) => reply(200, json)
              })
            )
        })
      )
  return {
    verify: answer(
      ({ paymentPayload, paymentRequirements }) => facilitator.verify(paymentPayload, paymentRequirements),
      (invalidReason) => ({ isValid: false, invalidReason })
    ),
    settle: answer(
      ({ paymentPayload, paymentRequirements }) => facilitator.settle(paymentPayload, paymentRequirements),
      (errorReason) => ({ success: false, errorReason, transaction: "", network })
    ),
    supported: Effect.sync(() => reply(200, facilitator.getSupported()))
  }
}

/** On the chain of this machine. */
export const layer: Layer.Layer<ChainFacilitator, never, Anvil> = Layer.effect(
  ChainFacilitator,
  Effect.map(Anvil, ({ url }) => make(url))
)

const respond = ({ status, json }: BoundedReply) =>
  HttpServerResponse.unsafeJson(Option.getOrNull(json), { status })

const asked = Effect.orElseSucceed(
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ json }) => json),
  () => null
)

/** `POST /verify`, `POST /settle`, `GET /supported`, to be mounted under any path. */
export const router: HttpRouter.HttpRouter<never, ChainFacilitator> = HttpRouter.empty.pipe(
  HttpRouter.post(
    "/verify",
    Effect.flatMap(ChainFacilitator, ({ verify }) => Effect.map(Effect.flatMap(asked, verify), respond))
  ),
  HttpRouter.post(
    "/settle",
    Effect.flatMap(ChainFacilitator, ({ settle }) =>
      Effect.map(
        Effect.flatMap(asked, (request) => Effect.uninterruptible(settle(request))),
        respond
      )
    )
  ),
  HttpRouter.get(
    "/supported",
    Effect.flatMap(ChainFacilitator, ({ supported }) => Effect.map(supported, respond))
  )
)

const requestOf = ({ paymentPayload, paymentRequirements }: Submission) => ({
  paymentPayload,
  paymentRequirements
})

/** The port to it in the same process: its words are read as those of a facilitator far away. */
export const port: Layer.Layer<Facilitator, never, ChainFacilitator> = Layer.effect(
  Facilitator,
  Effect.map(ChainFacilitator, ({ verify, settle }) => ({
    verify: (submission) => Effect.flatMap(verify(requestOf(submission)), Replies.verdict(submission)),
    settle: (submission) => Effect.flatMap(settle(requestOf(submission)), Replies.settlement(submission))
  }))
)
