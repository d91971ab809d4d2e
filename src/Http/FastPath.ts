/**
 * What is answered without the Api's own server. Where traces are exported, nothing is that has no span.
 */
import { Effect, Layer, Option } from "effect"
import { Settings } from "../Settings.ts"
import { RawRequestHook } from "./NodeServer.ts"
import * as Sales from "./Sales.ts"
import * as StaticAnswers from "./StaticAnswers.ts"

/** The ways are open for as long as the scope lasts. */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { telemetry } = yield* Settings
    const { listen } = yield* RawRequestHook
    const early = yield* StaticAnswers.listener
    const sale = yield* Sales.listener
    yield* listen(
      Option.isSome(telemetry.otlpEndpoint)
        ? sale
        : (request, response) => early(request, response) || sale(request, response)
    )
  })
)
