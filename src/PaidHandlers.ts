/**
 * Every capability behind the paywall, as handlers of the Api's paid groups, and so of the fast path (`Paywall.endpoints`).
 * Nothing else puts anything on sale.
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Api, freeGroups } from "./Api/Api.ts"
import type { SaleFailure, ShuttingDown } from "./Api/Failure.ts"
import type { CapabilityFailure, MakeHandler } from "./Capabilities/Capability.ts"
import { capabilities } from "./Capabilities/index.ts"
import { Challenges } from "./Payment/challenge/Challenge.ts"
import { Paywall } from "./Payment/Paywall.ts"

type Handler = (call: {
  readonly request: HttpServerRequest.HttpServerRequest
}) => Effect.Effect<HttpServerResponse.HttpServerResponse, CapabilityFailure | SaleFailure | ShuttingDown>

/** The one place where a capability meets the paywall. */
const makeHandler = Effect.map(
  Effect.all([Paywall, Challenges]),
  ([{ protect }, { unsafeOf }]): MakeHandler<Handler> =>
    (endpoint, run) => {
      const sale = { price: { amount: unsafeOf(endpoint.path).price.amount, currency: "USDC" } }
      const { handle } = protect(endpoint, (request) => run(request, sale))
      return ({ request }) => handle(NodeHttpServerRequest.toIncomingMessage(request))
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
  Effect.map(Effect.flatMap(makeHandler, capabilities.serve<Handler>), (served) =>
    Layer.mergeAll(
      Layer.empty,
      ...Object.values(Api.groups)
        .map(({ identifier }) => identifier)
        .filter(isPaid)
        .map((name) => group(name, served))
    )
  )
)
