/**
 * The description of the interface: `/openapi.json`, and `/docs`, a page that needs no network.
 */
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiSwagger,
  HttpServerRequest,
  HttpServerResponse,
  OpenApi
} from "@effect/platform"
import { Effect, Layer, Record } from "effect"
import { transform } from "../Api/Document.ts"
import { networkName, Settings } from "../Settings.ts"
import { entityTag, unlessKnown } from "./Conditional.ts"
import * as PageSecurity from "./PageSecurity.ts"

/** Both documents, with the prices in force. */
export const layer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const settings = yield* Settings
    const { api, context } = yield* HttpApi.Api
    const described = api.annotate(
      OpenApi.Transform,
      transform({
        publicUrl: settings.listen.publicUrl,
        network: networkName(settings),
        prices: Record.map(settings.payment.prices, ({ amount }) => amount)
      })
    )
    const text = JSON.stringify(OpenApi.fromApi(described))
    const etag = entityTag(text)

    const openApi = HttpApiBuilder.Router.use((router) =>
      router.get(
        "/openapi.json",
        Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
          unlessKnown(request, etag, () => HttpServerResponse.text(text, { contentType: "application/json" }))
        )
      )
    )
    // The library's page comes as a route: a router of its own has it, so that it can be dressed.
    const swagger = yield* Layer.build(
      HttpApiSwagger.layer({ path: "/docs" }).pipe(
        Layer.provideMerge(HttpApiBuilder.Router.Live),
        Layer.provide(Layer.succeed(HttpApi.Api, { api: described, context }))
      )
    )
    const page = yield* Effect.provide(HttpApiBuilder.Router.router, swagger)
    const origins = [new URL(settings.listen.publicUrl).origin]
    const docs = HttpApiBuilder.Router.use((router) =>
      router.get("/docs", Effect.map(page, PageSecurity.dresser(origins)))
    )
    return Layer.merge(openApi, docs)
  })
)
