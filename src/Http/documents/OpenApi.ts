/**
 * The description of the interface with the prices in force, as a document for programs and as a page that needs no
 * network.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiSwagger from "@effect/platform/HttpApiSwagger"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { Api } from "../../Api/Api.ts"
import { transform } from "../../Api/document/Document.ts"
import * as Assets from "../../Resources/Assets.ts"
import type { Settings } from "../../Settings.ts"
import type { Source } from "./Document.ts"
import * as PageSecurity from "./PageSecurity.ts"
import { paths } from "./Paths.ts"

const environmentOf = ({ payment, sandbox }: Settings["Type"]): string => {
  if (sandbox) return "Local sandbox: payments are play money; every response has the header X-Sandbox"
  return Assets.isMainnet(payment.chain.network) ? "Production" : "Staging: payments on a test network"
}

/** The description with the prices in force. */
export const describe = (settings: Settings["Type"]): OpenApi.OpenAPISpec =>
  OpenApi.fromApi(
    Api.annotate(
      OpenApi.Transform,
      transform({
        publicUrl: settings.listen.publicUrl,
        contact: settings.providers.contact,
        network: settings.payment.chain.network,
        environment: environmentOf(settings),
        prices: Record.map(settings.payment.prices, ({ amount }) => amount)
      })
    )
  )

/** `/openapi.json` */
export const description = (described: () => OpenApi.OpenAPISpec): Effect.Effect<Source> =>
  Effect.sync(() => ({ contentType: "application/json", text: JSON.stringify(described()) }))

/** An Api of which nothing is served: its description is the one given. */
const nominal = (description: OpenApi.OpenAPISpec) =>
  HttpApi.make("almanac").annotate(OpenApi.Transform, () => ({ ...description }))

/**
 * The colours of the library's page where the system is dark. It has light ones alone, hundreds of rules of them: they are
 * turned round as a whole, and what is dark already is turned back. The paper is that of the other pages.
 */
const dark = `<meta name="color-scheme" content="light dark"><style>
@media (prefers-color-scheme: dark) {
  html, body { background: #12181f }
  .swagger-ui { color-scheme: light; filter: invert(0.9) hue-rotate(180deg) }
  .swagger-ui .microlight { filter: invert(1) hue-rotate(180deg) }
}
</style>`

/**
 * `/docs/api`, whose scripts may ask the service at its public URL. The library's page comes as a route of a router, which is
 * asked once.
 */
export const page = (described: () => OpenApi.OpenAPISpec, publicUrl: string): Effect.Effect<Source> =>
  Effect.gen(function* () {
    const route = HttpApiSwagger.layer({ path: paths.apiDocs }).pipe(
      Layer.provideMerge(HttpApiBuilder.Router.Live),
      Layer.provide(HttpApiBuilder.api(nominal(described())))
    )
    const router = yield* Effect.provide(HttpApiBuilder.Router.router, route)
    const { body } = yield* Effect.provideService(
      router,
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request(`http://almanac${paths.apiDocs}`))
    )
    const own = body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : ""
    const text = own.replace("</head>", () => `${dark}</head>`)
    return {
      contentType: body.contentType ?? "text/html",
      text,
      headers: PageSecurity.inline(text, [new URL(publicUrl).origin])
    }
  }).pipe(Effect.scoped, Effect.provide(HttpServer.layerContext), Effect.orDie)
