import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api } from "../../Api/Api.ts"
import * as Documents from "../documents/Documents.ts"

export const layer = HttpApiBuilder.group(Api, "discovery", (handlers) =>
  Effect.map(Documents.handler("/v1/capabilities"), (answer) =>
    handlers.handleRaw("capabilities", () => answer)
  )
)
