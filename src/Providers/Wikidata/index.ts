/**
 * Entities of Wikidata (https://www.wikidata.org), structured data under CC0.
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Upstream from "../client/Upstream.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"
import { defineProvider } from "../Provider.ts"
import { EntityIndex, type EntityIndexRecord, type EntityQuery } from "../ports/EntityIndex.ts"
import { canary } from "./canary.ts"
import { normaliseFullText, normalisePrefix } from "./normalise.ts"
import { apiFailure, isUnknownLanguage, unknownLanguage } from "./refusal.ts"
import { fullTextRequest, isPhrase, prefixRequest } from "./request.ts"
import { ApiErrorReply, FullTextReply, PrefixReply, RestError } from "./schema.ts"

/** Where Wikidata is, how long both searches together may take, and who asks: with a contact, else it is refused. */
export type WikidataOptions = Pick<
  Upstream.UpstreamOptions,
  "baseUrl" | "deadline" | "cooldown" | "userAgent"
>

type Found = Effect.Effect<EntityIndexRecord, ProviderError | QueryRefused>

/** The port to entities, answered by Wikidata. */
export const layer = (options: WikidataOptions): Layer.Layer<EntityIndex, never, HttpClient.HttpClient> =>
  Layer.effect(
    EntityIndex,
    Effect.gen(function* () {
      const upstream = yield* Upstream.make({ provider: "wikidata", ...options })

      /** Since 2025-08 a User-Agent without a contact is refused: for the operator, not for the caller, to mend. */
      const refused = (reply: Upstream.Reply) =>
        Effect.zipRight(
          Effect.logError("Wikidata refuses our User-Agent: CONTACT must be a URL or an e-mail address"),
          upstream.unexpected(reply)
        )

      const readPrefix = (query: EntityQuery, reply: Upstream.Reply): Found => {
        switch (reply.status) {
          case 200:
            return Effect.flatMap(upstream.decode(PrefixReply)(reply), (body) =>
              "error" in body ? apiFailure(body.error, reply) : normalisePrefix(query, body.search)
            )
          case 400:
            return upstream
              .decode(ApiErrorReply)(reply)
              .pipe(
                Effect.catchAll(() => upstream.unexpected(reply)),
                Effect.flatMap(({ error }) => apiFailure(error, reply))
              )
          default:
            return refused(reply)
        }
      }

      const readFullText = (query: EntityQuery, reply: Upstream.Reply): Found => {
        switch (reply.status) {
          case 200:
            return Effect.flatMap(upstream.decode(FullTextReply)(reply), ({ results }) =>
              normaliseFullText(query, results)
            )
          case 400:
            return upstream
              .decode(RestError)(reply)
              .pipe(
                Effect.filterOrFail(isUnknownLanguage),
                Effect.catchAll(() => upstream.unexpected(reply)),
                Effect.zipRight(unknownLanguage)
              )
          default:
            return refused(reply)
        }
      }

      /** Both within one operation, so within one deadline: a full-text search that fails is a failure. */
      const search = (query: EntityQuery) =>
        upstream.operation("wikidata.search", (get) =>
          Effect.gen(function* () {
            const found = yield* readPrefix(query, yield* get(prefixRequest(query)))
            return found.results.length > 0 || !isPhrase(query)
              ? found
              : yield* readFullText(query, yield* get(fullTextRequest(query)))
          })
        )

      return EntityIndex.of({ search })
    })
  )

/** Everything that the rest of the service knows of this provider. */
export const provider = defineProvider({
  slug: "wikidata",
  deadline: Duration.seconds(8),
  address: { variable: "WIKIDATA_URL", default: () => "https://www.wikidata.org" },
  settings: Config.succeed({}),
  layer,
  mock: Layer.mock(EntityIndex, {}),
  operations: ["wikidata.search"],
  canary,
  probe: "wikidata.search"
})
