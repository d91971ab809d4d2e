/**
 * The documents of the service, by their paths, and how they answer on either way: before any fibre, once they have been
 * made, and as handlers of the Api's own server.
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Challenges } from "../../Payment/challenge/Challenge.ts"
import { lazy } from "../../Runtime/Lazy.ts"
import { Settings } from "../../Settings.ts"
import { CurrentCall } from "../../Telemetry/Call.ts"
import { notFound } from "../Responses.ts"
import * as CapabilityList from "./CapabilityList.ts"
import * as Document from "./Document.ts"
import * as Discovery from "./discovery/Discovery.ts"
import * as OpenApi from "./OpenApi.ts"
import { assets, pages as pagePaths, paths } from "./Paths.ts"
import { BuiltFiles } from "./web/BuiltFiles.ts"

/** The documents of this process. */
export class Documents extends Context.Tag("almanac/Documents")<
  Documents,
  ReadonlyMap<string, Document.Document>
>() {
  static readonly layer = Layer.effect(
    Documents,
    Effect.gen(function* () {
      const settings = yield* Settings
      const challenges = yield* Challenges
      const { files } = yield* BuiltFiles
      const described = lazy(() => OpenApi.describe(settings))
      return new Map<string, Document.Document>([
        [paths.capabilities, Document.make(CapabilityList.make(settings, challenges))],
        [paths.openApi, Document.make(OpenApi.description(described))],
        [paths.apiDocs, Document.make(OpenApi.page(described, settings.listen.publicUrl))],
        ...Discovery.documents(settings, challenges, files)
      ])
    })
  )
}

/** What a document reads of a request's headers, which have names in lower case. */
export const requestOf = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>,
  requestId: string
): Document.Request => {
  const header = (name: string) => {
    const value = headers[name]
    return typeof value === "string" ? value : undefined
  }
  return {
    accept: header("accept"),
    acceptEncoding: header("accept-encoding"),
    ifNoneMatch: header("if-none-match"),
    requestId
  }
}

export const respond = (
  { content, headers, status: own }: Document.Answer,
  status: number = own
): HttpServerResponse.HttpServerResponse =>
  content === undefined
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.uint8Array(Buffer.concat(content.chunks), {
        status,
        headers,
        contentType: content.type
      })

const answer = (document: Document.Document) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const { id } = yield* CurrentCall
    return respond(yield* document.answer(requestOf(headers, id)))
  })

/** Answers with a document. */
export const handler = (path: string) =>
  Effect.map(
    Effect.flatMap(Documents, (documents) => Effect.orDie(Effect.fromNullable(documents.get(path)))),
    answer
  )

/** Answers with a file that pages load, by its name. */
const asset = Effect.map(BuiltFiles, (built) =>
  Effect.gen(function* () {
    const { name = "" } = yield* HttpRouter.params
    const found = yield* built.asset(name)
    return yield* Option.match(found, { onNone: () => notFound, onSome: answer })
  })
)

/** The routes of the pages beside the Api. Some exist by the settings only; the others of these are 404. */
export const pages = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const documents = yield* Documents
    for (const path of pagePaths.filter((path) => documents.has(path)))
      yield* router.get(path, yield* handler(path))
    yield* router.get(assets, yield* asset)
  })
)
