import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import type { CapabilityDescriptor } from "../Api/Discovery.ts"
import { entityTag, unlessKnown } from "../Http/Conditional.ts"
import { Challenges } from "../Payment/Challenge.ts"
import { networkName, Settings } from "../Settings.ts"
import { CurrentCall } from "../Telemetry/Call.ts"

/** What is sold, with the prices in force: made once, for it does not change while the process runs. */
const list = Effect.gen(function* () {
  const settings = yield* Settings
  const { byPath } = yield* Challenges
  const { network, facilitatorUrl } = settings.payment.chain
  const capabilities = [...byPath.values()].map(
    ({ offer: { facts, method, path, requestSchema, responseSchema }, price }): CapabilityDescriptor => ({
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
  )
  return { capabilities, network: { name: networkName(settings), caip2: network, facilitatorUrl } }
})

export const layer = HttpApiBuilder.group(Api, "discovery", (handlers) =>
  Effect.map(list, (data) => {
    const text = JSON.stringify(data)
    // Weak: two answers differ in their request id.
    const etag = `W/${entityTag(text)}`
    return handlers.handleRaw("capabilities", ({ request }) =>
      Effect.map(CurrentCall, ({ id }) =>
        unlessKnown(request, etag, () =>
          HttpServerResponse.text(`{"data":${text},"meta":{"requestId":"${id}"}}`, {
            contentType: "application/json"
          })
        )
      )
    )
  })
)
