/**
 * Every capability behind the paywall: for the fast path and `/mcp` by its path (`ProtectedEndpoints`), and as a handler of
 * the Api's paid groups. Nothing else puts anything on sale.
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Api, freeGroups } from "./Api/Api.ts"
import type { SaleFailure, ShuttingDown } from "./Api/Failure.ts"
import type { CapabilityFailure, MakeHandler } from "./Capabilities/Capability.ts"
import { capabilities } from "./Capabilities/index.ts"
import { Challenges } from "./Payment/challenge/Challenge.ts"
import { Paywall, type Protected, ProtectedEndpoints } from "./Payment/Paywall.ts"

/** A capability behind the paywall. */
type Sold = Protected<CapabilityFailure | SaleFailure | ShuttingDown>

/** The one place where a capability meets the paywall. */
const makeHandler = Effect.map(
  Effect.all([Paywall, Challenges]),
  ([{ protect }, { unsafeOf }]): MakeHandler<Sold> =>
    (endpoint, run) => {
      const sale = { price: { amount: unsafeOf(endpoint.path).price.amount, currency: "USDC" } }
      return protect(endpoint, (request) => run(request, sale))
    }
)

const overHttp =
  ({ handle }: Sold) =>
  ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) =>
    handle(NodeHttpServerRequest.toIncomingMessage(request))

type GroupName = HttpApiGroup.HttpApiGroup.Name<(typeof Api.groups)[string]>
type PaidGroupName = Exclude<GroupName, (typeof freeGroups)[number]>

const isPaid = (name: GroupName): name is PaidGroupName => !Arr.contains<GroupName>(freeGroups, name)

type Served = Effect.Effect.Success<ReturnType<typeof capabilities.serve<Sold>>>

/** The handlers of a group: those whose paths are its endpoints'. */
const group = (name: PaidGroupName, served: Served) =>
  HttpApiBuilder.group(Api, name, (handlers) => {
    const paths = new Set<string>(Object.values(Api.groups[name]?.endpoints ?? {}).map(({ path }) => path))
    const [first, ...others] = served.filter(({ path }) => paths.has(path))
    return first === undefined || others.length + 1 < paths.size
      ? Effect.dieMessage(`an endpoint of the group ${name} has no definition in Capabilities/index.ts`)
      : Effect.succeed(
          others
            .reduce((done, { handler, name }) => done.handleRaw(name, overHttp(handler)), handlers)
            .handleRaw(first.name, overHttp(first.handler))
        )
  })

/** Each capability is put on sale once, whichever way its calls come: for the fast path and `/mcp`, and for the Api. */
export const layer = Layer.unwrapEffect(
  Effect.map(Effect.flatMap(makeHandler, capabilities.serve<Sold>), (served) =>
    Layer.mergeAll(
      Layer.succeed(ProtectedEndpoints, new Map(served.map(({ handler, path }) => [path, handler]))),
      ...Object.values(Api.groups)
        .map(({ identifier }) => identifier)
        .filter(isPaid)
        .map((name) => group(name, served))
    )
  )
)
