import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { Api } from "../../Api/Api.ts"
import type { CapabilityDescriptor } from "../../Api/Discovery.ts"
import { Challenges } from "../../Payment/challenge/Challenge.ts"
import { lazy } from "../../Runtime/Lazy.ts"
import { networkName, Settings } from "../../Settings.ts"
import { CurrentCall } from "../../Telemetry/Call.ts"
import { entityTag, unlessKnown } from "../Responses.ts"

/** What is sold, with the prices in force. */
const list = (settings: Settings["Type"], { byPath }: Challenges["Type"]) => {
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
}

/** The list as text, with its tag. Weak: two answers differ in their request id. */
const write = (data: ReturnType<typeof list>) => {
  const text = JSON.stringify(data)
  return { text, etag: `W/${entityTag(text)}` }
}

export const layer = HttpApiBuilder.group(Api, "discovery", (handlers) =>
  Effect.gen(function* () {
    const settings = yield* Settings
    const challenges = yield* Challenges
    // Made once: it does not change while the process runs.
    const written = lazy(() => write(list(settings, challenges)))
    return handlers.handleRaw("capabilities", ({ request }) =>
      Effect.map(CurrentCall, ({ id }) => {
        const { text, etag } = written()
        return unlessKnown(request, etag, () =>
          HttpServerResponse.text(`{"data":${text},"meta":{"requestId":"${id}"}}`, {
            contentType: "application/json"
          })
        )
      })
    )
  })
)
