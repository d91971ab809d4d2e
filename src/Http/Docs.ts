/**
 * The description of the interface: `/openapi.json`, and `/docs`, a page that needs no network.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiSwagger from "@effect/platform/HttpApiSwagger"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { transform } from "../Api/Document.ts"
import { networkName, Settings } from "../Settings.ts"
import * as PageSecurity from "./PageSecurity.ts"
import { entityTag, unlessKnown } from "./Responses.ts"

/**
 * Both documents, with the prices in force. Each is made when it is first asked for: they are large, and most processes
 * are never asked.
 */
export const layer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const settings = yield* Settings
    const { api, context } = yield* HttpApi.Api
    const described = Effect.sync(() =>
      api.annotate(
        OpenApi.Transform,
        transform({
          publicUrl: settings.listen.publicUrl,
          network: networkName(settings),
          prices: Record.map(settings.payment.prices, ({ amount }) => amount)
        })
      )
    )
    const description = yield* Effect.cached(
      Effect.map(described, (api) => {
        const text = JSON.stringify(OpenApi.fromApi(api))
        return { text, etag: entityTag(text) }
      })
    )
    const openApi = HttpApiBuilder.Router.use((router) =>
      router.get(
        "/openapi.json",
        Effect.flatMap(description, ({ text, etag }) =>
          Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
            unlessKnown(request, etag, () =>
              HttpServerResponse.text(text, { contentType: "application/json" })
            )
          )
        )
      )
    )

    const origins = [new URL(settings.listen.publicUrl).origin]
    // The library's page comes as a route. A router of its own holds it, so that the page can get its headers.
    const page = yield* Effect.cached(
      Effect.gen(function* () {
        const swagger = HttpApiSwagger.layer({ path: "/docs" }).pipe(
          Layer.provideMerge(HttpApiBuilder.Router.Live),
          Layer.provide(Layer.succeed(HttpApi.Api, { api: yield* described, context }))
        )
        return yield* Effect.provide(HttpApiBuilder.Router.router, swagger)
      })
    )
    const docs = HttpApiBuilder.Router.use((router) =>
      router.get("/docs", Effect.map(Effect.flatten(page), PageSecurity.withSecurityHeaders(origins)))
    )
    return Layer.merge(openApi, docs)
  })
)
