/**
 * What is sold, with the prices in force: `/v1/capabilities`.
 */
import * as Effect from "effect/Effect"
import type { CapabilityDescriptor } from "../../Api/Discovery.ts"
import type { Challenge, Challenges } from "../../Payment/challenge/Challenge.ts"
import { networkName, type Settings } from "../../Settings.ts"
import type { Source } from "./Document.ts"

/** A capability as the list shows it, with the price in force. */
export const descriptorOf = ({
  offer: { facts, method, path, requestSchema, responseSchema },
  price
}: Challenge): CapabilityDescriptor => ({
  id: facts.id,
  name: facts.name,
  description: facts.description,
  category: facts.category,
  method,
  path,
  provider: facts.provider,
  price: { amount: price.amount, currency: "USDC" },
  status: "active",
  requestSchema,
  example: { request: { ...facts.example.request }, response: { ...facts.example.response } },
  responseSchema
})

const list = (settings: Settings["Type"], { byPath }: Challenges["Type"]) => {
  const { network, facilitatorUrl } = settings.payment.chain
  return {
    capabilities: [...byPath.values()].map(descriptorOf),
    network: { name: networkName(settings), caip2: network, facilitatorUrl }
  }
}

/** The list, with the request id behind it. */
export const make = (settings: Settings["Type"], challenges: Challenges["Type"]): Effect.Effect<Source> =>
  Effect.sync(() => ({
    contentType: "application/json",
    text: `{"data":${JSON.stringify(list(settings, challenges))}`,
    end: (requestId) => `,"meta":{"requestId":"${requestId}"}}`
  }))
