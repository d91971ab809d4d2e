/**
 * The 404 for people: a browser that asks for a path that is no route gets a page. Whoever does not like HTML best gets the
 * error, as everywhere.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Challenges } from "../../Payment/challenge/Challenge.ts"
import { Settings } from "../../Settings.ts"
import * as Document from "./Document.ts"
import { requestOf, respond } from "./Documents.ts"
import { siteOf } from "./discovery/Site.ts"
import { preferred } from "./MediaType.ts"
import { BuiltFiles } from "./web/BuiltFiles.ts"
import * as Pages from "./web/Pages.ts"

/** What is read of a request; the names of headers in lower case. */
interface Request {
  readonly method: string
  readonly headers: Parameters<typeof requestOf>[0]
}

export class NotFoundPage extends Context.Tag("almanac/NotFoundPage")<
  NotFoundPage,
  {
    /** Whether a request is of somebody who reads pages. */
    readonly suits: (request: Request) => boolean
    readonly respond: (
      request: Request,
      requestId: string
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
  }
>() {
  static readonly layer = Layer.effect(
    NotFoundPage,
    Effect.gen(function* () {
      const site = siteOf(yield* Settings, yield* Challenges)
      const { files } = yield* BuiltFiles
      const page = Document.make(Pages.make(site, files).notFound)
      return {
        suits: ({ headers, method }) =>
          /^(?:GET|HEAD)$/.test(method) &&
          preferred(requestOf(headers, "").accept, ["application/json", "text/html"]) === "text/html",
        respond: ({ headers }, requestId) =>
          // Nobody has a page of an error already: it is not to be asked whether it has changed.
          Effect.map(
            page.answer({ ...requestOf(headers, requestId), ifNoneMatch: undefined }),
            ({ headers: { etag: _, ...own }, ...answer }) => respond({ ...answer, headers: own }, 404)
          )
      }
    })
  )
}
