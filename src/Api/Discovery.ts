import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { ProviderSlug } from "../Resources/ProviderSlug.ts"
import { ServiceStatus } from "../Resources/ServiceStatus.ts"
import { envelope } from "./Envelope.ts"

const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** One capability as the list shows it. */
export const CapabilityDescriptor = Schema.Struct({
  id: Schema.String.annotations({ description: "Identifier of the capability", examples: ["fx.rates"] }),
  name: Schema.String.annotations({ description: "Name for people", examples: ["Exchange rates"] }),
  description: Schema.String.annotations({ description: "What it gives, and by which terms" }),
  category: Schema.String.annotations({ description: "What it is about", examples: ["finance"] }),
  method: Schema.String.annotations({ description: "HTTP method", examples: ["POST"] }),
  path: Schema.String.annotations({ description: "Path below this service", examples: ["/v1/fx/rates"] }),
  provider: Schema.Struct({
    kind: Schema.Literal("provider", "composite").annotations({
      description: "provider: data providers; composite: other capabilities"
    }),
    slugs: Schema.optional(
      Schema.Array(ProviderSlug).annotations({ description: "Present for kind provider, the fallback last" })
    )
  }).annotations({ description: "Who answers" }),
  price: Schema.Struct({
    amount: Schema.String.annotations({ description: "Decimal USDC per call", examples: ["0.002"] }),
    currency: Schema.String.annotations({ description: "The token", examples: ["USDC"] })
  }).annotations({ description: "What a call costs" }),
  status: Schema.Literal("active").annotations({ description: "It is sold" }),
  requestSchema: JsonObject.annotations({ description: "JSON Schema 2020-12 of the request body" }),
  example: Schema.Struct({
    request: JsonObject.annotations({ description: "A request body" }),
    response: JsonObject.annotations({ description: "The answer to it" })
  }).annotations({ description: "A call" }),
  responseSchema: JsonObject.annotations({ description: "JSON Schema 2020-12 of the response body" })
}).annotations({ title: "CapabilityDescriptor" })
export type CapabilityDescriptor = typeof CapabilityDescriptor.Type

/** The chain on which payments settle. */
export const Network = Schema.Struct({
  name: Schema.String.annotations({ description: "base, base-sepolia, or sandbox" }),
  caip2: Schema.String.annotations({ description: "CAIP-2 chain identifier", examples: ["eip155:84532"] }),
  facilitatorUrl: Schema.String.annotations({ description: "Address of the settlement facilitator" })
}).annotations({ title: "Network" })

/** `GET /v1/status` */
const status = HttpApiEndpoint.get("status", "/v1/status")
  .annotate(OpenApi.Summary, "How the providers are, as this process knows it")
  .annotate(
    OpenApi.Description,
    "Free. Each operation of each provider: up, degraded or out, since when and until when; and for each capability the " +
      "providers that its calls cannot ask now, as Prefer: quote tells them for one request. Read from the last calls " +
      "of this process; another replica may know something else. An operation that was never called is up."
  )
  .addSuccess(envelope(ServiceStatus, {}))

export class Discovery extends HttpApiGroup.make("discovery")
  .annotate(OpenApi.Description, "What is sold; free")
  .add(
    HttpApiEndpoint.get("capabilities", "/v1/capabilities")
      .annotate(OpenApi.Summary, "What is sold, and on which network it is paid")
      .annotate(OpenApi.Description, "Free. Weak ETag; 304 on If-None-Match.")
      .addSuccess(
        envelope(
          Schema.Struct({
            capabilities: Schema.Array(CapabilityDescriptor).annotations({ description: "What is sold" }),
            network: Network.annotations({ description: "Where it is paid" })
          }).annotations({ title: "CapabilityList", description: "What is sold, and where it is paid" }),
          {}
        )
      )
  )
  .add(status) {}
