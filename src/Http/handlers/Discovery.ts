import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Api } from "../../Api/Api.ts"
import { ProviderAvailability } from "../../ProviderAvailability.ts"
import { CurrentCall } from "../../Telemetry/Call.ts"
import * as Documents from "../documents/Documents.ts"
import { noStore, statusText } from "../Responses.ts"

export const layer = HttpApiBuilder.group(Api, "discovery", (handlers) =>
  Effect.gen(function* () {
    const capabilities = yield* Documents.handler("/v1/capabilities")
    const { status } = yield* ProviderAvailability
    return handlers
      .handleRaw("capabilities", () => capabilities)
      .handleRaw("status", () =>
        Effect.zipWith(Clock.currentTimeMillis, CurrentCall, (now, { id }) =>
          HttpServerResponse.text(statusText(status(now), id), {
            contentType: "application/json",
            headers: noStore
          })
        )
      )
  })
)
