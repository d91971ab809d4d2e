/**
 * Every capability behind the paywall, as handlers of the Api's paid groups. Nothing else puts anything on sale.
 */
import {
  HttpApiBuilder,
  type HttpApiGroup,
  type HttpServerRequest,
  type HttpServerResponse
} from "@effect/platform"
import { Array as Arr, Effect, Layer } from "effect"
import { Api, freeGroups } from "./Api/Api.ts"
import { type SaleFailure, TimedOut } from "./Api/Failure.ts"
import type { CurrentPayment } from "./Api/Payment.ts"
import type { CapabilityFailure, Door } from "./Capabilities/Capability.ts"
import { capabilities } from "./Capabilities/index.ts"
import { type Challenge, Challenges } from "./Payment/challenge/Challenge.ts"
import { Paywall } from "./Payment/Paywall.ts"
import * as PaymentHeader from "./Payment/request/PaymentHeader.ts"

type Handler = (call: {
  readonly request: HttpServerRequest.HttpServerRequest
}) => Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  CapabilityFailure | SaleFailure | TimedOut,
  CurrentPayment
>

/**
 * A composite has no 504: its sources' time-outs are part of its answer, and they are over long before a payment's
 * window. Should the window end first all the same, it is the payment that is no longer good.
 */
const withinWindow =
  (challenge: Challenge) =>
  <A, E, R>(sold: Effect.Effect<A, E | TimedOut, R>) =>
    Effect.mapError(sold, (error) =>
      error instanceof TimedOut
        ? PaymentHeader.refuse(
            challenge,
            "invalid_exact_evm_payload_authorization_valid_before",
            error.message
          )
        : error
    )

/** The one place where a capability meets the paywall. */
const door = Effect.map(
  Effect.all([Paywall, Challenges]),
  ([{ protect }, { unsafeOf }]): Door<Handler> =>
    (endpoint, run) => {
      const challenge = unsafeOf(endpoint.path)
      const sale = { price: { amount: challenge.price.amount, currency: "USDC" } }
      return challenge.offer.facts.provider.kind === "composite"
        ? protect(endpoint, (request) => run(request, sale), withinWindow(challenge))
        : protect(endpoint, (request) => run(request, sale))
    }
)

type GroupName = HttpApiGroup.HttpApiGroup.Name<(typeof Api.groups)[string]>
type PaidGroupName = Exclude<GroupName, (typeof freeGroups)[number]>

type Handlers = Effect.Effect.Success<ReturnType<typeof capabilities.serve<Handler>>>

const isPaid = (name: GroupName): name is PaidGroupName => !Arr.contains<GroupName>(freeGroups, name)

/** The handlers of a group: those whose paths are its endpoints'. */
const group = (name: PaidGroupName, served: Handlers) =>
  HttpApiBuilder.group(Api, name, (handlers) => {
    const paths = new Set<string>(Object.values(Api.groups[name]?.endpoints ?? {}).map(({ path }) => path))
    const [first, ...others] = served.filter(({ path }) => paths.has(path))
    return first === undefined || others.length + 1 < paths.size
      ? Effect.dieMessage(`an endpoint of the group ${name} has no definition in Capabilities/index.ts`)
      : Effect.succeed(
          others
            .reduce((done, { handler, name }) => done.handleRaw(name, handler), handlers)
            .handleRaw(first.name, first.handler)
        )
  })

/** The handlers of all paid groups. Each capability is put on sale once, whichever way its calls come. */
export const layer = Layer.unwrapEffect(
  Effect.map(Effect.flatMap(door, capabilities.serve<Handler>), (served) =>
    Layer.mergeAll(
      Layer.empty,
      ...Object.values(Api.groups)
        .map(({ identifier }) => identifier)
        .filter(isPaid)
        .map((name) => group(name, served))
    )
  )
)
